//===- ExhaustiveSearch.cpp - prices every candidate ----------------------===//
#include "SearchState.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

FailureOr<SearchResult> mcf::search::searchExhaustive(TilingProblem &problem,
                                                      const SearchOptions &options) {
  SearchState state(problem, options);
  for (size_t i = 0; i < problem.getNumRegions() && state.hasTime(); ++i) {
    FailureOr<const TilingRegion *> region = problem.getRegion(i);
    if (failed(region))
      return failure();
    if ((*region)->sameAs)
      continue;
    walkRegion(problem, **region, [&](ArrayRef<int64_t> tiles) {
      auto mappings = problem.getMappings(**region, tiles);
      state.numUseless += problem.getAllMappings().size() - mappings.size();
      for (const Mapping &mapping : mappings) {
        // Rules that look at schedules take longer than a price: ask them about the best only.
        double seconds = state.price(**region, tiles, mapping);
        if (state.isAmongBest(seconds))
          state.keep(**region, tiles, mapping, seconds);
      }
      return state.hasTimeNowAndThen();
    });
  }
  state.measureBest(state.getBest());
  return state.finish(/*isComplete=*/!state.isTimeUp, Algorithm::Exhaustive);
}
