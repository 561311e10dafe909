//===- LaunchPlanReader.cpp - launch plans from their text form -----------===//
#include "Json.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include <algorithm>
#include <limits>

using namespace mcf::runtime;

namespace {
struct AccessName {
  const char *name;
  Access access;
};
} // namespace

static constexpr AccessName accessNames[] = {
    {"read", Access::Read}, {"write", Access::Write}, {"value", Access::Value}};
static constexpr int64_t lastVersion = 4;

namespace {
/// Takes a plan out of its JSON. Each function gives the path of what it reads, for the message.
class PlanReader {
public:
  explicit PlanReader(std::string &error) : error(error) {}

  bool readPlan(const Json &json, LaunchPlan &plan) {
    const Json *kernels;
    if (!checkMembers(json, "the plan", {"version", "chip", "kernels"}) ||
        !readInteger(json, "the plan", "version", version, 0, 1 << 30))
      return false;
    if (version < 1 || version > lastVersion)
      return fail("expected version 1 to " + std::to_string(lastVersion) + ", but got " +
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
    const Json *operands, *parameters = version > 1 ? json.find("parameters") : nullptr;
    std::vector<std::string> names = {"name", "grid", "block", "dynamic_workgroup_bytes",
                                      "operands"};
    if (parameters)
      names.push_back("parameters");
    const Json *programmatic = version > 3 ? json.find("programmatic") : nullptr;
    if (programmatic)
      names.push_back("programmatic");
    if (!checkMembers(json, where, names) || !readString(json, where, "name", kernel.name) ||
        !readGrid(json, where, kernel) || !readExtents(json, where, "block", kernel.block) ||
        !readInteger(json, where, "dynamic_workgroup_bytes", bytes, 0,
                     std::numeric_limits<int32_t>::max()) ||
        !readArray(json, where, "operands", operands) ||
        (parameters && !readArray(json, where, "parameters", parameters)))
      return false;
    if (programmatic && programmatic->kind != Json::Kind::Bool)
      return fail(where + ": expected true or false as \"programmatic\"");
    kernel.dynamicWorkgroupBytes = static_cast<uint32_t>(bytes);
    kernel.programmatic = programmatic && programmatic->boolean;
    for (size_t i = 0; i < operands->elements.size(); ++i) {
      kernel.operands.emplace_back();
      if (!readOperand(operands->elements[i], where + ", operand " + std::to_string(i),
                       kernel.operands.back()))
        return false;
    }
    for (size_t i = 0; parameters && i < parameters->elements.size(); ++i) {
      kernel.parameters.emplace_back();
      if (!readParameter(parameters->elements[i], where + ", parameter " + std::to_string(i),
                         kernel.parameters.back()))
        return false;
    }
    return true;
  }

  /// Three numbers, or from version 2 on a product for the first.
  bool readGrid(const Json &json, const std::string &where, KernelPlan &kernel) {
    const Json *grid = json.find("grid");
    if (version < 2 || grid->kind != Json::Kind::Object)
      return readExtents(json, where, "grid", kernel.grid);
    const Json *factors;
    if (!checkMembers(*grid, where + ", grid", {"product"}) ||
        !readArray(*grid, where + ", grid", "product", factors))
      return false;
    uint64_t number = 1;
    for (const Json &factor : factors->elements) {
      if (factor.kind == Json::Kind::Integer) {
        if (factor.integer < 0 || factor.integer > std::numeric_limits<uint32_t>::max() ||
            (number *= static_cast<uint64_t>(factor.integer)) >
                std::numeric_limits<uint32_t>::max())
          return fail(where +
                      ": expected numbers in \"product\" that multiply to at most 4294967295");
        continue;
      }
      const Json *count;
      std::string there = where + ", grid";
      if (!checkMembers(factor, there, {"ceil_div"}) ||
          !readArray(factor, there, "ceil_div", count))
        return false;
      if (count->elements.size() != 2 || count->elements[0].kind != Json::Kind::String ||
          count->elements[1].kind != Json::Kind::Integer)
        return fail(there + ": expected a symbol and an integer in \"ceil_div\"");
      kernel.tripCounts.push_back({count->elements[0].string, count->elements[1].integer});
    }
    kernel.grid = {static_cast<uint32_t>(number), 1, 1};
    return true;
  }

  bool readOperand(const Json &json, const std::string &where, OperandPlan &operand) {
    const Json *shape, *strides = version > 1 ? json.find("strides") : nullptr;
    std::string access;
    std::vector<std::string> names = {"element_type", "shape", "access"};
    if (strides)
      names.push_back("strides");
    if (!checkMembers(json, where, names) ||
        !readString(json, where, "element_type", operand.elementType) ||
        !readArray(json, where, "shape", shape) || !readString(json, where, "access", access) ||
        (strides && !readArray(json, where, "strides", strides)))
      return false;
    for (const Json &size : shape->elements) {
      bool isSymbol = version > 1 && size.kind == Json::Kind::String && !size.string.empty();
      if (!isSymbol && size.kind != Json::Kind::Integer)
        return fail(where + ": expected integers " + (version > 1 ? "or symbols " : "") +
                    "in \"shape\"");
      operand.shape.push_back(isSymbol ? OperandPlan::dynamic : size.integer);
      operand.symbols.push_back(size.string);
    }
    if (operand.isStatic())
      operand.symbols.clear();
    for (size_t i = 0; strides && i < strides->elements.size(); ++i) {
      const Json &stride = strides->elements[i];
      bool isGiven = stride.kind == Json::Kind::String && stride.string == "?";
      if (!isGiven && stride.kind != Json::Kind::Integer)
        return fail(where + ": expected integers or \"?\" in \"strides\"");
      operand.strides.push_back(isGiven ? OperandPlan::dynamic : stride.integer);
    }
    for (const AccessName &name : accessNames)
      if (access == name.name) {
        operand.access = name.access;
        return true;
      }
    return fail(where + ": expected \"access\" read, write or value, but got " + access);
  }

  bool readParameter(const Json &json, const std::string &where, ParameterPlan &parameter) {
    using Kind = ParameterPlan::Kind;
    if (version > 2 && json.kind == Json::Kind::Object && json.find("tensor_map"))
      return readTensorMap(json, where, parameter);
    const std::string expected = where +
                                 ": expected one of \"pointer\", \"value\" (a number), "
                                 "\"size\" (a symbol) and \"stride\" (two numbers)" +
                                 (version > 2 ? ", or \"tensor_map\" and \"box\"" : "");
    if (json.kind != Json::Kind::Object || json.members.size() != 1)
      return fail(expected);
    const std::string &name = json.members[0].first;
    const Json &value = json.members[0].second;
    auto isNumber = [](const Json &number) {
      return number.kind == Json::Kind::Integer && number.integer >= 0;
    };
    if ((name == "pointer" || name == "value") && isNumber(value)) {
      parameter.kind = name == "value" ? Kind::Value : Kind::Pointer;
      parameter.operand = static_cast<size_t>(value.integer);
    } else if (name == "size" && value.kind == Json::Kind::String) {
      parameter.kind = Kind::Size;
      parameter.symbol = value.string;
    } else if (name == "stride" && value.kind == Json::Kind::Array && value.elements.size() == 2 &&
               isNumber(value.elements[0]) && isNumber(value.elements[1])) {
      parameter.kind = Kind::Stride;
      parameter.operand = static_cast<size_t>(value.elements[0].integer);
      parameter.dim = static_cast<size_t>(value.elements[1].integer);
    } else {
      return fail(expected);
    }
    return true;
  }

  bool readTensorMap(const Json &json, const std::string &where, ParameterPlan &parameter) {
    int64_t operand;
    const Json *box;
    if (!checkMembers(json, where, {"tensor_map", "box"}) ||
        !readInteger(json, where, "tensor_map", operand, 0, std::numeric_limits<int64_t>::max()) ||
        !readArray(json, where, "box", box))
      return false;
    parameter.kind = ParameterPlan::Kind::TensorMap;
    parameter.operand = static_cast<size_t>(operand);
    for (const Json &size : box->elements) {
      if (size.kind != Json::Kind::Integer)
        return fail(where + ": expected integers in \"box\"");
      parameter.box.push_back(size.integer);
    }
    return true;
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
  int64_t version = 0;
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
