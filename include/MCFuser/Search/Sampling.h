//===- Sampling.h - random candidates of a space ----------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SAMPLING_H
#define MCFUSER_SEARCH_SAMPLING_H

#include "MCFuser/Search/TilingSpace.h"

namespace mcf::search {

/// A further test of a candidate, beyond the rules of the space: an expression of the space and a
/// tile size for each dim.
using CandidateFilter = llvm::function_ref<bool(const analysis::TilingExpression &expression,
                                                llvm::ArrayRef<int64_t> tiles)>;

/// Up to `count` distinct candidates of the space that pass the filter, in the order in which they
/// were drawn: the expression uniform over those of the space, the tile sizes uniform over the
/// vectors that the rules leave, both drawn anew where the filter says no. The same seed gives
/// the same candidates everywhere. Fewer come if the space has no more, or if the filter refuses
/// nearly everything.
std::vector<analysis::TilingExpression> sampleCandidates(const TilingSpace &space, size_t count,
                                                         uint64_t seed, CandidateFilter filter);

/// A rough filter: the f32 sums that a block of four warps keeps take at most
/// `maxRegistersPerThread` registers.
bool fitsRegisters(const ChainShape &shape, const analysis::TilingExpression &expression,
                   llvm::ArrayRef<int64_t> tiles, double maxRegistersPerThread);

} // namespace mcf::search

#endif
