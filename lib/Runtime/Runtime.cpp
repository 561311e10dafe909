//===- Runtime.cpp - the C ABI: devices, memory, modules, streams --------===//
#include "MCFuser/Runtime/Runtime.h"
#include "CudaDriver.h"
#include "Handles.h"
#include <algorithm>
#include <cstring>

using namespace mcf::runtime;

// cuda.h, CUdevice_attribute, CUfunction_attribute and CUjit_option.
static constexpr int deviceMaxThreadsPerBlock = 1;
static constexpr int deviceClockKHz = 13;
static constexpr int deviceMultiprocessorCount = 16;
static constexpr int deviceMemoryClockKHz = 36;
static constexpr int deviceMemoryBusBits = 37;
static constexpr int deviceL2Bytes = 38;
static constexpr int deviceMaxThreadsPerMultiprocessor = 39;
static constexpr int deviceComputeCapabilityMajor = 75;
static constexpr int deviceComputeCapabilityMinor = 76;
static constexpr int deviceWorkgroupBytesPerMultiprocessor = 81;
static constexpr int deviceRegistersPerMultiprocessor = 82;
static constexpr int deviceMaxWorkgroupBytesOptin = 97;
static constexpr int deviceMaxBlocksPerMultiprocessor = 106;
static constexpr int deviceReservedWorkgroupBytes = 111;
static constexpr int deviceClusterLaunch = 120;
static constexpr int functionMaxThreads = 0;
static constexpr int functionStaticWorkgroupBytes = 1;
static constexpr int functionLocalBytes = 3;
static constexpr int functionRegisters = 4;
static constexpr int jitErrorLog = 5;
static constexpr int jitErrorLogBytes = 6;
// CUstreamCaptureMode: other threads may call what they like.
static constexpr int captureModeRelaxed = 2;

static thread_local std::string lastError;

mcfrt_status mcf::runtime::fail(mcfrt_status status, const std::string &text) {
  lastError = text;
  return status;
}

mcfrt_status mcfrt_device::check(CUresult result, const std::string &what) {
  return driver->check(result, what, lastError);
}

const char *mcfrt_status_text(mcfrt_status status) {
  switch (status) {
  case MCFRT_OK:
    return "ok";
  case MCFRT_NO_DRIVER:
    return "no CUDA driver";
  case MCFRT_NO_DEVICE:
    return "no CUDA device";
  case MCFRT_DRIVER_TOO_OLD:
    return "CUDA driver too old";
  case MCFRT_INVALID_ARGUMENT:
    return "invalid argument";
  case MCFRT_INVALID_PLAN:
    return "invalid launch plan";
  case MCFRT_OUT_OF_MEMORY:
    return "out of device memory";
  case MCFRT_INVALID_IMAGE:
    return "invalid PTX or cubin";
  case MCFRT_NOT_FOUND:
    return "not found";
  case MCFRT_LAUNCH_FAILED:
    return "launch failed";
  case MCFRT_DRIVER_ERROR:
    return "CUDA driver error";
  }
  return "unknown status";
}

const char *mcfrt_last_error(void) { return lastError.c_str(); }

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

mcfrt_status mcfrt_device_open(int ordinal, mcfrt_device **device) {
  MCFRT_REQUIRE(device);
  *device = nullptr;
  const CudaDriver *driver = nullptr;
  if (mcfrt_status status = CudaDriver::get(driver, lastError))
    return status;
  int count = 0;
  if (mcfrt_status status =
          driver->check(driver->deviceGetCount(&count), "cannot count the devices", lastError))
    return status;
  if (ordinal < 0 || ordinal >= count)
    return fail(MCFRT_NO_DEVICE, "expected a device number below " + std::to_string(count) +
                                     " (the devices that the driver sees), but got " +
                                     std::to_string(ordinal));
  auto opened = std::make_unique<mcfrt_device>();
  opened->driver = driver;
  if (mcfrt_status status =
          opened->check(driver->deviceGet(&opened->device, ordinal), "cannot open the device"))
    return status;
  if (mcfrt_status status =
          opened->check(driver->primaryCtxRetain(&opened->context, opened->device),
                        "cannot make a context on the device"))
    return status;
  *device = opened.release();
  return MCFRT_OK;
}

