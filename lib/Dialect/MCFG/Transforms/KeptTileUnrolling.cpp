//===- KeptTileUnrolling.cpp - unrolls loops that index kept tiles --------===//
// A vector in registers cannot be indexed by a loop counter, so the loops that pick one of
// several kept tiles are unrolled.
#include "StorageRanks.h"
#include "TileProgramConversion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using mcf::mcfg::isArray;

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

/// `value` at `position` of the loops `split`, without the dims that they index.
static Value sliceAt(OpBuilder &builder, Location loc, Value value, AffineMap map,
                     const llvm::SmallBitVector &split, ArrayRef<int64_t> position) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<int64_t> shape;
  if (type)
    for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      bool isSplit = dim && split.test(dim.getPosition());
      offsets.push_back(builder.getIndexAttr(isSplit ? position[dim.getPosition()] : 0));
      sizes.push_back(builder.getIndexAttr(isSplit ? 1 : size));
      if (!isSplit)
        shape.push_back(size);
    }
  if (!type || shape.size() == offsets.size())
    return value;
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc,
                                        RankedTensorType::get(shape, type.getElementType()), value,
                                        offsets, sizes, strides);
}

/// The op with the loops `split` fixed at `position`.
static linalg::GenericOp cloneAt(OpBuilder &builder, linalg::GenericOp op, ValueRange inputs,
                                 ValueRange inits, const llvm::SmallBitVector &split,
                                 ArrayRef<int64_t> position) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> dims(op.getNumLoops(), getAffineConstantExpr(0, context));
  SmallVector<unsigned> newPosition(op.getNumLoops());
  unsigned numLoops = 0;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!split.test(dim)) {
      newPosition[dim] = numLoops;
      dims[dim] = getAffineDimExpr(numLoops++, context);
    }
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray()) {
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || !split.test(dim.getPosition()))
        results.push_back(expr.replaceDims(dims));
    }
    maps.push_back(AffineMap::get(numLoops, 0, results, context));
  }
  SmallVector<utils::IteratorType> iterators(numLoops, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange(inits), inputs, inits, maps, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(op.getBlock()->getArguments(), arguments);
        for (Operation &inner : *op.getBlock()) {
          auto index = dyn_cast<linalg::IndexOp>(inner);
          if (!index) {
            body.clone(inner, mapping);
            continue;
          }
          int64_t dim = index.getDim();
          Value value;
          if (split.test(dim))
            value = arith::ConstantIndexOp::create(body, loc, position[dim]);
          else
            value = linalg::IndexOp::create(body, loc, newPosition[dim]);
          mapping.map(index.getResult(), value);
        }
      });
}

/// Splits elementwise ops on all tiles of a storage into one op for each tile.
static LogicalResult splitKeptTileMaps(func::FuncOp function, int64_t maxCopies) {
  mcf::mcfg::StorageRanks ranks(function);
  SmallVector<std::pair<linalg::GenericOp, llvm::SmallBitVector>> ops;
  function.walk([&](linalg::GenericOp op) {
    llvm::SmallBitVector split = ranks.getKeptLoops(op);
    if (split.any() && op.getNumParallelLoops() == op.getNumLoops())
      ops.push_back({op, split});
  });
  for (auto &entry : ops) {
    linalg::GenericOp op = entry.first;
    const llvm::SmallBitVector &split = entry.second;
    SmallVector<int64_t> trips = op.getStaticLoopRanges();
    for (unsigned dim = 0; dim < trips.size(); ++dim)
      if (!split.test(dim))
        trips[dim] = 1;
    int64_t copies = 1;
    for (int64_t count : trips)
      if (llvm::MulOverflow(copies, count, copies) || copies > maxCopies)
        return op.emitOpError() << "expected at most " << maxCopies
                                << " kept tiles, but got more; larger tiles need fewer";
    OpBuilder builder(op);
    SmallVector<Value> current(op.getDpsInits());
    for (int64_t i = 0; i < copies; ++i) {
      SmallVector<int64_t> position = delinearize(i, computeStrides(trips));
      auto slice = [&](OpOperand &operand, Value value) {
        return sliceAt(builder, op.getLoc(), value, op.getMatchingIndexingMap(&operand), split,
                       position);
      };
      SmallVector<Value> inputs, inits;
      for (OpOperand *input : op.getDpsInputOperands())
        inputs.push_back(slice(*input, input->get()));
      for (auto [init, value] : llvm::zip(op.getDpsInitsMutable(), current))
        inits.push_back(slice(init, value));
      linalg::GenericOp part = cloneAt(builder, op, inputs, inits, split, position);
      for (auto [index, result] : llvm::enumerate(part.getResults())) {
        OpOperand *init = op.getDpsInitOperand(index);
        auto type = cast<RankedTensorType>(init->get().getType());
        AffineMap map = op.getMatchingIndexingMap(init);
        SmallVector<OpFoldResult> offsets, sizes, strides(type.getRank(), builder.getIndexAttr(1));
        for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape())) {
          auto dim = dyn_cast<AffineDimExpr>(expr);
          bool isSplit = dim && split.test(dim.getPosition());
          offsets.push_back(builder.getIndexAttr(isSplit ? position[dim.getPosition()] : 0));
          sizes.push_back(builder.getIndexAttr(isSplit ? 1 : size));
        }
        current[index] = tensor::InsertSliceOp::create(builder, op.getLoc(), result, current[index],
                                                       offsets, sizes, strides);
      }
    }
    op.replaceAllUsesWith(current);
    op.erase();
  }
  return success();
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
  if (failed(splitKeptTileMaps(function, maxCopies)))
    return failure();
  // The positions become constants.
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineMinOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineMaxOp::getCanonicalizationPatterns(patterns, context);
  return applyPatternsGreedily(function, std::move(patterns));
}
