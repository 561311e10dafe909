//===- DriverFacts.h - a device as its driver describes it ------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_DRIVERFACTS_H
#define MCFUSER_HARDWARE_DRIVERFACTS_H

#include "MCFuser/Hardware/DeviceSpec.h"

namespace mcf::hw {

/// What a CUDA driver says of a device; 0 where it does not say.
struct DriverFacts {
  /// Such as `NVIDIA H200`.
  std::string name;
  /// Major * 10 + minor.
  int64_t computeCapability = 0;
  int64_t numSMs = 0;
  int64_t smemPerBlockBytes = 0;
  int64_t smemPerSMBytes = 0;
  int64_t smemReservedPerBlockBytes = 0;
  int64_t registersPerSM = 0;
  int64_t maxThreadsPerBlock = 0;
  int64_t maxThreadsPerSM = 0;
  int64_t maxBlocksPerSM = 0;
  int64_t l2Bytes = 0;
  int64_t memoryBusBits = 0;
  double memoryClockHz = 0;
  /// Boost clock.
  double smClockHz = 0;
  bool hasClusters = false;
};

/// The device of these facts. If it is a known one (its name, compute capability, number of SMs
/// and, about, bandwidth), the rates and model constants are the known ones and the facts replace
/// the rest. Else the rates come from flop per cycle and SM of the compute capability, the clock,
/// and two transfers per cycle of the memory clock; they are not measured. An error if the facts do
/// not suffice.
llvm::Expected<DeviceSpec> describeDevice(const DriverFacts &facts);

} // namespace mcf::hw

#endif
