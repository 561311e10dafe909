//===- LoopStages.h - the body of a loop in two stages ----------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LOOPSTAGES_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LOOPSTAGES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mcf::mcfg {

/// The body of a loop in two stages, of which the first is a trip ahead of the second. Either it is
/// the contractions that need nothing of the trips before, with all that brings their operands, or
/// it is all but the contractions that need others of the same trip, with what belongs to their
/// sums.
class TwoStages {
public:
  using Schedule = std::vector<std::pair<mlir::Operation *, unsigned>>;

  explicit TwoStages(mlir::scf::ForOp loop) : loop(loop), body(*loop.getBody()) {}

  /// The first contractions alone run ahead. False if the loop has no such stages, or if they must
  /// not pass each other.
  bool findFirst();
  /// The last contractions alone stay behind.
  bool findLast();
  /// True if the first stage reads arrays in global memory: where the loop has no trip, nothing
  /// may.
  bool readsArraysFirst() const;
  /// Gives the later stage its own copies of what both compute.
  void separate();
  void getSchedule(Schedule &schedule) const;

private:
  /// The contractions of both stages start next to each other; what is left of the first stage
  /// comes behind them.
  void scheduleBehind(Schedule &schedule) const;
  /// What runs ahead comes first; it leaves its slots where the later stage waits, too.
  void scheduleAhead(Schedule &schedule) const;
  /// The op of the loop's own block that this one is in.
  mlir::Operation *getOwn(mlir::Operation *op) const { return body.findAncestorOpInBlock(*op); }
  bool isEarly(mlir::Operation *op) const;
  /// All in the body that the op needs.
  llvm::SetVector<mlir::Operation *> getSlice(mlir::Operation *op) const;
  /// True if the contraction needs no value of a trip before and no other contraction.
  bool isFirst(mlir::vector::ContractionOp op) const;
  bool hasLateUser(mlir::Operation *op) const;
  /// Adds what needs a late value, of this trip or of the one before, and what only late ops use
  /// and is better computed late than carried. True if there was something.
  bool growLate();
  /// Visits each op that has effects with the op that it goes with: the read behind it, which it is
  /// for, or of a release the contraction before it.
  void forEachEffect(llvm::function_ref<void(mlir::Operation *, mlir::Operation *)> visit);
  /// True if groups of copies are counted, also in loops inside: their order must stay.
  bool countsCopies() const;
  /// True if tensor cores have something to do in both stages, and these may pass each other.
  bool isUseful() const;
  void addToEarly(mlir::Operation *op);
  void addWithNeeds(mlir::Operation *op);
  /// Computed once more rather than carried.
  bool isShared(mlir::Operation *op) const;
  bool keepsValues() const;
  /// The buffers that ops of a stage touch, apart from barriers (each slot has its own), and
  /// whether the other stage must not: they are in workgroup memory, or written.
  llvm::DenseMap<void *, bool> getBuffers(bool ofEarly) const;
  bool keepsMemory() const;

  mlir::scf::ForOp loop;
  mlir::Block &body;
  bool isBehind = false;
  /// Ops of the first stage, in the other form those of the second, and those of the first whose
  /// results the second takes from the trip before.
  llvm::SetVector<mlir::Operation *> early, late, carried;
};

} // namespace mcf::mcfg

#endif
