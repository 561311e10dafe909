//===- MCFDialect.cpp - registration of the mcf dialect -------------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/FoldInterfaces.h"

#include "MCFuser/Dialect/MCF/IR/MCFDialect.cpp.inc"
#include "MCFuser/Dialect/MCF/IR/MCFEnums.cpp.inc"
#include "MCFuser/Dialect/MCF/IR/MCFInterfaces.cpp.inc"

namespace {
/// Constants that folding makes or moves stay in the body of the map that uses them.
struct MCFFoldInterface : mlir::DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(mlir::Region *region) const final {
    return mlir::isa<mcf::MapOp>(region->getParentOp());
  }
};
} // namespace

void mcf::MCFDialect::initialize() {
  addInterfaces<MCFFoldInterface>();
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "MCFuser/Dialect/MCF/IR/MCFOps.cpp.inc"
      >();
}

mlir::LogicalResult mcf::MCFDialect::verifyOperationAttribute(mlir::Operation *op,
                                                              mlir::NamedAttribute attribute) {
  if (attribute.getName() == getMappingAttrName() &&
      !mlir::isa<mcf::MappingAttr>(attribute.getValue()))
    return op->emitOpError() << "expected a #mcf.mapping, but got " << attribute.getValue();
  return mlir::success();
}
