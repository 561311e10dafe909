//===- ProgramBuilder.h - makes the block program of a schedule -*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_PROGRAMBUILDER_H
#define MCFUSER_LIB_COSTMODEL_PROGRAMBUILDER_H

#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/CostModel/BlockProgram.h"

namespace mcf::cost {

/// A vector, or a scalar (-1), which needs no thought.
struct BlockTile {
  int vector = -1;
  bool hasZeroTail = false;
};

/// Follows the emission of tile programs (lib/Conversion/MCFToSCF): the same plan, but values are
/// named by what they need of a thread and not computed.
class ProgramBuilder {
public:
  explicit ProgramBuilder(ScheduleOp schedule)
      : chain(schedule.getChain()), schedule(schedule), plan(chain) {
    for (mcf::DimAttr dim : chain.getDims().getDims())
      names.push_back(dim.getName());
  }

  BlockProgram build();

private:
  unsigned getIndex(mlir::StringAttr dim) { return llvm::find(names, dim) - names.begin(); }
  unsigned getIndex(llvm::StringRef dim) {
    return getIndex(mlir::StringAttr::get(chain.getContext(), dim));
  }
  llvm::SmallVector<unsigned, 2> getIndices(llvm::ArrayRef<mlir::StringAttr> dims);

  unsigned addVector(llvm::ArrayRef<unsigned> tileDims, llvm::ArrayRef<unsigned> tripDims,
                     mlir::Type elementType);
  unsigned addLike(unsigned vector, mlir::Type elementType) {
    BlockVector like = program.vectors[vector];
    return addVector(like.tileDims, like.tripDims, elementType);
  }
  BlockOp &addOp(BlockOp::Kind kind, llvm::ArrayRef<BlockTile> operands, int result,
                 llvm::ArrayRef<unsigned> dims = {});
  /// An elementwise op with a result like the vector.
  BlockTile map(unsigned like, mlir::Type elementType, llvm::ArrayRef<BlockTile> inputs) {
    unsigned result = addLike(like, elementType);
    addOp(BlockOp::Kind::Map, inputs, result);
    return {int(result)};
  }

  /// The same, of which nothing stays in registers: it is used up register by register.
  BlockTile step(unsigned like, mlir::Type elementType, llvm::ArrayRef<BlockTile> inputs) {
    BlockTile tile = map(like, elementType, inputs);
    program.vectors[tile.vector].isStep = true;
    return tile;
  }
  /// `value` with another value in the rows where `tested` fulfils a condition.
  BlockTile select(BlockTile value, llvm::ArrayRef<BlockTile> tested) {
    mlir::Type type = program.vectors[value.vector].elementType;
    BlockTile condition =
        step(tested[0].vector, mlir::IntegerType::get(chain.getContext(), 1), tested);
    return map(value.vector, type, {condition, value});
  }

  /// The plan's tile axes are without dims of tile size 1, which may be others for other sizes:
  /// the same order, with all dims.
  llvm::SmallVector<unsigned, 2> getTileDims(mlir::Value value);

  //===--- storages ---===//

  /// Tiles are picked by the leading trip dims of a storage only.
  void checkPicks(const BlockVector &storage);

  /// The tiles of the storage for the current trips.
  BlockTile slice(BlockTile storage);
  BlockTile insert(BlockTile part, BlockTile storage);
  int getLoopOver(unsigned dim);

  //===--- reading: ProgramReads.cpp ---===//

  BlockTile read(mlir::Value value, const analysis::TilePoint &at);
  BlockTile readMap(MapOp map, llvm::ArrayRef<FactorKind> deferred, const analysis::TilePoint &at);
  /// The ops of the body, one by one: layouts spread from op to op.
  BlockTile addMap(MapOp map, llvm::ArrayRef<BlockTile> inputs);
  BlockTile finish(BlockTile tile, mlir::Type elementType,
                   llvm::ArrayRef<analysis::PendingFactor> factors, const analysis::TilePoint &at);
  BlockTile evaluateStatistic(mlir::Value statistic, mlir::Value maximum, BlockTile tile);
  void rescale(mlir::Value maximum, analysis::ValuePlan &valuePlan, BlockTile oldTile,
               BlockTile newTile);

  //===--- loops and statements: ProgramLoops.cpp ---===//

  void addBlock(mlir::Block &block);
  void addLoop(LoopOp loop);
  void completeReductions(LoopOp loop);
  void keep(BlockTile tile, analysis::ValuePlan &valuePlan) {
    if (valuePlan.kept >= 0)
      storages[valuePlan.kept] = insert(tile, storages[valuePlan.kept]);
  }

  void addCompute(ComputeOp compute);
  void addReduction(mlir::Value value, analysis::ValuePlan &valuePlan);

  ChainOp chain;
  ScheduleOp schedule;
  analysis::TilePlan plan;
  BlockProgram program;
  llvm::SmallVector<mlir::StringAttr> names;
  llvm::SetVector<mlir::Value> results;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>> tileDims;
  llvm::DenseMap<mlir::Value, BlockTile> tiles;
  llvm::SmallVector<BlockTile> storages;
  /// Dim and op of each loop around the current point.
  llvm::SmallVector<std::pair<unsigned, unsigned>> openLoops;
};

} // namespace mcf::cost

#endif