void mcfrt_device_close(mcfrt_device *device) {
  if (!device)
    return;
  device->driver->primaryCtxRelease(device->device);
  delete device;
}

mcfrt_status mcfrt_device_get_info(mcfrt_device *device, mcfrt_device_info *info) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(info);
  *info = mcfrt_device_info();
  const CudaDriver &driver = *device->driver;
  info->driver_version = driver.version;
  if (mcfrt_status status = device->check(
          driver.deviceGetName(info->name, sizeof(info->name), device->device), "device name"))
    return status;
  size_t bytes = 0;
  if (mcfrt_status status =
          device->check(driver.deviceTotalMem(&bytes, device->device), "device memory"))
    return status;
  info->memory_bytes = bytes;
  const std::pair<int, int *> attributes[] = {
      {deviceComputeCapabilityMajor, &info->major},
      {deviceComputeCapabilityMinor, &info->minor},
      {deviceMultiprocessorCount, &info->multiprocessors},
      {deviceMaxWorkgroupBytesOptin, &info->workgroup_bytes_per_block}};
  for (const auto &[attribute, value] : attributes)
    if (mcfrt_status status = device->check(
            driver.deviceGetAttribute(value, attribute, device->device), "device attribute"))
      return status;
  // Nothing that a launch needs: a driver that does not know one of these leaves it 0.
  const std::pair<int, int *> furtherAttributes[] = {
      {deviceWorkgroupBytesPerMultiprocessor, &info->workgroup_bytes_per_multiprocessor},
      {deviceReservedWorkgroupBytes, &info->workgroup_bytes_reserved_per_block},
      {deviceRegistersPerMultiprocessor, &info->registers_per_multiprocessor},
      {deviceMaxThreadsPerBlock, &info->max_threads_per_block},
      {deviceMaxThreadsPerMultiprocessor, &info->max_threads_per_multiprocessor},
      {deviceMaxBlocksPerMultiprocessor, &info->max_blocks_per_multiprocessor},
      {deviceL2Bytes, &info->l2_bytes},
      {deviceClockKHz, &info->clock_khz},
      {deviceMemoryClockKHz, &info->memory_clock_khz},
      {deviceMemoryBusBits, &info->memory_bus_bits},
      {deviceClusterLaunch, &info->has_clusters}};
  for (const auto &[attribute, value] : furtherAttributes)
    if (driver.deviceGetAttribute(value, attribute, device->device))
      *value = 0;
  return MCFRT_OK;
}

mcfrt_status mcfrt_device_synchronize(mcfrt_device *device) {
  MCFRT_REQUIRE(device);
  MCFRT_ENTER(device);
  return device->check(device->driver->ctxSynchronize(), "the device failed");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

mcfrt_status mcfrt_memory_alloc(mcfrt_device *device, size_t bytes, mcfrt_pointer *pointer) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(pointer);
  MCFRT_ENTER(device);
  CUdeviceptr address = 0;
  mcfrt_status status =
      device->check(device->driver->memAlloc(&address, std::max<size_t>(bytes, 1)),
                    "cannot allocate " + std::to_string(bytes) + " bytes");
  *pointer = address;
  return status;
}

mcfrt_status mcfrt_memory_free(mcfrt_device *device, mcfrt_pointer pointer) {
  MCFRT_REQUIRE(device);
  MCFRT_ENTER(device);
  return pointer ? device->check(device->driver->memFree(pointer), "cannot free memory") : MCFRT_OK;
}

mcfrt_status mcfrt_copy_to_device(mcfrt_device *device, mcfrt_pointer to, const void *from,
                                  size_t bytes) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(from || bytes == 0);
  MCFRT_ENTER(device);
  return device->check(device->driver->memcpyHtoD(to, from, bytes), "copy to the device failed");
}

mcfrt_status mcfrt_copy_to_host(mcfrt_device *device, void *to, mcfrt_pointer from, size_t bytes) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(to || bytes == 0);
  MCFRT_ENTER(device);
  return device->check(device->driver->memcpyDtoH(to, from, bytes), "copy to the host failed");
}

