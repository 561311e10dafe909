//===- ChainGenerator.cpp - contractions and how they hang together --------===//
#include "ChainGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

/// Multiply-adds of one contraction, at most: the reference runs them as scalar loops.
static constexpr int64_t maxVolume = 40000;
/// More dims make more loops than a tiling needs to show anything.
static constexpr int64_t maxDims = 9;

static std::string without(std::string dims, StringRef removed) {
  llvm::erase_if(dims, [&](char dim) { return removed.contains(dim); });
  return dims;
}

static std::string common(StringRef a, StringRef b) {
  std::string dims;
  for (char dim : a)
    if (b.contains(dim))
      dims += dim;
  return dims;
}

/// A dim that may be empty, or of a size that the program does not know.
char ChainGenerator::addDim(const std::string &name, int64_t size) {
  if (c.chance(name + ".empty", 1))
    size = 0;
  ++numDims;
  return w.addDim(size, hasOpenSizes && c.chance(name + ".open", 45));
}

/// New dims whose product stays within the budget, which it takes.
std::string ChainGenerator::addDims(const std::string &p, int64_t count, int64_t &budget) {
  static constexpr int64_t sizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  13, 16, 17,
                                      18, 19, 23, 31, 32, 33, 37, 40, 48, 64, 77};
  static constexpr int64_t weights[] = {3, 4, 4, 3, 4, 2, 6, 4, 4, 8, 8, 8,
                                        3, 3, 4, 4, 5, 5, 3, 2, 2, 2, 2};
  std::string dims;
  for (int64_t i = 0; i < count && numDims < maxDims; ++i) {
    std::string name = p + std::to_string(i);
    int64_t size = sizes[c.pick(name, weights)];
    if (count > 1) // several small ones
      size = 1 + size % 7;
    size = std::min(size, std::max<int64_t>(1, budget));
    budget /= size;
    dims += addDim(name, size);
  }
  return dims;
}

/// The same dims in another order, sometimes.
std::string ChainGenerator::reorder(const std::string &p, std::string dims) {
  size_t n = dims.size();
  switch (n < 2 ? 0 : c.pick(p + "order", {70, 18, 12})) {
  case 1:
    std::swap(dims[n - 1], dims[n - 2]);
    break;
  case 2:
    for (size_t i = 0; i + 1 < n; ++i)
      std::swap(dims[i], dims[i + c.below(p + "order" + std::to_string(i), n - i)]);
    break;
  }
  return dims;
}

//===----------------------------------------------------------------------===//
// One contraction
//===----------------------------------------------------------------------===//

Array ChainGenerator::emitContraction(const std::string &p, const Array &lhs, const Array &rhs,
                                      std::string out) {
  ++numContractions;
  last = {lhs, rhs, out};
  std::string acc = isInteger(lhs.element) ? "i32" : lhs.element == "f32" ? "f32" : wide;
  std::string sum = without(lhs.dims, out);
  int64_t form = c.pick(p + "form", {40, 20, 30, 10});
  if (form == 3) {
    // Two dims that stand together in all three become one.
    for (size_t i = 0; i + 1 < out.size(); ++i) {
      std::string pair = out.substr(i, 2);
      size_t left = lhs.dims.find(pair), right = rhs.dims.find(pair);
      if (left == std::string::npos || right == std::string::npos)
        continue;
      Array a = w.collapse(lhs, left), b = w.collapse(rhs, right);
      char merged = a.dims[left];
      out.replace(i, 2, std::string(1, merged));
      Array start = startValue(p + "start.", out, acc);
      Array result = w.contract(a, b, start, ContractionForm::Named, out + sum);
      return w.expand(result, merged);
    }
    form = 0;
  }
  std::string loops = out + sum;
  if (form == 2)
    loops = reorder(p + "loops.", sum + out);
  Array start = startValue(p + "start.", out, acc);
  return w.contract(lhs, rhs, start, ContractionForm(form), loops);
}

/// In the type that contractions take.
Array ChainGenerator::toOperand(const std::string &p, Array x) {
  if (x.element == narrow || !c.chance(p + "narrow", 92))
    return x;
  if (isInteger(x.element) && !isInteger(narrow)) // some other step has left the integers
    return dequantize(p, x);
  if (narrow == "f16")
    x = bounded(x, 1000);
  return castTo(p, x, narrow);
}

