//===- KernelLaunch.cpp - the C ABI: launches of kernels ------------------===//
#include "Handles.h"

using namespace mcf::runtime;

// cuda.h, CUfunction_attribute and CUlaunchAttributeID.
static constexpr int functionMaxDynamicWorkgroupBytes = 8;
static constexpr int programmaticStreamSerialization = 6;
// Graphs hold such launches since CUDA 12.3 (release notes).
static constexpr int minProgrammaticVersion = 12030;

/// Launches a kernel that may start before those that it waits for have ended.
static CUresult launchEarly(const CudaDriver &driver, CUfunction function, const uint32_t grid[3],
                            const uint32_t block[3], uint32_t workgroupBytes, CUstream stream,
                            void **parameters) {
  CUlaunchAttribute attribute = {};
  attribute.id = programmaticStreamSerialization;
  attribute.value.number = 1;
  CUlaunchConfig config = {{grid[0], grid[1], grid[2]},
                           {block[0], block[1], block[2]},
                           workgroupBytes,
                           stream,
                           &attribute,
                           1};
  return driver.launchKernelEx(&config, function, parameters, nullptr);
}

mcfrt_status mcf::runtime::launchKernel(mcfrt_kernel *kernel, const uint32_t grid[3],
                                        const uint32_t block[3], uint32_t workgroupBytes,
                                        const std::vector<const void *> &parameters,
                                        mcfrt_stream *stream, bool programmatic) {
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!parameters[i])
      return fail(MCFRT_INVALID_ARGUMENT,
                  "parameter " + std::to_string(i) + " of '" + kernel->name + "' is null");
  mcfrt_device *device = kernel->device;
  if (stream && stream->device != device)
    return fail(MCFRT_INVALID_ARGUMENT, "the stream belongs to another device");
  MCFRT_ENTER(device);
  const CudaDriver &driver = *device->driver;
  // Above 48 KiB a kernel must ask for its workgroup memory first.
  if (workgroupBytes > kernel->workgroupBytes) {
    if (mcfrt_status status = device->checkLazily(
            driver.funcSetAttribute(kernel->function, functionMaxDynamicWorkgroupBytes,
                                    static_cast<int>(workgroupBytes)),
            [&] {
              return "kernel '" + kernel->name + "' cannot have " + std::to_string(workgroupBytes) +
                     " bytes of workgroup memory";
            }))
      return status;
    kernel->workgroupBytes = workgroupBytes;
  }
  // The driver reads them.
  auto *values = const_cast<void **>(parameters.data());
  CUstream native = stream ? stream->stream : nullptr;
  bool isEarly = programmatic && kernel->mayStartEarly && driver.launchKernelEx &&
                 driver.version >= minProgrammaticVersion;
  CUresult result =
      isEarly ? launchEarly(driver, kernel->function, grid, block, workgroupBytes, native, values)
              : driver.launchKernel(kernel->function, grid[0], grid[1], grid[2], block[0], block[1],
                                    block[2], workgroupBytes, native, values, nullptr);
  mcfrt_status status =
      device->checkLazily(result, [&] { return "cannot launch kernel '" + kernel->name + "'"; });
  return status == MCFRT_DRIVER_ERROR ? MCFRT_LAUNCH_FAILED : status;
}

mcfrt_status mcfrt_kernel_launch(mcfrt_kernel *kernel, const uint32_t grid[3],
                                 const uint32_t block[3], uint32_t dynamic_workgroup_bytes,
                                 const void *const *parameters, size_t parameter_count,
                                 mcfrt_stream *stream) {
  MCFRT_REQUIRE(kernel);
  MCFRT_REQUIRE(grid);
  MCFRT_REQUIRE(block);
  MCFRT_REQUIRE(parameters || parameter_count == 0);
  return launchKernel(kernel, grid, block, dynamic_workgroup_bytes,
                      std::vector<const void *>(parameters, parameters + parameter_count), stream,
                      /*programmatic=*/false);
}

mcfrt_status mcfrt_kernel_set_programmatic(mcfrt_kernel *kernel, int allowed) {
  MCFRT_REQUIRE(kernel);
  kernel->mayStartEarly = allowed != 0;
  return MCFRT_OK;
}
