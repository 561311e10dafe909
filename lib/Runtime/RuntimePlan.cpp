//===- RuntimePlan.cpp - the C ABI: launch plans --------------------------===//
#include "Handles.h"
#include <cstring>
#include <vector>

using namespace mcf::runtime;

mcfrt_status mcfrt_plan_parse(const char *json, size_t size, mcfrt_plan **plan) {
  if (!json || !plan)
    return fail(MCFRT_INVALID_ARGUMENT, "mcfrt_plan_parse: null argument");
  *plan = nullptr;
  std::string error;
  std::optional<LaunchPlan> parsed = LaunchPlan::parse(std::string(json, size), error);
  if (!parsed)
    return fail(MCFRT_INVALID_PLAN, "invalid launch plan: " + error);
  *plan = new mcfrt_plan{std::move(*parsed)};
  return MCFRT_OK;
}

void mcfrt_plan_destroy(mcfrt_plan *plan) { delete plan; }

size_t mcfrt_plan_get_kernel_count(const mcfrt_plan *plan) {
  return plan ? plan->plan.kernels.size() : 0;
}

/// Kernel number `index` of the plan, or null and the last error.
static const KernelPlan *getKernel(const mcfrt_plan *plan, size_t index) {
  if (plan && index < plan->plan.kernels.size())
    return &plan->plan.kernels[index];
  fail(MCFRT_INVALID_ARGUMENT, plan ? "expected a kernel number below " +
                                          std::to_string(plan->plan.kernels.size()) + ", but got " +
                                          std::to_string(index)
                                    : "the plan is null");
  return nullptr;
}

mcfrt_status mcfrt_plan_get_launch(const mcfrt_plan *plan, size_t kernel, mcfrt_launch_info *info) {
  const KernelPlan *found = getKernel(plan, kernel);
  if (!found)
    return MCFRT_INVALID_ARGUMENT;
  if (!info)
    return fail(MCFRT_INVALID_ARGUMENT, "mcfrt_plan_get_launch: 'info' is null");
  *info = mcfrt_launch_info();
  info->name = found->name.c_str();
  if (found->tripCounts.empty())
    std::memcpy(info->grid, found->grid.data(), sizeof(info->grid));
  std::memcpy(info->block, found->block.data(), sizeof(info->block));
  info->dynamic_workgroup_bytes = found->dynamicWorkgroupBytes;
  info->operand_count = found->operands.size();
  return MCFRT_OK;
}

mcfrt_status mcfrt_plan_get_operand(const mcfrt_plan *plan, size_t kernel, size_t operand,
                                    mcfrt_operand_info *info) {
  const KernelPlan *found = getKernel(plan, kernel);
  if (!found)
    return MCFRT_INVALID_ARGUMENT;
  if (!info || operand >= found->operands.size())
    return fail(MCFRT_INVALID_ARGUMENT, info ? "expected an operand number below " +
                                                   std::to_string(found->operands.size()) +
                                                   ", but got " + std::to_string(operand)
                                             : "mcfrt_plan_get_operand: 'info' is null");
  const OperandPlan &entry = found->operands[operand];
  *info = mcfrt_operand_info();
  info->element_type = entry.elementType.c_str();
  info->rank = entry.shape.size();
  info->shape = entry.shape.data();
  info->access = static_cast<mcfrt_access>(entry.access);
  info->bytes = entry.isStatic() ? entry.getBytes() : 0;
  info->strides = entry.strides.empty() ? nullptr : entry.strides.data();
  return MCFRT_OK;
}

static mcfrt_status launchOperands(const KernelPlan &kernel, mcfrt_module *module,
                                   const std::vector<LaunchOperand> &operands,
                                   mcfrt_stream *stream) {
  std::string error;
  std::optional<Launch> launch = Launch::create(kernel, operands, error);
  if (!launch)
    return fail(MCFRT_INVALID_ARGUMENT, error);
  mcfrt_kernel *handle = nullptr;
  if (mcfrt_status status = mcfrt_module_get_kernel(module, kernel.name.c_str(), &handle))
    return status;
  if (launch->isEmpty())
    return MCFRT_OK;
  if (mcfrt_status status = encodeTensorMaps(*handle, kernel, operands, *launch))
    return status;
  return launchKernel(handle, launch->getGrid().data(), kernel.block.data(),
                      kernel.dynamicWorkgroupBytes, launch->getParameters(), stream,
                      kernel.programmatic);
}

