//===- Search.cpp - options of a search, and which algorithm runs ---------===//
#include "SearchState.h"
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

/// Whether all that bounds leave can be priced. Makes the forms of all expressions, which an
/// exhaustive search needs anyway.
static FailureOr<bool> isSmall(TilingProblem &problem, const SearchOptions &options) {
  uint64_t limit = options.maxExhaustiveCandidates;
  if (problem.getSpace().getNumCandidates() <= limit)
    return true;
  // Each needs a placement, which takes as long as pricing some hundred candidates.
  if (problem.getNumRegions() > maxCountedRegions)
    return false;
  uint64_t count = 0;
  for (size_t i = 0; i < problem.getNumRegions() && count <= limit; ++i) {
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - *options.start;
    if (options.timeLimitSeconds && elapsed.count() >= *options.timeLimitSeconds)
      return false;
    FailureOr<const TilingRegion *> region = problem.getRegion(i);
    if (failed(region))
      return failure();
    if (!(*region)->sameAs)
      count += countRegion(**region, limit - count, [&](ArrayRef<int64_t> tiles) {
        return problem.mayFit(**region, tiles);
      });
  }
  return count <= limit;
}

FailureOr<SearchResult> mcf::search::search(TilingProblem &problem,
                                            const SearchOptions &searchOptions) {
  SearchOptions options = searchOptions;
  if (!options.start)
    options.start = std::chrono::steady_clock::now();
  Algorithm algorithm = options.algorithm;
  if (algorithm == Algorithm::Auto) {
    FailureOr<bool> small = isSmall(problem, options);
    if (failed(small))
      return failure();
    algorithm = *small ? Algorithm::Exhaustive : Algorithm::Evolutionary;
  }
  return algorithm == Algorithm::Exhaustive ? searchExhaustive(problem, options)
                                            : searchEvolutionary(problem, options);
}
