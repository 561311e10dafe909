//===- IndexBounds.cpp - arguments that a program indexes with ------------===//
#include "MCFuser/Reference/Reference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;

/// The values that hold what `use` passes to its op, as it is: in other types, places or arms.
static void follow(OpOperand &use, llvm::SetVector<Value> &reached) {
  Operation *op = use.getOwner();
  if (auto yield = dyn_cast<linalg::YieldOp>(op)) {
    if (op->getParentOp()->getNumResults() > use.getOperandNumber())
      reached.insert(op->getParentOp()->getResult(use.getOperandNumber()));
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (linalgOp.getBlock()->getParentOp() == op)
      reached.insert(linalgOp.getMatchingBlockArgument(&use));
  } else if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp,
                 arith::TruncIOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                 tensor::ExtractSliceOp, tensor::CastOp, tensor::ConcatOp>(op) ||
             (isa<tensor::ReshapeOp>(op) && use.getOperandNumber() == 0) ||
             (isa<arith::SelectOp>(op) && use.getOperandNumber() > 0)) {
    reached.insert(op->getResult(0));
  }
}

std::vector<int64_t> mcf::getIndexBounds(func::FuncOp function) {
  std::vector<int64_t> bounds;
  for (BlockArgument argument : function.getArguments()) {
    int64_t &bound = bounds.emplace_back(0);
    if (!isa<IntegerType>(getElementTypeOrSelf(argument.getType())))
      continue;
    llvm::SetVector<Value> reached;
    reached.insert(argument);
    for (unsigned i = 0; i < reached.size(); ++i)
      for (OpOperand &use : Value(reached[i]).getUses()) {
        auto gather = dyn_cast<tensor::ExtractOp>(use.getOwner());
        if (!gather || use.getOperandNumber() == 0) {
          follow(use, reached);
          continue;
        }
        int64_t size = gather.getTensor().getType().getDimSize(use.getOperandNumber() - 1);
        // Of an axis of unknown size only the first is sure to be there.
        size = ShapedType::isDynamic(size) ? 1 : size;
        bound = bound == 0 ? size : std::min(bound, size);
      }
  }
  return bounds;
}
