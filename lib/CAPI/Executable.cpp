//===- Executable.cpp - the C ABI: kernels on a device --------------------===//
#include "OutputSizes.h"
#include "Program.h"

using namespace mcf;
using namespace mcf::capi;

struct mcf_executable {
  mcf_executable() = default;
  mcf_executable(const mcf_executable &) = delete;
  ~mcf_executable() {
    mcfrt_module_unload(module);
    mcfrt_plan_destroy(plan);
    mcfrt_device_close(device);
  }

  mcfrt_device *device = nullptr;
  mcfrt_module *module = nullptr;
  mcfrt_plan *plan = nullptr;
  std::vector<Function> functions;
  /// By function: the kernel in the plan.
  std::vector<size_t> kernels;
};

static Outcome load(mcf_program &program, int gpu, mcf_executable &executable) {
  const CompiledKernels *made;
  if (Outcome outcome = program.getKernels(made); !outcome.isOk())
    return outcome;
  std::string plan = made->plan.print();
  if (mcfrt_status status = mcfrt_device_open(gpu, &executable.device))
    return failOnDevice(status);
  if (mcfrt_status status = mcfrt_plan_parse(plan.data(), plan.size(), &executable.plan))
    return failOnDevice(status);
  if (mcfrt_status status = mcfrt_module_load(executable.device, made->ptx.data(), made->ptx.size(),
                                              &executable.module))
    return failOnDevice(status);
  mcfrt_device_info info = {};
  if (mcfrt_status status = mcfrt_device_get_info(executable.device, &info))
    return failOnDevice(status);
  for (const runtime::KernelPlan &kernel : made->plan.kernels)
    if (kernel.dynamicWorkgroupBytes > static_cast<uint64_t>(info.workgroup_bytes_per_block))
      return fail(MCF_DEVICE_ERROR, "kernel '" + kernel.name + "' needs " +
                                        std::to_string(kernel.dynamicWorkgroupBytes) +
                                        " bytes of workgroup memory, but a block of " + info.name +
                                        " has " + std::to_string(info.workgroup_bytes_per_block));
  executable.functions = program.functions;
  for (Function &function : executable.functions) {
    auto kernel = llvm::find_if(made->plan.kernels, [&](const runtime::KernelPlan &entry) {
      return entry.name == function.recipe.kernel;
    });
    executable.kernels.push_back(kernel - made->plan.kernels.begin());
    if (function.recipe.isLaunchable() && kernel == made->plan.kernels.end())
      function.recipe.reason = "its kernel '" + function.recipe.kernel + "' is not in the plan";
  }
  return ok();
}

mcf_status mcf_load(mcf_program *program, int gpu, mcf_executable **executable) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(executable);
  *executable = nullptr;
  return finish(runWith(*program, [&] {
    auto made = std::make_unique<mcf_executable>();
    Outcome outcome = load(*program, gpu, *made);
    if (outcome.isOk())
      *executable = made.release();
    return outcome;
  }));
}

void mcf_executable_destroy(mcf_executable *executable) { delete executable; }

/// An operand of the kernel from the array of the caller that it is a view of.
static Outcome makeOperand(const Function &function, const OperandSource &source,
                           const mcf_array &array, ArrayView &view, mcfrt_tensor &operand) {
  const Parameter &value = (source.isOutput ? function.outputs : function.inputs)[source.position];
  operand = {};
  operand.element_type = mcf_type_name(value.type);
  if (value.isScalar) {
    operand.value = array.data;
    return ok();
  }
  if (Outcome outcome = makeView(function, source, array, view); !outcome.isOk())
    return outcome;
  operand.data = reinterpret_cast<mcfrt_pointer>(array.data) +
                 static_cast<uint64_t>(view.offset) * mcf_type_bytes(value.type);
  operand.rank = view.sizes.size();
  operand.shape = view.sizes.data();
  operand.strides = view.strides.data();
  return ok();
}

/// `operand 0 is input 1, ...`: the runtime counts operands of the kernel.
static std::string describeOperands(const Function &function) {
  std::string text;
  for (auto [i, source] : llvm::enumerate(function.recipe.operands))
    text += (i ? ", operand " : "operand ") + std::to_string(i) +
            (source.isOutput ? " is output " : " is input ") + std::to_string(source.position);
  return text;
}

static Outcome launch(mcf_executable &executable, size_t number, const mcf_array *inputs,
                      size_t inputCount, const mcf_array *outputs, size_t outputCount,
                      void *native) {
  if (number >= executable.functions.size())
    return fail(MCF_INVALID_ARGUMENT, "expected the number of a function below " +
                                          std::to_string(executable.functions.size()) +
                                          ", but got " + std::to_string(number));
  const Function &function = executable.functions[number];
  if (!function.recipe.isLaunchable())
    return fail(MCF_NOT_LAUNCHABLE, "expected '" + function.name +
                                        "' to be one launch of one kernel, but " +
                                        function.recipe.reason);
  if (Outcome outcome = checkArrays(function, /*areOutputs=*/false, inputs, inputCount);
      !outcome.isOk())
    return outcome;
  if (Outcome outcome = checkArrays(function, /*areOutputs=*/true, outputs, outputCount);
      !outcome.isOk())
    return outcome;
  size_t numOperands = function.recipe.operands.size();
  llvm::SmallVector<ArrayView, 8> views(numOperands);
  llvm::SmallVector<mcfrt_tensor, 8> operands(numOperands);
  for (size_t i = 0; i < numOperands; ++i) {
    const OperandSource &source = function.recipe.operands[i];
    const mcf_array &array = (source.isOutput ? outputs : inputs)[source.position];
    if (Outcome outcome = makeOperand(function, source, array, views[i], operands[i]);
        !outcome.isOk())
      return outcome;
  }
  mcfrt_stream *stream = nullptr;
  if (native)
    if (mcfrt_status status = mcfrt_stream_wrap(executable.device, native, &stream))
      return failOnDevice(status);
  mcfrt_status status =
      mcfrt_plan_launch_tensors(executable.plan, executable.kernels[number], executable.module,
                                operands.data(), numOperands, stream);
  mcfrt_stream_destroy(stream);
  if (!status)
    return ok();
  Outcome outcome = failOnDevice(status, MCF_INVALID_ARRAY);
  outcome.text = "'" + function.name + "': " + outcome.text;
  if (outcome.status == MCF_INVALID_ARRAY)
    outcome.text += " (" + describeOperands(function) + ")";
  return outcome;
}

mcf_status mcf_launch(mcf_executable *executable, size_t function, const mcf_array *inputs,
                      size_t input_count, const mcf_array *outputs, size_t output_count,
                      void *stream) {
  MCF_REQUIRE(executable);
  return finish(catchExceptions([&] {
    return launch(*executable, function, inputs, input_count, outputs, output_count, stream);
  }));
}

mcf_status mcf_synchronize(mcf_executable *executable) {
  MCF_REQUIRE(executable);
  return finish(catchExceptions([&] {
    mcfrt_status status = mcfrt_device_synchronize(executable->device);
    return status ? failOnDevice(status) : ok();
  }));
}

mcf_status mcf_executable_get_runtime(mcf_executable *executable, mcfrt_device **device,
                                      mcfrt_module **module, mcfrt_plan **plan) {
  MCF_REQUIRE(executable);
  if (device)
    *device = executable->device;
  if (module)
    *module = executable->module;
  if (plan)
    *plan = executable->plan;
  return MCF_OK;
}
