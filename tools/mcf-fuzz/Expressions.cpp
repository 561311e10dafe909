//===- Expressions.cpp - every loop structure of a chain -------------------===//
#include "Expressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using Dims = std::vector<std::string>;

namespace {
/// Strings in the order of their first appearance.
struct Ordered {
  Dims values;
  void insert(const std::string &value) {
    if (!llvm::is_contained(values, value))
      values.push_back(value);
  }
};

class Enumerator {
public:
  explicit Enumerator(const std::vector<Dims> &operators) : operators(operators) {}

  /// Expressions over operators [begin, end) once the loops `open` are around them.
  std::vector<std::string> enumerate(unsigned begin, unsigned end, const Dims &open) {
    Ordered result;
    extend(begin, end, open, {}, result);
    return result.values;
  }

private:
  Dims remaining(unsigned begin, unsigned end, const Dims &open) const {
    Ordered dims;
    for (unsigned i = begin; i < end; ++i)
      for (const std::string &dim : operators[i])
        if (!llvm::is_contained(open, dim))
          dims.insert(dim);
    return dims.values;
  }

  void extend(unsigned begin, unsigned end, const Dims &open, const Dims &order, Ordered &result) {
    Dims rest = remaining(begin, end, open);
    if (rest.empty()) {
      result.insert(llvm::join(order, "."));
      return;
    }
    std::vector<std::vector<std::string>> parts;
    split(begin, begin, end, open, parts, order, result);
    for (const std::string &dim : rest) {
      Dims nextOpen = open, nextOrder = order;
      nextOpen.push_back(dim);
      nextOrder.push_back(dim);
      extend(begin, end, nextOpen, nextOrder, result);
    }
  }

  /// Splits [from, end) into parts, after `parts` for [begin, from): no loop in two parts, none
  /// without a loop.
  void split(unsigned begin, unsigned from, unsigned end, const Dims &open,
             std::vector<std::vector<std::string>> &parts, const Dims &order, Ordered &result) {
    if (from == end) {
      if (parts.size() > 1)
        combine(parts, 0, llvm::join(order, ".") + "(", result);
      return;
    }
    for (unsigned to = from + 1; to <= end; ++to) {
      if (from == begin && to == end)
        continue;
      Dims own = remaining(from, to, open), others = remaining(to, end, open);
      if (own.empty() ||
          llvm::any_of(own, [&](const std::string &d) { return llvm::is_contained(others, d); }))
        continue;
      parts.push_back(enumerate(from, to, open));
      split(begin, to, end, open, parts, order, result);
      parts.pop_back();
    }
  }

  void combine(const std::vector<std::vector<std::string>> &parts, size_t i,
               const std::string &text, Ordered &result) {
    if (i == parts.size()) {
      result.insert(text + ")");
      return;
    }
    for (const std::string &part : parts[i])
      combine(parts, i + 1, text + (i ? "," : "") + part, result);
  }

  const std::vector<Dims> &operators;
};
} // namespace

std::vector<std::string>
mcf::fuzz::enumerateExpressions(const std::vector<std::vector<std::string>> &operators) {
  return Enumerator(operators).enumerate(0, operators.size(), {});
}
