//===- TileEmitter.cpp - loops, storages and statements -------------------===//
#include "TileEmitter.h"
#include "TileTails.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

TileValue TileEmitter::getStorage(unsigned index) {
  return {state.storages[index], plan.getStorages()[index].axes};
}

LogicalResult TileEmitter::emit(func::FuncOp function, ArrayRef<Value> chainResults) {
  tiles.setLoc(function.getLoc());
  results.assign(chainResults.begin(), chainResults.end());
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  unsigned numInputs = chain.getInputs().size();
  arrays.assign(entry->args_begin(), entry->args_begin() + numInputs);
  state.storages.resize(plan.getStorages().size());
  for (DimAttr dim : chain.getDims().getDims())
    if (dim.isDynamic()) {
      auto [input, axis] = *chain.getSizeSource(dim.getName());
      tiles.setSize(dim.getName(),
                    tensor::DimOp::create(builder, function.getLoc(), arrays[input], axis));
    }

  // The block loops stand one in the other, alone.
  SmallVector<LoopOp> blockLoops;
  Block *body = &schedule.getBody().front();
  while (llvm::hasSingleElement(*body)) {
    auto loop = dyn_cast<LoopOp>(body->front());
    if (!loop || loop.getBinding() != Binding::Block)
      break;
    blockLoops.push_back(loop);
    body = &loop.getBody().front();
  }
  tiles.setLoc(schedule.getLoc());
  SmallVector<OpFoldResult> trips;
  for (LoopOp loop : blockLoops)
    trips.push_back(tiles.getTripCount(loop.getDimAttr()));
  if (trips.empty())
    trips.push_back(builder.getIndexAttr(1));

  Location loc = schedule.getLoc();
  auto forall = scf::ForallOp::create(builder, loc, trips,
                                      entry->getArguments().drop_front(numInputs), std::nullopt);
  builder.setInsertionPoint(forall.getTerminator());
  for (auto [i, loop] : llvm::enumerate(blockLoops)) {
    auto dim = StringAttr::get(builder.getContext(), loop.getDim());
    tiles.enterLoop(dim, forall.getInductionVar(i));
    blockDims.push_back(dim);
  }

  // The block's part of each destination is carried through the loops.
  struct Part {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  SmallVector<Part> parts;
  for (auto [value, shared] : llvm::zip(results, forall.getRegionOutArgs())) {
    Part part;
    SmallVector<int64_t> shape;
    for (StringAttr dim : named(value).getDims()) {
      bool isBlock = llvm::is_contained(blockDims, dim);
      part.offsets.push_back(isBlock ? tiles.getOffset(dim)
                                     : OpFoldResult(builder.getIndexAttr(0)));
      part.sizes.push_back(isBlock ? tiles.getValidSize(dim) : tiles.getSize(dim));
      part.strides.push_back(builder.getIndexAttr(1));
    }
    state.destinations.push_back(tensor::ExtractSliceOp::create(builder, loc, shared, part.offsets,
                                                                part.sizes, part.strides));
    parts.push_back(part);
  }

  if (failed(emitBlock(*body)))
    return failure();

  tiles.setLoc(loc);
  builder.setInsertionPointToEnd(forall.getTerminator().getBody());
  for (auto [part, value, shared] : llvm::zip(parts, state.destinations, forall.getRegionOutArgs()))
    tensor::ParallelInsertSliceOp::create(builder, loc, value, shared, part.offsets, part.sizes,
                                          part.strides);
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, function.getLoc(), forall.getResults());
  return success();
}

LogicalResult TileEmitter::emitBlock(Block &block) {
  for (Operation &op : block) {
    tiles.setLoc(op.getLoc());
    LogicalResult result = success();
    if (auto loop = dyn_cast<LoopOp>(op)) {
      result = emitLoop(loop);
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      auto input = cast<BlockArgument>(load.getValue());
      state.tiles[input] = tiles.load(getArray(input), named(input));
    } else if (auto compute = dyn_cast<ComputeOp>(op)) {
      result = emitCompute(compute);
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      result = emitStore(store);
    }
    if (failed(result))
      return failure();
  }
  return success();
}

void TileEmitter::declareStorages(LoopOp loop) {
  for (auto [i, storage] : llvm::enumerate(plan.getStorages())) {
    if (storage.firstLoop != loop)
      continue;
    if (!storage.isAccumulator) {
      state.storages[i] = tiles.empty(storage.axes, storage.elementType).value;
      continue;
    }
    auto reduce = storage.value.getDefiningOp<ReduceOp>();
    auto kind = reduce ? reduce.getKind() : vector::CombiningKind::ADD;
    state.storages[i] = tiles.fill(storage.axes, getNeutral(kind, storage.elementType)).value;
  }
}

