//===- RuntimePlan.cpp - the C ABI: launch plans --------------------------===//
#include "Handles.h"
#include <cstring>

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
  info->bytes = entry.getBytes();
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
  mcfrt_kernel *handle = nullptr;
  if (mcfrt_status status = mcfrt_module_get_kernel(module, found->name.c_str(), &handle))
    return status;
  return mcfrt_kernel_launch(handle, found->grid.data(), found->block.data(),
                             found->dynamicWorkgroupBytes, parameters, parameter_count, stream);
}
