//===- MCFDialect.cpp - registration of the mcf dialect -------------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

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
  if (attribute.getName() == getConstantsAttrName() &&
      !mlir::isa<mlir::DenseI64ArrayAttr>(attribute.getValue()))
    return op->emitOpError() << "expected '" << getConstantsAttrName()
                             << "' to be numbers of operands (array<i64>), but got "
                             << attribute.getValue();
  return mlir::success();
}

mlir::LogicalResult mcf::MCFDialect::verifyRegionArgAttribute(mlir::Operation *op, unsigned region,
                                                              unsigned argument,
                                                              mlir::NamedAttribute attribute) {
  if (attribute.getName() != getConstantAttrName())
    return mlir::success();
  if (!mlir::isa<mlir::UnitAttr>(attribute.getValue()))
    return op->emitOpError() << "expected '" << getConstantAttrName()
                             << "' without a value, but got " << attribute.getValue();
  auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(op);
  if (!function || !mlir::isa<mlir::ShapedType>(function.getArgumentTypes()[argument]))
    return op->emitOpError() << "expected an array where an argument is '" << getConstantAttrName()
                             << "', but got argument " << argument << " of another type";
  return mlir::success();
}
