//===- ExhaustiveSearch.cpp - prices every candidate ----------------------===//
#include "SearchState.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

/// Offers all candidates. `isFirst`: they are counted.
static LogicalResult offerAll(TilingProblem &problem, SearchState &state, bool isFirst) {
  for (size_t i = 0; i < problem.getNumRegions() && state.hasTime(); ++i) {
    FailureOr<const TilingRegion *> region = problem.getRegion(i);
    if (failed(region))
      return failure();
    if ((*region)->sameAs)
      continue;
    walkRegion(problem, **region, [&](ArrayRef<int64_t> tiles) {
      auto mappings = problem.getMappings(**region, tiles);
      if (isFirst) {
        state.numPriced += mappings.size();
        state.numUseless += problem.getAllMappings().size() - mappings.size();
      }
      for (const Mapping &mapping : mappings)
        state.offer(**region, tiles, mapping, problem.estimateSeconds(**region, tiles, mapping));
      return state.hasTimeNowAndThen();
    });
  }
  return success();
}

FailureOr<SearchResult> mcf::search::searchExhaustive(TilingProblem &problem,
                                                      const SearchOptions &options) {
  SearchState state(problem, options);
  bool isFirst = true;
  do {
    if (failed(offerAll(problem, state, isFirst)))
      return failure();
    isFirst = false;
  } while (!state.settle() && state.hasTime());
  state.measureBest(state.getBest());
  return state.finish(/*isComplete=*/!state.isTimeUp, Algorithm::Exhaustive);
}
