//===- ThreadOps.h - how long the program of a thread gets ----*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_THREADOPS_H
#define MCFUSER_DIALECT_MCFG_IR_THREADOPS_H

#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"

namespace mcf::mcfg {

// Scalar ops that the distribution of vectors makes of an op on a block vector, as the code has
// them: the body of a loop counts once. They are good to a factor of `kThreadOpsFactor`, for whole
// kernels: what an access to memory takes hangs on bounds, alignment, and what the folders see.
constexpr double kThreadOpsFactor = 2.5;

/// Elements of a fragment that come from memory or go there: address, test of the bounds, access,
/// cast.
int64_t countAccessOps(const FragmentLayout &layout);
/// A conversion through workgroup memory. `isLate`: what reads it counts the reads.
int64_t countConversionOps(const FragmentLayout &source, const FragmentLayout &target, bool isLate);
/// A contraction on multiply-adds or `mma.sync`, with the reads of its operands.
int64_t countContractionOps(const ContractionSizes &sizes, int64_t numWarps);
/// The same on warpgroups.
int64_t countWarpgroupOps(const ContractionSizes &sizes, int64_t numWarps);
/// In the thread, over lanes, over warps.
int64_t countReductionOps(const FragmentLayout &source, const FragmentLayout &result);

} // namespace mcf::mcfg

#endif
