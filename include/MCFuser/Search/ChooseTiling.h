//===- ChooseTiling.h - search, and apply what won --------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_CHOOSETILING_H
#define MCFUSER_SEARCH_CHOOSETILING_H

#include "MCFuser/Search/Search.h"

namespace mcf::search {

/// Searches the tilings of a chain without a schedule and gives it the raw schedule of the winner.
/// Fails, with a diagnostic, where the search does.
mlir::FailureOr<SearchResult> chooseTiling(ChainOp chain, const ProblemOptions &problem,
                                           const SearchOptions &options);

/// What became of a chain that had no schedule.
struct TilingChoice {
  /// Nothing: the chain has the plain default tiling.
  std::optional<SearchResult> result;
  /// Why it has.
  std::string whyDefault;
};

/// The same, but where the search finds nothing the chain gets the plain default tiling. Emits
/// remarks at the chain: the funnel and the choice. Fails only if that tiling does not fit.
mlir::FailureOr<TilingChoice> chooseTilingOrDefault(ChainOp chain, const ProblemOptions &problem,
                                                    const SearchOptions &options);

/// Emits the funnel, the summary and the winner as remarks at the chain.
void emitSearchRemarks(ChainOp chain, const SearchResult &result);

} // namespace mcf::search

#endif
