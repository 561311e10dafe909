//===- ChainRows.cpp - reductions, softmax and masks between contractions --===//
#include "ChainGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mcf::fuzz;

/// The dim that was added last, or any.
char ChainGenerator::pickDim(const std::string &p, const Array &x) {
  if (!c.chance(p + "any-dim", 35))
    return x.dims.back();
  return x.dims[c.below(p + "dim", x.dims.size())];
}

static std::string without(std::string dims, char dim) {
  dims.erase(dims.find(dim), 1);
  return dims;
}

/// Sum or maximum over one dim.
Array ChainGenerator::reduce(const std::string &p, const Array &x, char dim, bool isMax) {
  const std::string &t = x.element;
  std::string op = !isMax                       ? "arith.addf"
                   : c.chance(p + "maxnum", 20) ? "arith.maxnumf"
                                                : "arith.maximumf";
  double start = 0;
  if (isMax)
    start = isInteger(t)                      ? -2147483648.0
            : c.chance(p + "from-lowest", 20) ? (t == "f16" ? -65504.0 : -3.0e38)
                                              : -INFINITY;
  Array init = w.filled(start, without(x.dims, dim), t), result;
  if (c.chance(p + "generic", 55))
    result = w.generic(x.dims, StringRef(&dim, 1), x, init,
                       [&](Scalars &s, std::vector<std::string> args) {
                         return std::vector<std::string>{s.op(op, {args[0], args[1]}, t)};
                       })
                 .front();
  else
    result = w.reduce(x, dim, init, op);
  result.size = isMax ? 3 * x.size : x.size * w.getSize(dim);
  return result;
}

/// The maximum, perhaps with its position, which nothing reads.
Array ChainGenerator::maximum(const std::string &p, const Array &x, char dim) {
  if (!c.chance(p + "argmax", 15))
    return reduce(p, x, dim, /*isMax=*/true);
  const std::string &t = x.element;
  std::string dims = without(x.dims, dim);
  Array max = w.filled(-INFINITY, dims, t), position = w.filled(0, dims, "i64");
  return w
      .generic(x.dims, StringRef(&dim, 1), x, {max, position},
               [&](Scalars &s, std::vector<std::string> args) {
                 std::string here = s.op("arith.index_cast", {s.index(dim)}, "index to i64");
                 std::string greater = s.compare("ogt", args[0], args[1], t);
                 std::string value = c.chance(p + "by-maximum", 50)
                                         ? s.op("arith.maximumf", {args[0], args[1]}, t)
                                         : s.select(greater, args[0], args[1], t);
                 return std::vector<std::string>{value, s.select(greater, here, args[2], "i64")};
               })
      .front();
}

/// `x op statistic`, the statistic repeated along what it lacks.
Array ChainGenerator::combine(const Array &x, const Array &statistic, StringRef op) {
  return w.map({x, statistic}, x.element, [&](Scalars &s, std::vector<std::string> args) {
    return s.op(op, {args[0], args[1]}, x.element);
  });
}

/// One of the ways in which programs spell a softmax.
Array ChainGenerator::softmax(const std::string &p, const Array &x, char dim) {
  const std::string t = x.element;
  auto exp = [&](const Array &array) {
    return w.map(array, t, [&](Scalars &s, std::vector<std::string> args) {
      return s.op("math.exp", {args[0]}, t);
    });
  };
  auto shifted = [&](const Array &statistic) {
    if (c.chance(p + "two-ops", 30))
      return exp(combine(x, statistic, "arith.subf"));
    return w.map({x, statistic}, t, [&](Scalars &s, std::vector<std::string> args) {
      return s.op("math.exp", {s.op("arith.subf", {args[0], args[1]}, t)}, t);
    });
  };
  Array result;
  switch (c.pick(p + "spelling", {30, 35, 10, 15, 10})) {
  case 0:
    result = w.softmax(x, dim);
    break;
  case 1: {
    Array e = shifted(maximum(p + "max.", x, dim));
    result = combine(e, reduce(p + "sum.", e, dim, false), "arith.divf");
    break;
  }
  case 2: { // times the reciprocal
    Array e = shifted(maximum(p + "max.", x, dim));
    Array sum = reduce(p + "sum.", e, dim, false);
    Array inverse = w.map(sum, t, [&](Scalars &s, std::vector<std::string> args) {
      return s.op("arith.divf", {s.constant(1, t), args[0]}, t);
    });
    result = combine(e, inverse, "arith.mulf");
    break;
  }
  case 3: { // log-sum-exp
    Array max = maximum(p + "max.", x, dim);
    Array sum = reduce(p + "sum.", shifted(max), dim, false);
    Array total = w.map({sum, max}, t, [&](Scalars &s, std::vector<std::string> args) {
      return s.op("arith.addf", {s.op("math.log", {args[0]}, t), args[1]}, t);
    });
    if (c.chance(p + "keep-lse", 15))
      results.push_back(total);
    result = shifted(total);
    break;
  }
  case 4: { // without a maximum
    Array e = exp(bounded(x, 1.5));
    result = combine(e, reduce(p + "sum.", e, dim, false), "arith.divf");
    break;
  }
  }
  result.size = 1.5 / std::sqrt(double(std::max<int64_t>(1, w.getSize(dim))));
  return result;
}

