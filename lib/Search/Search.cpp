//===- Search.cpp - options of a search, and which algorithm runs ---------===//
#include "SearchState.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

static constexpr std::pair<StringRef, Algorithm> algorithmNames[] = {
    {"auto", Algorithm::Auto},
    {"exhaustive", Algorithm::Exhaustive},
    {"evolutionary", Algorithm::Evolutionary}};

StringRef mcf::search::getAlgorithmName(Algorithm algorithm) {
  return algorithmNames[static_cast<unsigned>(algorithm)].first;
}

llvm::Expected<Algorithm> mcf::search::lookupAlgorithm(StringRef name) {
  for (const auto &[known, algorithm] : algorithmNames)
    if (known == name)
      return algorithm;
  return llvm::createStringError(
      "expected an algorithm of auto, exhaustive, evolutionary, but got '" + name + "'");
}

llvm::Expected<double> mcf::search::parseTimeLimit(StringRef text, double unitSeconds) {
  double number;
  // Not a number fails both comparisons.
  if (!text.getAsDouble(number) && number * unitSeconds >= minTimeLimitSeconds &&
      number * unitSeconds <= maxTimeLimitSeconds)
    return number * unitSeconds;
  std::string message;
  llvm::raw_string_ostream(message)
      << "expected a time limit from " << llvm::format("%.10g", minTimeLimitSeconds / unitSeconds)
      << " to " << llvm::format("%.10g", maxTimeLimitSeconds / unitSeconds)
      << (unitSeconds == 1 ? " s" : " ms") << ", but got '" << text << "'";
  return llvm::createStringError(message);
}

llvm::Expected<uint64_t> mcf::search::parseSeed(StringRef text) {
  uint64_t seed;
  if (!text.getAsInteger(10, seed))
    return seed;
  return llvm::createStringError("expected a seed from 0 to " + llvm::Twine(UINT64_MAX) +
                                 ", but got '" + text + "'");
}

// Beyond this the forms alone take more than a second.
static constexpr size_t maxCountedRegions = 4096;

// Questions to the bounds, some tenths of a second. A walk that leaves `maxExhaustiveCandidates`
// asks fewer, unless bounds cut very unevenly.
static constexpr uint64_t maxAsked = uint64_t(1) << 19;

namespace {
/// Counts the candidates that bounds leave, until there are too many or it takes too long.
class BoundedCount {
public:
  BoundedCount(TilingProblem &problem, const SearchOptions &options)
      : problem(problem), options(options) {}

  /// Whether all that bounds leave can be priced. Makes the forms of all expressions, which an
  /// exhaustive search needs anyway.
  FailureOr<bool> isSmall();

private:
  void add(const TilingRegion &region, ArrayRef<unsigned> order, MutableArrayRef<int64_t> tiles);
  bool mayGoOn() const {
    return numLeft <= options.maxExhaustiveCandidates && numAsked <= maxAsked;
  }
  bool isTimeUp() const {
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - *options.start;
    return options.timeLimitSeconds && elapsed.count() >= *options.timeLimitSeconds;
  }

  TilingProblem &problem;
  const SearchOptions &options;
  uint64_t numLeft = 0, numAsked = 0;
  bool hitTimeLimit = false;
};
} // namespace

void BoundedCount::add(const TilingRegion &region, ArrayRef<unsigned> order,
                       MutableArrayRef<int64_t> tiles) {
  unsigned dim = order.front();
  auto mayFitWith = [&](int64_t size) {
    tiles[dim] = size;
    numAsked += 1;
    hitTimeLimit |= numAsked % 1024 == 0 && isTimeUp();
    return problem.mayFit(region, tiles);
  };
  ArrayRef<int64_t> sizes = region.sizes[dim];
  if (order.size() == 1)
    numLeft += llvm::partition_point(sizes, mayFitWith) - sizes.begin();
  else
    for (int64_t size : sizes) {
      if (!mayGoOn() || hitTimeLimit || !mayFitWith(size))
        break;
      add(region, order.drop_front(), tiles);
    }
  tiles[dim] = sizes.front();
}

FailureOr<bool> BoundedCount::isSmall() {
  const TilingSpace &space = problem.getSpace();
  if (space.getNumCandidates() <= options.maxExhaustiveCandidates && !space.isLowerBound())
    return true;
  // Each needs a placement, which takes as long as pricing some hundred candidates.
  if (problem.getNumRegions() > maxCountedRegions)
    return false;
  for (size_t i = 0; i < problem.getNumRegions() && mayGoOn(); ++i) {
    hitTimeLimit |= isTimeUp();
    if (hitTimeLimit)
      return false;
    FailureOr<const TilingRegion *> region = problem.getRegion(i);
    if (failed(region))
      return failure();
    if ((*region)->sameAs)
      continue;
    // The longest list last: there the bound is searched for and not walked to.
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, (*region)->sizes.size()));
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::make_pair((*region)->sizes[a].size(), a) <
             std::make_pair((*region)->sizes[b].size(), b);
    });
    llvm::SmallVector<int64_t, 8> tiles = (*region)->getSmallestTiles();
    add(**region, order, tiles);
  }
  return mayGoOn() && !hitTimeLimit;
}

FailureOr<SearchResult> mcf::search::search(TilingProblem &problem,
                                            const SearchOptions &searchOptions) {
  SearchOptions options = searchOptions;
  if (!options.start)
    options.start = std::chrono::steady_clock::now();
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::Auto) {
    FailureOr<bool> small = BoundedCount(problem, options).isSmall();
    if (failed(small))
      return failure();
    algorithm = *small ? Algorithm::Exhaustive : Algorithm::Evolutionary;
  }
  return algorithm == Algorithm::Exhaustive ? searchExhaustive(problem, options)
                                            : searchEvolutionary(problem, options);
}