/// Operands of which only addresses are given: shapes and strides are those of the plan.
static mcfrt_status makeOperands(const KernelPlan &kernel, const void *const *parameters,
                                 std::vector<LaunchOperand> &operands) {
  for (size_t i = 0; i < kernel.operands.size(); ++i) {
    if (!parameters || !parameters[i])
      return fail(MCFRT_INVALID_ARGUMENT,
                  "parameter " + std::to_string(i) + " of '" + kernel.name + "' is null");
    LaunchOperand &operand = operands.emplace_back();
    operand.shape = kernel.operands[i].shape;
    operand.strides = kernel.operands[i].strides;
    if (kernel.operands[i].access == Access::Value)
      operand.value = parameters[i];
    else
      std::memcpy(&operand.pointer, parameters[i], sizeof(operand.pointer));
  }
  return MCFRT_OK;
}

mcfrt_status mcfrt_plan_launch(const mcfrt_plan *plan, size_t kernel, mcfrt_module *module,
                               const void *const *parameters, size_t parameter_count,
                               mcfrt_stream *stream) {
  const KernelPlan *found = getKernel(plan, kernel);
  if (!found)
    return MCFRT_INVALID_ARGUMENT;
  if (parameter_count != found->operands.size())
    return fail(MCFRT_INVALID_ARGUMENT, "expected " + std::to_string(found->operands.size()) +
                                            " parameters for kernel '" + found->name +
                                            "', but got " + std::to_string(parameter_count));
  if (!found->isStatic() || !found->tripCounts.empty())
    return fail(MCFRT_INVALID_ARGUMENT,
                "kernel '" + found->name +
                    "' is given sizes or strides at launch: use mcfrt_plan_launch_tensors");
  if (!found->parameters.empty()) {
    std::vector<LaunchOperand> operands;
    if (mcfrt_status status = makeOperands(*found, parameters, operands))
      return status;
    return launchOperands(*found, module, operands, stream);
  }
  mcfrt_kernel *handle = nullptr;
  if (mcfrt_status status = mcfrt_module_get_kernel(module, found->name.c_str(), &handle))
    return status;
  if (!parameters && parameter_count)
    return fail(MCFRT_INVALID_ARGUMENT, "mcfrt_plan_launch: 'parameters' is null");
  return launchKernel(handle, found->grid.data(), found->block.data(), found->dynamicWorkgroupBytes,
                      std::vector<const void *>(parameters, parameters + parameter_count), stream,
                      found->programmatic);
}

mcfrt_status mcfrt_plan_launch_tensors(const mcfrt_plan *plan, size_t kernel, mcfrt_module *module,
                                       const mcfrt_tensor *operands, size_t operand_count,
                                       mcfrt_stream *stream) {
  const KernelPlan *found = getKernel(plan, kernel);
  if (!found)
    return MCFRT_INVALID_ARGUMENT;
  if (!module)
    return fail(MCFRT_INVALID_ARGUMENT, "mcfrt_plan_launch_tensors: 'module' is null");
  if (!operands && operand_count)
    return fail(MCFRT_INVALID_ARGUMENT, "mcfrt_plan_launch_tensors: 'operands' is null");
  std::vector<LaunchOperand> given(operand_count);
  for (size_t i = 0; i < operand_count; ++i) {
    const mcfrt_tensor &tensor = operands[i];
    given[i].pointer = tensor.data;
    given[i].value = tensor.value;
    if (tensor.rank && !tensor.shape)
      return fail(MCFRT_INVALID_ARGUMENT, "operand " + std::to_string(i) + ": the shape is null");
    if (tensor.shape)
      given[i].shape.assign(tensor.shape, tensor.shape + tensor.rank);
    if (tensor.strides)
      given[i].strides.assign(tensor.strides, tensor.strides + tensor.rank);
    if (tensor.element_type)
      given[i].elementType = tensor.element_type;
  }
  return launchOperands(*found, module, given, stream);
}
