//===- ProgramLoops.cpp - loops, storages and statements ------------------===//
#include "MCFuser/Dialect/MCFG/IR/OperandTypes.h"
#include "ProgramBuilder.h"
#include "ZeroTails.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::cost;

using Kind = BlockOp::Kind;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

void ProgramBuilder::addBlock(Block &block) {
  for (Operation &op : block) {
    if (auto loop = dyn_cast<LoopOp>(op)) {
      addLoop(loop);
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      NamedType type = named(load.getValue());
      if (type.getRank() == 0)
        continue;
      unsigned vector = addVector(getIndices(type.getDims()), {}, type.getElementType());
      addOp(Kind::Read, {}, vector);
      tiles[load.getValue()] = {int(vector), /*hasZeroTail=*/true};
    } else if (auto compute = dyn_cast<ComputeOp>(op)) {
      addCompute(compute);
    } else if (auto store = dyn_cast<StoreOp>(op); results.contains(store.getValue())) {
      addOp(Kind::Write, {read(store.getValue(), plan.getPoint(store))}, -1);
    }
  }
}

void ProgramBuilder::addLoop(LoopOp loop) {
  for (auto [i, storage] : llvm::enumerate(plan.getStorages())) {
    if (storage.firstLoop != loop)
      continue;
    SmallVector<unsigned, 1> trips;
    for (TileAxis axis : storage.axes)
      if (axis.isTrip)
        trips.push_back(getIndex(axis.dim));
    storages[i] = {int(addVector(getTileDims(storage.value), trips, storage.elementType))};
    addOp(Kind::Constant, {}, storages[i].vector);
  }
  SmallVector<unsigned> carried = plan.getCarried(loop);
  unsigned dim = getIndex(loop.getDim()), begin = program.ops.size();
  BlockOp &op = addOp(Kind::LoopBegin, {}, -1, {dim});
  auto outerTiles = tiles;
  auto outerStorages = storages;
  for (unsigned i : carried) {
    op.operands.push_back(storages[i].vector);
    unsigned arg = addLike(storages[i].vector, program.vectors[storages[i].vector].elementType);
    op.results.push_back(arg);
    storages[i].vector = arg;
  }
  openLoops.push_back({dim, begin});
  addBlock(loop.getBody().front());
  openLoops.pop_back();
  SmallVector<BlockTile> yielded;
  for (unsigned i : carried)
    yielded.push_back(storages[i]);
  BlockOp &end = addOp(Kind::LoopEnd, yielded, -1, {dim});
  end.begin = begin;
  tiles = std::move(outerTiles);
  storages = std::move(outerStorages);
  for (unsigned i : carried) {
    unsigned result = addLike(storages[i].vector, program.vectors[storages[i].vector].elementType);
    end.results.push_back(result);
    storages[i].vector = result;
  }
  completeReductions(loop);
}

void ProgramBuilder::completeReductions(LoopOp loop) {
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
    Value value = op->getResult(0);
    ValuePlan &valuePlan = plan.get(value);
    if (valuePlan.reductionLoop != loop || valuePlan.accumulator < 0)
      continue;
    BlockTile tile = storages[valuePlan.accumulator];
    if (valuePlan.isFinishedWhenComplete) {
      tile = finish(tile, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
      tiles[value] = tile;
    }
    keep(tile, valuePlan);
  }
}

void ProgramBuilder::addCompute(ComputeOp compute) {
  Value value = compute.getValue();
  ValuePlan &valuePlan = plan.get(value);
  if (!valuePlan.isRead || valuePlan.isVirtual)
    return;
  auto map = dyn_cast<MapOp>(value.getDefiningOp());
  if (!map)
    return addReduction(value, valuePlan);
  BlockTile tile = readMap(map, valuePlan.deferred, valuePlan.computed);
  tiles[value] = tile;
  keep(tile, valuePlan);
}

void ProgramBuilder::addReduction(Value value, ValuePlan &valuePlan) {
  auto op = cast<ChainOpInterface>(value.getDefiningOp());
  SmallVector<unsigned, 2> reduced = getIndices(op.getReductionDims());
  auto reduce = dyn_cast<ReduceOp>(*op);
  bool isNeutralZero = !reduce || reduce.getKind() == vector::CombiningKind::ADD;
  Type type = TilePlan::getAccumulatorType(op);
  SmallVector<BlockTile> operands;
  for (Value operand : op->getOperands()) {
    BlockTile tile = read(operand, valuePlan.computed);
    if (tile.vector < 0) {
      tile = {int(addVector({}, {}, named(operand).getElementType()))};
      addOp(Kind::Constant, {}, tile.vector);
    } else if (!isNeutralZero || !(tile.hasZeroTail || hasZeroTail(operand))) {
      unsigned masked = addLike(tile.vector, program.vectors[tile.vector].elementType);
      addOp(Kind::Mask, {tile}, masked, reduced);
      tile = {int(masked)};
    }
    operands.push_back(tile);
  }
  Type first = program.vectors[operands[0].vector].elementType;
  if (reduce && first != type && isa<FloatType>(type))
    operands[0] = map(operands[0].vector, type, {operands[0]});
  // Two operand types meet in one.
  Type second = program.vectors[operands.back().vector].elementType;
  if (Type common = mcfg::getCommonType(first, second, type); !reduce && second != first)
    for (BlockTile &operand : operands)
      if (program.vectors[operand.vector].elementType != common)
        operand = map(operand.vector, common, {operand});

  BlockTile running;
  if (valuePlan.accumulator >= 0) {
    running = slice(storages[valuePlan.accumulator]);
  } else {
    running = {int(addVector(getTileDims(value), {}, type))};
    addOp(Kind::Constant, {}, running.vector);
  }
  operands.push_back(running);
  BlockTile updated{int(addLike(running.vector, type))};
  BlockOp &added =
      addOp(reduce ? Kind::Reduction : Kind::Contraction, operands, updated.vector, reduced);
  if (auto contract = dyn_cast<ContractOp>(*op))
    added.isTF32 = contract.getTf32();
  if (valuePlan.accumulator >= 0) {
    storages[valuePlan.accumulator] = insert(updated, storages[valuePlan.accumulator]);
    return rescale(value, valuePlan, running, updated);
  }
  BlockTile finished =
      finish(updated, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
  tiles[value] = finished;
  keep(finished, valuePlan);
}
