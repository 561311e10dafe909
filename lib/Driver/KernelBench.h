//===- KernelBench.h - the time of kernels on a GPU -------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DRIVER_KERNELBENCH_H
#define MCFUSER_LIB_DRIVER_KERNELBENCH_H

#include "MCFuser/Driver/GPUMeasurer.h"
#include "MCFuser/Runtime/Runtime.h"

namespace mcf {

/// Loads kernels one after the other and measures each over the same sets of operands.
class KernelBench {
public:
  explicit KernelBench(const GPUMeasurerOptions &options) : options(options) {}
  KernelBench(const KernelBench &) = delete;
  ~KernelBench();

  /// Opens the device. Returns what went wrong, or an empty text.
  std::string open();
  const mcfrt_device_info &getDeviceInfo() const { return deviceInfo; }

  /// Measures the one kernel of the image, PTX or cubin. Returns what went wrong, or an empty
  /// text. Sets `isBroken` if the device may not be used any more by this process.
  std::string measure(llvm::StringRef image, const runtime::LaunchPlan &plan,
                      search::Measurement &measurement, bool &isBroken);

private:
  std::string prepareOperands(const runtime::KernelPlan &kernel);
  /// The first kernel of a plan and the module that has it.
  struct LoadedKernel {
    mcfrt_plan *plan = nullptr;
    mcfrt_module *module = nullptr;
    ~LoadedKernel();
  };
  std::string takeSamples(const LoadedKernel &kernel, search::Measurement &measurement);
  std::string launch(const LoadedKernel &kernel, size_t set);
  std::string timeReplay(mcfrt_graph *graph, double &seconds);
  void freeOperands();

  const GPUMeasurerOptions &options;
  mcfrt_device *device = nullptr;
  mcfrt_stream *stream = nullptr;
  mcfrt_event *begin = nullptr, *end = nullptr;
  mcfrt_device_info deviceInfo = {};
  /// Pointer of each operand, or 0 for a scalar, by set.
  std::vector<std::vector<mcfrt_pointer>> operands;
  std::vector<runtime::OperandPlan> operandPlans;
  /// The clocks of the device have had time to rise.
  bool isWarm = false;
};

} // namespace mcf

#endif
