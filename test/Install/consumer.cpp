//===- consumer.cpp - uses MCFuser from an install tree --------------------===//
// consumer FILE PIPELINE: parses the file with our dialects and runs the pipeline on it.
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: consumer FILE PIPELINE\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  mcf::registerMCFuserDialects(registry);
  mcf::registerMCFuserPasses();
  registry.insert<mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  mlir::PassManager passes(&context);
  if (mlir::failed(mlir::parsePassPipeline(argv[2], passes)) || mlir::failed(passes.run(*module)))
    return 1;
  int placed = 0;
  module->walk([&](mcf::ScheduleOp schedule) { placed += schedule.getPlaced(); });
  module->print(llvm::outs());
  llvm::outs() << "// placed schedules: " << placed << "\n";
  return placed == 1 ? 0 : 1;
}