mcfrt_status mcfrt_memory_fill(mcfrt_device *device, mcfrt_pointer to, uint8_t value,
                               size_t bytes) {
  MCFRT_REQUIRE(device);
  MCFRT_ENTER(device);
  return device->check(device->driver->memsetD8(to, value, bytes), "filling memory failed");
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

mcfrt_status mcfrt_module_load(mcfrt_device *device, const void *image, size_t size,
                               mcfrt_module **module) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(image);
  MCFRT_REQUIRE(module);
  *module = nullptr;
  MCFRT_ENTER(device);
  // The driver finds the end of PTX by its zero byte.
  std::string text(static_cast<const char *>(image), size);
  std::string log(8192, '\0');
  int options[] = {jitErrorLog, jitErrorLogBytes};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1)};
  CUmodule loaded = nullptr;
  mcfrt_status status =
      device->check(device->driver->moduleLoadDataEx(&loaded, text.c_str(), 2, options, values),
                    "the driver refused the PTX or cubin");
  if (status) {
    if (log[0])
      lastError += std::string("\n") + log.c_str();
    return status == MCFRT_DRIVER_ERROR ? MCFRT_INVALID_IMAGE : status;
  }
  *module = new mcfrt_module(device, loaded);
  return MCFRT_OK;
}

void mcfrt_module_unload(mcfrt_module *module) {
  if (!module)
    return;
  {
    ContextScope scope(module->device);
    if (scope.status == MCFRT_OK)
      module->device->driver->moduleUnload(module->module);
  }
  delete module;
}

mcfrt_status mcfrt_module_get_kernel(mcfrt_module *module, const char *name,
                                     mcfrt_kernel **kernel) {
  MCFRT_REQUIRE(module);
  MCFRT_REQUIRE(name);
  MCFRT_REQUIRE(kernel);
  *kernel = nullptr;
  std::lock_guard<std::mutex> lock(module->mutex);
  std::unique_ptr<mcfrt_kernel> &cached = module->kernels[name];
  if (!cached) {
    MCFRT_ENTER(module->device);
    CUfunction function = nullptr;
    if (mcfrt_status status = module->device->check(
            module->device->driver->moduleGetFunction(&function, module->module, name),
            std::string("the module has no kernel '") + name + "'"))
      return status;
    cached.reset(new mcfrt_kernel{module->device, function, name, {}});
  }
  *kernel = cached.get();
  return MCFRT_OK;
}

mcfrt_status mcfrt_kernel_get_info(mcfrt_kernel *kernel, mcfrt_kernel_info *info) {
  MCFRT_REQUIRE(kernel);
  MCFRT_REQUIRE(info);
  *info = mcfrt_kernel_info();
  MCFRT_ENTER(kernel->device);
  const std::pair<int, int *> attributes[] = {
      {functionRegisters, &info->registers_per_thread},
      {functionLocalBytes, &info->local_bytes_per_thread},
      {functionStaticWorkgroupBytes, &info->static_workgroup_bytes},
      {functionMaxThreads, &info->max_threads_per_block}};
  for (const auto &[attribute, value] : attributes)
    if (mcfrt_status status = kernel->device->check(
            kernel->device->driver->funcGetAttribute(value, attribute, kernel->function),
            "kernel attribute"))
      return status;
  return MCFRT_OK;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

mcfrt_status mcfrt_stream_create(mcfrt_device *device, mcfrt_stream **stream) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(stream);
  *stream = nullptr;
  MCFRT_ENTER(device);
  CUstream created = nullptr;
  if (mcfrt_status status =
          device->check(device->driver->streamCreate(&created, 0), "cannot make a stream"))
    return status;
  *stream = new mcfrt_stream{device, created};
  return MCFRT_OK;
}

mcfrt_status mcfrt_stream_wrap(mcfrt_device *device, void *native, mcfrt_stream **stream) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(stream);
  *stream = new mcfrt_stream{device, static_cast<CUstream>(native), /*owned=*/false};
  return MCFRT_OK;
}

void mcfrt_stream_destroy(mcfrt_stream *stream) {
  if (!stream)
    return;
  if (stream->owned) {
    ContextScope scope(stream->device);
    if (scope.status == MCFRT_OK)
      stream->device->driver->streamDestroy(stream->stream);
  }
  delete stream;
}

