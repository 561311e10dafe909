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
  // Launch: what a launch in a graph of n launches takes is
  //   graphStart / n + launch + blocks * launchPerBlock + time in the kernel + storeDrain.

  double graphStartSeconds = 3e-6;
  /// From the start of one empty kernel to that of the next.
  double launchSeconds = 0.49e-6;
  double launchPerBlockSeconds = 0.55e-9;
  /// From the end of the last block that stored to the end of the kernel.
  double storeDrainSeconds = 0.23e-6;
  /// What a kernel with tensor instructions adds to launch gap and prologue of the next launch.
  double tensorLaunchSeconds = 0.14e-6;

  // Clock. The first tensor instruction of a kernel lowers it: to `tensorDipClockHz` for
  // `tensorDipSeconds`, to `tensorRampClockHz` for `tensorRampSeconds`, then to `tensorClockHz`
  // until the kernel ends. Without tensor instructions for `tensorRearmSeconds` it
  // recovers to `tensorGapClockHz`, and the next one lowers it again.

  double smClockHz = 1.98e9;
  double tensorDipClockHz = 1.54e9;
  double tensorDipSeconds = 0.6e-6;
  double tensorRampClockHz = 1.68e9;
  double tensorRampSeconds = 0.35e-6;
  double tensorClockHz = 1.79e9;
  /// What each busy SM takes off `tensorDipClockHz` and off `tensorClockHz`.
  double tensorDipClockPerSMHz = 0.3e6;
  double tensorClockPerSMHz = 0.15e6;
  double tensorRearmSeconds = 0.4e-6;
  double tensorGapClockHz = 1.70e9;

  // Global memory and L2.

  /// One dependent load.
  double l2LatencyCycles = 290;
  double memoryLatencyCycles = 670;
  /// All SMs reading different data that is in L2.
  double l2BandwidthBytesPerSec = 8.9e12;
  /// Most that one SM takes in from L2: each SM its own data (few SMs busy), all the same data.
  double smFillBytesPerCycle = 78;
  double smFillSharedDataBytesPerCycle = 100;
  /// The same for copies through registers (16-byte loads, then stores to shared memory) of 256
  /// threads with 8 loads in flight each: few SMs busy, all busy.
  double smSyncCopyBytesPerCycle = 39;
  double smSyncCopyAllSMsBytesPerCycle = 30;

  // Shared memory and barriers.

  double smemBytesPerCyclePerSM = 128;
  double smemLatencyCycles = 23;
  /// `__syncthreads` of warps that arrive together.
  double barrierCycles = 20;
  /// One ldmatrix.x4: the SM's throughput, and what one warp alone reaches.
  double ldmatrixX4Cycles = 4.03;
  double ldmatrixX4OneWarpCycles = 10.8;
  /// One warp shuffle until its result.
  double shuffleLatencyCycles = 23;

  // Computing.

  /// mma.sync m16n8k16 with f32 sums, of a sub-core: until the result can be added to, between two
  /// with two or more warps per sub-core, between two of one warp with four or more chains.
  double mmaLatencyCycles = 24;
  double mmaCycles = 6.1;
  double mmaOneWarpCycles = 7.3;
  /// f32 fused multiply-adds of an SM, and cycles until the result of one.
  double fmaPerCyclePerSM = 128;
  double fmaLatencyCycles = 4;
  /// ex2, rcp, rsqrt and their like.
  double specialPerCyclePerSM = 16;
  /// Warp instructions that an SM starts.
  double warpInstructionsPerCyclePerSM = 4;
};

} // namespace mcf::hw

#endif
