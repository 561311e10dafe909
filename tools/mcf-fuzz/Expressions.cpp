//===- Expressions.cpp - every loop structure of a chain -------------------===//
#include "Expressions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

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

  using Choose = std::function<int64_t(const std::string &, int64_t)>;
  /// A random one of them.
  std::string sample(unsigned begin, unsigned end, Dims open, const Choose &choose,
                     const std::string &p) {
    Dims order;
    while (true) {
      Dims rest = remaining(begin, end, open);
      if (rest.empty())
        return llvm::join(order, ".");
      std::vector<unsigned> places;
      for (unsigned to = begin + 1; to < end; ++to)
        if (canSplit(begin, to, end, open))
          places.push_back(to);
      std::string name = p + std::to_string(order.size());
      // A loop, or a split at one of the places: about half of the time where there is one.
      int64_t count = rest.size() * (places.empty() ? 1 : 2);
      size_t choice = size_t(choose(name, count));
      if (choice < rest.size()) {
        open.push_back(rest[choice]);
        order.push_back(rest[choice]);
        continue;
      }
      unsigned first = places[(choice - rest.size()) % places.size()];
      // Each side may be split again. Parts of a part without loops are parts of this one.
      std::vector<std::string> parts;
      auto addPart = [&](unsigned from, unsigned to) {
        std::string part = sample(from, to, open, choose, name + "." + std::to_string(from) + "-");
        if (part[0] == '(')
          part = part.substr(1, part.size() - 2);
        parts.push_back(part);
      };
      unsigned from = begin;
      for (unsigned to : places) {
        // Where the part before it is one already, there may be no loop left for this one.
        bool takes = canSplit(from, to, end, open) &&
                     (to == first || choose(name + "." + std::to_string(to), 3) == 1);
        if (!takes)
          continue;
        addPart(from, to);
        from = to;
      }
      addPart(from, end);
      return llvm::join(order, ".") + "(" + llvm::join(parts, ",") + ")";
    }
  }

private:
  /// True if no loop that is still to come is used on both sides, and each side has one.
  bool canSplit(unsigned begin, unsigned at, unsigned end, const Dims &open) const {
    Dims left = remaining(begin, at, open), right = remaining(at, end, open);
    return !left.empty() && !right.empty() &&
           llvm::none_of(left, [&](auto &dim) { return llvm::is_contained(right, dim); });
  }

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

std::string
mcf::fuzz::sampleExpression(const std::vector<std::vector<std::string>> &operators,
                            const std::function<int64_t(const std::string &, int64_t)> &choose) {
  return Enumerator(operators).sample(0, operators.size(), {}, choose, "loop");
}

std::string mcf::fuzz::printMapping(Mapping mapping) {
  for (std::optional<int64_t> *field :
       {&mapping.warps, &mapping.stages, &mapping.overlap, &mapping.producers})
    if (*field == 0)
      field->reset();
  if (mapping.isEmpty())
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  mapping.print(os << "[", "=", ",");
  return text + "]";
}
