//===- GPURunner.h - runs a fused program on a GPU --------------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_GPURUNNER_H
#define MCFUSER_DRIVER_GPURUNNER_H

#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Reference/Reference.h"
#include "MCFuser/Runtime/Runtime.h"
#include <string>
#include <vector>

namespace mcf {

struct GPURunOptions {
  /// Number of the device.
  int ordinal = 0;
  /// Further launches of each kernel, for its median time.
  unsigned repeat = 0;
  /// Elements between the rows of an operand whose strides are given at launch.
  int64_t rowPadding = 8;
};

/// What a kernel took, and what it takes of the device.
struct KernelMeasurement {
  std::string name;
  /// Median over the repeated launches, between two events around each; 0 without any.
  double medianNs = 0;
  mcfrt_kernel_info info = {};
};

/// Runs a fused module: its kernels on a GPU, what stands around them on the host. Operands travel
/// to the device and back at each launch, laid out as the launch plan says; results start as NaN
/// there, and the bytes behind and between elements are checked.
class GPUFusedRunner : public FusedRunner {
public:
  /// `tilePrograms` is the module at stage `TileProgram`, `kernels` what became of its tile
  /// programs.
  static mlir::FailureOr<std::unique_ptr<GPUFusedRunner>>
  create(mlir::ModuleOp tilePrograms, CompiledKernels kernels, const GPURunOptions &options = {});
  ~GPUFusedRunner() override;

  mlir::LogicalResult run(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs,
                          llvm::MutableArrayRef<HostArray> outputs) override;

  /// What the launches of the last run took.
  llvm::ArrayRef<KernelMeasurement> getMeasurements() const { return measurements; }
  const mcfrt_device_info &getDeviceInfo() const { return deviceInfo; }

private:
  GPUFusedRunner(mlir::Location loc, CompiledKernels kernels, const GPURunOptions &options)
      : loc(loc), kernels(std::move(kernels)), options(options) {}

  // What the host program calls: one call per operand, each with its sizes that the plan does not
  // know and its strides on the host, then the launch.
  static void takeOperand(int64_t bits);
  static void takeSize(int64_t size);
  static void takeStride(int64_t stride);
  static void launchKernel(int64_t kernel);

  mlir::LogicalResult load();
  std::string launch(size_t kernel);
  std::string measure(const runtime::KernelPlan &plan, size_t kernel,
                      const std::vector<mcfrt_tensor> &tensors);

  mlir::Location loc;
  CompiledKernels kernels;
  GPURunOptions options;
  std::unique_ptr<cpu::Executor> host;
  mcfrt_device *device = nullptr;
  mcfrt_module *module = nullptr;
  mcfrt_plan *plan = nullptr;
  mcfrt_device_info deviceInfo = {};
  struct Operand {
    int64_t bits;
    std::vector<int64_t> sizes, strides;
  };
  std::vector<Operand> operands;
  std::vector<KernelMeasurement> measurements;
  /// The first thing that went wrong in a launch of this run.
  std::string launchError;
};

} // namespace mcf

#endif
