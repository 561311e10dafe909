//===- ConstantRegions.h - where values of a chain are constant -*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_CONSTANTREGIONS_H
#define MCFUSER_ANALYSIS_CONSTANTREGIONS_H

#include "MCFuser/Analysis/IndexRegion.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "llvm/ADT/MapVector.h"

namespace mcf::analysis {

/// An operand of a map that was taken to be harmless: a row statistic that is neither infinite nor
/// NaN, and not 0 where something is divided by it.
struct AssumedOperand {
  MapOp user;
  unsigned operandIndex = 0;
  bool operator==(const AssumedOperand &other) const {
    return user == other.user && operandIndex == other.operandIndex;
  }
};

/// In `region` a value is `value`.
struct ConstantRegion {
  mlir::TypedAttr value;
  IndexRegion region;
  /// Reductions, or maps of them, that the value hangs on unless they are as assumed.
  llvm::SmallVector<AssumedOperand, 1> assumed;
};

/// What is known of a value at each point.
struct PointFacts {
  /// It is this form of the position. Of floats too: the numbers are exact in its type.
  std::optional<IndexForm> form;
  /// Where it is constant; the regions may overlap.
  llvm::SmallVector<ConstantRegion, 0> constants;
};

/// For each value of a chain: where it is constant whatever the inputs hold, because a condition on
/// `mcf.index` says so. The rule of docs/Masks.md. It speaks of the chain only, not of a schedule.
///
/// The bodies of maps are folded, with two rules beyond those of constants: 0 times anything is 0,
/// and an infinity plus anything is that infinity. So a NaN or infinity in an input that a mask
/// takes out does not come through.
class ConstantRegions {
public:
  explicit ConstantRegions(ChainOp chain);

  const PointFacts &get(mlir::Value value) const;
  /// Where a reduction or contraction adds nothing to its result: the points, over the dims that it
  /// iterates over, at which what it combines is neutral. `value` is null.
  ConstantRegion getNeutral(mlir::Operation *op) const;
  /// True if some value depends on its position.
  bool hasPositions() const { return dependsOnPosition; }

  /// Sizes of the chain's dims, -1 for those that are not known; and their names.
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  llvm::ArrayRef<std::string> getDimNames() const { return names; }
  unsigned getDimNumber(mlir::StringAttr dim) const;
  llvm::SmallVector<unsigned> getDimNumbers(llvm::ArrayRef<mlir::StringAttr> dims) const;

private:
  void addMap(MapOp map);
  void addReduction(mlir::Operation *op);

  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<std::string> names;
  llvm::SmallVector<mlir::StringAttr> dims;
  llvm::DenseMap<mlir::Value, PointFacts> facts;
  bool dependsOnPosition = false;
};

/// Adds a region to those that are known; of one value there is one.
void addConstant(llvm::SmallVectorImpl<ConstantRegion> &constants, const ConstantRegion &added);

} // namespace mcf::analysis

#endif
