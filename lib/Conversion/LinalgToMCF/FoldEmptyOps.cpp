//===- FoldEmptyOps.cpp - ops that compute nothing ------------------------===//
#include "FoldEmptyOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

/// True if some loop of the op has no trip.
static bool isEmpty(Operation *op) {
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return llvm::is_contained(cast<ShapedType>(softmax.getInput().getType()).getShape(), 0);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return false;
  // One operand may know the size of a loop, another may not.
  for (OpOperand &operand : op->getOpOperands())
    if (llvm::is_contained(linalgOp.getShape(&operand), 0))
      return true;
  return false;
}

void mcf::frontend::foldEmptyOps(Operation *root) {
  SmallVector<DestinationStyleOpInterface> empty;
  root->walk([&](DestinationStyleOpInterface op) {
    if (op.hasPureTensorSemantics() && op->getNumResults() != 0 && isEmpty(op))
      empty.push_back(op);
  });
  for (DestinationStyleOpInterface op : empty) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
        linalgOp && linalg::isaContractionOpInterface(linalgOp))
      op.emitRemark() << "not fused: it has a dim of size 0, so that its result is its start value";
    op->replaceAllUsesWith(op.getDpsInits());
    op->erase();
  }
}
