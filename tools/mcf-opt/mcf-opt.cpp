//===- mcf-opt.cpp - runs passes of MCFuser and MLIR on a file -------------===//
#include "MCFuser/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mcf::registerAllDialects(registry);
  mcf::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "MCFuser optimizer driver\n", registry));
}
