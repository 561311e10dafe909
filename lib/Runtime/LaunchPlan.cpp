//===- LaunchPlan.cpp - how the kernels of a PTX file are launched --------===//
#include "MCFuser/Runtime/LaunchPlan.h"
#include "Json.h"
#include "TensorMaps.h"
#include <algorithm>
#include <limits>

using namespace mcf::runtime;

namespace {
struct ElementType {
  const char *name;
  unsigned bytes;
};
} // namespace

static constexpr ElementType elementTypes[] = {
    {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8},      {"i1", 1},    {"i8", 1},
    {"i16", 2}, {"i32", 4},  {"i64", 8}, {"f8E4M3FN", 1}, {"f8E5M2", 1}};
// CUDA programming guide, technical specifications per compute capability: all from 3.0 on.
static constexpr uint32_t maxGrid[3] = {2147483647u, 65535u, 65535u};
static constexpr uint32_t maxBlock[3] = {1024u, 1024u, 64u};
static constexpr uint64_t maxThreadsPerBlock = 1024;

unsigned mcf::runtime::getElementBytes(const std::string &elementType) {
  for (const ElementType &type : elementTypes)
    if (elementType == type.name)
      return type.bytes;
  return 0;
}

static bool isDynamic(int64_t number) { return number == OperandPlan::dynamic; }

bool OperandPlan::isStatic() const {
  return std::none_of(shape.begin(), shape.end(), isDynamic) &&
         std::none_of(strides.begin(), strides.end(), isDynamic);
}

bool KernelPlan::isStatic() const {
  return std::all_of(operands.begin(), operands.end(),
                     [](const OperandPlan &operand) { return operand.isStatic(); });
}

