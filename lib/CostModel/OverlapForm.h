//===- OverlapForm.h - contractions that may run beside threads -*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_OVERLAPFORM_H
#define MCFUSER_LIB_COSTMODEL_OVERLAPFORM_H

#include "ContractionForm.h"

namespace mcf::cost {

/// The loop of a block that mcf-pipeline-contractions can rotate, and the contractions in it.
struct OverlapForm {
  /// Index into `ScheduleForm::loops`.
  int loop = -1;
  /// By index into the contractions: those that need no other one of the same trip, and the rest.
  llvm::SmallVector<unsigned, 2> first, last;
};

/// True if wgmma takes the contraction, in a block of so many warps.
bool fitsWarpgroups(const ScheduleForm &form, const ContractionForm &contraction, int64_t numWarps,
                    const hw::DeviceSpec &device);

/// The loop that can be rotated; none if there is no such loop. `contractions` have their warps.
/// `loops`: of each contraction, the innermost loop around it.
std::optional<OverlapForm> findOverlap(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                       llvm::ArrayRef<ContractionForm> contractions,
                                       llvm::ArrayRef<int> loops, int64_t numWarps,
                                       const hw::DeviceSpec &device);

/// Registers of 32 bits that a thread needs for the sums of a loop that can be rotated, and for
/// what the rotation of the mapping carries beside them. None if there is no such loop.
struct OverlapRegisters {
  double sums = 0, carried = 0;
};
std::optional<OverlapRegisters> getOverlapRegisters(const ScheduleForm &form,
                                                    llvm::ArrayRef<int64_t> tiles,
                                                    const Mapping &mapping,
                                                    const hw::DeviceSpec &device);

} // namespace mcf::cost

#endif
