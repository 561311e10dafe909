//===- ProgramReads.cpp - reading values and applying what is deferred ----===//
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::cost;

using Kind = BlockOp::Kind;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

BlockTile ProgramBuilder::read(Value value, const TilePoint &at) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto it = tiles.find(value);
    return it == tiles.end() ? BlockTile() : it->second;
  }
  if (plan.isInline(value, at))
    return readMap(cast<MapOp>(op), {}, at);
  ValuePlan &valuePlan = plan.get(value);
  if (!plan.getRunningDims(value, at).empty())
    return slice(storages[valuePlan.accumulator]);
  BlockTile tile;
  auto it = tiles.find(value);
  if (it != tiles.end())
    tile = it->second;
  else if (valuePlan.kept >= 0 && storages[valuePlan.kept].vector >= 0)
    tile = slice(storages[valuePlan.kept]);
  else
    tile = slice(storages[valuePlan.accumulator]);
  if (!isa<MapOp>(op) && valuePlan.isFinishedWhenComplete)
    return tile;
  return finish(tile, named(value).getElementType(), plan.getFactorsToApply(value, at), at);
}

BlockTile ProgramBuilder::readMap(MapOp map, ArrayRef<FactorKind> deferred, const TilePoint &at) {
  SmallVector<BlockTile> inputs;
  for (auto [i, operand] : llvm::enumerate(map.getInputs())) {
    FactorKind kind = deferred.empty() ? FactorKind::None : deferred[i];
    if (isAppliedLast(kind)) {
      inputs.emplace_back();
      continue;
    }
    BlockTile tile = read(operand, at);
    if (kind == FactorKind::Exponential && tile.vector >= 0)
      tile = select(tile, {tile});
    inputs.push_back(tile);
  }
  return addMap(map, inputs);
}

BlockTile ProgramBuilder::addMap(MapOp map, ArrayRef<BlockTile> inputs) {
  SmallVector<unsigned, 2> positions, dims = getTileDims(map.getResult());
  map.walk([&](IndexOp index) { positions.push_back(getIndex(index.getDim())); });
  llvm::DenseMap<Value, BlockTile> known;
  Block &body = map.getBody().front();
  for (auto [argument, input] : llvm::zip(body.getArguments(), inputs))
    known[argument] = input;
  auto add = [&](Type type, ArrayRef<BlockTile> operands) {
    unsigned result = addVector(dims, {}, type);
    addOp(Kind::Map, operands, result, positions);
    program.vectors[result].isStep = true;
    return BlockTile{int(result)};
  };
  for (Operation &op : body.without_terminator()) {
    SmallVector<BlockTile> operands;
    for (Value operand : op.getOperands())
      if (BlockTile tile = known.lookup(operand); tile.vector >= 0)
        operands.push_back(tile);
    // What is the same everywhere, or only a matter of positions, takes any layout.
    if (!operands.empty())
      known[op.getResult(0)] = add(op.getResult(0).getType(), operands);
  }
  Value yielded = cast<YieldOp>(body.getTerminator()).getValues()[0];
  BlockTile result = known.lookup(yielded);
  if (result.vector < 0 || isa<BlockArgument>(yielded))
    result = add(map.getType().getElementType(), {result});
  program.vectors[result.vector].isStep = false;
  return result;
}

BlockTile ProgramBuilder::finish(BlockTile tile, Type elementType, ArrayRef<PendingFactor> factors,
                                 const TilePoint &at) {
  SmallVector<BlockTile> inputs{tile};
  for (const PendingFactor &factor : factors) {
    bool isExponential = factor.kind == FactorKind::Exponential;
    if (isExponential && plan.isImpliedByQuotient(factor, factors))
      continue;
    BlockTile statistic = read(factor.getStatistic(), at);
    inputs.push_back(
        isExponential ? step(statistic.vector, IntegerType::get(chain.getContext(), 1), {statistic})
                      : statistic);
  }
  if (inputs.size() == 1 && program.vectors[tile.vector].elementType == elementType)
    return tile;
  return map(tile.vector, elementType, inputs);
}

BlockTile ProgramBuilder::evaluateStatistic(Value statistic, Value maximum, BlockTile tile) {
  if (statistic == maximum)
    return tile;
  auto map = statistic.getDefiningOp<MapOp>();
  SmallVector<BlockTile> inputs;
  for (Value input : map.getInputs())
    inputs.push_back(evaluateStatistic(input, maximum, tile));
  return addMap(map, inputs);
}

void ProgramBuilder::rescale(Value maximum, ValuePlan &valuePlan, BlockTile oldTile,
                             BlockTile newTile) {
  SmallVector<std::pair<PendingFactor, BlockTile>> factors;
  for (auto &[index, factor] : valuePlan.rescales) {
    auto *it = llvm::find_if(factors, [f = factor](auto &known) { return known.first == f; });
    if (it == factors.end()) {
      BlockTile from = evaluateStatistic(factor.getStatistic(), maximum, oldTile);
      BlockTile to = evaluateStatistic(factor.getStatistic(), maximum, newTile);
      // exp(old - new), and 1 where they are the same.
      Type type = program.vectors[from.vector].elementType;
      BlockTile difference = step(from.vector, type, {from, to});
      factors.push_back({factor, select(step(from.vector, type, {difference}), {from, to})});
      it = &factors.back();
    }
    BlockTile part = slice(storages[index]);
    BlockTile scaled =
        map(part.vector, program.vectors[part.vector].elementType, {it->second, part});
    storages[index] = insert(scaled, storages[index]);
  }
}
