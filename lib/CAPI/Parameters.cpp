//===- Parameters.cpp - arguments and results as a caller sees them -----------===//
#include "Parameters.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mcf::capi;

namespace {
struct TypeInfo {
  mcf_type type;
  const char *name;
  size_t bytes;
};
} // namespace

static constexpr TypeInfo typeInfos[] = {{MCF_F64, "f64", 8},
                                         {MCF_F32, "f32", 4},
                                         {MCF_F16, "f16", 2},
                                         {MCF_BF16, "bf16", 2},
                                         {MCF_F8E4M3FN, "f8E4M3FN", 1},
                                         {MCF_F8E5M2, "f8E5M2", 1},
                                         {MCF_I1, "i1", 1},
                                         {MCF_I8, "i8", 1},
                                         {MCF_I16, "i16", 2},
                                         {MCF_I32, "i32", 4},
                                         {MCF_I64, "i64", 8},
                                         {MCF_INDEX, "index", 8}};

static const TypeInfo *findType(mcf_type type) {
  for (const TypeInfo &info : typeInfos)
    if (info.type == type)
      return &info;
  return nullptr;
}

const char *mcf_type_name(mcf_type type) {
  const TypeInfo *info = findType(type);
  return info ? info->name : nullptr;
}

size_t mcf_type_bytes(mcf_type type) {
  const TypeInfo *info = findType(type);
  return info ? info->bytes : 0;
}

std::optional<mcf_type> mcf::capi::getElementType(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  for (const TypeInfo &info : typeInfos)
    if (text == info.name)
      return info.type;
  return std::nullopt;
}

mcf_value_info Parameter::getInfo() const {
  return {type,        isScalar, sizes.size(), sizes.data(), strides ? strides->data() : nullptr,
          text.c_str()};
}

std::string Function::describe(bool isOutput, size_t position) const {
  return (isOutput ? "output " : "input ") + std::to_string(position) + " of '" + name + "'";
}

llvm::SmallVector<int64_t> mcf::capi::getStrides(const mcf_array &array) {
  if (array.strides)
    return {array.strides, array.strides + array.rank};
  llvm::SmallVector<int64_t> strides(array.rank, 1);
  for (size_t axis = array.rank; axis-- > 1;)
    strides[axis - 1] = strides[axis] * array.sizes[axis];
  return strides;
}

/// Bytes between the first and the last element of an array of these sizes and strides do not fit
/// an address.
static bool isTooLarge(const mcf_array &array, size_t elementBytes) {
  auto reach = static_cast<int64_t>(elementBytes), elements = static_cast<int64_t>(elementBytes);
  llvm::SmallVector<int64_t> strides;
  for (size_t axis = 0; axis < array.rank; ++axis)
    if (__builtin_mul_overflow(elements, array.sizes[axis], &elements))
      return true;
  if (!array.strides)
    return false;
  for (size_t axis = 0; axis < array.rank; ++axis) {
    int64_t stride = array.strides[axis], step;
    if (stride == INT64_MIN ||
        __builtin_mul_overflow(stride < 0 ? -stride : stride, array.sizes[axis], &step) ||
        __builtin_mul_overflow(step, static_cast<int64_t>(elementBytes), &step) ||
        __builtin_add_overflow(reach, step, &reach))
      return true;
  }
  return false;
}

static bool isEmpty(const mcf_array &array) {
  return llvm::is_contained(llvm::ArrayRef(array.sizes, array.rank), 0);
}

/// True if two elements of the array may be the same.
static bool overlapsItself(const mcf_array &array) {
  if (!array.strides || isEmpty(array))
    return false;
  std::vector<int64_t> strides(array.strides, array.strides + array.rank);
  for (int64_t &stride : strides)
    stride = stride < 0 ? -stride : stride;
  return !mcf::runtime::isWithoutOverlap({array.sizes, array.sizes + array.rank}, strides);
}

static Outcome checkArray(const Function &function, bool isOutput, size_t position,
                          const mcf_array &array) {
  const Parameter &value = (isOutput ? function.outputs : function.inputs)[position];
  auto complain = [&](const std::string &expected, const std::string &got) {
    return fail(MCF_INVALID_ARRAY, function.describe(isOutput, position) + ": expected " +
                                       expected + ", but got " + got);
  };
  if (value.type == MCF_NO_TYPE)
    return fail(MCF_INVALID_ARRAY, function.describe(isOutput, position) + " is " + value.text +
                                       ", which no array of a caller can be");
  const TypeInfo *given = findType(array.type), *expected = findType(value.type);
  if (!given)
    return complain("elements of " + std::string(expected->name),
                    "type " + std::to_string(static_cast<int>(array.type)) + ", which is none");
  auto canonical = [](mcf_type type) { return type == MCF_INDEX ? MCF_I64 : type; };
  if (canonical(given->type) != canonical(expected->type))
    return complain((value.isScalar ? "a number of " : "elements of ") +
                        std::string(expected->name),
                    given->name);
  if (array.rank != value.sizes.size())
    return complain("rank " + std::to_string(value.sizes.size()) + " (" + value.text + ")",
                    std::to_string(array.rank));
  if (array.rank && !array.sizes)
    return complain("sizes", "null");
  for (size_t axis = 0; axis < array.rank; ++axis) {
    int64_t size = array.sizes[axis], known = value.sizes[axis];
    if (size < 0 || (known >= 0 && size != known))
      return complain("size " + (known >= 0 ? std::to_string(known) : "0 or more") +
                          " along axis " + std::to_string(axis) + " (" + value.text + ")",
                      std::to_string(size));
  }
  if (isTooLarge(array, given->bytes))
    return complain("an array that can be addressed", "sizes or strides beyond 63 bits");
  if (!array.data && !isEmpty(array))
    return complain("data", "null");
  if (isOutput && overlapsItself(array))
    return complain("strides that keep elements apart", "elements that may be the same");
  return ok();
}

Outcome mcf::capi::checkArrays(const Function &function, bool areOutputs, const mcf_array *arrays,
                               size_t count) {
  size_t expected = (areOutputs ? function.outputs : function.inputs).size();
  std::string what = areOutputs ? "outputs" : "inputs";
  if (count != expected)
    return fail(MCF_INVALID_ARRAY, "expected " + std::to_string(expected) + " " + what + " of '" +
                                       function.name + "', but got " + std::to_string(count));
  if (count && !arrays)
    return fail(MCF_INVALID_ARGUMENT, "expected " + std::to_string(expected) + " " + what +
                                          " of '" + function.name + "', but got null");
  for (size_t i = 0; i < count; ++i)
    if (Outcome outcome = checkArray(function, areOutputs, i, arrays[i]); !outcome.isOk())
      return outcome;
  return ok();
}
