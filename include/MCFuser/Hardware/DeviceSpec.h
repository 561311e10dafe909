//===- DeviceSpec.h - what a device can do ---------------------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_DEVICESPEC_H
#define MCFUSER_HARDWARE_DEVICESPEC_H

#include "MCFuser/Hardware/ModelConstants.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mcf::hw {

/// Types whose peak rates a device states.
enum class ElementType { F16, BF16, TF32, F32, F64, I8 };

/// Lowest compute capability (major * 10 + minor) with conversions from and to 8-bit floats: PTX
/// ISA documentation, "cvt".
inline constexpr int64_t smallFloatCapability = 89;

/// Facts about one device. Each has its unit in its name; KnownDevices.cpp says where the numbers
/// of the known devices come from.
struct DeviceSpec {
  std::string name;
  /// Target for ptxas and the PTX `.target` line, such as `sm_90a`.
  std::string smArch;
  /// Major * 10 + minor of the compute capability, such as 90.
  int64_t computeCapability = 0;
  /// True if code for this architecture runs on the device: `sm_90a` belongs to compute
  /// capability 9.0 alone; code for `sm_80` runs on all from 8.0 on.
  bool runs(llvm::StringRef arch) const;
  /// `wgmma` belongs to compute capability 9.0 alone: PTX ISA documentation.
  bool hasWarpgroupMma() const { return smArch == "sm_90a"; }
  /// `griddepcontrol` needs sm_90 or later: PTX ISA documentation.
  bool hasProgrammaticLaunch() const;
  int64_t numSMs = 0;
  /// Most shared memory that one block can ask for (opt-in).
  int64_t smemPerBlockBytes = 0;
  /// Shared memory of an SM, what its resident blocks share.
  int64_t smemPerSMBytes = 0;
  /// 32-bit registers of an SM.
  int64_t registersPerSM = 0;
  /// Most 32-bit registers of one thread.
  int64_t maxRegistersPerThread = 0;
  int64_t maxThreadsPerBlock = 0;
  int64_t maxThreadsPerSM = 0;
  /// Largest portable cluster in blocks; 1 where there are no clusters.
  int64_t maxClusterBlocks = 0;
  int64_t l2Bytes = 0;
  /// Bandwidth of device memory.
  double bandwidthBytesPerSec = 0;
  /// Dense tensor core rates. 16-bit types accumulate in f32.
  double tensorF16FlopPerSec = 0;
  double tensorBF16FlopPerSec = 0;
  double tensorI8OpPerSec = 0;
  /// Rates outside of tensor cores.
  double f32FlopPerSec = 0;
  double f64FlopPerSec = 0;

  /// Parts of an SM that have a scheduler and tensor cores of their own: all devices from sm_80 on
  /// (CUDA C++ programming guide, compute capabilities).
  static constexpr int64_t partsPerSM = 4;

  // How an SM is shared out among blocks. A device file may leave these and the model out.

  int64_t maxBlocksPerSM = 32;
  /// Shared memory that the system takes for each resident block, beside what the block asks for.
  int64_t smemReservedPerBlockBytes = 1024;
  /// A block's shared memory is rounded up to a multiple of this.
  int64_t smemAllocationUnitBytes = 128;
  /// The registers of a warp are rounded up to a multiple of this.
  int64_t registerAllocationUnit = 256;
  int64_t warpSize = 32;

  /// What a model of latency needs.
  ModelConstants model;

  /// Names of the numbers above, as in a device file, that were measured on the device. The others
  /// come from data sheets, from the driver or from other devices.
  std::vector<std::string> measured;
  /// Where the numbers come from, for people.
  std::string source;

  /// Peak rate `P` of contractions with operands of this type. That of TF32 is half that of f16: so
  /// say the data sheets of all devices of compute capability 8.0 to 9.0.
  double getPeakFlopPerSec(ElementType type) const;
  /// `P / W` in flop per byte: a contraction below it is memory-bound.
  double getBalance(ElementType type) const;
  /// `measured` if what estimates mostly depend on (memory bandwidth, f16 tensor rate, clock,
  /// launch) was measured on the device, `not measured` if nothing was, else `partly measured`.
  /// Whoever prints an estimate for a device prints this with it.
  llvm::StringRef getMeasuredLabel() const;
  /// Most dynamic shared memory of a block. ptxas gives a kernel that uses some a byte of static
  /// shared memory, too.
  int64_t getMostWorkgroupBytes() const { return smemPerBlockBytes - smemAllocationUnitBytes; }
  /// The name for messages: `H200`, `A100 (not measured)`.
  std::string getTitle() const;
  bool hasSmallFloats() const { return computeCapability >= smallFloatCapability; }
};

/// The compute capability (major * 10 + minor) that an architecture such as `sm_90a` names.
std::optional<int64_t> getArchNumber(llvm::StringRef arch);

/// What the model constants are taken to be where nobody says otherwise: times, rates and cycles
/// scaled from the device's own numbers where they scale, else those of the H200.
ModelConstants getDefaultModel(const DeviceSpec &device);

/// All devices we know, in the order of the table.
llvm::ArrayRef<DeviceSpec> getKnownDevices();

/// The known device of this name. Case, blanks, hyphens and underscores do not matter. The error
/// lists the known names.
llvm::Expected<DeviceSpec> lookupDevice(llvm::StringRef name);

} // namespace mcf::hw

#endif
