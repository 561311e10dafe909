//===- DeviceSpec.h - what a device can do ---------------------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_DEVICESPEC_H
#define MCFUSER_HARDWARE_DEVICESPEC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>

namespace mcf::hw {

/// Types whose peak rates a device states.
enum class ElementType { F16, BF16, F32, F64, I8 };

/// Facts about one device. Each has its unit in its name; the table in
/// KnownDevices.cpp says where it comes from.
struct DeviceSpec {
  llvm::StringRef name;
  /// Target for ptxas and the PTX `.target` line, such as `sm_90a`.
  llvm::StringRef smArch;
  /// Major * 10 + minor of the compute capability, such as 90.
  int64_t computeCapability;
  int64_t numSMs;
  /// Most shared memory that one block can ask for (opt-in).
  int64_t smemPerBlockBytes;
  /// Shared memory of an SM, what its resident blocks share.
  int64_t smemPerSMBytes;
  /// 32-bit registers of an SM.
  int64_t registersPerSM;
  /// Most 32-bit registers of one thread.
  int64_t maxRegistersPerThread;
  int64_t maxThreadsPerBlock;
  int64_t maxThreadsPerSM;
  /// Largest portable cluster in blocks; 1 where there are no clusters.
  int64_t maxClusterBlocks;
  int64_t l2Bytes;
  /// Bandwidth of device memory.
  double bandwidthBytesPerSec;
  /// Dense tensor core rates. 16-bit types accumulate in f32.
  double tensorF16FlopPerSec;
  double tensorBF16FlopPerSec;
  double tensorI8OpPerSec;
  /// Rates outside of tensor cores.
  double f32FlopPerSec;
  double f64FlopPerSec;

  /// Peak rate `P` of contractions with operands of this type.
  double getPeakFlopPerSec(ElementType type) const;
  /// `P / W` in flop per byte: a contraction below it is memory-bound.
  double getBalance(ElementType type) const;
};

/// All devices we know, in the order of the table.
llvm::ArrayRef<DeviceSpec> getKnownDevices();

/// The device of this name. Case, blanks, hyphens and underscores do not matter. The error lists
/// the known names.
llvm::Expected<DeviceSpec> lookupDevice(llvm::StringRef name);

} // namespace mcf::hw

#endif
