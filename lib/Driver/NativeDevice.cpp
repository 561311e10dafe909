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

llvm::Expected<hw::DeviceSpec> mcf::getNativeDevice(int ordinal) {
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

llvm::Expected<hw::DeviceSpec> mcf::resolveDeviceOrNative(llvm::StringRef text, int ordinal) {
  return text.trim() == "native" ? getNativeDevice(ordinal) : hw::resolveDevice(text);
}

llvm::Expected<hw::DeviceSpec> mcf::resolveDeviceOrNativeElsewhere(llvm::StringRef text,
                                                                   int ordinal) {
  if (text.trim() != "native")
    return hw::resolveDevice(text);
  constexpr double limitSeconds = 120;
  ProcessPoolOptions pool;
  pool.jobLimitSeconds = limitSeconds;
  std::string reply;
  // The reply is `=` and the device, or `!` and what went wrong.
  runJobs(
      1, pool,
      [&](size_t, bool &) {
        llvm::Expected<hw::DeviceSpec> device = getNativeDevice(ordinal);
        return device ? "=" + hw::getDeviceText(*device) : "!" + llvm::toString(device.takeError());
      },
      [&](size_t, JobOutcome outcome) {
        reply = outcome.isOk() ? outcome.reply
                               : "!cannot ask the driver for the device: it " + outcome.error;
      });
  llvm::StringRef rest(reply);
  if (rest.consume_front("="))
    return hw::resolveDevice(rest);
  return llvm::createStringError(rest.drop_front());
}
