//===- KeptTileUnrolling.cpp - unrolls loops that index kept tiles --------===//
// A vector in registers cannot be indexed by a loop counter, so the loops that pick one of
// several kept tiles are unrolled.
#include "TileProgramConversion.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// True if the tensor is an argument, a destination, or a part of one: memory, not a tile.
static bool isArray(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(parent);
      if (!loop)
        return true;
      OpOperand *init = loop.getTiedLoopInit(argument);
      if (!init)
        return false;
      value = init->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
      value = extract.getSource();
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      value = insert.getDest();
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getInitArgs()[cast<OpResult>(value).getResultNumber()];
    else
      return false;
  }
}

/// Adds the loops whose counters `value` is computed from.
static void addCounters(Value value, llvm::SmallSetVector<Operation *, 4> &loops) {
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    if (Operation *op = current.getDefiningOp()) {
      llvm::append_range(worklist, op->getOperands());
      continue;
    }
    auto argument = cast<BlockArgument>(current);
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument == loop.getInductionVar())
      loops.insert(loop);
  }
}

LogicalResult mcf::mcfg::unrollKeptTileLoops(func::FuncOp function, int64_t maxCopies) {
  llvm::SmallSetVector<Operation *, 4> loops;
  function.walk([&](Operation *op) {
    if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (!isArray(extract.getSource()))
        for (Value offset : extract.getOffsets())
          addCounters(offset, loops);
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      if (!isArray(insert.getDest()))
        for (Value offset : insert.getOffsets())
          addCounters(offset, loops);
    }
  });
  // How often the innermost bodies are copied.
  for (Operation *op : loops) {
    int64_t copies = 1;
    for (Operation *at = op; at; at = at->getParentOp()) {
      if (!loops.contains(at))
        continue;
      std::optional<APInt> trips = cast<scf::ForOp>(at).getStaticTripCount();
      if (!trips)
        return at->emitOpError() << "expected a constant trip count of a loop over kept tiles";
      if (llvm::MulOverflow(copies, trips->getSExtValue(), copies) || copies > maxCopies)
        return op->emitOpError() << "expected at most " << maxCopies
                                 << " copies of the body of a loop over kept tiles, but got "
                                 << copies << "; larger tiles need fewer";
    }
  }
  // Post-order: inner loops first, since unrolling the outer one copies them.
  SmallVector<scf::ForOp> ordered;
  function.walk([&](scf::ForOp loop) {
    if (loops.contains(loop))
      ordered.push_back(loop);
  });
  for (scf::ForOp loop : ordered)
    if (failed(loopUnrollFull(loop)))
      return loop.emitOpError() << "cannot be unrolled, but indexes kept tiles";
  if (ordered.empty())
    return success();
  // The positions become constants.
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineMinOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineMaxOp::getCanonicalizationPatterns(patterns, context);
  return applyPatternsGreedily(function, std::move(patterns));
}