/// The condition of a mask by position: true where the element counts.
std::string ChainGenerator::condition(const std::string &p, Scalars &s, char row, char column) {
  std::string i = s.index(row), j = s.index(column);
  int64_t rows = w.getSize(row), columns = w.getSize(column), some = std::max<int64_t>(1, columns);
  auto le = [&](const std::string &a, const std::string &b) {
    return s.compare("sle", a, b, "index");
  };
  auto plus = [&](const std::string &a, int64_t b) {
    return s.op("arith.addi", {a, s.integer(b, "index")}, "index");
  };
  switch (c.pick(p + "condition", {30, 20, 20, 15, 15})) {
  case 0: // causal, from the top left
    return le(j, i);
  case 1: // causal, from the bottom right
    return le(j, plus(i, columns - rows));
  case 2: { // a window of the past
    int64_t width = 1 + c.below(p + "width", some);
    return s.op("arith.andi", {le(j, i), le(i, plus(j, width - 1))}, "i1");
  }
  case 3: { // a window to both sides
    int64_t width = c.below(p + "width", some);
    return s.op("arith.andi", {le(j, plus(i, width)), le(i, plus(j, width))}, "i1");
  }
  default: // padding
    return s.compare("slt", j, s.integer(1 + c.below(p + "length", some), "index"), "index");
  }
}

/// Puts `low` where the mask says so.
Array ChainGenerator::mask(const std::string &p, const Array &x, char column, double low) {
  const std::string t = x.element;
  std::string others = without(x.dims, column);
  // The last of the other dims, if there is one.
  char row = others.empty() ? column : others[others.size() - 1];
  std::string dims;
  for (char dim : x.dims)
    if (dim == column ||
        c.chance(p + "along" + std::to_string(others.find(dim)), dim == row ? 70 : 25))
      dims += dim;
  Array result;
  switch (c.pick(p + "mask", {35, 15, 10, 20, 20})) {
  case 0: // by position, in place
    result = w.map(x, t, [&](Scalars &s, std::vector<std::string> args) {
      std::string in = condition(p, s, row, column);
      return s.select(in, args[0], s.constant(low, t), t);
    });
    break;
  case 1: // the same, added
    result = w.map(x, t, [&](Scalars &s, std::vector<std::string> args) {
      std::string in = condition(p, s, row, column);
      std::string bias = s.select(in, s.constant(0, t), s.constant(low, t), t);
      return s.op("arith.addf", {args[0], bias}, t);
    });
    break;
  case 2: { // an array of its own
    std::string space = row == column ? std::string(1, row) : std::string{row, column};
    Array bias =
        w.generic(space, "", {}, w.empty(space, t), [&](Scalars &s, std::vector<std::string>) {
           std::string in = condition(p, s, row, column);
           return std::vector<std::string>{s.select(in, s.constant(0, t), s.constant(low, t), t)};
         }).front();
    result = combine(x, bias, "arith.addf");
    break;
  }
  case 3: { // an input that says what counts
    bool isBoolean = c.chance(p + "boolean", 60);
    Array keep = w.argument(dims, isBoolean ? "i1" : "i8");
    result = w.map({x, keep}, t, [&](Scalars &s, std::vector<std::string> args) {
      std::string in = isBoolean ? args[1] : s.compare("sgt", args[1], s.integer(-2, "i8"), "i8");
      return s.select(in, args[0], s.constant(low, t), t);
    });
    break;
  }
  case 4: { // an input of numbers
    Array bias = input(p + "bias.", dims, t);
    result = combine(x, bias, "arith.addf");
    break;
  }
  }
  result.size = x.size;
  return result;
}

