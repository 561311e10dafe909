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
static uint64_t subtract(uint64_t a, uint64_t b) { return a == UINT64_MAX ? a : a - b; }

TilingSpace::TilingSpace(ChainShape chainShape) : shape(std::move(chainShape)) {
  expressions = enumerateExpressions(shape.getOperatorDims());
  for (const ShapeDim &dim : shape.dims) {
    std::vector<int64_t> &sizes = tileSizes.emplace_back();
    if (dim.isBatch || dim.sharesRole)
      sizes.push_back(1);
    if (!dim.isBatch && (!dim.sharesRole || dim.size > 1))
      for (int64_t size = 16; size - 16 < dim.size; size += 16)
        sizes.push_back(size);
  }
  numTileVectors = countTileVectors().numFitting;
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
  Count count = countTileVectors();
  numTileVectors = count.numFitting;

  RuleReport report;
  report.name = rule->getName().str();
  report.numExpressionsLeft = expressions.size();
  report.numTileVectorsLeft = numTileVectors;
  report.numCandidatesLeft = getNumCandidates();
  report.numRemoved = subtract(before, report.numCandidatesLeft);
  // One that is refused is refused for every expression by one question.
  uint64_t visited = isBound && afterExpressions != report.numCandidatesLeft ? count.numRefused : 0;
  report.numNeverVisited = subtract(report.numRemoved, std::min(visited, report.numRemoved));
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

TilingSpace::Count TilingSpace::countTileVectors() const {
  return countTileVectors(TileSizeLists(tileSizes.begin(), tileSizes.end()));
}

uint64_t TilingSpace::countTileVectors(llvm::ArrayRef<llvm::ArrayRef<int64_t>> sizes) const {
  return countTileVectors(TileSizeLists(sizes)).numFitting;
}

TilingSpace::Count TilingSpace::countTileVectors(const TileSizeLists &lists) const {
  Count result;
  std::vector<int64_t> tiles;
  for (llvm::ArrayRef<int64_t> sizes : lists) {
    if (sizes.empty())
      return result;
    tiles.push_back(sizes.front());
  }
  // Dims that no rule ties to others are a factor.
  std::vector<unsigned> constrained;
  uint64_t factor = 1;
  for (unsigned i = 0; i < shape.dims.size(); ++i)
    if (llvm::any_of(boundRules, [&](const auto &rule) { return rule->constrains(shape, i); }))
      constrained.push_back(i);
    else
      factor = llvm::SaturatingMultiply<uint64_t>(factor, lists[i].size());
  // The longest list last: there the bound is searched for and not walked to.
  llvm::sort(constrained, [&](unsigned a, unsigned b) {
    return std::make_pair(lists[a].size(), a) < std::make_pair(lists[b].size(), b);
  });
  if (constrained.empty()) {
    result.numFitting = factor;
    return result;
  }
  count(lists, constrained, 0, tiles, factor, result);
  return result;
}

void TilingSpace::count(const TileSizeLists &lists, llvm::ArrayRef<unsigned> constrained,
                        unsigned depth, std::vector<int64_t> &tiles, uint64_t factor,
                        Count &result) const {
  unsigned dim = constrained[depth];
  llvm::ArrayRef<int64_t> sizes = lists[dim];
  // Tiles of the dims to come are the smallest: what does not fit now fits with none of them,
  // and with no larger tile of this dim.
  auto fitsWith = [&](int64_t size) {
    tiles[dim] = size;
    if (fits(tiles))
      return true;
    result.numRefused += 1;
    return false;
  };
  if (depth + 1 == constrained.size()) {
    auto end = llvm::partition_point(sizes, fitsWith);
    result.numFitting =
        llvm::SaturatingMultiplyAdd<uint64_t>(end - sizes.begin(), factor, result.numFitting);
  } else {
    for (int64_t size : sizes) {
      if (!fitsWith(size))
        break;
      count(lists, constrained, depth + 1, tiles, factor, result);
    }
  }
  tiles[dim] = sizes.front();
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
