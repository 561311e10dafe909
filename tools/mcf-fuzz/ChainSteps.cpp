//===- ChainSteps.cpp - elementwise ops and views between contractions -----===//
#include "ChainGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mcf::fuzz;

/// A random number of steps, each with an op of its own or a few.
Array ChainGenerator::steps(const std::string &p, Array x, ArrayRef<int64_t> counts) {
  for (int64_t i = 0, n = c.pick(p + "steps", counts); i < n; ++i) {
    std::string step = p + std::to_string(i) + ".";
    if (isInteger(x.element) && c.chance(step + "dequantize", 50))
      x = dequantize(step, x);
    switch (c.pick(step + "step", {38, 27, 25, 10})) {
    case 0:
      x = unary(step, x);
      break;
    case 1:
      x = binary(step, x);
      break;
    case 2:
      x = rows(step, x);
      break;
    case 3:
      x = view(step, x);
      break;
    }
    if (c.chance(step + "kept", 4))
      results.push_back(x);
  }
  return x;
}

Array ChainGenerator::castTo(const std::string &p, const Array &from, const std::string &element) {
  if (from.element == element)
    return from;
  // Far below the largest number of either kind.
  Array x = isSmallFloat(element) ? bounded(from, 40) : from;
  Array result;
  bool isDirect = !isInteger(x.element) && (x.element == "f32" || element == "f32");
  if (isDirect && c.chance(p + "on-tensors", 20))
    result = w.elementwise(element == "f32" ? "arith.extf" : "arith.truncf", x, element);
  else
    result = w.map(x, element, [&](Scalars &s, std::vector<std::string> args) {
      return s.cast(args[0], x.element, element);
    });
  result.size = x.size;
  return result;
}

Array ChainGenerator::dequantize(const std::string &p, const Array &x) {
  if (!isInteger(x.element))
    return x;
  if (isInteger(narrow)) {
    narrow = c.chance(p + "to-f32", 30) ? "f32" : "f16";
    wide = "f32";
  }
  Array result = w.map(x, "f32", [&](Scalars &s, std::vector<std::string> args) {
    std::string value = s.cast(args[0], x.element, "f32");
    return s.op("arith.mulf", {value, s.constant(0.03125, "f32")}, "f32");
  });
  result.size = x.size / 32;
  return result;
}

/// Exact, and so equal in any order.
Array ChainGenerator::integerUnary(const std::string &p, const Array &x) {
  const std::string &t = x.element;
  int64_t kind = c.pick(p + "integer", {30, 25, 20, 15, 10});
  Array result = w.map(x, t, [&](Scalars &s, std::vector<std::string> args) {
    switch (kind) {
    case 0:
      return s.op("arith.maxsi", {args[0], s.integer(0, t)}, t);
    case 1:
      return s.op("arith.shrsi", {args[0], s.integer(2, t)}, t);
    case 2:
      return s.op("arith.muli", {args[0], s.integer(3, t)}, t);
    case 3:
      return s.op("arith.minsi",
                  {s.op("arith.addi", {args[0], s.integer(5, t)}, t), s.integer(90, t)}, t);
    default: // wraps around
      return s.cast(s.cast(args[0], t, "i8"), "i8", t);
    }
  });
  result.size = x.size;
  return result;
}

Array ChainGenerator::bounded(const Array &x, double limit) {
  if (x.size <= limit || isInteger(x.element))
    return x;
  double factor = std::exp2(std::floor(std::log2(limit / x.size)));
  Array result = w.map(x, x.element, [&](Scalars &s, std::vector<std::string> args) {
    return s.op("arith.mulf", {args[0], s.constant(factor, x.element)}, x.element);
  });
  result.size = x.size * factor;
  return result;
}

namespace {
/// Elementwise functions.
enum class Unary {
  ReluMaximum,
  ReluSelect,
  ReluMaxNum,
  Scale,
  Abs,
  Sigmoid,
  SiLU,
  Tanh,
  GeluErf,
  GeluTanh,
  Exp,
  Square,
  DownAndUp,
  Leaky,
  Clamp,
  AddConstant,
  Negate,
  Log,
  Rsqrt,
  Last = Rsqrt
};
} // namespace

