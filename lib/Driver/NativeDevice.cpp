//===- NativeDevice.cpp - the device that the driver finds ----------------===//
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Hardware/DriverFacts.h"
#include "MCFuser/Runtime/Runtime.h"
#include "ProcessPool.h"

using namespace mcf;

static llvm::Error makeError() {
  return llvm::createStringError(llvm::Twine("cannot ask the driver for the device: ") +
                                 mcfrt_last_error());
}

static llvm::Expected<hw::DeviceSpec> askDriver(int ordinal) {
  mcfrt_device *device = nullptr;
  if (mcfrt_device_open(ordinal, &device))
    return makeError();
  mcfrt_device_info info;
  mcfrt_status status = mcfrt_device_get_info(device, &info);
  // The text of a failure is that of the last call that failed: closing does not.
  mcfrt_device_close(device);
  if (status)
    return makeError();

  hw::DriverFacts facts;
  facts.name = info.name;
  facts.computeCapability = info.major * 10 + info.minor;
  facts.numSMs = info.multiprocessors;
  facts.smemPerBlockBytes = info.workgroup_bytes_per_block;
  facts.smemPerSMBytes = info.workgroup_bytes_per_multiprocessor;
  facts.smemReservedPerBlockBytes = info.workgroup_bytes_reserved_per_block;
  facts.registersPerSM = info.registers_per_multiprocessor;
  facts.maxThreadsPerBlock = info.max_threads_per_block;
  facts.maxThreadsPerSM = info.max_threads_per_multiprocessor;
  facts.maxBlocksPerSM = info.max_blocks_per_multiprocessor;
  facts.l2Bytes = info.l2_bytes;
  facts.memoryBusBits = info.memory_bus_bits;
  facts.memoryClockHz = info.memory_clock_khz * 1e3;
  facts.smClockHz = info.clock_khz * 1e3;
  facts.hasClusters = info.has_clusters > 0;
  return hw::describeDevice(facts);
}

llvm::Expected<hw::DeviceSpec> mcf::getNativeDevice(int ordinal, DriverProcess process) {
  if (process == DriverProcess::This)
    return askDriver(ordinal);
  // The reply is the device as JSON, or what is wrong behind a mark.
  constexpr char errorMark = '!';
  constexpr double limitSeconds = 120;
  std::string error, device;
  runJobs(
      1, ProcessPoolOptions{1, limitSeconds},
      [&](size_t, bool &) {
        llvm::Expected<hw::DeviceSpec> spec = askDriver(ordinal);
        return spec ? hw::getDeviceText(*spec) : errorMark + llvm::toString(spec.takeError());
      },
      [&](size_t, JobOutcome outcome) {
        if (!outcome.isOk())
          error = "cannot ask the driver for the device: the process that did " + outcome.error;
        else if (llvm::StringRef(outcome.reply).starts_with(llvm::StringRef(&errorMark, 1)))
          error = outcome.reply.substr(1);
        else
          device = outcome.reply;
      });
  if (!error.empty())
    return llvm::createStringError(error);
  return hw::resolveDevice(device);
}

llvm::Expected<hw::DeviceSpec> mcf::resolveDeviceOrNative(llvm::StringRef text, int ordinal,
                                                          DriverProcess process) {
  return text.trim() == "native" ? getNativeDevice(ordinal, process) : hw::resolveDevice(text);
}
