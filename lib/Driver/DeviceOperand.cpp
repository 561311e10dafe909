//===- DeviceOperand.cpp - an operand of a launch in device memory --------===//
#include "DeviceOperand.h"
#include <algorithm>
#include <cstring>

using namespace mcf;
using runtime::Access;

// Bytes behind each array that no kernel may touch, and what they hold: a value of its own for each
// operand, so that a copy of one array with what lies behind it shows.
static constexpr size_t guardBytes = 256;
static uint8_t getGuardValue(size_t operand) { return static_cast<uint8_t>(0xA5 + operand); }
// NaN in every float format.
static constexpr uint8_t poisonValue = 0xFF;

DeviceOperand::DeviceOperand(mcfrt_device *device, const runtime::OperandPlan &plan,
                             HostOperand hostOperand, size_t number, int64_t padding)
    : device(device), plan(plan), host(std::move(hostOperand)), number(number), shape(plan.shape) {
  auto next = host.sizes.begin();
  for (int64_t &size : shape)
    if (size == runtime::OperandPlan::dynamic)
      size = next == host.sizes.end() ? 0 : *next++;
  strides = plan.strides.empty() ? runtime::getDenseStrides(shape) : plan.strides;
  int64_t reach = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    if (strides[dim] == runtime::OperandPlan::dynamic)
      strides[dim] = dim + 1 == shape.size() ? 1 : reach + padding;
    reach = std::max(reach, strides[dim] * std::max<int64_t>(shape[dim], 1));
  }
  bytes = runtime::getExtentBytes(runtime::getElementBytes(plan.elementType), shape, strides)
              .value_or(0);
}

DeviceOperand::~DeviceOperand() {
  if (pointer)
    mcfrt_memory_free(device, pointer);
}

template <typename Visit> void DeviceOperand::forEachElement(Visit visit) const {
  size_t elementBytes = runtime::getElementBytes(plan.elementType);
  std::vector<int64_t> position(shape.size());
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    return;
  auto getOffset = [&](const std::vector<int64_t> &steps) {
    size_t offset = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      offset += static_cast<size_t>(position[dim] * steps[dim]);
    return offset * elementBytes;
  };
  while (true) {
    visit(getOffset(host.strides), getOffset(strides), elementBytes);
    size_t dim = shape.size();
    while (dim > 0 && ++position[dim - 1] == shape[dim - 1])
      position[--dim] = 0;
    if (dim == 0)
      return;
  }
}

std::string DeviceOperand::upload() {
  if (plan.access == Access::Value)
    return "";
  const auto *from = reinterpret_cast<const uint8_t *>(host.bits);
  bool isRead = plan.access == Access::Read;
  if (mcfrt_memory_alloc(device, bytes + guardBytes, &pointer) ||
      mcfrt_memory_fill(device, pointer + bytes, getGuardValue(number), guardBytes))
    return mcfrt_last_error();
  if (isDense()) {
    bool bad = isRead ? mcfrt_copy_to_device(device, pointer, from, bytes) != MCFRT_OK
                      : bytes && mcfrt_memory_fill(device, pointer, poisonValue, bytes) != MCFRT_OK;
    return bad ? mcfrt_last_error() : "";
  }
  // Gaps between what is read hold NaN as well: whoever reads them shows.
  image.assign(bytes, isRead ? poisonValue : getGuardValue(number));
  forEachElement([&](size_t source, size_t target, size_t size) {
    if (isRead)
      std::memcpy(image.data() + target, from + source, size);
    else
      std::memset(image.data() + target, poisonValue, size);
  });
  return mcfrt_copy_to_device(device, pointer, image.data(), bytes) ? mcfrt_last_error() : "";
}

std::string DeviceOperand::download() {
  if (plan.access == Access::Value)
    return "";
  auto *to = reinterpret_cast<uint8_t *>(host.bits);
  bool isWritten = plan.access == Access::Write;
  std::vector<uint8_t> guard(guardBytes);
  if (mcfrt_copy_to_host(device, guard.data(), pointer + bytes, guardBytes))
    return mcfrt_last_error();
  if (std::any_of(guard.begin(), guard.end(),
                  [&](uint8_t value) { return value != getGuardValue(number); }))
    return "wrote beyond operand " + std::to_string(number);
  if (!isWritten)
    return "";
  if (isDense())
    return mcfrt_copy_to_host(device, to, pointer, bytes) ? mcfrt_last_error() : "";
  std::vector<uint8_t> after(bytes);
  if (mcfrt_copy_to_host(device, after.data(), pointer, bytes))
    return mcfrt_last_error();
  forEachElement([&](size_t target, size_t source, size_t size) {
    std::memcpy(to + target, after.data() + source, size);
    std::memset(after.data() + source, poisonValue, size);
  });
  return after == image ? "" : "wrote between the elements of operand " + std::to_string(number);
}

mcfrt_tensor DeviceOperand::getTensor() const {
  mcfrt_tensor tensor = {};
  tensor.data = pointer;
  tensor.rank = shape.size();
  tensor.shape = shape.data();
  tensor.strides = strides.data();
  tensor.element_type = plan.elementType.c_str();
  tensor.value = plan.access == Access::Value ? &host.bits : nullptr;
  return tensor;
}
