//===- ResolveSizes.cpp - sizes of results from sizes of operands ---------===//
#include "ResolveSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;

/// A tensor with the same sizes that is there before `tensor` is, or null.
static Value getSameSizes(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return {};
  Operation *op = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getTiedOpOperand(result)->get();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType()) ? cast.getSource() : Value();
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return operand;
  return {};
}

/// The size of an axis by its parts, for an op that is followed; null for others.
static Value getSize(OpBuilder &builder, Location loc, Value tensor, int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(axis))
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis));
  if (Value source = getSameSizes(tensor)) {
    Value size = getSize(builder, loc, source, axis);
    return size ? size : tensor::DimOp::create(builder, loc, source, axis).getResult();
  }
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getDynamicSize(axis);
  if (auto shape = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return getValueOrCreateConstantIndexOp(builder, loc, shape.getMixedOutputShape()[axis]);
  if (auto shape = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    Value product;
    for (int64_t from : shape.getReassociationIndices()[axis]) {
      Value size = getSize(builder, loc, shape.getSrc(), from);
      if (!size)
        size = tensor::DimOp::create(builder, loc, shape.getSrc(), from);
      product = product ? arith::MulIOp::create(builder, loc, product, size).getResult() : size;
    }
    return product;
  }
  return {};
}

void mcf::frontend::resolveSizes(Operation *root) {
  root->walk([](tensor::DimOp dim) {
    std::optional<int64_t> axis = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (!axis || !type || *axis < 0 || *axis >= type.getRank() || !type.isDynamicDim(*axis))
      return;
    OpBuilder builder(dim);
    Value size = getSize(builder, dim.getLoc(), dim.getSource(), *axis);
    if (!size)
      return;
    dim.replaceAllUsesWith(size);
    dim.erase();
  });
}
