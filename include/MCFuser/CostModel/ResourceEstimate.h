//===- ResourceEstimate.h - what a block of a schedule takes ----*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_RESOURCEESTIMATE_H
#define MCFUSER_COSTMODEL_RESOURCEESTIMATE_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::cost {

/// What the present lowering makes of a schedule, as far as that can be said without doing it.
struct ResourceEstimate {
  int64_t threadsPerBlock = 0;
  /// Warps among these that only copy; 0 where the lowering makes none.
  int64_t producers = 0;
  /// Dynamic shared memory of a block.
  int64_t workgroupBytesPerBlock = 0;
  /// What it may be at most: the lowering may convert row statistics and positions, which have one
  /// dim, once more than the estimate knows. A block must fit with these.
  int64_t mostWorkgroupBytesPerBlock = 0;
  /// 32-bit registers that fragments take of a thread at the same time, by liveness, and with what
  /// a thread has beside them. If the device has fewer, values are spilled.
  int64_t neededRegistersPerThread = 0;
  /// What ptxas is expected to give a thread, since it reads ahead where there is room:
  /// `DeviceSpec::maxRegistersPerThread` at most.
  int64_t registersPerThread = 0;
  /// What these are made of: registers of fragments by liveness, those of the operands of the
  /// largest contraction on tensor cores, and the places in the code that copy a tile to workgroup
  /// memory.
  double fragmentRegisters = 0, operandRegisters = 0;
  int64_t numCopies = 0;
  /// The ops, about, of the program of a thread, as the code has them.
  int64_t threadOps = 0;
  /// Blocks that an SM holds at a time; 0 if not even one.
  int64_t residentBlocksPerSM = 0;
  /// Why the lowering refuses the schedule, or why no SM holds one of its blocks: lower case, with
  /// numbers and units. Empty if neither is so.
  std::string refusal;

  bool fits() const { return refusal.empty(); }
};

/// The estimate with these tile sizes, one per dim, which the form covers.
ResourceEstimate estimateResources(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                   const hw::DeviceSpec &device, const Mapping &mapping = {});

/// `ResourceEstimate::producers` by the form alone, which takes far less than the estimate.
int64_t findProducers(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                      const hw::DeviceSpec &device, const Mapping &mapping);

/// A schedule counts as one that spills above so many times `DeviceSpec::maxRegistersPerThread`:
/// the estimate is not exact.
constexpr double registerTolerance = 0.95;

/// Registers of a thread with fragments of this many 32-bit registers.
int64_t getNeededRegisters(double fragmentRegisters);
/// Registers that a thread of a block of so many warps can have.
int64_t getMostRegisters(int64_t warps, const hw::DeviceSpec &device);
/// True if a thread that needs so many registers of at most `mostRegisters` counts as one that does
/// not spill.
bool fitRegisters(int64_t neededRegisters, int64_t mostRegisters);
/// True if fragments of this many bits fit a block of some number of warps, in any layout.
bool mayFitRegisters(double bits, const hw::DeviceSpec &device);

} // namespace mcf::cost

#endif