uint64_t OperandPlan::getBytes() const {
  return getExtentBytes(getElementBytes(elementType), shape,
                        strides.empty() ? getDenseStrides(shape) : strides)
      .value_or(0);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static bool verifyOperand(const OperandPlan &operand, std::string &error) {
  unsigned elementBytes = getElementBytes(operand.elementType);
  if (elementBytes == 0) {
    error = "unknown element type '" + operand.elementType + "'";
    return false;
  }
  if (operand.access == Access::Value && !operand.shape.empty()) {
    error = "expected no shape for an operand passed by value, but got " +
            std::to_string(operand.shape.size()) + " dims";
    return false;
  }
  for (int64_t size : operand.shape)
    if (!isDynamic(size) && size < 1) {
      error = "expected a size of at least 1 element, but got " + std::to_string(size);
      return false;
    }
  if (!operand.symbols.empty() && operand.symbols.size() != operand.shape.size()) {
    error = "expected no symbols or one for each dim";
    return false;
  }
  for (size_t dim = 0; dim < operand.shape.size(); ++dim)
    if (isDynamic(operand.shape[dim]) !=
        (!operand.symbols.empty() && !operand.symbols[dim].empty())) {
      error = "expected a symbol for each size that is given at launch, and for no other";
      return false;
    }
  if (!operand.strides.empty() && operand.strides.size() != operand.shape.size()) {
    error = "expected " + std::to_string(operand.shape.size()) +
            " strides, one for each dim, but got " + std::to_string(operand.strides.size());
    return false;
  }
  for (int64_t stride : operand.strides)
    if (!isDynamic(stride) && stride < 0) {
      error = "expected strides of at least 0, but got " + std::to_string(stride);
      return false;
    }
  if (!operand.isStatic())
    return true;
  std::vector<int64_t> strides =
      operand.strides.empty() ? getDenseStrides(operand.shape) : operand.strides;
  if (!getExtentBytes(elementBytes, operand.shape, strides)) {
    error = "size in bytes does not fit 64 bits";
    return false;
  }
  if (operand.access == Access::Write && !isWithoutOverlap(operand.shape, strides)) {
    error = "expected strides that keep the elements of an array that is written apart";
    return false;
  }
  return true;
}

static bool isSymbol(const KernelPlan &kernel, const std::string &symbol) {
  return std::any_of(
      kernel.operands.begin(), kernel.operands.end(), [&](const OperandPlan &operand) {
        return !symbol.empty() && std::find(operand.symbols.begin(), operand.symbols.end(),
                                            symbol) != operand.symbols.end();
      });
}

static bool verifyParameter(const KernelPlan &kernel, const ParameterPlan &parameter,
                            std::string &error) {
  using Kind = ParameterPlan::Kind;
  if (parameter.kind == Kind::Size) {
    if (isSymbol(kernel, parameter.symbol))
      return true;
    error = "expected the symbol of a size, but got '" + parameter.symbol + "'";
    return false;
  }
  if (parameter.operand >= kernel.operands.size()) {
    error = "expected an operand number below " + std::to_string(kernel.operands.size()) +
            ", but got " + std::to_string(parameter.operand);
    return false;
  }
  const OperandPlan &operand = kernel.operands[parameter.operand];
  bool isValue = operand.access == Access::Value;
  if (isValue != (parameter.kind == Kind::Value)) {
    error = "operand " + std::to_string(parameter.operand) + " is " +
            (isValue ? "passed by value" : "an array");
    return false;
  }
  if (parameter.kind == Kind::Stride && parameter.dim >= operand.shape.size()) {
    error = "expected a dim of operand " + std::to_string(parameter.operand) + " below " +
            std::to_string(operand.shape.size()) + ", but got " + std::to_string(parameter.dim);
    return false;
  }
  if (parameter.kind == Kind::TensorMap)
    return verifyTensorMap(operand, parameter.box, error);
  return true;
}

static bool verifyLaunchNumbers(const KernelPlan &kernel, std::string &error) {
  for (const TripCountPlan &count : kernel.tripCounts) {
    if (!isSymbol(kernel, count.symbol)) {
      error = "expected the symbol of a size in the grid, but got '" + count.symbol + "'";
      return false;
    }
    if (count.tileSize < 1) {
      error = "expected tile sizes of at least 1 in the grid, but got " +
              std::to_string(count.tileSize);
      return false;
    }
  }
  if (kernel.parameters.empty() && !kernel.isStatic()) {
    error = "expected the parameters of a kernel that is given sizes or strides at launch";
    return false;
  }
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    if (!verifyParameter(kernel, kernel.parameters[i], error)) {
      error = "parameter " + std::to_string(i) + ": " + error;
      return false;
    }
  return true;
}

static bool verifyKernel(const KernelPlan &kernel, std::string &error) {
  if (kernel.name.empty()) {
    error = "expected a kernel name";
    return false;
  }
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (kernel.grid[i] < 1 || kernel.grid[i] > maxGrid[i]) {
      error = "expected grid size " + std::to_string(i) + " from 1 to " +
              std::to_string(maxGrid[i]) + " blocks, but got " + std::to_string(kernel.grid[i]);
      return false;
    }
    if (kernel.block[i] < 1 || kernel.block[i] > maxBlock[i]) {
      error = "expected block size " + std::to_string(i) + " from 1 to " +
              std::to_string(maxBlock[i]) + " threads, but got " + std::to_string(kernel.block[i]);
      return false;
    }
    threads *= kernel.block[i];
  }
  if (threads > maxThreadsPerBlock) {
    error = "expected at most " + std::to_string(maxThreadsPerBlock) +
            " threads a block, but got " + std::to_string(threads);
    return false;
  }
  for (size_t i = 0; i < kernel.operands.size(); ++i)
    if (!verifyOperand(kernel.operands[i], error)) {
      error = "operand " + std::to_string(i) + ": " + error;
      return false;
    }
  return verifyLaunchNumbers(kernel, error);
}

bool LaunchPlan::verify(std::string &error) const {
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!verifyKernel(kernels[i], error)) {
      error = "kernel " + std::to_string(i) + " '" + kernels[i].name + "': " + error;
      return false;
    }
    for (size_t j = 0; j < i; ++j)
      if (kernels[j].name == kernels[i].name) {
        error = "kernel '" + kernels[i].name + "' stands twice";
        return false;
      }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

template <typename Range> static std::string printIntegers(const Range &range) {
  std::string text = "[";
  for (auto value : range)
    text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + "]";
}

