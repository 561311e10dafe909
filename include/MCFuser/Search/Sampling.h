//===- Sampling.h - random candidates of a problem --------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SAMPLING_H
#define MCFUSER_SEARCH_SAMPLING_H

#include "MCFuser/Search/TilingProblem.h"

namespace mcf::search {

/// Up to `count` candidates that all rules of the problem keep, each equally likely, in the order
/// in which they were drawn. No two of them have the same schedule. Fewer come if there are no
/// more, or if the rules refuse nearly everything that is drawn. On a problem of which nothing was
/// asked before, the same seed gives the same candidates everywhere. Fails, with a diagnostic,
/// where the model cannot price the chain.
mlir::FailureOr<std::vector<Candidate>> sampleCandidates(TilingProblem &problem, size_t count,
                                                         uint64_t seed);

} // namespace mcf::search

#endif
