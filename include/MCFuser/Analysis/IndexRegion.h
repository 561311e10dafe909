//===- IndexRegion.h - sets of positions in the dims of a chain -*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_INDEXREGION_H
#define MCFUSER_ANALYSIS_INDEXREGION_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mcf::analysis {

/// `coefficient * floor(position along dim / divisor)`.
struct IndexTerm {
  /// Number of the dim in the list of the chain's dims.
  unsigned dim = 0;
  int64_t divisor = 1;
  int64_t coefficient = 0;
  bool operator==(const IndexTerm &other) const {
    return dim == other.dim && divisor == other.divisor && coefficient == other.coefficient;
  }
};

/// A sum of terms and a constant. Operations give nothing where a number leaves 64 bits.
struct IndexForm {
  /// By dim, then divisor; no coefficient is 0.
  llvm::SmallVector<IndexTerm, 2> terms;
  int64_t constant = 0;

  static IndexForm get(int64_t constant) { return {{}, constant}; }
  static IndexForm getPosition(unsigned dim) { return {{{dim, 1, 1}}, 0}; }

  bool operator==(const IndexForm &other) const {
    return constant == other.constant && terms == other.terms;
  }
  bool isConstant() const { return terms.empty(); }
  /// `this + factor * other`.
  std::optional<IndexForm> plus(const IndexForm &other, int64_t factor = 1) const;
  std::optional<IndexForm> times(int64_t factor) const { return IndexForm().plus(*this, factor); }
  /// `floor(this / divisor)`, for one position that was divided at most, and a positive divisor.
  std::optional<IndexForm> floorDiv(int64_t divisor) const;
  /// The least and the largest value over positions below `sizes` (-1: a size that is not known).
  std::optional<int64_t> getMin(llvm::ArrayRef<int64_t> sizes) const;
  std::optional<int64_t> getMax(llvm::ArrayRef<int64_t> sizes) const;
};

/// A set of positions: a union of conjunctions of inequalities `form >= 0`. An empty union is
/// nowhere, an empty conjunction everywhere.
class IndexRegion {
public:
  using Conjunction = llvm::SmallVector<IndexForm, 2>;

  static IndexRegion getNowhere() { return {}; }
  static IndexRegion getEverywhere();
  /// Where `form >= 0`.
  static IndexRegion get(const IndexForm &form);

  llvm::ArrayRef<Conjunction> getConjunctions() const { return conjunctions; }
  bool isNowhere() const { return conjunctions.empty(); }
  bool isEverywhere() const;

  /// Where both, where one of them. A union that gets too long leaves parts of `other` out.
  IndexRegion intersect(const IndexRegion &other) const;
  IndexRegion unite(const IndexRegion &other) const;
  /// Nothing if it gets too long.
  std::optional<IndexRegion> complement() const;
  /// Without what no position below `sizes` fulfils and what each fulfils.
  IndexRegion simplify(llvm::ArrayRef<int64_t> sizes) const;

  /// Positions in the other dims for which all positions along `dims` are inside, or some of them.
  IndexRegion forAll(llvm::ArrayRef<unsigned> dims, llvm::ArrayRef<int64_t> sizes) const;
  /// True if, whatever the positions in the other dims, some position along `dims` is inside. False
  /// if that is not known.
  bool isHitAlong(llvm::ArrayRef<unsigned> dims, llvm::ArrayRef<int64_t> sizes) const;
  /// True if the position is inside.
  bool contains(llvm::ArrayRef<int64_t> position) const;

  /// As in `n <= m + 3 and m >= 2 or k < 5`; `everywhere` and `nowhere`.
  std::string toString(llvm::ArrayRef<std::string> dimNames) const;

private:
  /// A region of more conjunctions is of no use.
  static constexpr size_t maxConjunctions = 64;

  llvm::SmallVector<Conjunction, 1> conjunctions;
  /// Something was left out.
  bool isCut = false;
};

} // namespace mcf::analysis

#endif
