//===- Handles.h - what stands behind the handles of the C ABI --*- C++ -*-===//
#ifndef MCFUSER_LIB_RUNTIME_HANDLES_H
#define MCFUSER_LIB_RUNTIME_HANDLES_H

#include "CudaDriver.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>

struct mcfrt_device {
  const mcf::runtime::CudaDriver *driver = nullptr;
  mcf::runtime::CUdevice device = 0;
  mcf::runtime::CUcontext context = nullptr;

  /// The status of a driver result; sets the thread's last error.
  mcfrt_status check(mcf::runtime::CUresult result, const std::string &what);
};

struct mcfrt_kernel {
  mcfrt_device *device;
  mcf::runtime::CUfunction function;
  std::string name;
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
} // namespace mcf::runtime

#endif
