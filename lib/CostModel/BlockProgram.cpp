//===- BlockProgram.cpp - what a block computes, without tile sizes -------===//
// Follows the emission of tile programs (lib/Conversion/MCFToSCF): the same plan, but
// values are named by what they need of a thread and not computed.
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::cost;

using Kind = BlockOp::Kind;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

namespace {
/// A vector, or a scalar (-1), which needs no thought.
struct Tile {
  int vector = -1;
  bool hasZeroTail = false;
};

class ProgramBuilder {
public:
  explicit ProgramBuilder(ScheduleOp schedule)
      : chain(schedule.getChain()), schedule(schedule), plan(chain) {
    for (DimAttr dim : chain.getDims().getDims())
      names.push_back(dim.getName());
  }

  BlockProgram build() {
    ScopedDiagnosticHandler handler(chain.getContext(), [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error && program.refusal.empty())
        program.refusal = diag.str();
      return success();
    });
    if (failed(plan.compute())) {
      if (program.refusal.empty())
        program.refusal = "the schedule has no tile program";
      return std::move(program);
    }
    for (Value value : chain.getYield().getValues())
      if (value.getDefiningOp())
        results.insert(value);
    storages.resize(plan.getStorages().size());
    Block *body = &schedule.getBody().front();
    while (llvm::hasSingleElement(*body)) {
      auto loop = dyn_cast<LoopOp>(body->front());
      if (!loop || loop.getBinding() != Binding::Block)
        break;
      body = &loop.getBody().front();
    }
    addBlock(*body);
    return std::move(program);
  }

private:
  unsigned getIndex(StringAttr dim) { return llvm::find(names, dim) - names.begin(); }
  unsigned getIndex(StringRef dim) { return getIndex(StringAttr::get(chain.getContext(), dim)); }
  SmallVector<unsigned, 2> getIndices(ArrayRef<StringAttr> dims) {
    SmallVector<unsigned, 2> indices;
    for (StringAttr dim : dims)
      indices.push_back(getIndex(dim));
    return indices;
  }

  unsigned addVector(ArrayRef<unsigned> tileDims, ArrayRef<unsigned> tripDims, Type elementType) {
    unsigned index = program.vectors.size();
    BlockVector vector;
    vector.tileDims.assign(tileDims.begin(), tileDims.end());
    vector.tripDims.assign(tripDims.begin(), tripDims.end());
    vector.elementType = elementType;
    vector.home = index;
    program.vectors.push_back(std::move(vector));
    return index;
  }
  unsigned addLike(unsigned vector, Type elementType) {
    BlockVector like = program.vectors[vector];
    return addVector(like.tileDims, like.tripDims, elementType);
  }
  BlockOp &addOp(Kind kind, ArrayRef<Tile> operands, int result, ArrayRef<unsigned> dims = {}) {
    BlockOp op;
    op.kind = kind;
    for (Tile tile : operands)
      if (tile.vector >= 0)
        op.operands.push_back(tile.vector);
    if (result >= 0)
      op.results.push_back(result);
    op.dims.assign(dims.begin(), dims.end());
    program.ops.push_back(std::move(op));
    return program.ops.back();
  }
  /// An elementwise op with a result like the vector.
  Tile map(unsigned like, Type elementType, ArrayRef<Tile> inputs) {
    unsigned result = addLike(like, elementType);
    addOp(Kind::Map, inputs, result);
    return {int(result)};
  }

  /// The same, of which nothing stays in registers: it is used up register by register.
  Tile step(unsigned like, Type elementType, ArrayRef<Tile> inputs) {
    Tile tile = map(like, elementType, inputs);
    program.vectors[tile.vector].isStep = true;
    return tile;
  }
  /// `value` with another value in the rows where `tested` fulfils a condition.
  Tile select(Tile value, ArrayRef<Tile> tested) {
    Type type = program.vectors[value.vector].elementType;
    Tile condition = step(tested[0].vector, IntegerType::get(chain.getContext(), 1), tested);
    return map(value.vector, type, {condition, value});
  }