LogicalResult TileEmitter::emitLoop(LoopOp loop) {
  Location loc = loop.getLoc();
  declareStorages(loop);
  SmallVector<unsigned> carried = plan.getCarried(loop), stored;
  for (auto [i, value] : llvm::enumerate(results)) {
    bool isStored = false;
    loop.walk([&, v = value](StoreOp store) { isStored |= store.getValue() == v; });
    if (isStored)
      stored.push_back(i);
  }
  SmallVector<Value> inits;
  for (unsigned i : carried)
    inits.push_back(state.storages[i]);
  for (unsigned i : stored)
    inits.push_back(state.destinations[i]);

  auto dim = StringAttr::get(builder.getContext(), loop.getDim());
  auto bounds = emitBounds(loop);
  Value lower = bounds ? bounds->first : arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  tiles.setLoc(loc);
  Value upper = bounds ? bounds->second
                       : getValueOrCreateConstantIndexOp(builder, loc, tiles.getTripCount(dim));
  auto forOp = scf::ForOp::create(builder, loc, lower, upper, one, inits);
  State outer = state;
  {
    OpBuilder::InsertionGuard guard(builder);
    if (!inits.empty())
      builder.setInsertionPointToEnd(forOp.getBody());
    else
      builder.setInsertionPoint(forOp.getBody()->getTerminator());
    tiles.enterLoop(dim, forOp.getInductionVar());
    unsigned next = 0;
    for (unsigned i : carried)
      state.storages[i] = forOp.getRegionIterArg(next++);
    for (unsigned i : stored)
      state.destinations[i] = forOp.getRegionIterArg(next++);
    if (failed(emitBlock(loop.getBody().front())))
      return failure();
    SmallVector<Value> yielded;
    for (unsigned i : carried)
      yielded.push_back(state.storages[i]);
    for (unsigned i : stored)
      yielded.push_back(state.destinations[i]);
    if (!inits.empty())
      scf::YieldOp::create(builder, loc, yielded);
    tiles.leaveLoop(dim);
  }
  state = std::move(outer);
  unsigned next = 0;
  for (unsigned i : carried)
    state.storages[i] = forOp.getResult(next++);
  for (unsigned i : stored)
    state.destinations[i] = forOp.getResult(next++);
  return completeReductions(loop);
}

/// Finishes the reductions that end with the loop.
LogicalResult TileEmitter::completeReductions(LoopOp loop) {
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
    Value value = op->getResult(0);
    ValuePlan &valuePlan = plan.get(value);
    if (valuePlan.reductionLoop != loop || valuePlan.accumulator < 0)
      continue;
    tiles.setLoc(op.getLoc());
    TileValue tile = getStorage(valuePlan.accumulator);
    if (valuePlan.isFinishedWhenComplete) {
      FailureOr<TileValue> finished =
          finish(tile, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
      if (failed(finished))
        return failure();
      tile = *finished;
      state.tiles[value] = tile;
    }
    keep(tile, valuePlan);
  }
  return success();
}

void TileEmitter::keep(const TileValue &tile, const ValuePlan &valuePlan) {
  if (valuePlan.kept >= 0)
    state.storages[valuePlan.kept] = tiles.insert(tile, getStorage(valuePlan.kept)).value;
}

LogicalResult TileEmitter::emitCompute(ComputeOp compute) {
  Value value = compute.getValue();
  ValuePlan &valuePlan = plan.get(value);
  if (!valuePlan.isRead || valuePlan.isVirtual)
    return success();
  Operation *op = value.getDefiningOp();
  tiles.setLoc(op->getLoc());
  auto map = dyn_cast<MapOp>(op);
  if (!map)
    return emitReduction(op, valuePlan);
  FailureOr<TileValue> tile = emitMap(map, valuePlan.deferred, valuePlan.computed);
  if (failed(tile))
    return failure();
  state.tiles[value] = *tile;
  keep(*tile, valuePlan);
  return success();
}

TileValue TileEmitter::maskTail(Value value, const TileValue &tile, ArrayRef<StringAttr> dims,
                                TypedAttr neutral) {
  Tail tail = getTail(neutral);
  bool isMasked = tail != Tail::Unknown && llvm::all_of(dims, [&](StringAttr dim) {
                    return !tiles.hasTail(dim) || tile.hasTail(tail, dim);
                  });
  if (isMasked)
    return tile;
  TileValue masked = tiles.maskTail(tile, dims, neutral);
  // Nobody needs what lies beyond the array, so later statements may take the masked tile, too.
  if (auto it = state.tiles.find(value); it != state.tiles.end() && it->second.value == tile.value)
    it->second = masked;
  return masked;
}

LogicalResult TileEmitter::emitReduction(Operation *op, ValuePlan &valuePlan) {
  Value value = op->getResult(0);
  SmallVector<StringAttr> reduced = cast<ChainOpInterface>(op).getReductionDims();
  auto reduce = dyn_cast<ReduceOp>(op);
  auto kind = reduce ? reduce.getKind() : vector::CombiningKind::ADD;
  SmallVector<TileValue> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<TileValue> tile = read(operand, valuePlan.computed);
    if (failed(tile))
      return failure();
    auto neutral = getNeutral(kind, named(operand).getElementType());
    operands.push_back(maskTail(operand, *tile, reduced, neutral));
  }

  Type type = TilePlan::getAccumulatorType(op);
  TileValue running = valuePlan.accumulator >= 0
                          ? tiles.slice(getStorage(valuePlan.accumulator))
                          : tiles.fill(valuePlan.tileAxes, getNeutral(kind, type));
  TileValue updated =
      reduce ? tiles.reduce(kind, operands[0], running)
             : tiles.contract(operands[0], operands[1], running, cast<ContractOp>(*op).getTf32());
  if (valuePlan.accumulator >= 0) {
    state.storages[valuePlan.accumulator] =
        tiles.insert(updated, getStorage(valuePlan.accumulator)).value;
    rescale(value, valuePlan, running, updated);
    return success();
  }
  FailureOr<TileValue> finished =
      finish(updated, named(value).getElementType(), valuePlan.pending, valuePlan.complete);
  if (failed(finished))
    return failure();
  state.tiles[value] = *finished;
  keep(*finished, valuePlan);
  return success();
}

LogicalResult TileEmitter::emitStore(StoreOp store) {
  Value value = store.getValue();
  const auto *it = llvm::find(results, value);
  if (it == results.end())
    return success();
  FailureOr<TileValue> tile = read(value, plan.getPoint(store));
  if (failed(tile))
    return failure();
  Value &destination = state.destinations[it - results.begin()];
  destination = tiles.store(*tile, destination, named(value), blockDims);
  return success();
}
