//===- ChooseTiling.h - search, and apply what won --------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_CHOOSETILING_H
#define MCFUSER_SEARCH_CHOOSETILING_H

#include "MCFuser/Search/Search.h"

namespace mcf::search {

/// Searches the tilings of a chain without a schedule and gives it the raw schedule of the winner.
/// Fails, with a diagnostic, where the search does.
mlir::FailureOr<SearchResult> chooseTiling(ChainOp chain, const ProblemOptions &problem,
                                           const SearchOptions &options);

} // namespace mcf::search

#endif