  /// The plan's tile axes are without dims of tile size 1, which may be others for other sizes:
  /// the same order, with all dims.
  SmallVector<unsigned, 2> getTileDims(Value value) {
    auto known = tileDims.find(value);
    if (known != tileDims.end())
      return known->second;
    SmallVector<unsigned, 2> dims = getIndices(named(value).getDims());
    if (auto reduce = value.getDefiningOp<ReduceOp>()) {
      SmallVector<unsigned, 2> kept;
      for (unsigned dim : getTileDims(reduce.getInput()))
        if (llvm::is_contained(dims, dim))
          kept.push_back(dim);
      dims = kept;
    }
    return tileDims[value] = dims;
  }

  //===--- storages ---===//

  /// Tiles are picked by the leading trip dims of a storage only.
  void checkPicks(const BlockVector &storage) {
    bool keepsAll = false;
    for (unsigned dim : storage.tripDims) {
      bool isPicked = getLoopOver(dim) >= 0;
      if (isPicked && keepsAll && program.refusal.empty())
        program.refusal = ("expected kept tiles to be picked by their outer dims first, but got a "
                           "loop over '" +
                           names[dim].getValue() + "' without the loops outside of it")
                              .str();
      keepsAll |= !isPicked;
    }
  }

  /// The tiles of the storage for the current trips.
  Tile slice(Tile storage) {
    BlockVector from = program.vectors[storage.vector];
    checkPicks(from);
    SmallVector<unsigned, 1> rest;
    for (unsigned dim : from.tripDims) {
      if (int loop = getLoopOver(dim); loop >= 0)
        program.ops[loop].isUnrolled = true;
      else
        rest.push_back(dim);
    }
    if (rest.size() == from.tripDims.size())
      return storage;
    unsigned result = addVector(from.tileDims, rest, from.elementType);
    program.vectors[result].home = from.home;
    addOp(Kind::Alias, {storage}, result);
    return {int(result)};
  }
  Tile insert(Tile part, Tile storage) {
    BlockVector to = program.vectors[storage.vector];
    checkPicks(to);
    bool isPart = false;
    for (unsigned dim : to.tripDims)
      if (int loop = getLoopOver(dim); loop >= 0) {
        program.ops[loop].isUnrolled = true;
        isPart = true;
      }
    if (!isPart)
      return part;
    unsigned result = addLike(storage.vector, to.elementType);
    program.vectors[result].home = to.home;
    program.vectors[part.vector].home = to.home;
    addOp(Kind::Alias, {storage, part}, result);
    return {int(result)};
  }
  int getLoopOver(unsigned dim) {
    for (auto [loopDim, begin] : openLoops)
      if (loopDim == dim)
        return begin;
    return -1;
  }

  //===--- reading: TileReads.cpp ---===//

