//===- StatementVolume.h - how much a statement moves or computes -*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_STATEMENTVOLUME_H
#define MCFUSER_ANALYSIS_STATEMENTVOLUME_H

#include "MCFuser/Analysis/StatementPlacement.h"

namespace mcf::analysis {

class SkippedTiles;

/// What a load or store moves (bytes) or a compute does (flops): each trip of the loops
/// around it handles one tile. Tiles count whole, also where they stick out of the array.
/// Sums beyond 64 bits saturate.
struct StatementVolume {
  uint64_t perTile = 0;
  /// Trips of all loops around it, blocks included.
  uint64_t trips = 1;

  uint64_t getTotal() const;
};

/// Bits that an element of this type takes in an array: i1 takes a byte.
uint64_t getElementBits(mlir::Type type);

/// Bytes of one tile of the value.
uint64_t getTileBytes(ScheduleOp schedule, mlir::Value value);

/// Floating-point (or integer) operations that computing one tile takes: two for each point
/// of a contraction, one for each point of a reduction, and for a map one for each op of
/// its body that is no constant, cast or position.
uint64_t getTileFlops(ScheduleOp schedule, mlir::Operation *op);

/// The volume of a statement of a schedule whose dims have static sizes. With `skipped`, only trips
/// count that run.
StatementVolume getVolume(ScheduleOp schedule, mlir::Operation *statement,
                          const SkippedTiles *skipped = nullptr);
StatementVolume getVolume(ScheduleOp schedule, const PlacedNode &statement);

} // namespace mcf::analysis

#endif