/// Numbers, and texts where there is a symbol or `?`.
static std::string printSizes(const std::vector<int64_t> &sizes,
                              const std::vector<std::string> &symbols) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) {
    text += i ? ", " : "";
    if (isDynamic(sizes[i]))
      text += quoteJson(symbols.empty() ? "?" : symbols[i]);
    else
      text += std::to_string(sizes[i]);
  }
  return text + "]";
}

static std::string printGrid(const KernelPlan &kernel) {
  if (kernel.tripCounts.empty())
    return printIntegers(kernel.grid);
  std::string text = "{\"product\": [" + std::to_string(kernel.grid[0]);
  for (const TripCountPlan &count : kernel.tripCounts)
    text += ", {\"ceil_div\": [" + quoteJson(count.symbol) + ", " + std::to_string(count.tileSize) +
            "]}";
  return text + "]}";
}

static std::string printOperand(const OperandPlan &operand) {
  const char *access = operand.access == Access::Read    ? "read"
                       : operand.access == Access::Write ? "write"
                                                         : "value";
  return "{\"element_type\": " + quoteJson(operand.elementType) +
         ", \"shape\": " + printSizes(operand.shape, operand.symbols) +
         (operand.strides.empty() ? "" : ", \"strides\": " + printSizes(operand.strides, {})) +
         ", \"access\": \"" + access + "\"}";
}

static std::string printParameter(const ParameterPlan &parameter) {
  std::string operand = std::to_string(parameter.operand);
  switch (parameter.kind) {
  case ParameterPlan::Kind::Pointer:
    return "{\"pointer\": " + operand + "}";
  case ParameterPlan::Kind::Value:
    return "{\"value\": " + operand + "}";
  case ParameterPlan::Kind::Size:
    return "{\"size\": " + quoteJson(parameter.symbol) + "}";
  case ParameterPlan::Kind::Stride:
    return "{\"stride\": [" + operand + ", " + std::to_string(parameter.dim) + "]}";
  case ParameterPlan::Kind::TensorMap:
    return "{\"tensor_map\": " + operand + ", \"box\": " + printIntegers(parameter.box) + "}";
  }
  return "";
}

/// `"name": [...]`, an element a line.
template <typename Element>
static std::string printList(const char *name, const std::vector<Element> &elements,
                             std::string (*print)(const Element &)) {
  std::string text = ",\n      \"" + std::string(name) + "\": [";
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i ? ",\n        " : "\n        ") + print(elements[i]);
  return text + (elements.empty() ? "]" : "\n      ]");
}

/// The first version of the text form that can say it: readers of that version go on.
static int64_t getVersion(const std::vector<KernelPlan> &kernels) {
  int64_t version = 1;
  auto need = [&](int64_t least) { version = std::max(version, least); };
  for (const KernelPlan &kernel : kernels) {
    if (kernel.programmatic)
      need(4);
    for (const ParameterPlan &parameter : kernel.parameters)
      if (parameter.kind == ParameterPlan::Kind::TensorMap)
        need(3);
    if (!kernel.tripCounts.empty() || !kernel.parameters.empty())
      need(2);
    for (const OperandPlan &operand : kernel.operands)
      if (!operand.isDense())
        need(2);
  }
  return version;
}

std::string LaunchPlan::print() const {
  std::string text = "{\n  \"version\": " + std::to_string(getVersion(kernels)) +
                     ",\n  \"chip\": " + quoteJson(chip) + ",\n  \"kernels\": [";
  const char *separator = "\n";
  for (const KernelPlan &kernel : kernels) {
    text += separator;
    separator = ",\n";
    text +=
        "    {\n      \"name\": " + quoteJson(kernel.name) +
        ",\n      \"grid\": " + printGrid(kernel) +
        ",\n      \"block\": " + printIntegers(kernel.block) +
        ",\n      \"dynamic_workgroup_bytes\": " + std::to_string(kernel.dynamicWorkgroupBytes) +
        (kernel.programmatic ? ",\n      \"programmatic\": true" : "") +
        printList("operands", kernel.operands, printOperand);
    if (!kernel.parameters.empty())
      text += printList("parameters", kernel.parameters, printParameter);
    text += "\n    }";
  }
  return text + (kernels.empty() ? "]\n}\n" : "\n  ]\n}\n");
}
