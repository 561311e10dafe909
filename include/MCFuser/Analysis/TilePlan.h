//===- TilePlan.h - where the values of a tile program live -----*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_TILEPLAN_H
#define MCFUSER_ANALYSIS_TILEPLAN_H

#include "MCFuser/Analysis/DependentReductions.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mcf::analysis {

/// One axis of a tile value: the positions in the tile of a dim, or the trips of the loop
/// over it, where the tiles of all trips are kept.
struct TileAxis {
  mlir::StringAttr dim;
  bool isTrip = false;
  bool operator==(const TileAxis &other) const {
    return dim == other.dim && isTrip == other.isTrip;
  }
};

/// A place in the order of execution of a placed schedule.
struct TilePoint {
  /// Loops around it, outermost first.
  llvm::SmallVector<LoopOp> loops;
  /// Its place in the order of the text.
  int64_t position = 0;
};

/// A tensor that outlives the trip it is written in: it is carried through loops.
struct TileStorage {
  mlir::Value value;
  /// Loops around its declaration, outermost first.
  llvm::SmallVector<LoopOp> loops;
  /// The loop before which it is declared: the first one that carries it.
  LoopOp firstLoop;
  llvm::SmallVector<TileAxis> axes;
  mlir::Type elementType;
  /// Accumulators start from the neutral element, others from anything.
  bool isAccumulator = false;
};

/// What becomes of one result of an op of the chain.
struct ValuePlan {
  ComputeOp statement;
  /// Where it is computed, and where it is there whole.
  TilePoint computed, complete;
  /// The outermost loop (of more than one trip) that it reduces over, or null.
  LoopOp reductionLoop;
  /// A map of row statistics that stands where these are still running: it is evaluated
  /// where it is read.
  bool isVirtual = false;
  bool isRead = false;
  /// For reductions: rounded, and deferred factors applied, once it is complete; else
  /// that is done tile by tile where it is read.
  bool isFinishedWhenComplete = false;
  /// How each operand is deferred at the statement.
  llvm::SmallVector<FactorKind> deferred;
  /// The factors that what is stored lacks, or that move.
  llvm::SmallVector<PendingFactor> pending;
  /// Axes of the tile.
  llvm::SmallVector<TileAxis> tileAxes;
  /// Indices of storages, or -1.
  int64_t accumulator = -1, kept = -1;
  /// For a maximum: the storages that are multiplied when it moves, with the factor.
  llvm::SmallVector<std::pair<unsigned, PendingFactor>> rescales;
  /// Points at which the whole value is read.
  llvm::SmallVector<TilePoint> reads;
};

/// Decides where each value of a scheduled chain is declared, what is kept over which
/// loops, and what is deferred. Emits an error where the schedule has no meaning.
class TilePlan {
public:
  explicit TilePlan(ChainOp chain);

  mlir::LogicalResult compute();

  ValuePlan &get(mlir::Value value) { return values[value]; }
  llvm::ArrayRef<TileStorage> getStorages() const { return storages; }
  TilePoint getPoint(mlir::Operation *statement) const;
  /// The point right after a loop.
  TilePoint getPointAfter(LoopOp loop) const;

  /// True if `value` is evaluated from its operands where it is read at `at`.
  bool isInline(mlir::Value value, const TilePoint &at);
  /// Dims over which `value` is still being reduced at `at`.
  llvm::SmallVector<mlir::StringAttr> getRunningDims(mlir::Value value, const TilePoint &at);
  /// The indices of storages that the loop carries.
  llvm::SmallVector<unsigned> getCarried(LoopOp loop);
  /// The factors to apply when the stored form of `value` is read at `at`.
  llvm::SmallVector<PendingFactor> getFactorsToApply(mlir::Value value, const TilePoint &at);
  /// True if the factor is an exponential whose sum is also divided by: a row of -inf
  /// gives 0 / 0 there already.
  bool isImpliedByQuotient(const PendingFactor &factor, llvm::ArrayRef<PendingFactor> factors);
  /// Type in which a reduction accumulates.
  static mlir::Type getAccumulatorType(mlir::Operation *op);

private:
  mlir::LogicalResult checkSupported();
  void collectStatements();
  void planReduction(ChainOpInterface op, ValuePlan &plan);
  mlir::LogicalResult planOperands(ChainOpInterface op, ValuePlan &plan);
  mlir::LogicalResult read(mlir::Value value, const TilePoint &at, mlir::Operation *reader);
  mlir::LogicalResult planReads();
  mlir::LogicalResult planStorage(mlir::Value value, ValuePlan &plan);
  void planRescales(ValuePlan &plan);
  llvm::SmallVector<TileAxis> getTripAxes(llvm::ArrayRef<LoopOp> loops, NamedType type);
  mlir::LogicalResult addStorage(TileStorage storage, int64_t &index);

  ChainOp chain;
  ScheduleOp schedule;
  DependentReductions dependent;
  llvm::MapVector<mlir::Value, ValuePlan> values;
  llvm::SmallVector<TileStorage> storages;
  llvm::DenseMap<mlir::Operation *, int64_t> positions, endPositions;
};

} // namespace mcf::analysis

#endif
