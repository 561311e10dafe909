//===- ModelConstants.h - what a model of latency needs ---------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_MODELCONSTANTS_H
#define MCFUSER_HARDWARE_MODELCONSTANTS_H

namespace mcf::hw {

/// What a model of a kernel made of copies, mma.sync and fused multiply-adds needs beyond peak
/// rates. Cycles are those of the SM clock. The values here are those of an H200; `getDefaultModel`
/// gives those of any device, docs/CostModel.md says what was measured and how.
/// To add a constant: a member here, a row in lib/Hardware/DeviceFields.cpp and, where it
/// scales with the device, a line in lib/Hardware/DefaultModel.cpp.
struct ModelConstants {
  // Launch: from the start of one kernel in a chain of launches to that of the next is
  //   launch + tensorLaunch + time in the kernel + storeDrain.

  /// From the start of one empty kernel to that of the next.
  double launchSeconds = 0.49e-6;
  /// From the end of the last block that stored to the end of the kernel.
  double storeDrainSeconds = 0.23e-6;
  /// What a kernel with tensor instructions adds to launch gap and prologue of the next launch.
  double tensorLaunchSeconds = 0.14e-6;
  /// Instead of these three, where a kernel is launched while the one before it still runs.
  double dependentLaunchSeconds = 0.38e-6;

  /// Clock of an SM, and what it settles at while tensor instructions run.
  double smClockHz = 1.98e9;
  double tensorClockHz = 1.79e9;

  /// f32 fused multiply-adds of an SM.
  double fmaPerCyclePerSM = 128;
};

} // namespace mcf::hw

#endif
