//===- IndexForm.cpp - linear forms of positions ---------------------------===//
#include "MCFuser/Analysis/IndexRegion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf::analysis;

static std::pair<unsigned, int64_t> getKey(const IndexTerm &term) {
  return {term.dim, term.divisor};
}

std::optional<IndexForm> IndexForm::plus(const IndexForm &other, int64_t factor) const {
  IndexForm result = *this;
  int64_t scaled;
  if (llvm::MulOverflow(other.constant, factor, scaled) ||
      llvm::AddOverflow(result.constant, scaled, result.constant))
    return std::nullopt;
  for (const IndexTerm &term : other.terms) {
    if (llvm::MulOverflow(term.coefficient, factor, scaled))
      return std::nullopt;
    auto *it = llvm::find_if(result.terms,
                             [&](const IndexTerm &known) { return getKey(known) >= getKey(term); });
    if (it == result.terms.end() || getKey(*it) != getKey(term))
      it = result.terms.insert(it, {term.dim, term.divisor, 0});
    if (llvm::AddOverflow(it->coefficient, scaled, it->coefficient))
      return std::nullopt;
    if (it->coefficient == 0)
      result.terms.erase(it);
  }
  return result;
}

std::optional<IndexForm> IndexForm::floorDiv(int64_t divisor) const {
  if (divisor <= 0)
    return std::nullopt;
  if (isConstant())
    return get(llvm::divideFloorSigned(constant, divisor));
  if (divisor == 1)
    return *this;
  int64_t product;
  if (terms.size() != 1 || terms[0].coefficient != 1 || constant != 0 ||
      llvm::MulOverflow(terms[0].divisor, divisor, product))
    return std::nullopt;
  return IndexForm{{{terms[0].dim, product, 1}}, 0};
}

/// The value with each term at its least (or largest).
static std::optional<int64_t> getExtreme(const IndexForm &form, ArrayRef<int64_t> sizes,
                                         bool largest) {
  int64_t sum = form.constant;
  for (const IndexTerm &term : form.terms) {
    if ((term.coefficient > 0) != largest)
      continue; // at position 0
    int64_t value;
    if (sizes[term.dim] < 0 ||
        llvm::MulOverflow(term.coefficient,
                          std::max<int64_t>(sizes[term.dim] - 1, 0) / term.divisor, value) ||
        llvm::AddOverflow(sum, value, sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<int64_t> IndexForm::getMin(ArrayRef<int64_t> sizes) const {
  return getExtreme(*this, sizes, /*largest=*/false);
}
std::optional<int64_t> IndexForm::getMax(ArrayRef<int64_t> sizes) const {
  return getExtreme(*this, sizes, /*largest=*/true);
}
