//===- CudaDriver.h - the CUDA driver, found at run time --------*- C++ -*-===//
// Declares the few driver functions that the runtime uses, so that neither the
// build nor the link needs CUDA.
#ifndef MCFUSER_LIB_RUNTIME_CUDADRIVER_H
#define MCFUSER_LIB_RUNTIME_CUDADRIVER_H

#include "MCFuser/Runtime/Runtime.h"
#include <cstddef>
#include <string>

namespace mcf::runtime {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;

/// cuda.h, CUlaunchAttribute: an id, and a value whose largest kind has 64 bytes.
struct CUlaunchAttribute {
  int id;
  int padding;
  union {
    int number;
    alignas(8) unsigned char bytes[64];
  } value;
};
static_assert(offsetof(CUlaunchAttribute, value) == 8 && sizeof(CUlaunchAttribute) == 72);

/// cuda.h, CUlaunchConfig.
struct CUlaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned workgroupBytes;
  CUstream stream;
  CUlaunchAttribute *attributes;
  unsigned attributeCount;
};
static_assert(sizeof(void *) != 8 ||
              (offsetof(CUlaunchConfig, workgroupBytes) == 24 &&
               offsetof(CUlaunchConfig, stream) == 32 &&
               offsetof(CUlaunchConfig, attributes) == 40 &&
               offsetof(CUlaunchConfig, attributeCount) == 48 && sizeof(CUlaunchConfig) == 56));

/// Function, symbol in the library, parameters.
#define MCFRT_CUDA_FUNCTIONS(X)                                                                    \
  X(init, "cuInit", (unsigned))                                                                    \
  X(driverGetVersion, "cuDriverGetVersion", (int *))                                               \
  X(getErrorName, "cuGetErrorName", (CUresult, const char **))                                     \
  X(getErrorString, "cuGetErrorString", (CUresult, const char **))                                 \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                                                   \
  X(deviceGet, "cuDeviceGet", (CUdevice *, int))                                                   \
  X(deviceGetName, "cuDeviceGetName", (char *, int, CUdevice))                                     \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *, int, CUdevice))                            \
  X(deviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, CUdevice))                                   \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))                         \
  X(primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                                 \
  X(ctxPushCurrent, "cuCtxPushCurrent_v2", (CUcontext))                                            \
  X(ctxPopCurrent, "cuCtxPopCurrent_v2", (CUcontext *))                                            \
  X(ctxSynchronize, "cuCtxSynchronize", (void))                                                    \
  X(memAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                            \
  X(memFree, "cuMemFree_v2", (CUdeviceptr))                                                        \
  X(memcpyHtoD, "cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t))                            \
  X(memcpyDtoH, "cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t))                                  \
  X(memsetD8, "cuMemsetD8_v2", (CUdeviceptr, unsigned char, size_t))                               \
  X(moduleLoadDataEx, "cuModuleLoadDataEx", (CUmodule *, const void *, unsigned, int *, void **))  \
  X(moduleUnload, "cuModuleUnload", (CUmodule))                                                    \
  X(moduleGetFunction, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))              \
  X(funcGetAttribute, "cuFuncGetAttribute", (int *, int, CUfunction))                              \
  X(funcSetAttribute, "cuFuncSetAttribute", (CUfunction, int, int))                                \
  X(launchKernel, "cuLaunchKernel",                                                                \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,   \
     void **, void **))                                                                            \
  X(streamCreate, "cuStreamCreate", (CUstream *, unsigned))                                        \
  X(streamDestroy, "cuStreamDestroy_v2", (CUstream))                                               \
  X(streamSynchronize, "cuStreamSynchronize", (CUstream))                                          \
  X(streamBeginCapture, "cuStreamBeginCapture_v2", (CUstream, int))                                \
  X(streamEndCapture, "cuStreamEndCapture", (CUstream, CUgraph *))                                 \
  X(graphInstantiate, "cuGraphInstantiateWithFlags", (CUgraphExec *, CUgraph, unsigned long long)) \
  X(graphDestroy, "cuGraphDestroy", (CUgraph))                                                     \
  X(graphExecDestroy, "cuGraphExecDestroy", (CUgraphExec))                                         \
  X(graphLaunch, "cuGraphLaunch", (CUgraphExec, CUstream))                                         \
  X(eventCreate, "cuEventCreate", (CUevent *, unsigned))                                           \
  X(eventDestroy, "cuEventDestroy_v2", (CUevent))                                                  \
  X(eventRecord, "cuEventRecord", (CUevent, CUstream))                                             \
  X(eventSynchronize, "cuEventSynchronize", (CUevent))                                             \
  X(eventElapsedTime, "cuEventElapsedTime", (float *, CUevent, CUevent))

/// Functions that only some kernels need, in the same form.
#define MCFRT_OPTIONAL_CUDA_FUNCTIONS(X)                                                           \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                                \
    (void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const uint32_t *,          \
     const uint32_t *, int, int, int, int))                                                        \
  X(launchKernelEx, "cuLaunchKernelEx", (const CUlaunchConfig *, CUfunction, void **, void **))

/// The driver's functions. Loaded once for each library path and never unloaded.
struct CudaDriver {
// Types and names of members take no parentheses. NOLINTNEXTLINE(bugprone-macro-parentheses)
#define MCFRT_DECLARE(name, symbol, parameters) CUresult(*name) parameters = nullptr;
  MCFRT_CUDA_FUNCTIONS(MCFRT_DECLARE)
  // Null where the driver lacks them.
  MCFRT_OPTIONAL_CUDA_FUNCTIONS(MCFRT_DECLARE)
#undef MCFRT_DECLARE
  int version = 0;

  /// Opens and initializes the driver that the environment names, or gives a status and text.
  static mcfrt_status get(const CudaDriver *&driver, std::string &error);

  /// The status of a driver result; `error` gets `what` and the driver's own words.
  mcfrt_status check(CUresult result, const std::string &what, std::string &error) const;

private:
  mcfrt_status load(const char *path, std::string &error);
};

} // namespace mcf::runtime

#endif
