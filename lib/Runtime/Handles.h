//===- Handles.h - what stands behind the handles of the C ABI --*- C++ -*-===//
#ifndef MCFUSER_LIB_RUNTIME_HANDLES_H
#define MCFUSER_LIB_RUNTIME_HANDLES_H

#include "CudaDriver.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"
#include "TensorMaps.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct mcfrt_device {
  const mcf::runtime::CudaDriver *driver = nullptr;
  mcf::runtime::CUdevice device = 0;
  mcf::runtime::CUcontext context = nullptr;

  /// The status of a driver result; sets the thread's last error.
  mcfrt_status check(mcf::runtime::CUresult result, const std::string &what);
  /// The same where the text costs more than the call.
  template <typename MakeText>
  mcfrt_status checkLazily(mcf::runtime::CUresult result, MakeText what) {
    return result == 0 ? MCFRT_OK : check(result, what());
  }
};

struct mcfrt_kernel {
  mcfrt_device *device;
  mcf::runtime::CUfunction function;
  std::string name;
  mcf::runtime::TensorMapCache tensorMaps;
  /// The workgroup memory that the driver was told of.
  std::atomic<uint32_t> workgroupBytes{0};
  /// False if the caller refuses it.
  std::atomic<bool> mayStartEarly{true};
};

struct mcfrt_module {
  mcfrt_module(mcfrt_device *device, mcf::runtime::CUmodule module)
      : device(device), module(module) {}
  mcfrt_device *device;
  mcf::runtime::CUmodule module;
  std::map<std::string, std::unique_ptr<mcfrt_kernel>> kernels;
  std::mutex mutex;
};

struct mcfrt_stream {
  mcfrt_device *device;
  mcf::runtime::CUstream stream;
  /// False for a stream of the caller.
  bool owned = true;
};

struct mcfrt_graph {
  mcfrt_device *device;
  mcf::runtime::CUgraphExec graph;
};

struct mcfrt_event {
  mcfrt_device *device;
  mcf::runtime::CUevent event;
};

struct mcfrt_plan {
  mcf::runtime::LaunchPlan plan;
};

namespace mcf::runtime {
/// Sets the thread's last error and returns the status.
mcfrt_status fail(mcfrt_status status, const std::string &text);

/// mcfrt_kernel_launch. `programmatic`: the kernel itself waits for those before it.
mcfrt_status launchKernel(mcfrt_kernel *kernel, const uint32_t grid[3], const uint32_t block[3],
                          uint32_t workgroupBytes, const std::vector<const void *> &parameters,
                          mcfrt_stream *stream, bool programmatic);

/// Makes the device's context current and restores the caller's on the way out.
class ContextScope {
public:
  explicit ContextScope(mcfrt_device *device)
      : device(device),
        status(device->checkLazily(device->driver->ctxPushCurrent(device->context),
                                   [] { return "cannot use the device's context"; })) {}
  ~ContextScope() {
    CUcontext previous;
    if (status == MCFRT_OK)
      device->driver->ctxPopCurrent(&previous);
  }
  mcfrt_device *device;
  mcfrt_status status;
};
} // namespace mcf::runtime

/// Refuses null arguments before they reach the driver.
#define MCFRT_REQUIRE(pointer)                                                                     \
  if (!(pointer))                                                                                  \
  return mcf::runtime::fail(MCFRT_INVALID_ARGUMENT,                                                \
                            std::string(__func__) + ": '" #pointer "' is null")

/// Makes the context of a device current for the rest of the function.
#define MCFRT_ENTER(owner)                                                                         \
  mcf::runtime::ContextScope scope(owner);                                                         \
  if (scope.status)                                                                                \
  return scope.status

#endif
