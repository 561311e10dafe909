//===- DeviceFields.cpp - the numbers of a device, by name ----------------===//
#include "DeviceFields.h"

using namespace mcf::hw;

double DeviceField::get(const DeviceSpec &device) const {
  if (auto *integer = std::get_if<int64_t DeviceSpec::*>(&member))
    return static_cast<double>(device.**integer);
  if (auto *real = std::get_if<double DeviceSpec::*>(&member))
    return device.**real;
  return device.model.*std::get<double ModelConstants::*>(member);
}

void DeviceField::set(DeviceSpec &device, double value) const {
  if (auto *integer = std::get_if<int64_t DeviceSpec::*>(&member))
    device.**integer = static_cast<int64_t>(value);
  else if (auto *real = std::get_if<double DeviceSpec::*>(&member))
    device.**real = value;
  else
    device.model.*std::get<double ModelConstants::*>(member) = value;
}

using D = DeviceSpec;
using M = ModelConstants;
static constexpr bool required = true, optional = false;
static constexpr double kilo = 1024, mega = 1024 * 1024;

static constexpr DeviceField deviceFields[] = {
    {"compute_capability", &D::computeCapability, 80, 999, required},
    {"num_sms", &D::numSMs, 1, 4096, required},
    {"smem_per_block_bytes", &D::smemPerBlockBytes, kilo, 64 * mega, required},
    {"smem_per_sm_bytes", &D::smemPerSMBytes, kilo, 64 * mega, required},
    {"registers_per_sm", &D::registersPerSM, 1024, 16 * mega, required},
    {"max_registers_per_thread", &D::maxRegistersPerThread, 16, 65536, required},
    {"max_threads_per_block", &D::maxThreadsPerBlock, 32, 65536, required},
    {"max_threads_per_sm", &D::maxThreadsPerSM, 32, 65536, required},
    {"max_cluster_blocks", &D::maxClusterBlocks, 1, 1024, required},
    {"l2_bytes", &D::l2Bytes, kilo, 65536 * mega, required},
    {"bandwidth_bytes_per_sec", &D::bandwidthBytesPerSec, 1e9, 1e15, required},
    {"tensor_f16_flop_per_sec", &D::tensorF16FlopPerSec, 1e9, 1e18, required},
    {"tensor_bf16_flop_per_sec", &D::tensorBF16FlopPerSec, 1e9, 1e18, required},
    {"tensor_i8_op_per_sec", &D::tensorI8OpPerSec, 1e9, 1e18, required},
    {"f32_flop_per_sec", &D::f32FlopPerSec, 1e9, 1e18, required},
    {"f64_flop_per_sec", &D::f64FlopPerSec, 1e6, 1e18, required},

    {"max_blocks_per_sm", &D::maxBlocksPerSM, 1, 4096, optional},
    {"smem_reserved_per_block_bytes", &D::smemReservedPerBlockBytes, 0, mega, optional},
    {"smem_allocation_unit_bytes", &D::smemAllocationUnitBytes, 1, mega, optional},
    {"register_allocation_unit", &D::registerAllocationUnit, 1, 65536, optional},
    {"warp_size", &D::warpSize, 32, 32, optional},

    {"launch_seconds", &M::launchSeconds, 0, 1, optional},
    {"store_drain_seconds", &M::storeDrainSeconds, 0, 1, optional},
    {"tensor_launch_seconds", &M::tensorLaunchSeconds, 0, 1, optional},
    {"dependent_launch_seconds", &M::dependentLaunchSeconds, 0, 1, optional},

    {"sm_clock_hz", &M::smClockHz, 1e8, 1e11, optional},
    {"tensor_clock_hz", &M::tensorClockHz, 1e8, 1e11, optional},

    {"fma_per_cycle_per_sm", &M::fmaPerCyclePerSM, 1, 1e6, optional},
};

llvm::ArrayRef<DeviceField> mcf::hw::getDeviceFields() { return deviceFields; }
