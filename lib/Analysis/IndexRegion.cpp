//===- IndexRegion.cpp - sets of positions in the dims of a chain ---------===//
#include "MCFuser/Analysis/IndexRegion.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace mlir;
using namespace mcf::analysis;

using Conjunction = IndexRegion::Conjunction;

/// The same inequality with coefficients that have no common divisor.
static IndexForm tighten(IndexForm form) {
  int64_t divisor = 0;
  for (const IndexTerm &term : form.terms)
    divisor = std::gcd(divisor, term.coefficient);
  if (divisor <= 1)
    return form;
  for (IndexTerm &term : form.terms)
    term.coefficient /= divisor;
  form.constant = llvm::divideFloorSigned(form.constant, divisor);
  return form;
}

/// `-form - 1 >= 0`, where `form >= 0` is not so.
static std::optional<IndexForm> negate(const IndexForm &form) {
  return IndexForm::get(-1).plus(form, -1);
}

//===----------------------------------------------------------------------===//
// Conjunctions
//===----------------------------------------------------------------------===//

/// True if no position below `sizes` fulfils all of it. Exact, but for huge numbers.
static bool isEmpty(ArrayRef<IndexForm> conjunction, ArrayRef<int64_t> sizes) {
  // A variable for each term; one that is divided has its position as another one.
  SmallVector<std::pair<unsigned, int64_t>> variables;
  auto getVariable = [&](unsigned dim, int64_t divisor) -> unsigned {
    std::pair<unsigned, int64_t> key{dim, divisor};
    auto *it = llvm::find(variables, key);
    if (it == variables.end()) {
      variables.push_back(key);
      return variables.size() - 1;
    }
    return it - variables.begin();
  };
  for (const IndexForm &form : conjunction)
    for (const IndexTerm &term : form.terms) {
      getVariable(term.dim, 1);
      getVariable(term.dim, term.divisor);
    }
  unsigned count = variables.size();
  presburger::IntegerPolyhedron set(presburger::PresburgerSpace::getSetSpace(count));
  auto add = [&](ArrayRef<std::pair<unsigned, int64_t>> coefficients, int64_t constant) {
    SmallVector<int64_t> row(count + 1);
    for (auto [variable, coefficient] : coefficients)
      row[variable] += coefficient;
    row[count] = constant;
    set.addInequality(row);
  };
  for (unsigned i = 0; i < count; ++i) {
    auto [dim, divisor] = variables[i];
    if (divisor == 1) {
      add({{i, 1}}, 0);
      if (sizes[dim] >= 0)
        add({{i, -1}}, sizes[dim] - 1);
      continue;
    }
    unsigned position = getVariable(dim, 1);
    add({{position, 1}, {i, -divisor}}, 0);
    add({{position, -1}, {i, divisor}}, divisor - 1);
  }
  for (const IndexForm &form : conjunction) {
    SmallVector<std::pair<unsigned, int64_t>> coefficients;
    for (const IndexTerm &term : form.terms)
      coefficients.push_back({getVariable(term.dim, term.divisor), term.coefficient});
    add(coefficients, form.constant);
  }
  return set.isIntegerEmpty();
}

/// Adds an inequality unless it, or one that says more, is there.
static void addTo(Conjunction &conjunction, const IndexForm &form) {
  for (IndexForm &known : conjunction)
    if (known.terms == form.terms) {
      known.constant = std::min(known.constant, form.constant);
      return;
    }
  conjunction.push_back(form);
}

