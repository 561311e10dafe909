//===- PruningRule.h - what a rule removes from the space -------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_PRUNINGRULE_H
#define MCFUSER_SEARCH_PRUNINGRULE_H

#include "MCFuser/Analysis/TilingExpression.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "MCFuser/Search/ChainShape.h"
#include <memory>

namespace mcf::search {

/// A rule looks at expressions, at the tile sizes of each dim on its own, or at whole tile
/// vectors. The last kind must be monotone, so that a bound can exclude many vectors at once:
/// a vector that does not fit does not fit with a larger tile either.
class PruningRule {
public:
  virtual ~PruningRule();

  /// Name for reports, in lower case.
  virtual llvm::StringRef getName() const = 0;

  /// Removes expressions; may replace them by another form of the same.
  virtual void filterExpressions(const ChainShape &shape,
                                 std::vector<analysis::TilingExpression> &expressions) const {}
  /// True if the rule removes this tile size of the dim. Not asked about batch dims.
  virtual bool removesTileSize(const ShapeDim &dim, int64_t tileSize) const { return false; }
  /// True if whether a tile vector fits depends on the tile size of this dim.
  virtual bool constrains(const ChainShape &shape, unsigned dim) const { return false; }
  /// True if all tile sizes above 1 are the same to `fits`: then one of them counts for all.
  virtual bool seesOnlyOnes() const { return false; }
  /// Whether a tile vector fits; asked only if the rule constrains some dim.
  virtual bool fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const { return true; }
};

/// Rule 1. Loops that are bound to blocks leave the expression, and what is left inside of
/// the block identifies the candidate: first parallel dims that every operator needs, wherever they
/// stand, then the parallel dims that now stand outermost. Discarded are also forms whose innermost
/// loop follows a sum that its users wait for: `nkh` is `n(k,h)` once `k` is closed.
/// What is left is written with these loops before a `|`.
class DuplicatesRule : public PruningRule {
public:
  llvm::StringRef getName() const override { return "duplicates"; }
  void filterExpressions(const ChainShape &shape,
                         std::vector<analysis::TilingExpression> &expressions) const override;
};

/// Rule 2. An intermediate with a loop that it is summed over around a loop that indexes it
/// keeps the partial sums of all tiles of the inner loop: `kn` for `C[m,n] = A[m,k] B[k,n]`.
class IntermediateOverflowRule : public PruningRule {
public:
  llvm::StringRef getName() const override { return "overflow of an intermediate"; }
  void filterExpressions(const ChainShape &shape,
                         std::vector<analysis::TilingExpression> &expressions) const override;
};

/// Rule 3. With `D16` the size of the dim rounded up to 16, tiles may stick out by less than 5%
/// of it: `ceil(D / T) * T - D16 < 0.05 * D16`. The stricter form takes, of a dim whose
/// size is a power of two (16 or more), only tiles that divide it. The form that is no paper's
/// keeps also a tile than which no smaller one does with as many tiles: of 197 rows it leaves 64,
/// which wgmma needs.
class PaddingRule : public PruningRule {
public:
  enum class Form { Ratio, Dividing, RatioOrLeast };
  explicit PaddingRule(Form form = Form::Ratio) : form(form) {}

  llvm::StringRef getName() const override {
    return form == Form::Dividing ? "padding (dividing)" : "padding";
  }
  bool removesTileSize(const ShapeDim &dim, int64_t tileSize) const override;

private:
  Form form;
};

/// Rule 4 as in the paper. The tiles of the operands and the result of a contraction that another
/// one depends on (with none: of each contraction) take at most `limitBytes`: the
/// A, B and C of `C = A B, E = C D`. Each contraction counts on its own, where the
/// chain has more than one. This is an estimate and no test of feasibility: it ignores what
/// else is alive.
class PaperSharedMemoryRule : public PruningRule {
public:
  /// The paper allows 1.2 times the shared memory of a block.
  static constexpr double paperFactor = 1.2;
  explicit PaperSharedMemoryRule(double limitBytes) : limitBytes(limitBytes) {}

  llvm::StringRef getName() const override { return "shared memory as in the paper"; }
  bool constrains(const ChainShape &shape, unsigned dim) const override;
  bool fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const override;

private:
  double limitBytes;
};

/// A contraction of tiles is a product of matrices: of the dims that are its rows (columns, sum) at
/// most one has a tile of more than one element. Ours; the paper's contractions have one dim in
/// each role.
class OneDimPerRoleRule : public PruningRule {
public:
  llvm::StringRef getName() const override { return "one tiled dim in each role"; }
  bool constrains(const ChainShape &shape, unsigned dim) const override {
    return shape.dims[dim].sharesRole;
  }
  bool seesOnlyOnes() const override { return true; }
  bool fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const override;
};

/// Feasibility, as far as tile sizes alone decide it, whatever the expression: the sums of each
/// contraction fit the registers of a thread, and the tiles that it takes from memory fit the
/// shared memory of a block, or stay in registers. `cost::estimateResources` decides about a
/// schedule; this rule never removes what it accepts.
class ResourceBoundRule : public PruningRule {
public:
  explicit ResourceBoundRule(hw::DeviceSpec device) : device(std::move(device)) {}

  llvm::StringRef getName() const override { return "shared memory and registers"; }
  bool constrains(const ChainShape &shape, unsigned dim) const override;
  bool fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const override;

private:
  hw::DeviceSpec device;
};

/// The four rules in the paper's order.
std::vector<std::shared_ptr<const PruningRule>> getPaperRules(PaddingRule::Form padding,
                                                              double sharedMemoryLimitBytes);

} // namespace mcf::search

#endif
