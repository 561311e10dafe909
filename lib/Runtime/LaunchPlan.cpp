//===- LaunchPlan.cpp - how the kernels of a PTX file are launched --------===//
#include "MCFuser/Runtime/LaunchPlan.h"
#include "Json.h"
#include <algorithm>
#include <limits>

using namespace mcf::runtime;

namespace {
struct ElementType {
  const char *name;
  unsigned bytes;
};
struct AccessName {
  const char *name;
  Access access;
};
} // namespace

static constexpr ElementType elementTypes[] = {
    {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8},      {"i1", 1},    {"i8", 1},
    {"i16", 2}, {"i32", 4},  {"i64", 8}, {"f8E4M3FN", 1}, {"f8E5M2", 1}};
static constexpr AccessName accessNames[] = {
    {"read", Access::Read}, {"write", Access::Write}, {"value", Access::Value}};
static constexpr int64_t planVersion = 1;
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

uint64_t OperandPlan::getBytes() const {
  uint64_t bytes = getElementBytes(elementType);
  for (int64_t size : shape)
    bytes *= static_cast<uint64_t>(size);
  return bytes;
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
  int64_t bytes = elementBytes;
  for (int64_t size : operand.shape) {
    if (size < 1) {
      error = "expected a size of at least 1 element, but got " + std::to_string(size);
      return false;
    }
    if (__builtin_mul_overflow(bytes, size, &bytes)) {
      error = "size in bytes does not fit 64 bits";
      return false;
    }
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
  return true;
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

static const char *printAccess(Access access) {
  for (const AccessName &name : accessNames)
    if (name.access == access)
      return name.name;
  return "value";
}

std::string LaunchPlan::print() const {
  std::string text = "{\n  \"version\": " + std::to_string(planVersion) +
                     ",\n  \"chip\": " + quoteJson(chip) + ",\n  \"kernels\": [";
  const char *separator = "\n";
  for (const KernelPlan &kernel : kernels) {
    text += separator;
    separator = ",\n";
    text +=
        "    {\n      \"name\": " + quoteJson(kernel.name) +
        ",\n      \"grid\": " + printIntegers(kernel.grid) +
        ",\n      \"block\": " + printIntegers(kernel.block) +
        ",\n      \"dynamic_workgroup_bytes\": " + std::to_string(kernel.dynamicWorkgroupBytes) +
        ",\n      \"operands\": [";
    const char *operandSeparator = "\n";
    for (const OperandPlan &operand : kernel.operands) {
      text += operandSeparator;
      operandSeparator = ",\n";
      text += "        {\"element_type\": " + quoteJson(operand.elementType) +
              ", \"shape\": " + printIntegers(operand.shape) + ", \"access\": \"" +
              printAccess(operand.access) + "\"}";
    }
    text += kernel.operands.empty() ? "]\n    }" : "\n      ]\n    }";
  }
  return text + (kernels.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

//===----------------------------------------------------------------------===//
// Reader
//===----------------------------------------------------------------------===//

namespace {
/// Takes a plan out of its JSON. Each function gives the path of what it reads, for the message.
class PlanReader {
public:
  explicit PlanReader(std::string &error) : error(error) {}

  bool readPlan(const Json &json, LaunchPlan &plan) {
    int64_t version;
    const Json *kernels;
    if (!checkMembers(json, "the plan", {"version", "chip", "kernels"}) ||
        !readInteger(json, "the plan", "version", version, 0, 1 << 30))
      return false;
    if (version != planVersion)
      return fail("expected version " + std::to_string(planVersion) + ", but got " +
                  std::to_string(version));
    if (!readString(json, "the plan", "chip", plan.chip) ||
        !readArray(json, "the plan", "kernels", kernels))
      return false;
    for (size_t i = 0; i < kernels->elements.size(); ++i) {
      plan.kernels.emplace_back();
      if (!readKernel(kernels->elements[i], "kernel " + std::to_string(i), plan.kernels.back()))
        return false;
    }
    return true;
  }

private:
  bool fail(const std::string &reason) {
    error = reason;
    return false;
  }

  bool readKernel(const Json &json, const std::string &where, KernelPlan &kernel) {
    int64_t bytes;
    const Json *operands;
    if (!checkMembers(json, where,
                      {"name", "grid", "block", "dynamic_workgroup_bytes", "operands"}) ||
        !readString(json, where, "name", kernel.name) ||
        !readExtents(json, where, "grid", kernel.grid) ||
        !readExtents(json, where, "block", kernel.block) ||
        !readInteger(json, where, "dynamic_workgroup_bytes", bytes, 0,
                     std::numeric_limits<int32_t>::max()) ||
        !readArray(json, where, "operands", operands))
      return false;
    kernel.dynamicWorkgroupBytes = static_cast<uint32_t>(bytes);
    for (size_t i = 0; i < operands->elements.size(); ++i) {
      kernel.operands.emplace_back();
      if (!readOperand(operands->elements[i], where + ", operand " + std::to_string(i),
                       kernel.operands.back()))
        return false;
    }
    return true;
  }

  bool readOperand(const Json &json, const std::string &where, OperandPlan &operand) {
    const Json *shape;
    std::string access;
    if (!checkMembers(json, where, {"element_type", "shape", "access"}) ||
        !readString(json, where, "element_type", operand.elementType) ||
        !readArray(json, where, "shape", shape) || !readString(json, where, "access", access))
      return false;
    for (const Json &size : shape->elements) {
      if (size.kind != Json::Kind::Integer)
        return fail(where + ": expected integers in \"shape\"");
      operand.shape.push_back(size.integer);
    }
    for (const AccessName &name : accessNames)
      if (access == name.name) {
        operand.access = name.access;
        return true;
      }
    return fail(where + ": expected \"access\" read, write or value, but got " + access);
  }

  /// Refuses what is no object and members that nobody reads: a misspelled member is an error.
  bool checkMembers(const Json &json, const std::string &where,
                    const std::vector<std::string> &names) {
    if (json.kind != Json::Kind::Object)
      return fail(where + ": expected an object");
    for (const auto &member : json.members)
      if (std::find(names.begin(), names.end(), member.first) == names.end())
        return fail(where + ": unknown member \"" + member.first + "\"");
    for (const std::string &name : names)
      if (!json.find(name))
        return fail(where + ": expected a member \"" + name + "\"");
    return true;
  }

  bool readString(const Json &json, const std::string &where, const char *name,
                  std::string &value) {
    const Json *member = json.find(name);
    if (member->kind != Json::Kind::String)
      return fail(where + ": expected a string as \"" + name + "\"");
    value = member->string;
    return true;
  }

  bool readArray(const Json &json, const std::string &where, const char *name, const Json *&value) {
    value = json.find(name);
    if (value->kind != Json::Kind::Array)
      return fail(where + ": expected an array as \"" + name + "\"");
    return true;
  }

  bool readInteger(const Json &json, const std::string &where, const char *name, int64_t &value,
                   int64_t min, int64_t max) {
    const Json *member = json.find(name);
    if (member->kind != Json::Kind::Integer)
      return fail(where + ": expected an integer as \"" + name + "\"");
    value = member->integer;
    if (value < min || value > max)
      return fail(where + ": expected \"" + name + "\" from " + std::to_string(min) + " to " +
                  std::to_string(max) + ", but got " + std::to_string(value));
    return true;
  }

  bool readExtents(const Json &json, const std::string &where, const char *name,
                   std::array<uint32_t, 3> &value) {
    const Json *array;
    if (!readArray(json, where, name, array))
      return false;
    if (array->elements.size() != 3)
      return fail(where + ": expected 3 integers in \"" + name + "\", but got " +
                  std::to_string(array->elements.size()));
    for (int i = 0; i < 3; ++i) {
      const Json &element = array->elements[i];
      if (element.kind != Json::Kind::Integer || element.integer < 0 ||
          element.integer > std::numeric_limits<uint32_t>::max())
        return fail(where + ": expected integers from 0 to 4294967295 in \"" + name + "\"");
      value[i] = static_cast<uint32_t>(element.integer);
    }
    return true;
  }

  std::string &error;
};
} // namespace

std::optional<LaunchPlan> LaunchPlan::parse(const std::string &text, std::string &error) {
  std::optional<Json> json = Json::parse(text, error);
  if (!json)
    return std::nullopt;
  LaunchPlan plan;
  if (!PlanReader(error).readPlan(*json, plan) || !plan.verify(error))
    return std::nullopt;
  return plan;
}