static std::string sigmoid(Scalars &s, const std::string &x, StringRef t) {
  std::string one = s.constant(1, t);
  std::string e = s.op("math.exp", {s.op("arith.negf", {x}, t)}, t);
  return s.op("arith.divf", {one, s.op("arith.addf", {e, one}, t)}, t);
}

static std::string emitUnary(Unary kind, Scalars &s, const std::string &x, StringRef t,
                             StringRef narrow) {
  auto number = [&](double value) { return s.constant(value, t); };
  auto mul = [&](const std::string &a, const std::string &b) {
    return s.op("arith.mulf", {a, b}, t);
  };
  auto add = [&](const std::string &a, const std::string &b) {
    return s.op("arith.addf", {a, b}, t);
  };
  switch (kind) {
  case Unary::ReluMaximum:
    return s.op("arith.maximumf", {x, number(0)}, t);
  case Unary::ReluSelect: {
    std::string zero = number(0);
    return s.select(s.compare("ugt", x, zero, t), x, zero, t);
  }
  case Unary::ReluMaxNum:
    return s.op("arith.maxnumf", {x, number(0)}, t);
  case Unary::Scale:
    return mul(x, number(0.3125));
  case Unary::Abs:
    return s.op("math.absf", {x}, t);
  case Unary::Sigmoid:
    return sigmoid(s, x, t);
  case Unary::SiLU:
    return mul(x, sigmoid(s, x, t));
  case Unary::Tanh:
    return s.op("math.tanh", {x}, t);
  case Unary::GeluErf: {
    std::string e = s.op("math.erf", {mul(x, number(0.70710678))}, t);
    return mul(mul(x, number(0.5)), add(e, number(1)));
  }
  case Unary::GeluTanh: {
    std::string cube = mul(mul(x, mul(x, x)), number(0.044715));
    std::string e = s.op("math.tanh", {mul(add(x, cube), number(0.79788456))}, t);
    return mul(mul(x, number(0.5)), add(e, number(1)));
  }
  case Unary::Exp:
    return s.op("math.exp", {x}, t);
  case Unary::Square:
    return mul(x, x);
  case Unary::DownAndUp:
    return s.cast(s.cast(x, t, narrow), narrow, t);
  case Unary::Leaky: {
    std::string inside = s.compare("ogt", x, number(0), t);
    return s.select(inside, x, mul(x, number(0.125)), t);
  }
  case Unary::Clamp:
    return s.op("arith.minimumf", {s.op("arith.maximumf", {x, number(-1)}, t), number(2)}, t);
  case Unary::AddConstant:
    return add(x, number(0.75));
  case Unary::Negate:
    return s.op("arith.negf", {x}, t);
  case Unary::Log:
    return s.op("math.log", {add(mul(x, x), number(1))}, t);
  case Unary::Rsqrt:
    return s.op("math.rsqrt", {add(mul(x, x), number(1))}, t);
  }
  return x;
}

/// About the root mean square of the result where that of `x` is `size`.
static double sizeAfter(Unary kind, double size) {
  switch (kind) {
  case Unary::Scale:
    return size * 0.3125;
  case Unary::Sigmoid:
  case Unary::Tanh:
  case Unary::Clamp:
  case Unary::Rsqrt:
  case Unary::Log:
    return 1;
  case Unary::Exp:
    return 4;
  case Unary::Square:
    return 2 * size * size;
  case Unary::AddConstant:
    return size + 0.75;
  default:
    return size;
  }
}

Array ChainGenerator::unary(const std::string &p, Array x) {
  if (isInteger(x.element))
    return x.element == "i32" ? integerUnary(p, x) : x;
  Unary kind = Unary(c.below(p + "unary", int64_t(Unary::Last) + 1));
  if (kind == Unary::Exp)
    x = bounded(x, 1.5);
  if (kind == Unary::Square || kind == Unary::GeluTanh || kind == Unary::Log ||
      kind == Unary::Rsqrt)
    x = bounded(x, 8);
  if (kind == Unary::DownAndUp && isSmallFloat(narrow))
    x = bounded(x, 40);
  const std::string &t = x.element;
  if (kind == Unary::Tanh && c.chance(p + "on-tensors", 30)) {
    Array result = w.elementwise("math.tanh", x, t);
    result.size = 1;
    return result;
  }
  // In a narrow type, or in f32 and back.
  std::string inner = t != "f32" && c.chance(p + "in-f32", 50) ? "f32" : t;
  Array result = w.map(x, t, [&](Scalars &s, std::vector<std::string> args) {
    std::string value = s.cast(args[0], t, inner);
    return s.cast(emitUnary(kind, s, value, inner, narrow), inner, t);
  });
  result.size = sizeAfter(kind, x.size);
  return result;
}

