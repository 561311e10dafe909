//===- SkippedTiles.h - trips of loops in which nothing is to do -*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_SKIPPEDTILES_H
#define MCFUSER_ANALYSIS_SKIPPEDTILES_H

#include "MCFuser/Analysis/ConstantRegions.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/Analysis/TripBounds.h"

namespace mcf::analysis {

/// Which trips of the serial loops of a placed schedule do nothing, because a condition on
/// positions makes all that they add to what outlives the trip neutral. The rule of docs/Masks.md.
class SkippedTiles {
public:
  /// What is known of a loop in which some tile could be masked.
  struct LoopSkip {
    /// A trip runs if some position of its tile is inside. Everywhere: each trip runs.
    IndexRegion live = IndexRegion::getEverywhere();
    /// Why no trip is left out, for people; empty if some may be.
    std::string reason;
  };

  /// The plan has been computed.
  SkippedTiles(ChainOp chain, TilePlan &plan);

  /// Where the loop has something to do; null if each trip runs.
  const IndexRegion *getLive(LoopOp loop) const;
  /// The loops that a mask has a say in, in program order.
  const llvm::MapVector<LoopOp, LoopSkip> &getLoops() const { return loops; }
  const ConstantRegions &getConstants() const { return constants; }

  /// How often the statement or the body of the loop runs, of the trips of all loops around it,
  /// blocks included; for the typical sizes of dims whose size is not known.
  uint64_t countTrips(mlir::Operation *op) const;

private:
  void addLoop(LoopOp loop, TilePlan &plan);
  std::string check(LoopOp loop, TilePlan &plan, IndexRegion &dead);
  std::string describeFiniteMask(ReduceOp reduce);
  bool keepsNaN(mlir::Operation *op, const ValuePlan &valuePlan, const ConstantRegion &neutral);

  ChainOp chain;
  ScheduleOp schedule;
  ConstantRegions constants;
  llvm::MapVector<LoopOp, LoopSkip> loops;
};

} // namespace mcf::analysis

#endif
