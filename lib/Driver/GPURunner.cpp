//===- GPURunner.cpp - runs a fused program on a GPU ----------------------===//
#include "MCFuser/Driver/GPURunner.h"
#include "DeviceOperand.h"
#include "HostProgram.h"
#include "llvm/ADT/SmallSet.h"
#include <algorithm>
#include <mutex>

using namespace mlir;
using namespace mcf;

static thread_local GPUFusedRunner *current = nullptr;

void GPUFusedRunner::takeOperand(int64_t bits) { current->operands.push_back({bits, {}, {}}); }

void GPUFusedRunner::takeSize(int64_t size) { current->operands.back().sizes.push_back(size); }

void GPUFusedRunner::takeStride(int64_t stride) {
  current->operands.back().strides.push_back(stride);
}

void GPUFusedRunner::launchKernel(int64_t kernel) {
  // Compiled code cannot carry an error: keep the first one for run().
  if (current->launchError.empty())
    current->launchError = current->launch(static_cast<size_t>(kernel));
  current->operands.clear();
}

FailureOr<std::unique_ptr<GPUFusedRunner>> GPUFusedRunner::create(ModuleOp tilePrograms,
                                                                  CompiledKernels kernels,
                                                                  const GPURunOptions &options) {
  std::unique_ptr<GPUFusedRunner> runner(
      new GPUFusedRunner(tilePrograms.getLoc(), std::move(kernels), options));
  if (failed(runner->load()))
    return failure();
  OwningOpRef<ModuleOp> host = tilePrograms.clone();
  if (failed(makeHostProgram(*host, runner->kernels.plan)))
    return failure();
  cpu::ExecutorOptions executorOptions;
  executorOptions.symbols = {
      {getTakeOperandName().str(), reinterpret_cast<void *>(&takeOperand)},
      {getTakeSizeName().str(), reinterpret_cast<void *>(&takeSize)},
      {getTakeStrideName().str(), reinterpret_cast<void *>(&takeStride)},
      {getLaunchKernelName().str(), reinterpret_cast<void *>(&launchKernel)}};
  FailureOr<std::unique_ptr<cpu::Executor>> executor =
      cpu::Executor::create(*host, executorOptions);
  if (failed(executor))
    return failure();
  runner->host = std::move(*executor);
  return runner;
}

GPUFusedRunner::~GPUFusedRunner() {
  mcfrt_plan_destroy(plan);
  mcfrt_module_unload(module);
  mcfrt_device_close(device);
}

/// Holds the device's context until the process ends: making one takes a good part of a second, and
/// a process may make many runners.
static void keepContext(int ordinal) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  static llvm::SmallSet<int, 2> kept;
  static mcfrt_device *device = nullptr;
  if (kept.insert(ordinal).second)
    (void)mcfrt_device_open(ordinal, &device);
}

LogicalResult GPUFusedRunner::load() {
  auto check = [&](mcfrt_status status) -> LogicalResult {
    if (status == MCFRT_OK)
      return success();
    return emitError(loc) << "cannot run on the GPU: " << mcfrt_last_error();
  };
  std::string text = kernels.plan.print();
  if (failed(check(mcfrt_device_open(options.ordinal, &device))) ||
      failed(check(mcfrt_device_get_info(device, &deviceInfo))) ||
      failed(check(mcfrt_plan_parse(text.data(), text.size(), &plan))) ||
      failed(check(mcfrt_module_load(device, kernels.ptx.data(), kernels.ptx.size(), &module))))
    return failure();
  keepContext(options.ordinal);
  for (const runtime::KernelPlan &kernel : kernels.plan.kernels)
    if (kernel.dynamicWorkgroupBytes > static_cast<uint64_t>(deviceInfo.workgroup_bytes_per_block))
      return emitError(loc) << "kernel '" << kernel.name << "' needs "
                            << kernel.dynamicWorkgroupBytes
                            << " bytes of workgroup memory, but a block of " << deviceInfo.name
                            << " has " << deviceInfo.workgroup_bytes_per_block;
  return success();
}