/// With a bias, a residual, a factor or an array that was there before.
Array ChainGenerator::binary(const std::string &p, Array x) {
  static constexpr llvm::StringLiteral ops[] = {"arith.addf", "arith.mulf", "arith.subf",
                                                "arith.maximumf"};
  int64_t op = c.pick(p + "binary", {55, 25, 12, 8});
  std::string t = x.element, dims;
  switch (c.pick(p + "other-dims", {35, 20, 25, 10, 10})) {
  case 0: // one dim, the last one often
    if (!x.dims.empty())
      dims = x.dims.substr(
          c.chance(p + "any", 40) ? c.below(p + "dim", x.dims.size()) : x.dims.size() - 1, 1);
    break;
  case 1:
    dims = x.dims;
    break;
  case 2: // any of them
    for (size_t i = 0; i < x.dims.size(); ++i)
      if (c.chance(p + "has" + std::to_string(i), 50))
        dims += x.dims[i];
    break;
  case 3: // none: a scalar
    break;
  case 4: { // what was computed before, if it fits
    for (const Array &array : llvm::reverse(earlier))
      if (array.name != x.name &&
          llvm::all_of(array.dims, [&](char dim) { return x.hasDim(dim); })) {
        if (isInteger(array.element) != isInteger(t))
          continue;
        Array other = bounded(array, 30);
        Array result = w.map({x, other}, t, [&](Scalars &s, std::vector<std::string> args) {
          return s.op(ops[op], {args[0], s.cast(args[1], other.element, t)}, t);
        });
        result.size = op == 1 ? x.size * other.size : x.size + other.size;
        return result;
      }
    dims = x.dims;
    break;
  }
  }
  dims = reorder(p, dims);
  bool mayBeNarrow = t != narrow && isInteger(t) == isInteger(narrow);
  std::string element = mayBeNarrow && c.chance(p + "narrow", 50) ? narrow : t;
  Array other = dims.empty() || c.chance(p + "plain", 60) ? w.argument(dims, element)
                                                          : input(p, dims, element);
  Array result;
  if (element == t && c.chance(p + "by-broadcast", 20)) {
    // As a named op with operands of one shape.
    std::string sorted = x.dims;
    llvm::erase_if(sorted, [&](char dim) { return !other.hasDim(dim); });
    if (sorted != other.dims)
      other = w.transpose(other, sorted);
    if (sorted != x.dims)
      other = w.broadcast(other, x.dims);
    result = w.elementwise(ops[op], {x, other}, t);
  } else {
    result = w.map({x, other}, t, [&](Scalars &s, std::vector<std::string> args) {
      std::string b = s.cast(args[1], element, t);
      bool swapped = c.chance(p + "swapped", 20);
      return s.op(ops[op],
                  swapped ? ArrayRef<std::string>{b, args[0]} : ArrayRef<std::string>{args[0], b},
                  t);
    });
  }
  result.size = op == 1 ? x.size : x.size + 1;
  return result;
}

/// The same elements in other places.
Array ChainGenerator::view(const std::string &p, Array x) {
  if (x.dims.size() < 2)
    return x;
  switch (c.pick(p + "view", {45, 25, 30})) {
  case 0: {
    std::string dims = x.dims;
    size_t last = dims.size() - 1;
    std::swap(dims[last], dims[c.below(p + "with", last)]);
    return w.transpose(x, dims);
  }
  case 1: { // there and back
    size_t first = c.below(p + "merged", x.dims.size() - 1);
    Array merged = w.collapse(x, first);
    return w.expand(merged, merged.dims[first]);
  }
  default: { // with something done to it between
    size_t first = c.below(p + "merged", x.dims.size() - 1);
    Array merged = w.collapse(x, first);
    char dim = merged.dims[first];
    merged = unary(p, merged);
    return w.expand(merged, dim);
  }
  }
}