/// A contraction of two inputs.
Array ChainGenerator::first(const std::string &p) {
  int64_t budget = maxVolume, small = 6;
  std::string batch;
  for (int64_t i = 0, n = c.pick(p + "batches", {50, 32, 18}); i < n; ++i) {
    int64_t size =
        std::min<int64_t>(small, 1 + c.pick(p + "batch" + std::to_string(i), {20, 45, 25, 10}));
    small /= size;
    budget /= size;
    batch += addDim(p + "batch" + std::to_string(i), size);
  }
  std::string rows = addDims(p + "row", 1 + c.pick(p + "rows", {88, 12}), budget);
  std::string sum = addDims(p + "sum", 1 + c.pick(p + "sums", {88, 12}), budget);
  std::string columns = addDims(p + "column", 1 + c.pick(p + "columns", {88, 12}), budget);
  Array lhs = input(p + "lhs.", reorder(p + "lhs.", batch + rows + sum), narrow);
  Array rhs = input(p + "rhs.", reorder(p + "rhs.", batch + sum + columns), narrow);
  return emitContraction(p, lhs, rhs, reorder(p + "out.", batch + rows + columns));
}

ChainGenerator::Plan ChainGenerator::planNext(const std::string &p, const Array &current) {
  Plan plan;
  std::string batch = common(current.dims, common(last.lhs.dims, last.rhs.dims));
  std::string candidates = without(current.dims, batch);
  if (candidates.empty())
    std::swap(batch, candidates);
  for (int64_t i = 0, n = 1 + c.pick(p + "sums", {85, 15}); i < n && !candidates.empty(); ++i) {
    std::string name = p + "summed" + std::to_string(i);
    size_t position = candidates.size() - 1;
    if (c.chance(name, 30))
      position = c.below(name + "at", candidates.size());
    plan.sum += candidates[position];
    candidates.erase(position, 1);
  }
  plan.kept = without(current.dims, plan.sum);
  for (char dim : plan.kept) {
    bool isBatch = StringRef(batch).contains(dim);
    std::string name = p + (isBatch ? "shared" : "together") + std::to_string(plan.kept.find(dim));
    if (isBatch ? !c.chance(name, 20) : c.chance(name, 6))
      plan.batch += dim;
  }
  return plan;
}

/// A contraction of what was computed and an input.
Array ChainGenerator::next(const std::string &p, Array current) {
  Plan plan = planNext(p, current);
  current = toOperand(p + "in.", current);
  int64_t budget = maxVolume / std::max<int64_t>(1, w.getVolume(current.dims));
  static constexpr int64_t numColumns[] = {1, 0, 2};
  plan.columns = addDims(p + "column", numColumns[c.pick(p + "columns", {80, 10, 10})], budget);
  if (plan.kept.empty() && plan.columns.empty())
    plan.columns = addDims(p + "only", 1, budget);
  if (plan.kept.empty() && plan.columns.empty())
    return current;
  bool isRight = c.chance(p + "right", 25);
  std::string other =
      isRight ? plan.batch + plan.columns + plan.sum : plan.batch + plan.sum + plan.columns;
  Array operand = input(p + "other.", reorder(p + "other.", other), current.element);
  std::string rest = without(plan.kept, plan.batch);
  std::string out = isRight ? plan.batch + plan.columns + rest : plan.batch + rest + plan.columns;
  if (!c.chance(p + "out.sorted", 70)) // dims that were there stay where they are
    out = plan.kept + plan.columns;
  out = reorder(p + "out.", out);
  return isRight ? emitContraction(p, operand, current, out)
                 : emitContraction(p, current, operand, out);
}

/// A contraction of two inputs, and one of both results.
Array ChainGenerator::pair(const std::string &p, Array current) {
  Plan plan = planNext(p, current);
  current = toOperand(p + "in.", current);
  int64_t budget = maxVolume / std::max<int64_t>(1, w.getVolume(current.dims));
  plan.columns = addDims(p + "column", 1, budget);
  int64_t others = w.getVolume(plan.batch + plan.sum + plan.columns);
  int64_t rest = maxVolume / std::max<int64_t>(1, others);
  std::string inner = addDims(p + "inner", 1, rest);
  if (plan.columns.empty() || inner.empty())
    return next(p, current);
  Array lhs = input(p + "lhs.", reorder(p + "lhs.", plan.batch + plan.sum + inner), narrow);
  Array rhs = input(p + "rhs.", reorder(p + "rhs.", plan.batch + inner + plan.columns), narrow);
  Array other =
      emitContraction(p, lhs, rhs, reorder(p + "mid.", plan.batch + plan.sum + plan.columns));
  other = steps(p + "other.", other, {60, 25, 15});
  if (common(other.dims, plan.batch + plan.sum + plan.columns).size() !=
      plan.batch.size() + plan.sum.size() + plan.columns.size())
    return next(p, current);
  if (isInteger(other.element) != isInteger(current.element)) {
    other = dequantize(p + "other.", other);
    current = dequantize(p + "current.", current);
  }
  other = castTo(p + "cast.", other, current.element);
  std::string out = reorder(p + "out.", plan.kept + plan.columns);
  bool isRight = c.chance(p + "right", 25);
  return isRight ? emitContraction(p + "joint.", other, current, out)
                 : emitContraction(p + "joint.", current, other, out);
}