LogicalResult GPUFusedRunner::run(StringRef function, ArrayRef<HostArray> inputs,
                                  MutableArrayRef<HostArray> outputs) {
  GPUFusedRunner *outer = std::exchange(current, this);
  operands.clear();
  measurements.clear();
  launchError.clear();
  LogicalResult result = host->run(function, inputs, outputs);
  current = outer;
  if (failed(result))
    return failure();
  if (!launchError.empty())
    return emitError(loc) << launchError;
  return success();
}

std::string GPUFusedRunner::launch(size_t kernelIndex) {
  const runtime::KernelPlan &kernel = kernels.plan.kernels[kernelIndex];
  auto lastError = [&] { return "kernel '" + kernel.name + "': " + mcfrt_last_error(); };
  if (operands.size() != kernel.operands.size())
    return "kernel '" + kernel.name + "': expected " + std::to_string(kernel.operands.size()) +
           " operands, but got " + std::to_string(operands.size());

  std::vector<std::unique_ptr<DeviceOperand>> arrays;
  std::vector<mcfrt_tensor> tensors;
  auto fail = [&](const std::string &reason) { return "kernel '" + kernel.name + "' " + reason; };
  for (auto [index, operand] : llvm::enumerate(operands)) {
    arrays.push_back(std::make_unique<DeviceOperand>(
        device, kernel.operands[index], HostOperand{operand.bits, operand.sizes, operand.strides},
        index, options.rowPadding));
    if (std::string error = arrays.back()->upload(); !error.empty())
      return "kernel '" + kernel.name + "': " + error;
    tensors.push_back(arrays.back()->getTensor());
  }
  if (mcfrt_plan_launch_tensors(plan, kernelIndex, module, tensors.data(), tensors.size(),
                                nullptr) ||
      mcfrt_device_synchronize(device))
    return lastError();
  for (const auto &array : arrays)
    if (std::string error = array->download(); !error.empty())
      return fail(error);
  return measure(kernel, kernelIndex, tensors);
}

std::string GPUFusedRunner::measure(const runtime::KernelPlan &kernel, size_t kernelIndex,
                                    const std::vector<mcfrt_tensor> &tensors) {
  KernelMeasurement measurement;
  measurement.name = kernel.name;
  mcfrt_kernel *handle = nullptr;
  mcfrt_event *start = nullptr, *stop = nullptr;
  auto failed = [&](mcfrt_status status) { return status != MCFRT_OK; };
  std::vector<double> times;
  bool bad = failed(mcfrt_module_get_kernel(module, kernel.name.c_str(), &handle)) ||
             failed(mcfrt_kernel_get_info(handle, &measurement.info)) ||
             failed(mcfrt_event_create(device, &start)) ||
             failed(mcfrt_event_create(device, &stop));
  // Results are written whole and never read, so further launches change nothing.
  for (unsigned i = 0; i < options.repeat && !bad; ++i) {
    double elapsed = 0;
    bad = failed(mcfrt_event_record(start, nullptr)) ||
          failed(mcfrt_plan_launch_tensors(plan, kernelIndex, module, tensors.data(),
                                           tensors.size(), nullptr)) ||
          failed(mcfrt_event_record(stop, nullptr)) ||
          failed(mcfrt_event_elapsed(start, stop, &elapsed));
    times.push_back(elapsed);
  }
  mcfrt_event_destroy(start);
  mcfrt_event_destroy(stop);
  if (bad)
    return "kernel '" + kernel.name + "': " + mcfrt_last_error();
  if (!times.empty()) {
    auto middle = times.begin() + times.size() / 2;
    std::nth_element(times.begin(), middle, times.end());
    measurement.medianNs = *middle;
  }
  measurements.push_back(std::move(measurement));
  return "";
}
