//===- TilingSpace.h - all candidates of a chain ----------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_TILINGSPACE_H
#define MCFUSER_SEARCH_TILINGSPACE_H

#include "MCFuser/Analysis/TilingExpression.h"
#include "MCFuser/Search/PruningReport.h"
#include "MCFuser/Search/PruningRule.h"
#include <memory>

namespace mcf::search {

/// The candidates of a chain: expressions times tile vectors (a tile size per dim of the
/// chain). At the start all expressions, and for each dim the multiples of 16 up to its size
/// rounded up to 16 (1 for batch dims; 1 as well for dims that share a role). Counts are products
/// and never walk the space; they saturate at 64 bits. Where bounds cut so unevenly that a count
/// takes more than `maxAsked` questions, it ends there and is a lower bound.
class TilingSpace {
public:
  explicit TilingSpace(ChainShape shape);

  const ChainShape &getShape() const { return shape; }
  llvm::ArrayRef<analysis::TilingExpression> getExpressions() const { return expressions; }
  /// Tile sizes that the rules leave to the dim, ascending.
  llvm::ArrayRef<int64_t> getTileSizes(unsigned dim) const { return tileSizes[dim]; }

  /// Removes what the rule removes. Says how much that is.
  RuleReport apply(std::shared_ptr<const PruningRule> rule);

  uint64_t getNumTileVectors() const { return numTileVectors; }
  uint64_t getNumCandidates() const;
  /// There may be more than these numbers say.
  bool isLowerBound() const { return hasMore; }
  /// Number of tile vectors that fit and whose sizes are in the lists, one for each dim, each
  /// ascending and not empty.
  uint64_t countTileVectors(llvm::ArrayRef<llvm::ArrayRef<int64_t>> sizes) const {
    return getCount(sizes).numFitting;
  }

  /// True if no rule on tile vectors removes these sizes, one for each dim.
  bool fits(llvm::ArrayRef<int64_t> tiles) const;

  /// Calls the function with each tile vector that is left, in a fixed order, until it
  /// returns false. Parts that a bound excludes are skipped as a whole.
  void walkTileVectors(llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> function) const;

  /// Some tenths of a second.
  static constexpr uint64_t maxAsked = uint64_t(1) << 20;

private:
  struct Count {
    uint64_t numFitting = 0;
    /// Vectors that a rule was asked about, and those that it refused.
    uint64_t numAsked = 0, numRefused = 0;
    /// The count ended early.
    bool hasMore = false;
  };
  /// Sizes of a dim that rules tell apart; the last one stands for `lastWeight` sizes.
  struct Sizes {
    unsigned dim;
    llvm::ArrayRef<int64_t> distinct;
    uint64_t lastWeight;
  };
  Count countAll() const;
  Count getCount(llvm::ArrayRef<llvm::ArrayRef<int64_t>> sizes) const;
  void count(llvm::ArrayRef<Sizes> constrained, llvm::MutableArrayRef<int64_t> tiles,
             uint64_t factor, Count &result) const;
  bool walk(unsigned depth, std::vector<int64_t> &tiles,
            llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> function) const;
  std::vector<int64_t> getSmallestTiles() const;
  bool isEmpty() const;

  ChainShape shape;
  std::vector<analysis::TilingExpression> expressions;
  std::vector<std::vector<int64_t>> tileSizes;
  /// Rules that look at more than one tile size.
  std::vector<std::shared_ptr<const PruningRule>> boundRules;
  uint64_t numTileVectors = 0;
  bool hasMore = false;
};

/// Applies the rules in order. The report has a row for the start and one for each rule.
PruningReport prune(TilingSpace &space, llvm::ArrayRef<std::shared_ptr<const PruningRule>> rules);

using analysis::maxEnumeratedLoops;

/// The shape of a chain whose tilings can be enumerated. Diagnoses one with more than
/// `maxEnumeratedLoops` loops, and what `ChainShape::get` diagnoses.
mlir::FailureOr<ChainShape> getEnumerableShape(ChainOp chain);

} // namespace mcf::search

#endif
