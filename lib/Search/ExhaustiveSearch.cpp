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
      if (const ScheduleRule *rule = problem.getRemovingRule(**region, tiles))
        state.noteRefused(rule);
      else
        state.price(**region, tiles);
      return state.hasTimeNowAndThen();
    });
  }
  state.measureBest(state.getBest());
  return state.finish(/*isComplete=*/!state.isTimeUp, Algorithm::Exhaustive);
}
