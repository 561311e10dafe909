//===- MCFGDialect.cpp - registration of the mcfg dialect -----------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGOps.cpp.inc"

void mcf::mcfg::MCFGDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "MCFuser/Dialect/MCFG/IR/MCFGOps.cpp.inc"
      >();
}
