//===- TilingSpace.cpp - all candidates of a chain, counted by bounds -----===//
#include "MCFuser/Search/TilingSpace.h"
#include "MCFuser/Search/Enumeration.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::search;

/// `a - b` of counts that saturate: what is too large stays too large.
static uint64_t subtract(uint64_t a, uint64_t b) {
  return a == UINT64_MAX ? a : a - std::min(a, b);
}

/// The largest tile of a dim of unknown size: what a block holds sets bounds, but every size may
/// have a last tile of one element.
static constexpr int64_t maxOpenTile = 256;

TilingSpace::TilingSpace(ChainShape chainShape) : shape(std::move(chainShape)) {
  expressions = enumerateExpressions(shape.getOperatorDims());
  for (const ShapeDim &dim : shape.dims) {
    std::vector<int64_t> &sizes = tileSizes.emplace_back();
    if (dim.isBatch || dim.sharesRole)
      sizes.push_back(1);
    if (!dim.isBatch && (!dim.sharesRole || dim.size > 1))
      for (int64_t size = 16; size - 16 < std::min(dim.size, dim.isOpen() ? maxOpenTile : dim.size);
           size += 16)
        sizes.push_back(size);
  }
  numTileVectors = countAll().numFitting;
}

uint64_t TilingSpace::getNumCandidates() const {
  return llvm::SaturatingMultiply<uint64_t>(expressions.size(), numTileVectors);
}

RuleReport TilingSpace::apply(std::shared_ptr<const PruningRule> rule) {
  uint64_t before = getNumCandidates();
  rule->filterExpressions(shape, expressions);
  uint64_t afterExpressions = getNumCandidates();
  bool isBound = false;
  for (unsigned i = 0; i < shape.dims.size(); ++i) {
    isBound |= rule->constrains(shape, i);
    if (!shape.dims[i].isBatch)
      llvm::erase_if(tileSizes[i],
                     [&](int64_t size) { return rule->removesTileSize(shape.dims[i], size); });
  }
  if (isBound)
    boundRules.push_back(rule);
  Count count = countAll();
  numTileVectors = count.numFitting;
  hasMore = count.hasMore;

  RuleReport report;
  report.name = rule->getName().str();
  report.numExpressionsLeft = expressions.size();
  report.numTileVectorsLeft = numTileVectors;
  report.numCandidatesLeft = getNumCandidates();
  report.numRemoved = subtract(before, report.numCandidatesLeft);
  // One that is refused is refused for every expression by one question.
  uint64_t visited = isBound && afterExpressions != report.numCandidatesLeft ? count.numRefused : 0;
  report.numNeverVisited = subtract(report.numRemoved, visited);
  report.isLowerBound = hasMore;
  return report;
}

bool TilingSpace::isEmpty() const {
  return llvm::any_of(tileSizes, [](const auto &sizes) { return sizes.empty(); });
}

bool TilingSpace::fits(llvm::ArrayRef<int64_t> tiles) const {
  return llvm::all_of(boundRules, [&](const auto &rule) { return rule->fits(shape, tiles); });
}

std::vector<int64_t> TilingSpace::getSmallestTiles() const {
  std::vector<int64_t> tiles;
  for (const auto &sizes : tileSizes)
    tiles.push_back(sizes.front());
  return tiles;
}

TilingSpace::Count TilingSpace::countAll() const {
  if (isEmpty())
    return {};
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 8> sizes(tileSizes.begin(), tileSizes.end());
  return getCount(sizes);
}

