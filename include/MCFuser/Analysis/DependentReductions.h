//===- DependentReductions.h - reductions that need reductions --*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_DEPENDENTREDUCTIONS_H
#define MCFUSER_ANALYSIS_DEPENDENTREDUCTIONS_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

namespace mcf::analysis {

/// A factor that a value lacks (product, quotient) or holds in a form that is still
/// moving (exponential) as long as some loop over a reduced dim is open.
struct PendingFactor {
  /// The map through which the factor came in.
  MapOp user;
  /// The operand of `user` that is the row statistic.
  unsigned operandIndex = 0;
  FactorKind kind = FactorKind::None;

  mlir::Value getStatistic() const { return user->getOperand(operandIndex); }
  bool operator==(const PendingFactor &other) const {
    return user == other.user && operandIndex == other.operandIndex;
  }
};

/// Which reductions over a loop may run in that loop although they depend on another
/// reduction over it: the rule of docs/Fusion.md, "Dependent reductions". It
/// speaks of the chain only, not of a schedule: both the placement of statements and
/// the emission of tile programs ask it.
class DependentReductions {
public:
  /// What is known of one operand of a map in loop `dim`.
  struct Deferral {
    /// `None` if the map has to wait until the loop is closed.
    FactorKind kind = FactorKind::None;
    /// Why it has to wait, for people; empty if it need not.
    llvm::StringRef reason;
    explicit operator bool() const { return kind != FactorKind::None; }
  };

  /// Keeps no state of its own: valid as long as the chain is not changed.
  explicit DependentReductions(ChainOp chain) : chain(chain) {}

  /// True if `value` has no dim `dim` and is a reduction over it, or a map of such
  /// values and of values without the dim.
  bool isRowStatistic(mlir::Value value, mlir::StringAttr dim) const;

  /// May `user` run in loop `dim` on a running (exponential) or an absent (product,
  /// quotient) value of its operand, which is a row statistic of the loop?
  Deferral getDeferral(MapOp user, unsigned operandIndex, mlir::StringAttr dim) const;
  bool isDeferrable(MapOp user, unsigned operandIndex, mlir::StringAttr dim) const {
    return bool(getDeferral(user, operandIndex, dim));
  }

  /// The reductions over `dim` that a row statistic is computed from. For a deferrable
  /// exponential operand it is one maximum.
  llvm::SmallVector<mlir::Value> getBases(mlir::Value statistic, mlir::StringAttr dim) const;

  /// The values that have to be computed in a trip of loop `dim` before `op` runs in
  /// that trip: its operands, but for a deferrable one only its running maximum
  /// (exponential) or nothing (product, quotient: the statistic is wanted when what was
  /// accumulated is read after the loop). A map between a maximum and its exponential
  /// user is evaluated where it is used, wherever its own statement stands.
  llvm::SmallVector<mlir::Value> getStrictProducers(mlir::Operation *op,
                                                    mlir::StringAttr dim) const;

  /// The factors of `value` that are pending while loop `dim` is open, if all that may
  /// be deferred is deferred. A value accumulated over `dim` has those of what it sums:
  /// exponential ones rescale it whenever the maximum moves, the others are applied
  /// after the loop.
  llvm::SmallVector<PendingFactor> getPendingFactors(mlir::Value value, mlir::StringAttr dim) const;

private:
  ChainOp chain;
};

} // namespace mcf::analysis

#endif
