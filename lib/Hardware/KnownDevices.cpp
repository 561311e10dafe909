//===- KnownDevices.cpp - the table of devices ----------------------------===//
#include "MCFuser/Hardware/DeviceSpec.h"

using namespace mcf::hw;

// Units are in the names. Sources:
// - Guide: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": shared
//   memory, registers, threads, blocks, clusters.
// - Allocation units (1 KiB of shared memory kept back per block, 128-byte and 256-register
//   steps, 4 sub-cores): CUDA occupancy calculator and tuning guides, the same for 8.0 to 9.0:
//   the values of DeviceSpec.h.
// - Sheet: NVIDIA's architecture white papers and data sheets (A100 80 GB SXM4; GA102 white paper,
//   RTX 3080 10 GB; Ada white paper, RTX 4090; H100 SXM5; H200 SXM): SMs, L2, bandwidth, clock and
//   rates. Tensor rates are dense, at boost clock, with f32 sums, which is half the rate on
//   GeForce cards.
// - Model constants: `getDefaultModel` and what a device sets after it.

/// What the Guide says of a compute capability.
static DeviceSpec makeDevice(const char *name, const char *smArch, int64_t computeCapability) {
  DeviceSpec device;
  device.name = name;
  device.smArch = smArch;
  device.computeCapability = computeCapability;
  device.registersPerSM = 65536;
  device.maxRegistersPerThread = 255;
  device.maxThreadsPerBlock = 1024;
  bool isLarge = computeCapability == 80 || computeCapability == 90;
  device.maxThreadsPerSM = isLarge ? 2048 : 1536;
  device.maxBlocksPerSM = isLarge ? 32 : computeCapability == 86 ? 16 : 24;
  device.maxClusterBlocks = computeCapability == 90 ? 8 : 1;
  device.smemPerSMBytes = (computeCapability == 90   ? 228
                           : computeCapability == 80 ? 164
                                                     : 100) *
                          1024;
  device.smemPerBlockBytes = device.smemPerSMBytes - 1024;
  return device;
}

static DeviceSpec makeA100() {
  DeviceSpec device = makeDevice("A100", "sm_80", 80);
  // Sheet.
  device.numSMs = 108;
  device.l2Bytes = 40 * 1024 * 1024;
  device.bandwidthBytesPerSec = 2.039e12;
  device.tensorF16FlopPerSec = 312e12;
  device.tensorBF16FlopPerSec = 312e12;
  device.tensorI8OpPerSec = 624e12;
  device.f32FlopPerSec = 19.5e12;
  device.f64FlopPerSec = 9.7e12;
  device.model = getDefaultModel(device);
  device.source = "NVIDIA A100 80 GB SXM4 data sheet, CUDA C++ Programming Guide; model constants "
                  "scaled from an H200";
  return device;
}

static DeviceSpec makeRTX3080() {
  DeviceSpec device = makeDevice("RTX 3080", "sm_86", 86);
  // Sheet.
  device.numSMs = 68;
  device.l2Bytes = 5 * 1024 * 1024;
  device.bandwidthBytesPerSec = 0.760e12;
  device.tensorF16FlopPerSec = 59.5e12;
  device.tensorBF16FlopPerSec = 59.5e12;
  device.tensorI8OpPerSec = 238e12;
  device.f32FlopPerSec = 29.8e12;
  device.f64FlopPerSec = 0.465e12;
  device.model = getDefaultModel(device);
  device.source = "NVIDIA GA102 white paper (RTX 3080 10 GB), CUDA C++ Programming Guide; model "
                  "constants scaled from an H200";
  return device;
}

static DeviceSpec makeRTX4090() {
  DeviceSpec device = makeDevice("RTX 4090", "sm_89", 89);
  // Sheet.
  device.numSMs = 128;
  device.l2Bytes = 72 * 1024 * 1024;
  device.bandwidthBytesPerSec = 1.008e12;
  device.tensorF16FlopPerSec = 165.2e12;
  device.tensorBF16FlopPerSec = 165.2e12;
  device.tensorI8OpPerSec = 660.6e12;
  device.f32FlopPerSec = 82.6e12;
  device.f64FlopPerSec = 1.29e12;
  device.model = getDefaultModel(device);
  device.source = "NVIDIA Ada white paper (RTX 4090), CUDA C++ Programming Guide; model constants "
                  "scaled from an H200";
  return device;
}

static DeviceSpec makeH100() {
  DeviceSpec device = makeDevice("H100", "sm_90a", 90);
  // Sheet.
  device.numSMs = 132;
  device.l2Bytes = 50 * 1024 * 1024;
  device.bandwidthBytesPerSec = 3.35e12;
  device.tensorF16FlopPerSec = 989.4e12;
  device.tensorBF16FlopPerSec = 989.4e12;
  device.tensorI8OpPerSec = 1978.9e12;
  device.f32FlopPerSec = 66.9e12;
  device.f64FlopPerSec = 33.5e12;
  device.model = getDefaultModel(device);
  device.source = "NVIDIA H100 SXM5 data sheet, CUDA C++ Programming Guide; model constants of an "
                  "H200";
  return device;
}

static DeviceSpec makeH200() {
  DeviceSpec device = makeDevice("H200", "sm_90a", 90);
  // Sheet, where it is not in `measured`. The sheet says 4.8 TB/s and 989.4 TFLOP/s. We measured
  // 4.3 TB/s in a copy and about 790 TFLOP/s with f16 wgmma on random data (power-limited), taken
  // for bf16 too. L2 as the driver reports it.
  device.numSMs = 132;
  device.l2Bytes = 60 * 1024 * 1024;
  device.bandwidthBytesPerSec = 4.3e12;
  device.tensorF16FlopPerSec = 790e12;
  device.tensorBF16FlopPerSec = 790e12;
  device.tensorI8OpPerSec = 1978.9e12;
  device.f32FlopPerSec = 66.9e12;
  device.f64FlopPerSec = 33.5e12;
  // The values of ModelConstants.h; the rate of multiply-adds is from the Guide.
  device.model = ModelConstants();
  device.measured = {"bandwidth_bytes_per_sec", "tensor_f16_flop_per_sec", "launch_seconds",
                     "store_drain_seconds",     "tensor_launch_seconds",   "sm_clock_hz",
                     "tensor_clock_hz"};
  device.source = "measured on an H200 with driver 580.159.04, 2026-11-29; what is not in "
                  "'measured': NVIDIA H200 data sheet, CUDA C++ Programming Guide";
  return device;
}

llvm::ArrayRef<DeviceSpec> mcf::hw::getKnownDevices() {
  static const DeviceSpec knownDevices[] = {makeA100(), makeRTX3080(), makeRTX4090(), makeH100(),
                                            makeH200()};
  return knownDevices;
}