  Tile read(Value value, const TilePoint &at) {
    Operation *op = value.getDefiningOp();
    if (!op) {
      auto it = tiles.find(value);
      return it == tiles.end() ? Tile() : it->second;
    }
    if (plan.isInline(value, at))
      return readMap(cast<MapOp>(op), {}, at);
    ValuePlan &valuePlan = plan.get(value);
    if (!plan.getRunningDims(value, at).empty())
      return slice(storages[valuePlan.accumulator]);
    Tile tile;
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
  Tile readMap(MapOp map, ArrayRef<FactorKind> deferred, const TilePoint &at) {
    SmallVector<Tile> inputs;
    for (auto [i, operand] : llvm::enumerate(map.getInputs())) {
      FactorKind kind = deferred.empty() ? FactorKind::None : deferred[i];
      if (kind == FactorKind::Product || kind == FactorKind::Quotient) {
        inputs.emplace_back();
        continue;
      }
      Tile tile = read(operand, at);
      if (kind == FactorKind::Exponential && tile.vector >= 0)
        tile = select(tile, {tile});
      inputs.push_back(tile);
    }
    return addMap(map, inputs);
  }
  /// The ops of the body, one by one: layouts spread from op to op.
  Tile addMap(MapOp map, ArrayRef<Tile> inputs) {
    SmallVector<unsigned, 2> positions, dims = getTileDims(map.getResult());
    map.walk([&](IndexOp index) { positions.push_back(getIndex(index.getDim())); });
    llvm::DenseMap<Value, Tile> known;
    Block &body = map.getBody().front();
    for (auto [argument, input] : llvm::zip(body.getArguments(), inputs))
      known[argument] = input;
    auto add = [&](Type type, ArrayRef<Tile> operands) {
      unsigned result = addVector(dims, {}, type);
      addOp(Kind::Map, operands, result, positions);
      program.vectors[result].isStep = true;
      return Tile{int(result)};
    };
    for (Operation &op : body.without_terminator()) {
      SmallVector<Tile> operands;
      for (Value operand : op.getOperands())
        if (Tile tile = known.lookup(operand); tile.vector >= 0)
          operands.push_back(tile);
      // What is the same everywhere, or only a matter of positions, takes any layout.
      if (!operands.empty())
        known[op.getResult(0)] = add(op.getResult(0).getType(), operands);
    }
    Value yielded = cast<YieldOp>(body.getTerminator()).getValues()[0];
    Tile result = known.lookup(yielded);
    if (result.vector < 0 || isa<BlockArgument>(yielded))
      result = add(map.getType().getElementType(), {result});
    program.vectors[result.vector].isStep = false;
    return result;
  }
  Tile finish(Tile tile, Type elementType, ArrayRef<PendingFactor> factors, const TilePoint &at) {
    SmallVector<Tile> inputs{tile};
    for (const PendingFactor &factor : factors) {
      bool isExponential = factor.kind == FactorKind::Exponential;
      if (isExponential && plan.isImpliedByQuotient(factor, factors))
        continue;
      Tile statistic = read(factor.getStatistic(), at);
      inputs.push_back(isExponential ? step(statistic.vector,
                                            IntegerType::get(chain.getContext(), 1), {statistic})
                                     : statistic);
    }
    if (inputs.size() == 1 && program.vectors[tile.vector].elementType == elementType)
      return tile;
    return map(tile.vector, elementType, inputs);
  }
  Tile evaluateStatistic(Value statistic, Value maximum, Tile tile) {
    if (statistic == maximum)
      return tile;
    auto map = statistic.getDefiningOp<MapOp>();
    SmallVector<Tile> inputs;
    for (Value input : map.getInputs())
      inputs.push_back(evaluateStatistic(input, maximum, tile));
    return addMap(map, inputs);
  }
  void rescale(Value maximum, ValuePlan &valuePlan, Tile oldTile, Tile newTile) {
    SmallVector<std::pair<PendingFactor, Tile>> factors;
    for (auto &[index, factor] : valuePlan.rescales) {
      auto *it = llvm::find_if(factors, [f = factor](auto &known) { return known.first == f; });
      if (it == factors.end()) {
        Tile from = evaluateStatistic(factor.getStatistic(), maximum, oldTile);
        Tile to = evaluateStatistic(factor.getStatistic(), maximum, newTile);
        // exp(old - new), and 1 where they are the same.
        Type type = program.vectors[from.vector].elementType;
        Tile difference = step(from.vector, type, {from, to});
        factors.push_back({factor, select(step(from.vector, type, {difference}), {from, to})});
        it = &factors.back();
      }
      Tile part = slice(storages[index]);
      Tile scaled = map(part.vector, program.vectors[part.vector].elementType, {it->second, part});
      storages[index] = insert(scaled, storages[index]);
    }
  }

  //===--- loops and statements: TileEmitter.cpp ---===//

  void addBlock(Block &block) {
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

  void addLoop(LoopOp loop) {
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
    SmallVector<Tile> yielded;
    for (unsigned i : carried)
      yielded.push_back(storages[i]);
    BlockOp &end = addOp(Kind::LoopEnd, yielded, -1, {dim});
    end.begin = begin;
    tiles = std::move(outerTiles);
    storages = std::move(outerStorages);
    for (unsigned i : carried) {
      unsigned result =
          addLike(storages[i].vector, program.vectors[storages[i].vector].elementType);
      end.results.push_back(result);
      storages[i].vector = result;
    }
    completeReductions(loop);
  }

  void completeReductions(LoopOp loop) {
    for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
      Value value = op->getResult(0);
      ValuePlan &valuePlan = plan.get(value);
      if (valuePlan.reductionLoop != loop || valuePlan.accumulator < 0)
        continue;
      Tile tile = storages[valuePlan.accumulator];
      if (valuePlan.isFinishedWhenComplete) {
        tile = finish(tile, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
        tiles[value] = tile;
      }
      keep(tile, valuePlan);
    }
  }
  void keep(Tile tile, ValuePlan &valuePlan) {
    if (valuePlan.kept >= 0)
      storages[valuePlan.kept] = insert(tile, storages[valuePlan.kept]);
  }

  void addCompute(ComputeOp compute) {
    Value value = compute.getValue();
    ValuePlan &valuePlan = plan.get(value);
    if (!valuePlan.isRead || valuePlan.isVirtual)
      return;
    auto map = dyn_cast<MapOp>(value.getDefiningOp());
    if (!map)
      return addReduction(value, valuePlan);
    Tile tile = readMap(map, valuePlan.deferred, valuePlan.computed);
    tiles[value] = tile;
    keep(tile, valuePlan);
  }

  void addReduction(Value value, ValuePlan &valuePlan) {
    auto op = cast<ChainOpInterface>(value.getDefiningOp());
    SmallVector<unsigned, 2> reduced = getIndices(op.getReductionDims());
    auto reduce = dyn_cast<ReduceOp>(*op);
    bool isNeutralZero = !reduce || reduce.getKind() == vector::CombiningKind::ADD;
    Type type = TilePlan::getAccumulatorType(op);
    SmallVector<Tile> operands;
    for (Value operand : op->getOperands()) {
      Tile tile = read(operand, valuePlan.computed);
      if (tile.vector < 0) {
        tile = {int(addVector({}, {}, named(operand).getElementType()))};
        addOp(Kind::Constant, {}, tile.vector);
      } else if (!(tile.hasZeroTail && isNeutralZero)) {
        unsigned masked = addLike(tile.vector, program.vectors[tile.vector].elementType);
        addOp(Kind::Mask, {tile}, masked, reduced);
        tile = {int(masked)};
      }
      operands.push_back(tile);
    }
    Type first = program.vectors[operands[0].vector].elementType;
    if (reduce && first != type && isa<FloatType>(type))
      operands[0] = map(operands[0].vector, type, {operands[0]});
    // Two operand types meet in that of the sum.
    if (!reduce && program.vectors[operands[1].vector].elementType != first)
      for (Tile &operand : operands)
        if (program.vectors[operand.vector].elementType != type)
          operand = map(operand.vector, type, {operand});

    Tile running;
    if (valuePlan.accumulator >= 0) {
      running = slice(storages[valuePlan.accumulator]);
    } else {
      running = {int(addVector(getTileDims(value), {}, type))};
      addOp(Kind::Constant, {}, running.vector);
    }
    operands.push_back(running);
    Tile updated{int(addLike(running.vector, type))};
    addOp(reduce ? Kind::Reduction : Kind::Contraction, operands, updated.vector, reduced);
    if (valuePlan.accumulator >= 0) {
      storages[valuePlan.accumulator] = insert(updated, storages[valuePlan.accumulator]);
      return rescale(value, valuePlan, running, updated);
    }
    Tile finished =
        finish(updated, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
    tiles[value] = finished;
    keep(finished, valuePlan);
  }

  ChainOp chain;
  ScheduleOp schedule;
  TilePlan plan;
  BlockProgram program;
  SmallVector<StringAttr> names;
  llvm::SetVector<Value> results;
  llvm::DenseMap<Value, SmallVector<unsigned, 2>> tileDims;
  llvm::DenseMap<Value, Tile> tiles;
  SmallVector<Tile> storages;
  /// Dim and op of each loop around the current point.
  SmallVector<std::pair<unsigned, unsigned>> openLoops;
};
} // namespace

BlockProgram BlockProgram::get(ScheduleOp schedule) { return ProgramBuilder(schedule).build(); }