/// An elementwise op of two arrays with the same dims.
Array ChainGenerator::join(const std::string &p, Array a, Array b) {
  if (isInteger(a.element) != isInteger(b.element)) {
    a = dequantize(p + "a.", a);
    b = dequantize(p + "b.", b);
  }
  std::string t = a.element;
  int64_t kind = c.pick(p + "join", {60, 20, 10, 10});
  Array x = kind == 0 ? bounded(a, 30) : a, y = kind == 0 ? bounded(b, 30) : b;
  static constexpr llvm::StringLiteral ops[] = {"arith.mulf", "arith.addf", "arith.subf",
                                                "arith.maximumf"};
  Array result = w.map({x, y}, t, [&](Scalars &s, std::vector<std::string> args) {
    return s.op(ops[kind], {args[0], s.cast(args[1], y.element, t)}, t);
  });
  result.size = kind == 0 ? x.size * y.size : std::max(x.size, y.size);
  return result;
}

/// Another contraction with the dims of the one before, joined with what became of it.
Array ChainGenerator::gate(const std::string &p, Array current) {
  Contraction before = last;
  if (common(current.dims, before.out).size() != before.out.size() ||
      current.dims.size() != before.out.size())
    return next(p, current);
  bool sameInput = !c.chance(p + "apart", 30);
  bool right = c.chance(p + "same-right", 25);
  Array lhs = before.lhs, rhs = before.rhs;
  if (right || !sameInput)
    lhs = input(p + "lhs.", reorder(p + "lhs.", lhs.dims), lhs.element);
  if (!right || !sameInput)
    rhs = input(p + "rhs.", reorder(p + "rhs.", rhs.dims), rhs.element);
  Array other = emitContraction(p, lhs, rhs, reorder(p + "out.", before.out));
  other = steps(p + "other.", other, {60, 25, 15});
  if (common(other.dims, current.dims).size() != current.dims.size()) {
    results.push_back(other);
    return current;
  }
  return c.chance(p + "order", 30) ? join(p, other, current) : join(p, current, other);
}

/// Two contractions that read the same intermediate.
Array ChainGenerator::branch(const std::string &p, Array current) {
  Array one = next(p + "one.", current), two = next(p + "two.", current);
  if (common(one.dims, two.dims).size() == one.dims.size() && one.dims.size() == two.dims.size())
    return join(p, one, two);
  results.push_back(one);
  return two;
}

/// A contraction of an intermediate with itself, which no chain can hold.
Array ChainGenerator::square(const std::string &p, Array current) {
  current = toOperand(p + "in.", current);
  Array alias = current;
  std::string sum = current.dims.substr(current.dims.size() - 1), out = current.dims;
  out.pop_back();
  for (char &dim : alias.dims)
    if (dim != sum[0]) {
      dim = w.addAlias(dim);
      out += dim;
    }
  if (w.getVolume(out + sum) > maxVolume || out.empty() || out.size() > 5)
    return next(p, current);
  return emitContraction(p, current, alias, out);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

void ChainGenerator::pickTypes() {
  static constexpr llvm::StringLiteral elements[] = {"f32", "f16", "bf16", "i8"};
  narrow = elements[c.pick("element", {37, 33, 22, 8})].str();
  wide = narrow == "i8" ? "i32" : narrow != "f32" && c.chance("narrow-sums", 15) ? narrow : "f32";
  if (c.chance("f8", 7)) {
    narrow = c.chance("f8-wide-range", 50) ? "f8E5M2" : "f8E4M3FN";
    wide = "f32";
  }
  tf32 = narrow == "f32" && c.chance("tf32", 20);
}

std::string ChainGenerator::generate() {
  pickTypes();
  hasOpenSizes = c.chance("open", 18);
  int64_t wanted = 2 + c.pick("contractions", {50, 33, 17});
  Array current = first("c0.");
  for (int64_t i = 1; numContractions < wanted && i < 8; ++i) {
    current = steps("t" + std::to_string(i - 1) + ".", current, {25, 30, 25, 12, 8});
    earlier.push_back(current);
    std::string p = "c" + std::to_string(i) + ".";
    if (c.chance(p + "kept", 8))
      results.push_back(current);
    int64_t left = wanted - numContractions;
    int64_t kind = c.pick(p + "kind", {62, 16, 9, 11, 2});
    if (kind == 1)
      current = gate(p, current);
    else if (kind == 2 && left > 1)
      current = pair(p, current);
    else if (kind == 3 && left > 1)
      current = branch(p, current);
    else if (kind == 4)
      current = square(p, current);
    else
      current = next(p, current);
  }
  current = steps("end.", current, {45, 30, 15, 10});
  if (!current.dims.empty() && c.chance("end.inserted", 6))
    current = w.insertSlice(current, pickPlace("end."));
  results.push_back(current);
  return w.finish(results);
}
