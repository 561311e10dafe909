//===- TileEmitter.h - writes the tile program of a chain -------*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEEMITTER_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEEMITTER_H

#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "TileBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mcf {

/// Writes the body of a tile program by a plan.
class TileEmitter {
public:
  TileEmitter(ChainOp chain, analysis::TilePlan &plan, mlir::OpBuilder &builder)
      : chain(chain), schedule(chain.getSchedule()), plan(plan), builder(builder),
        tiles(builder, schedule), skipped(chain, plan) {}

  /// Fills the body of `function`, whose arguments are the inputs of the chain and a
  /// destination for each of `results`.
  mlir::LogicalResult emit(mlir::func::FuncOp function, llvm::ArrayRef<mlir::Value> results);

private:
  /// What statements see: it is restored when a loop is left.
  struct State {
    /// Tiles of inputs and of values that are not carried.
    llvm::DenseMap<mlir::Value, TileValue> tiles;
    llvm::SmallVector<mlir::Value> storages;
    llvm::SmallVector<mlir::Value> destinations;
  };

  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitLoop(LoopOp loop);
  /// The trips of the loop that run, from the first to before the second, if a mask leaves some
  /// out.
  std::optional<std::pair<mlir::Value, mlir::Value>> emitBounds(LoopOp loop);
  mlir::LogicalResult emitCompute(ComputeOp compute);
  mlir::LogicalResult emitReduction(mlir::Operation *op, analysis::ValuePlan &valuePlan);
  /// The tile of a value whose elements beyond the array along `dims` do not change a reduction.
  TileValue maskTail(mlir::Value value, const TileValue &tile,
                     llvm::ArrayRef<mlir::StringAttr> dims, mlir::TypedAttr neutral);
  mlir::LogicalResult emitStore(StoreOp store);
  void declareStorages(LoopOp loop);
  mlir::LogicalResult completeReductions(LoopOp loop);

  mlir::FailureOr<TileValue> read(mlir::Value value, const analysis::TilePoint &at);
  mlir::FailureOr<TileValue> readOperand(mlir::Value operand, FactorKind deferred,
                                         const analysis::TilePoint &at);
  mlir::FailureOr<TileValue> emitMap(MapOp map, llvm::ArrayRef<FactorKind> deferred,
                                     const analysis::TilePoint &at);
  /// Applies factors, and rounds to `elementType`.
  mlir::FailureOr<TileValue> finish(TileValue tile, mlir::Type elementType,
                                    llvm::SmallVector<analysis::PendingFactor> factors,
                                    const analysis::TilePoint &at);
  /// True at run time if what the statistic is reduced over is empty; null if it never is.
  mlir::Value buildIsEmpty(mlir::Value statistic);
  /// Multiplies what was stored under the old maximum.
  void rescale(mlir::Value maximum, const analysis::ValuePlan &valuePlan, const TileValue &oldTile,
               const TileValue &newTile);
  /// The statistic as a function of its maximum.
  TileValue evaluateStatistic(mlir::Value statistic, mlir::Value maximum, const TileValue &tile);
  /// The map with `zeroed` operands: where they are -inf (exponential) or 0 (quotient) it is 0.
  TileValue buildMap(MapOp map, llvm::ArrayRef<TileValue> inputs,
                     llvm::ArrayRef<std::pair<unsigned, FactorKind>> zeroed = {});
  /// True if the operand decides that a row is masked whole, and such rows are to be 0.
  bool zeroesRows(MapOp map, unsigned operandIndex);
  TileValue getStorage(unsigned index);
  void keep(const TileValue &tile, const analysis::ValuePlan &valuePlan);
  mlir::Value getArray(mlir::BlockArgument input) { return arrays[input.getArgNumber()]; }

  ChainOp chain;
  ScheduleOp schedule;
  analysis::TilePlan &plan;
  mlir::OpBuilder &builder;
  TileBuilder tiles;
  analysis::SkippedTiles skipped;
  State state;
  llvm::SmallVector<mlir::Value> arrays;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::StringAttr> blockDims;
};

} // namespace mcf

#endif
