//===- MCFDialect.cpp - registration of the mcf dialect -------------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "MCFuser/Dialect/MCF/IR/MCFDialect.cpp.inc"
#include "MCFuser/Dialect/MCF/IR/MCFEnums.cpp.inc"
#include "MCFuser/Dialect/MCF/IR/MCFInterfaces.cpp.inc"

void mcf::MCFDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "MCFuser/Dialect/MCF/IR/MCFOps.cpp.inc"
      >();
}