TilingSpace::Count TilingSpace::getCount(llvm::ArrayRef<llvm::ArrayRef<int64_t>> sizes) const {
  Count result;
  // Dims that no rule ties to others are a factor.
  llvm::SmallVector<Sizes> constrained;
  llvm::SmallVector<int64_t, 8> tiles;
  uint64_t factor = 1;
  for (auto [i, list] : llvm::enumerate(sizes)) {
    tiles.push_back(list.front());
    bool isTied = false, seesOnlyOnes = true;
    for (const auto &rule : boundRules)
      if (rule->constrains(shape, i)) {
        isTied = true;
        seesOnlyOnes &= rule->seesOnlyOnes();
      }
    size_t numDistinct = list.size();
    if (seesOnlyOnes)
      numDistinct = std::min<size_t>(numDistinct, list.front() == 1 ? 2 : 1);
    if (isTied)
      constrained.push_back(
          {unsigned(i), list.take_front(numDistinct), list.size() - numDistinct + 1});
    else
      factor = llvm::SaturatingMultiply<uint64_t>(factor, list.size());
  }
  // The longest list last: there the bound is searched for and not walked to.
  llvm::sort(constrained, [](const Sizes &a, const Sizes &b) {
    return std::make_pair(a.distinct.size(), a.dim) < std::make_pair(b.distinct.size(), b.dim);
  });
  if (constrained.empty())
    result.numFitting = factor;
  else
    count(constrained, tiles, factor, result);
  return result;
}

void TilingSpace::count(llvm::ArrayRef<Sizes> constrained, llvm::MutableArrayRef<int64_t> tiles,
                        uint64_t factor, Count &result) const {
  const auto &[dim, distinct, lastWeight] = constrained.front();
  // Tiles of the dims to come are the smallest: what does not fit now fits with none of them,
  // and with no larger tile of this dim.
  auto fitsWith = [&, dim = dim](int64_t size) {
    tiles[dim] = size;
    result.numAsked += 1;
    if (fits(tiles))
      return true;
    result.numRefused += 1;
    return false;
  };
  if (constrained.size() == 1) {
    size_t end = llvm::partition_point(distinct, fitsWith) - distinct.begin();
    uint64_t number = end == distinct.size() ? end - 1 + lastWeight : end;
    result.numFitting = llvm::SaturatingMultiplyAdd<uint64_t>(number, factor, result.numFitting);
  } else {
    for (const int64_t &size : distinct) {
      result.hasMore |= result.numAsked > maxAsked;
      if (result.hasMore || !fitsWith(size))
        break;
      uint64_t weight = &size == &distinct.back() ? lastWeight : 1;
      count(constrained.drop_front(), tiles, llvm::SaturatingMultiply<uint64_t>(factor, weight),
            result);
    }
  }
  tiles[dim] = distinct.front();
}

bool TilingSpace::walk(unsigned depth, std::vector<int64_t> &tiles,
                       llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> function) const {
  if (depth == tiles.size())
    return function(tiles);
  bool goOn = true;
  for (int64_t size : tileSizes[depth]) {
    tiles[depth] = size;
    if (!fits(tiles))
      break;
    goOn = walk(depth + 1, tiles, function);
    if (!goOn)
      break;
  }
  tiles[depth] = tileSizes[depth].front();
  return goOn;
}

void TilingSpace::walkTileVectors(
    llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> function) const {
  if (isEmpty())
    return;
  std::vector<int64_t> tiles = getSmallestTiles();
  walk(0, tiles, function);
}

PruningReport mcf::search::prune(TilingSpace &space,
                                 llvm::ArrayRef<std::shared_ptr<const PruningRule>> rules) {
  PruningReport report;
  RuleReport &start = report.rows.emplace_back();
  start.name = "start";
  start.numExpressionsLeft = space.getExpressions().size();
  start.numTileVectorsLeft = space.getNumTileVectors();
  start.numCandidatesLeft = space.getNumCandidates();
  for (const auto &rule : rules)
    report.rows.push_back(space.apply(rule));
  return report;
}

mlir::FailureOr<ChainShape> mcf::search::getEnumerableShape(ChainOp chain) {
  mlir::FailureOr<ChainShape> shape = ChainShape::get(chain);
  if (failed(shape))
    return mlir::failure();
  llvm::StringSet<> loops;
  for (const auto &names : shape->getOperatorDims())
    for (const std::string &name : names)
      loops.insert(name);
  if (loops.size() > maxEnumeratedLoops)
    return chain.emitError() << "expected at most " << maxEnumeratedLoops
                             << " loops, whose orders are all enumerated, but got " << loops.size();
  return shape;
}
