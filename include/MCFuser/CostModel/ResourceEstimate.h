//===- ResourceEstimate.h - what a block of a schedule takes ----*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_RESOURCEESTIMATE_H
#define MCFUSER_COSTMODEL_RESOURCEESTIMATE_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::cost {

/// What the present lowering makes of a schedule, as far as that can be said without doing it.
struct ResourceEstimate {
  int64_t threadsPerBlock = 0;
  /// Dynamic shared memory of a block.
  int64_t workgroupBytesPerBlock = 0;
  /// 32-bit registers that a thread wants, whatever the device has: more than
  /// `DeviceSpec::maxRegistersPerThread` are spilled.
  int64_t registersPerThread = 0;
  /// Blocks that an SM holds at a time; 0 if not even one.
  int64_t residentBlocksPerSM = 0;
  /// Why the lowering refuses the schedule, or why no SM holds one of its blocks: lower case, with
  /// numbers and units. Empty if neither is so.
  std::string refusal;

  bool fits() const { return refusal.empty(); }
};

/// The estimate with these tile sizes, one per dim, which the form covers.
ResourceEstimate estimateResources(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                   const hw::DeviceSpec &device);

/// Registers of a thread above `DeviceSpec::maxRegistersPerThread` that the estimate may have
/// before a schedule counts as one that spills: the estimate is not exact.
constexpr double registerTolerance = 1.0;

} // namespace mcf::cost

#endif
