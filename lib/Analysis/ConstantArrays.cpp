//===- ConstantArrays.cpp - arrays that stay as they are ------------------===//
#include "MCFuser/Analysis/ConstantArrays.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

bool mcf::analysis::isConstantArray(Value array) {
  while (Operation *op = array.getDefiningOp()) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (!isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp,
             bufferization::ToTensorOp, ViewLikeOpInterface>(op))
      return false;
    array = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(array);
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function && argument.getOwner()->isEntryBlock() &&
         function.getArgAttr(argument.getArgNumber(), MCFDialect::getConstantAttrName());
}