mcfrt_status mcfrt_stream_synchronize(mcfrt_stream *stream) {
  MCFRT_REQUIRE(stream);
  MCFRT_ENTER(stream->device);
  return stream->device->check(stream->device->driver->streamSynchronize(stream->stream),
                               "the stream failed");
}

mcfrt_status mcfrt_event_create(mcfrt_device *device, mcfrt_event **event) {
  MCFRT_REQUIRE(device);
  MCFRT_REQUIRE(event);
  *event = nullptr;
  MCFRT_ENTER(device);
  CUevent created = nullptr;
  if (mcfrt_status status =
          device->check(device->driver->eventCreate(&created, 0), "cannot make an event"))
    return status;
  *event = new mcfrt_event{device, created};
  return MCFRT_OK;
}

void mcfrt_event_destroy(mcfrt_event *event) {
  if (!event)
    return;
  {
    ContextScope scope(event->device);
    if (scope.status == MCFRT_OK)
      event->device->driver->eventDestroy(event->event);
  }
  delete event;
}

mcfrt_status mcfrt_event_record(mcfrt_event *event, mcfrt_stream *stream) {
  MCFRT_REQUIRE(event);
  MCFRT_ENTER(event->device);
  return event->device->check(
      event->device->driver->eventRecord(event->event, stream ? stream->stream : nullptr),
      "cannot record an event");
}

mcfrt_status mcfrt_event_elapsed(mcfrt_event *start, mcfrt_event *stop, double *elapsed_ns) {
  MCFRT_REQUIRE(start);
  MCFRT_REQUIRE(stop);
  MCFRT_REQUIRE(elapsed_ns);
  mcfrt_device *device = stop->device;
  MCFRT_ENTER(device);
  if (mcfrt_status status =
          device->check(device->driver->eventSynchronize(stop->event), "the device failed"))
    return status;
  float milliseconds = 0;
  if (mcfrt_status status =
          device->check(device->driver->eventElapsedTime(&milliseconds, start->event, stop->event),
                        "cannot read the time between two events"))
    return status;
  *elapsed_ns = milliseconds * 1e6;
  return MCFRT_OK;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

mcfrt_status mcfrt_capture_begin(mcfrt_stream *stream) {
  MCFRT_REQUIRE(stream);
  MCFRT_ENTER(stream->device);
  return stream->device->check(
      stream->device->driver->streamBeginCapture(stream->stream, captureModeRelaxed),
      "cannot begin a capture");
}

mcfrt_status mcfrt_capture_end(mcfrt_stream *stream, mcfrt_graph **graph) {
  MCFRT_REQUIRE(stream);
  MCFRT_REQUIRE(graph);
  *graph = nullptr;
  mcfrt_device *device = stream->device;
  MCFRT_ENTER(device);
  CUgraph captured = nullptr;
  if (mcfrt_status status = device->check(
          device->driver->streamEndCapture(stream->stream, &captured), "cannot end the capture"))
    return status;
  CUgraphExec executable = nullptr;
  mcfrt_status status = device->check(device->driver->graphInstantiate(&executable, captured, 0),
                                      "cannot make a graph that runs");
  device->driver->graphDestroy(captured);
  if (status == MCFRT_OK)
    *graph = new mcfrt_graph{device, executable};
  return status;
}

mcfrt_status mcfrt_graph_launch(mcfrt_graph *graph, mcfrt_stream *stream) {
  MCFRT_REQUIRE(graph);
  if (stream && stream->device != graph->device)
    return fail(MCFRT_INVALID_ARGUMENT, "the stream belongs to another device");
  MCFRT_ENTER(graph->device);
  mcfrt_status status = graph->device->check(
      graph->device->driver->graphLaunch(graph->graph, stream ? stream->stream : nullptr),
      "cannot launch the graph");
  return status == MCFRT_DRIVER_ERROR ? MCFRT_LAUNCH_FAILED : status;
}

void mcfrt_graph_destroy(mcfrt_graph *graph) {
  if (!graph)
    return;
  {
    ContextScope scope(graph->device);
    if (scope.status == MCFRT_OK)
      graph->device->driver->graphExecDestroy(graph->graph);
  }
  delete graph;
}
