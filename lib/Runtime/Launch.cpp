//===- Launch.cpp - what a launch plan makes of operands ------------------===//
#include "MCFuser/Runtime/LaunchPlan.h"
#include <algorithm>
#include <map>
#include <utility>

using namespace mcf::runtime;

std::vector<int64_t> mcf::runtime::getDenseStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  uint64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(shape[dim]);
  }
  return strides;
}

std::optional<uint64_t> mcf::runtime::getExtentBytes(unsigned elementBytes,
                                                     const std::vector<int64_t> &shape,
                                                     const std::vector<int64_t> &strides) {
  int64_t last = 0, bytes = 0;
  for (int64_t size : shape)
    if (size == 0)
      return 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t reach;
    if (__builtin_mul_overflow(shape[dim] - 1, strides[dim], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      return std::nullopt;
  }
  if (__builtin_add_overflow(last, 1, &last) ||
      __builtin_mul_overflow(last, static_cast<int64_t>(elementBytes), &bytes))
    return std::nullopt;
  return bytes;
}

bool mcf::runtime::isWithoutOverlap(const std::vector<int64_t> &shape,
                                    const std::vector<int64_t> &strides) {
  // Stride and size of the dims that have more than one element.
  std::vector<std::pair<int64_t, int64_t>> dims;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] == 0)
      return true;
    if (shape[dim] > 1)
      dims.emplace_back(strides[dim], shape[dim]);
  }
  std::sort(dims.begin(), dims.end());
  int64_t reach = 0;
  for (auto [stride, size] : dims) {
    int64_t step;
    if (stride <= reach)
      return false;
    if (__builtin_mul_overflow(stride, size - 1, &step) ||
        __builtin_add_overflow(reach, step, &reach))
      return false;
  }
  return true;
}

namespace {
/// Checks operands one after the other, and learns what the symbols stand for.
class OperandChecker {
public:
  OperandChecker(const KernelPlan &kernel, const std::vector<LaunchOperand> &operands,
                 std::string &error)
      : kernel(kernel), operands(operands), error(error) {}

  bool check() {
    if (operands.size() != kernel.operands.size())
      return fail("expected " + std::to_string(kernel.operands.size()) + " operands, but got " +
                  std::to_string(operands.size()));
    for (size_t i = 0; i < operands.size(); ++i)
      if (!checkOperand(i))
        return fail("operand " + std::to_string(i) + ": " + error);
    return checkAliases();
  }

  int64_t getSize(const std::string &symbol) const { return symbols.at(symbol).size; }

private:
  struct Symbol {
    int64_t size;
    size_t operand, dim;
  };

  bool fail(const std::string &reason) {
    error = reason;
    return false;
  }

  bool checkOperand(size_t index) {
    const OperandPlan &plan = kernel.operands[index];
    const LaunchOperand &operand = operands[index];
    if (!operand.elementType.empty() && operand.elementType != plan.elementType)
      return fail("expected elements of type " + plan.elementType + ", but got " +
                  operand.elementType);
    if (plan.access == Access::Value)
      return operand.value ? true : fail("expected a scalar, but got none");
    if (operand.shape.size() != plan.shape.size())
      return fail("expected " + std::to_string(plan.shape.size()) + " dims, but got " +
                  std::to_string(operand.shape.size()));
    for (size_t dim = 0; dim < plan.shape.size(); ++dim)
      if (!checkSize(index, dim))
        return false;
    return checkMemory(index);
  }

  bool checkSize(size_t index, size_t dim) {
    const OperandPlan &plan = kernel.operands[index];
    int64_t size = operands[index].shape[dim];
    auto expected = [&](int64_t wanted, const std::string &why) {
      return fail("expected size " + std::to_string(wanted) + why + " in dim " +
                  std::to_string(dim) + ", but got " + std::to_string(size));
    };
    if (size < 0)
      return fail("expected a size of at least 0 in dim " + std::to_string(dim) + ", but got " +
                  std::to_string(size));
    if (plan.shape[dim] != OperandPlan::dynamic)
      return size == plan.shape[dim] ? true : expected(plan.shape[dim], "");
    auto [found, isNew] = symbols.insert({plan.symbols[dim], Symbol{size, index, dim}});
    const Symbol &symbol = found->second;
    if (isNew || symbol.size == size)
      return true;
    return expected(symbol.size, " ('" + found->first + "', dim " + std::to_string(symbol.dim) +
                                     " of operand " + std::to_string(symbol.operand) + ")");
  }

