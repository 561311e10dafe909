//===- RingLoop.h - copies that run ahead of a loop --------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_RINGLOOP_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_RINGLOOP_H

#include "BulkCopies.h"

namespace mcf::mcfg {

/// Waits for what a thread copies itself, and then for all others.
void waitForAll(mlir::OpBuilder &builder, mlir::Location loc, int64_t pending);

/// The rings of a loop: groups of copies in its body that run ahead of it.
class RingLoop {
public:
  /// `bulk`: takes the groups that TMA can copy; null where the loop may run more than once.
  RingLoop(mlir::scf::ForOp loop, llvm::ArrayRef<TileGroup> all, int64_t depth, BulkCopies *bulk);

  mlir::scf::ForOp getLoop() const { return loop; }
  /// True if TMA makes all copies.
  bool isBulk() const { return numClosed == 0; }

  /// Starts the copies for the first trips.
  void startFirst(mlir::OpBuilder &builder);
  /// In the loop: each trip waits for its tiles and starts the copies of a later one.
  void startNext();

  /// Starts the copies of all trips, each when its slot has been left: for warps that do nothing
  /// else. All groups are bulk copies.
  void startAll(mlir::OpBuilder &builder);
  /// In the loop: each trip only waits for its tiles.
  void waitOnly();

private:
  /// A group and, if TMA copies it, the barriers of its first slot: the tile is there, and, if the
  /// slot is filled again, all warps have left it.
  struct Ring {
    TileGroup group;
    std::optional<int64_t> barrier, released;
  };

  mlir::Value constant(mlir::OpBuilder &b, int64_t value);
  mlir::Value getBarrier(mlir::OpBuilder &b, int64_t first, mlir::Value slot);
  mlir::Value countTrips(mlir::OpBuilder &b, mlir::Value counter, int64_t ahead);
  mlir::Value getParity(mlir::OpBuilder &b, mlir::Value counter, int64_t ahead);
  mlir::Value getTrip(mlir::OpBuilder &b, mlir::Value from, int64_t trips);
  mlir::Value getSlot(mlir::OpBuilder &b, mlir::Value counter, int64_t ahead);
  void wait(mlir::OpBuilder &builder, const Ring &ring, mlir::Value slot);
  void release(mlir::OpBuilder &builder, const Ring &ring, mlir::Value slot);
  void finish(mlir::OpBuilder &builder, const Ring &ring, mlir::Value slot);
  void start(mlir::OpBuilder &builder, const Ring &ring, mlir::Value at, mlir::Value slot,
             bool isInside, mlir::Value left = {});

  mlir::scf::ForOp loop;
  llvm::SmallVector<Ring> groups;
  int64_t depth;
  BulkCopies *bulk;
  /// Groups that the threads copy.
  int64_t numClosed = 0;
  std::optional<int64_t> numTrips;
  bool isWhole = false;
};

} // namespace mcf::mcfg

#endif
