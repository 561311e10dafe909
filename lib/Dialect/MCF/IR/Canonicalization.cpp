//===- Canonicalization.cpp - simplifications of chains and maps ----------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mcf;

//===----------------------------------------------------------------------===//
// ChainOp
//===----------------------------------------------------------------------===//

namespace {
/// Drops inputs that the body does not use and merges inputs given twice.
struct SimplifyChainInputs : OpRewritePattern<ChainOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ChainOp op, PatternRewriter &rewriter) const override {
    Block *body = op.getBodyBlock();
    llvm::BitVector drop(body->getNumArguments());
    for (BlockArgument arg : body->getArguments()) {
      unsigned i = arg.getArgNumber();
      for (unsigned j = 0; j < i && !arg.use_empty(); ++j)
        if (!drop[j] && op.getInputs()[j] == op.getInputs()[i] &&
            body->getArgument(j).getType() == arg.getType())
          rewriter.replaceAllUsesWith(arg, body->getArgument(j));
      if (arg.use_empty())
        drop.set(i);
    }
    if (drop.none())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      body->eraseArguments(drop);
      op->eraseOperands(drop);
    });
    return success();
  }
};

/// Erases ops of the body that nothing uses.
struct EraseUnusedChainOps : OpRewritePattern<ChainOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ChainOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(*op.getBodyBlock())))
      if (isa<ChainOpInterface>(inner) && inner.use_empty()) {
        rewriter.eraseOp(&inner);
        changed = true;
      }
    return success(changed);
  }
};

/// Drops results that nothing uses, that are an input, or that are given twice.
struct SimplifyChainResults : OpRewritePattern<ChainOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ChainOp op, PatternRewriter &rewriter) const override {
    // A schedule stores each result.
    if (op.getSchedule())
      return failure();
    YieldOp yield = op.getYield();
    SmallVector<Value> replacements(op.getNumResults()), kept;
    SmallVector<Type> types;
    for (auto [i, value] : llvm::enumerate(yield.getValues())) {
      auto arg = dyn_cast<BlockArgument>(value);
      Value input = arg ? op.getInputs()[arg.getArgNumber()] : Value();
      if (op.getResult(i).use_empty())
        continue;
      if (input && input.getType() == op.getResult(i).getType()) {
        replacements[i] = input;
      } else if (!llvm::is_contained(kept, value)) {
        kept.push_back(value);
        types.push_back(op.getResult(i).getType());
      }
    }
    if (kept.size() == op.getNumResults())
      return failure();
    auto chain = ChainOp::create(rewriter, op.getLoc(), types, op.getDims(), op.getInputs(),
                                 op.getMaskedRows());
    chain->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (auto [i, value] : llvm::enumerate(yield.getValues()))
      if (!replacements[i] && !op.getResult(i).use_empty())
        replacements[i] = chain.getResult(llvm::find(kept, value) - kept.begin());
    rewriter.inlineRegionBefore(op.getBody(), chain.getBody(), chain.getBody().end());
    rewriter.modifyOpInPlace(yield, [&] { yield.getValuesMutable().assign(kept); });
    rewriter.replaceOp(op, replacements);
    return success();
  }
};
} // namespace

void ChainOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<SimplifyChainInputs, SimplifyChainResults, EraseUnusedChainOps>(context);
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

OpFoldResult MapOp::fold(FoldAdaptor) {
  // A schedule computes each op.
  if (llvm::any_of((*this)->getUsers(), llvm::IsaPred<ComputeOp>))
    return {};
  // The identity on an array of the same type.
  Block &body = getBody().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  auto arg = dyn_cast<BlockArgument>(yield.getValues()[0]);
  if (!arg || arg.getOwner() != &body)
    return {};
  Value input = getInputs()[arg.getArgNumber()];
  return input.getType() == getType() ? OpFoldResult(input) : OpFoldResult();
}

namespace {
/// Drops operands that the body does not use and merges operands given twice.
struct SimplifyMapInputs : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    llvm::BitVector drop(body.getNumArguments());
    for (BlockArgument arg : body.getArguments()) {
      unsigned i = arg.getArgNumber();
      for (unsigned j = 0; j < i && !arg.use_empty(); ++j)
        if (!drop[j] && op.getInputs()[j] == op.getInputs()[i])
          rewriter.replaceAllUsesWith(arg, body.getArgument(j));
      if (arg.use_empty())
        drop.set(i);
    }
    if (drop.none())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      body.eraseArguments(drop);
      op->eraseOperands(drop);
    });
    return success();
  }
};
} // namespace

void MapOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<SimplifyMapInputs>(context);
}