/// True if each inequality of `outer` is, or follows from, one of `inner`.
static bool isInside(const Conjunction &inner, const Conjunction &outer) {
  return llvm::all_of(outer, [&](const IndexForm &form) {
    return llvm::any_of(inner, [&](const IndexForm &known) {
      return known.terms == form.terms && known.constant <= form.constant;
    });
  });
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

IndexRegion IndexRegion::getEverywhere() {
  IndexRegion region;
  region.conjunctions.emplace_back();
  return region;
}

IndexRegion IndexRegion::get(const IndexForm &form) {
  if (form.isConstant())
    return form.constant >= 0 ? getEverywhere() : getNowhere();
  IndexRegion region;
  region.conjunctions.push_back({tighten(form)});
  return region;
}

bool IndexRegion::isEverywhere() const {
  return llvm::any_of(conjunctions, [](const Conjunction &c) { return c.empty(); });
}

IndexRegion IndexRegion::intersect(const IndexRegion &other) const {
  IndexRegion result;
  result.isCut = isCut || other.isCut;
  for (const Conjunction &a : conjunctions)
    for (const Conjunction &b : other.conjunctions) {
      IndexRegion both;
      both.conjunctions.push_back(a);
      for (const IndexForm &form : b)
        addTo(both.conjunctions[0], form);
      result = result.unite(both);
    }
  return result;
}

IndexRegion IndexRegion::unite(const IndexRegion &other) const {
  IndexRegion result = *this;
  result.isCut |= other.isCut;
  for (const Conjunction &added : other.conjunctions) {
    if (llvm::any_of(result.conjunctions,
                     [&](const Conjunction &known) { return isInside(added, known); }))
      continue;
    llvm::erase_if(result.conjunctions,
                   [&](const Conjunction &known) { return isInside(known, added); });
    if (result.conjunctions.size() < maxConjunctions)
      result.conjunctions.push_back(added);
    else
      result.isCut = true;
  }
  return result;
}

std::optional<IndexRegion> IndexRegion::complement() const {
  IndexRegion result = getEverywhere();
  for (const Conjunction &conjunction : conjunctions) {
    IndexRegion outside;
    for (const IndexForm &form : conjunction) {
      std::optional<IndexForm> opposite = negate(form);
      if (!opposite)
        return std::nullopt;
      outside = outside.unite(get(*opposite));
    }
    result = result.intersect(outside);
    if (result.isCut)
      return std::nullopt;
  }
  return result;
}

IndexRegion IndexRegion::simplify(ArrayRef<int64_t> sizes) const {
  IndexRegion result;
  for (const Conjunction &conjunction : conjunctions) {
    IndexRegion kept = getEverywhere();
    for (const IndexForm &form : conjunction) {
      std::optional<int64_t> least = form.getMin(sizes);
      if (!least || *least < 0)
        addTo(kept.conjunctions[0], form);
    }
    if (!isEmpty(kept.conjunctions[0], sizes))
      result = result.unite(kept);
  }
  return result;
}

IndexRegion IndexRegion::forAll(ArrayRef<unsigned> dims, ArrayRef<int64_t> sizes) const {
  IndexRegion result;
  for (const Conjunction &conjunction : conjunctions) {
    IndexRegion rows = getEverywhere();
    for (const IndexForm &form : conjunction) {
      // Each term along the dims at its least.
      IndexForm along, rest;
      rest.constant = form.constant;
      for (const IndexTerm &term : form.terms)
        (llvm::is_contained(dims, term.dim) ? along : rest).terms.push_back(term);
      std::optional<int64_t> least = along.getMin(sizes);
      if (!least || llvm::AddOverflow(rest.constant, *least, rest.constant)) {
        rows = getNowhere();
        break;
      }
      rows = rows.intersect(get(rest));
    }
    result = result.unite(rows);
  }
  return result;
}

/// `c x + rest >= 0` as `c x >= -rest`, with `x` the position along `dim` itself.
static std::optional<std::pair<int64_t, IndexForm>> split(const IndexForm &form, unsigned dim) {
  IndexForm rest;
  rest.constant = form.constant;
  std::optional<IndexTerm> own;
  for (const IndexTerm &term : form.terms) {
    if (term.dim != dim) {
      rest.terms.push_back(term);
      continue;
    }
    if (own)
      return std::nullopt;
    own = term;
  }
  if (!own)
    return std::pair<int64_t, IndexForm>(0, rest);
  if (own->divisor == 1)
    return std::pair(own->coefficient, rest);
  // floor(x / b) >= -rest is x >= -b rest; floor(x / b) <= rest is x <= b rest + b - 1.
  std::optional<IndexForm> scaled = rest.times(own->divisor);
  if (!scaled || std::abs(own->coefficient) != 1 ||
      (own->coefficient < 0 &&
       llvm::AddOverflow(scaled->constant, own->divisor - 1, scaled->constant)))
    return std::nullopt;
  return std::pair(own->coefficient, *scaled);
}

/// Positions in the other dims for which some position along `dim` is inside; perhaps not all.
static std::optional<Conjunction> project(const Conjunction &conjunction, unsigned dim,
                                          ArrayRef<int64_t> sizes) {
  Conjunction result;
  SmallVector<std::pair<int64_t, IndexForm>> lower, upper;
  lower.push_back({1, IndexForm::get(0)});
  // Of a size that is not known, position 0 is there.
  upper.push_back({-1, IndexForm::get(sizes[dim] >= 0 ? sizes[dim] - 1 : 0)});
  for (const IndexForm &form : conjunction) {
    auto parts = split(form, dim);
    if (!parts)
      return std::nullopt;
    if (parts->first == 0)
      addTo(result, form);
    else
      (parts->first > 0 ? lower : upper).push_back(*parts);
  }
  for (const auto &[a, low] : lower)
    for (const auto &[minusB, high] : upper) {
      // a x >= -low and b x <= high: an integer x is there if a high + b low >= (a - 1) (b - 1).
      int64_t b = -minusB, slack;
      if (llvm::MulOverflow(a - 1, b - 1, slack))
        return std::nullopt;
      std::optional<IndexForm> sum = high.times(a);
      if (sum)
        sum = sum->plus(low, b);
      if (sum)
        sum = sum->plus(IndexForm::get(slack), -1);
      if (!sum)
        return std::nullopt;
      if (sum->isConstant() && sum->constant < 0)
        return std::nullopt;
      if (!sum->isConstant())
        addTo(result, tighten(*sum));
    }
  return result;
}

bool IndexRegion::isHitAlong(ArrayRef<unsigned> dims, ArrayRef<int64_t> sizes) const {
  IndexRegion rows;
  for (const Conjunction &conjunction : conjunctions) {
    std::optional<Conjunction> current = conjunction;
    for (unsigned dim : dims)
      if (current)
        current = project(*current, dim, sizes);
    if (!current)
      continue;
    IndexRegion part;
    part.conjunctions.push_back(*current);
    rows = rows.unite(part);
  }
  std::optional<IndexRegion> missed = rows.complement();
  return missed && llvm::all_of(missed->conjunctions,
                                [&](const Conjunction &c) { return isEmpty(c, sizes); });
}

bool IndexRegion::contains(ArrayRef<int64_t> position) const {
  return llvm::any_of(conjunctions, [&](const Conjunction &conjunction) {
    return llvm::all_of(conjunction, [&](const IndexForm &form) {
      int64_t value = form.constant;
      for (const IndexTerm &term : form.terms)
        value += term.coefficient * (position[term.dim] / term.divisor);
      return value >= 0;
    });
  });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `left <= right` without minus signs in front.
static void printInequality(const IndexForm &form, ArrayRef<std::string> names,
                            llvm::raw_ostream &os) {
  auto printSide = [&](bool positive, int64_t constant) {
    bool isFirst = true;
    for (const IndexTerm &term : form.terms) {
      if ((term.coefficient > 0) != positive)
        continue;
      os << (isFirst ? "" : " + ");
      isFirst = false;
      if (std::abs(term.coefficient) != 1)
        os << std::abs(term.coefficient) << " ";
      if (term.divisor == 1)
        os << names[term.dim];
      else
        os << "floor(" << names[term.dim] << " / " << term.divisor << ")";
    }
    if (isFirst)
      os << constant;
    else if (constant != 0)
      os << (constant < 0 ? " - " : " + ") << std::abs(constant);
  };
  bool onlyPositive =
      llvm::all_of(form.terms, [](const IndexTerm &term) { return term.coefficient > 0; });
  if (onlyPositive) {
    printSide(true, 0);
    os << " >= " << -form.constant;
    return;
  }
  printSide(false, 0);
  os << " <= ";
  printSide(true, form.constant);
}

std::string IndexRegion::toString(ArrayRef<std::string> dimNames) const {
  if (isNowhere())
    return "nowhere";
  if (isEverywhere())
    return "everywhere";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      conjunctions, os,
      [&](const Conjunction &conjunction) {
        llvm::interleave(
            conjunction, os, [&](const IndexForm &form) { printInequality(form, dimNames, os); },
            " and ");
      },
      " or ");
  return text;
}