/// `x` over its norm along a dim, of which there are several.
Array ChainGenerator::norm(const std::string &p, const Array &x, char dim) {
  const std::string t = x.element;
  auto each = [&](const Array &array, function_ref<std::string(Scalars &, std::string)> f) {
    return w.map(array, t,
                 [&](Scalars &s, std::vector<std::string> args) { return f(s, args[0]); });
  };
  auto square = [&](const Array &array) {
    return each(array, [&](Scalars &s, std::string v) { return s.op("arith.mulf", {v, v}, t); });
  };
  double count = double(std::max<int64_t>(1, w.getSize(dim)));
  auto inverseRoot = [&](const Array &sum) {
    return each(sum, [&](Scalars &s, std::string v) {
      std::string mean = s.op("arith.mulf", {v, s.constant(1 / count, t)}, t);
      return s.op("math.rsqrt", {s.op("arith.addf", {mean, s.constant(0.01, t)}, t)}, t);
    });
  };
  Array result;
  switch (c.pick(p + "norm", {35, 25, 25, 15})) {
  case 0: { // positive numbers over their sum
    Array positive = each(bounded(x, 8), [&](Scalars &s, std::string v) {
      return s.op("arith.addf", {s.op("math.absf", {v}, t), s.constant(0.125, t)}, t);
    });
    result = combine(positive, reduce(p + "sum.", positive, dim, false), "arith.divf");
    result.size = 1.5 / std::sqrt(count);
    return result;
  }
  case 1: { // over the largest
    Array positive = each(x, [&](Scalars &s, std::string v) {
      return s.op("arith.addf", {s.op("math.absf", {v}, t), s.constant(0.125, t)}, t);
    });
    result = combine(x, reduce(p + "max.", positive, dim, true), "arith.divf");
    break;
  }
  case 2: { // over the root of the mean square
    Array y = bounded(x, 8);
    result = combine(y, inverseRoot(reduce(p + "sum.", square(y), dim, false)), "arith.mulf");
    break;
  }
  case 3: { // the same around the mean
    Array y = bounded(x, 8);
    Array mean = each(reduce(p + "sum.", y, dim, false), [&](Scalars &s, std::string v) {
      return s.op("arith.mulf", {v, s.constant(1 / count, t)}, t);
    });
    Array centered = combine(y, mean, "arith.subf");
    Array sum = reduce(p + "square.", square(centered), dim, false);
    result = combine(centered, inverseRoot(sum), "arith.mulf");
    break;
  }
  }
  result.size = 1;
  return result;
}

/// Something along one dim.
Array ChainGenerator::rows(const std::string &p, Array x) {
  if (x.dims.empty())
    return x;
  char dim = pickDim(p, x);
  std::string t = x.element;
  int64_t kind = c.pick(p + "rows", {55, 15, 17, 13});
  if (kind == 2) { // a mask alone
    return mask(p, x, dim, 0);
  }
  if (kind == 3) { // the dim goes
    if (x.dims.size() < 2)
      return x;
    return reduce(p, bounded(x, 30), dim, c.chance(p + "max", 40));
  }
  if (isInteger(t)) {
    x = dequantize(p, x);
    t = "f32";
  }
  bool inF32 = t != "f32" && c.chance(p + "in-f32", 50);
  if (inF32)
    x = castTo(p + "up.", x, "f32");
  if (kind == 1) {
    x = norm(p, x, dim);
  } else {
    x = bounded(x, 4);
    if (c.chance(p + "masked", 40)) {
      double lowest = x.element == "f16" ? -60000 : -1e9;
      x = mask(p + "mask.", x, dim, c.chance(p + "finite", 40) ? lowest : -INFINITY);
    }
    x = softmax(p, x, dim);
  }
  if (c.chance(p + "summed", 6) && x.dims.size() > 1) // and a reduction after it
    results.push_back(reduce(p + "after.", x, x.dims[c.below(p + "after", x.dims.size())], false));
  return inF32 ? castTo(p + "down.", x, t) : x;
}
