//===- Sampling.cpp - random candidates of a space ------------------------===//
#include "MCFuser/Search/Sampling.h"
#include "MCFuser/Search/Enumeration.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::search;

namespace {
/// SplitMix64: the same numbers with every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  size_t below(size_t bound) { return static_cast<size_t>(next() % bound); }

private:
  uint64_t state;
};
} // namespace

std::vector<TilingExpression> mcf::search::sampleCandidates(const TilingSpace &space, size_t count,
                                                            uint64_t seed, CandidateFilter filter) {
  std::vector<TilingExpression> samples;
  if (space.getNumCandidates() == 0)
    return samples;
  // Refusals in a row after which there is probably nothing new.
  constexpr size_t maxRefusals = 200'000;
  const ChainShape &shape = space.getShape();
  Random random(seed);
  llvm::StringSet<> seen;
  std::vector<int64_t> tiles(shape.dims.size());
  for (size_t refusals = 0; samples.size() < count && refusals < maxRefusals; ++refusals) {
    const TilingExpression &expression =
        space.getExpressions()[random.below(space.getExpressions().size())];
    for (unsigned dim = 0; dim < tiles.size(); ++dim)
      tiles[dim] = space.getTileSizes(dim)[random.below(space.getTileSizes(dim).size())];
    if (!space.fits(tiles) || !filter(expression, tiles))
      continue;
    std::vector<std::pair<std::string, int64_t>> sizes;
    for (auto [dim, tile] : llvm::zip_equal(shape.dims, tiles))
      if (!dim.isBatch || !dim.isParallel)
        sizes.push_back({dim.name, tile});
    TilingExpression candidate = withTiles(expression, sizes);
    if (!seen.insert(candidate.str()).second)
      continue;
    samples.push_back(std::move(candidate));
    refusals = 0;
  }
  return samples;
}

/// The loops on the way to each leaf, leaves from left to right.
static void collectPaths(const ExpressionNode &node, std::vector<std::string> path,
                         std::vector<std::vector<std::string>> &paths) {
  path.insert(path.end(), node.loops.begin(), node.loops.end());
  if (node.parts.empty())
    paths.push_back(path);
  for (const ExpressionNode &part : node.parts)
    collectPaths(part, path, paths);
}

bool mcf::search::fitsRegisters(const ChainShape &shape, const TilingExpression &expression,
                                llvm::ArrayRef<int64_t> tiles, double maxRegistersPerThread) {
  std::string error;
  auto leaves = expression.assignOperators(shape.getOperatorDims(), error);
  if (mlir::failed(leaves))
    return false;
  std::vector<std::vector<std::string>> paths;
  collectPaths(expression.root, {}, paths);
  size_t numBlockLoops = expression.numBlockLoops.value_or(0);
  double elements = 0;
  int64_t warps = 1;
  for (auto [leaf, path] : llvm::zip_equal(*leaves, paths))
    for (unsigned i = leaf.begin; i < leaf.end; ++i) {
      const ShapeOperator &op = shape.operators[i];
      // Tiles of a loop inside of one that is summed over are all kept.
      size_t firstSum = path.size();
      for (size_t loop = path.size(); loop-- > numBlockLoops;) {
        int dim = shape.getDimIndex(path[loop]);
        if (dim >= 0 && llvm::is_contained(op.reduced, unsigned(dim)) &&
            shape.dims[dim].size > tiles[dim])
          firstSum = loop;
      }
      double size = 1;
      bool isRow = true;
      for (unsigned dim : op.result.dims) {
        auto at = llvm::find(path, shape.dims[dim].name) - path.begin();
        bool isKept = at != int64_t(path.size()) && size_t(at) > firstSum;
        size *= isKept ? double(llvm::alignTo(shape.dims[dim].size, tiles[dim])) : tiles[dim];
        if (!shape.dims[dim].isBatch && isRow) {
          isRow = false;
          int64_t possible = 1;
          while (possible < 4 && tiles[dim] % (possible * 32) == 0)
            possible *= 2;
          warps = std::max(warps, possible);
        }
      }
      elements += size;
    }
  return elements / double(32 * warps) <= maxRegistersPerThread;
}