  bool checkMemory(size_t index) {
    const OperandPlan &plan = kernel.operands[index];
    const LaunchOperand &operand = operands[index];
    std::vector<int64_t> dense = getDenseStrides(operand.shape);
    const std::vector<int64_t> &strides = operand.strides.empty() ? dense : operand.strides;
    const std::vector<int64_t> &wanted = plan.strides.empty() ? dense : plan.strides;
    if (strides.size() != operand.shape.size())
      return fail("expected " + std::to_string(operand.shape.size()) + " strides, but got " +
                  std::to_string(strides.size()));
    unsigned elementBytes = getElementBytes(plan.elementType);
    for (size_t dim = 0; dim < strides.size(); ++dim)
      if (strides[dim] < 0)
        return fail("expected strides of at least 0, but got " + std::to_string(strides[dim]) +
                    " in dim " + std::to_string(dim));
    std::optional<uint64_t> bytes = getExtentBytes(elementBytes, operand.shape, strides);
    if (!bytes)
      return fail("size in bytes does not fit 64 bits");
    // Nothing of it is touched.
    if (*bytes == 0)
      return true;
    for (size_t dim = 0; dim < strides.size(); ++dim)
      if (wanted[dim] != OperandPlan::dynamic && operand.shape[dim] > 1 &&
          strides[dim] != wanted[dim])
        return fail("expected stride " + std::to_string(wanted[dim]) + " in dim " +
                    std::to_string(dim) + ", but got " + std::to_string(strides[dim]));
    if (operand.pointer == 0)
      return fail("the pointer is null");
    if (operand.pointer % elementBytes != 0)
      return fail("expected a pointer to a multiple of " + std::to_string(elementBytes) + " bytes");
    if (plan.access == Access::Write && !isWithoutOverlap(operand.shape, strides))
      return fail("expected strides that keep the elements of an array that is written apart");
    return true;
  }

  bool isArray(size_t index) const {
    const std::vector<int64_t> &shape = operands[index].shape;
    return kernel.operands[index].access != Access::Value &&
           std::find(shape.begin(), shape.end(), 0) == shape.end();
  }

  /// An array that starts where a written one starts meets it. Others that lie between each other's
  /// rows may be apart, which only the caller knows.
  bool checkAliases() {
    for (size_t i = 0; i < operands.size(); ++i)
      for (size_t j = 0; j < operands.size(); ++j)
        if (i != j && kernel.operands[i].access == Access::Write && isArray(i) && isArray(j) &&
            operands[i].pointer == operands[j].pointer)
          return fail("expected operand " + std::to_string(i) +
                      ", which is written, to be apart from operand " + std::to_string(j));
    return true;
  }

  const KernelPlan &kernel;
  const std::vector<LaunchOperand> &operands;
  std::string &error;
  std::map<std::string, Symbol> symbols;
};
} // namespace

std::optional<Launch> Launch::create(const KernelPlan &kernel,
                                     const std::vector<LaunchOperand> &operands,
                                     std::string &error) {
  auto fail = [&](const std::string &reason) {
    error = "kernel '" + kernel.name + "': " + reason;
    return std::nullopt;
  };
  OperandChecker checker(kernel, operands, error);
  if (!checker.check())
    return fail(error);
  Launch launch;
  // CUDA programming guide, technical specifications: blocks along the first axis of a grid.
  constexpr int64_t maxBlocks = 2147483647;
  int64_t blocks = kernel.grid[0];
  bool isEmpty = false, isTooLarge = false;
  for (const TripCountPlan &count : kernel.tripCounts) {
    int64_t size = checker.getSize(count.symbol);
    int64_t trips = size / count.tileSize + (size % count.tileSize != 0);
    isEmpty |= trips == 0;
    isTooLarge |= __builtin_mul_overflow(blocks, trips, &blocks);
  }
  if (isEmpty)
    blocks = 0;
  else if (isTooLarge || blocks > maxBlocks)
    return fail("expected a grid of at most " + std::to_string(maxBlocks) +
                " blocks, but these sizes need " +
                (isTooLarge ? std::string("more") : std::to_string(blocks)));
  launch.grid = {static_cast<uint32_t>(blocks), kernel.grid[1], kernel.grid[2]};

  using Kind = ParameterPlan::Kind;
  std::vector<ParameterPlan> own;
  if (kernel.parameters.empty())
    for (size_t i = 0; i < operands.size(); ++i)
      own.push_back({kernel.operands[i].access == Access::Value ? Kind::Value : Kind::Pointer, i});
  const std::vector<ParameterPlan> &parameters = own.empty() ? kernel.parameters : own;
  // Its elements must not move.
  launch.numbers.reserve(parameters.size());
  launch.tensorMaps.reserve(parameters.size());
  for (const ParameterPlan &parameter : parameters) {
    const LaunchOperand &operand = operands[parameter.operand];
    switch (parameter.kind) {
    case Kind::Pointer:
      launch.parameters.push_back(&operand.pointer);
      continue;
    case Kind::Value:
      launch.parameters.push_back(operand.value);
      continue;
    case Kind::TensorMap:
      launch.parameters.push_back(launch.tensorMaps.emplace_back().bytes);
      continue;
    case Kind::Size:
      launch.numbers.push_back(checker.getSize(parameter.symbol));
      break;
    case Kind::Stride:
      launch.numbers.push_back(operand.strides.empty()
                                   ? getDenseStrides(operand.shape)[parameter.dim]
                                   : operand.strides[parameter.dim]);
      break;
    }
    launch.parameters.push_back(&launch.numbers.back());
  }
  return launch;
}
