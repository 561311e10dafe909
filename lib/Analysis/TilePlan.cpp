//===- TilePlan.cpp - what is complete, running or deferred where ---------===//
#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/Analysis/StatementPlacement.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

static bool isReduction(Operation *op) { return isa_and_nonnull<ContractOp, ReduceOp>(op); }

static bool reducesOver(Operation *op, StringRef dim) {
  return llvm::any_of(cast<ChainOpInterface>(op).getReductionDims(),
                      [&](StringAttr reduced) { return reduced.getValue() == dim; });
}

TilePlan::TilePlan(ChainOp chain) : chain(chain), schedule(chain.getSchedule()), dependent(chain) {}

Type TilePlan::getAccumulatorType(Operation *op) {
  Type type = named(op->getResult(0)).getElementType();
  bool isSum = isa<ContractOp>(op);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    isSum = reduce.getKind() == vector::CombiningKind::ADD ||
            reduce.getKind() == vector::CombiningKind::MUL;
  if (isSum && isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(type.getContext());
  return type;
}

static SmallVector<LoopOp> getLoopsAround(Operation *op) {
  SmallVector<LoopOp> loops;
  for (auto loop = op->getParentOfType<LoopOp>(); loop; loop = loop->getParentOfType<LoopOp>())
    loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

TilePoint TilePlan::getPoint(Operation *statement) const {
  return {getLoopsAround(statement), positions.lookup(statement)};
}

TilePoint TilePlan::getPointAfter(LoopOp loop) const {
  return {getLoopsAround(loop), endPositions.lookup(loop)};
}

LogicalResult TilePlan::checkSupported() {
  for (DimAttr dim : chain.getDims().getDims()) {
    if (dim.getSize() == 0)
      return chain.emitOpError() << "expected dims of at least one element, but got 0 for dim '"
                                 << dim.getName().getValue() << "'";
  }
  // Not all of them have an infinity, and casts of the others do not lower.
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
    Type type = named(op->getResult(0)).getElementType();
    if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() >= 16)
      continue;
    if (!isa<Float8E4M3FNType, Float8E5M2Type>(type))
      return op.emitOpError() << "expected f8E4M3FN, f8E5M2 or float types of at least 16 bits, "
                                 "but got "
                              << type;
    if (isa<ReduceOp>(op))
      return op.emitOpError() << "expected a reduction of float types of at least 16 bits, but got "
                              << type;
  }
  WalkResult walk = schedule.getBody().walk([&](LoopOp loop) {
    if (loop.getBinding() != Binding::Cluster)
      return WalkResult::advance();
    loop.emitOpError("expected a block or a serial loop, but got a cluster loop, which is not "
                     "supported yet");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

void TilePlan::collectStatements() {
  // In program order, which the analyses below rely on.
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>())
    values.insert({op->getResult(0), ValuePlan()});
  int64_t position = 0;
  schedule.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { positions[op] = position++; });
  schedule.getBody().walk([&](Operation *op) {
    if (auto compute = dyn_cast<ComputeOp>(op))
      values[compute.getValue()].statement = compute;
    if (!isa<LoopOp>(op))
      return;
    // Right after the last statement inside, before what follows.
    int64_t last = positions[op];
    op->walk([&](Operation *inner) { last = std::max(last, positions[inner]); });
    endPositions[op] = last;
  });
}

bool TilePlan::isInline(Value value, const TilePoint &at) {
  if (!value.getDefiningOp<MapOp>())
    return false;
  ValuePlan &plan = values[value];
  return plan.isVirtual || plan.computed.position > at.position;
}

SmallVector<StringAttr> TilePlan::getRunningDims(Value value, const TilePoint &at) {
  llvm::SetVector<StringAttr> dims;
  Operation *op = value.getDefiningOp();
  if (isInline(value, at)) {
    for (Value operand : op->getOperands())
      dims.insert_range(getRunningDims(operand, at));
  } else if (isReduction(op)) {
    for (LoopOp loop : values[value].computed.loops)
      if (llvm::is_contained(at.loops, loop) && reducesOver(op, loop.getDim()) &&
          schedule.hasLoop(loop.getDim()))
        dims.insert(StringAttr::get(chain.getContext(), loop.getDim()));
  }
  return dims.takeVector();
}

void TilePlan::planReduction(ChainOpInterface op, ValuePlan &plan) {
  plan.complete = plan.computed;
  if (!isReduction(op))
    return;
  for (LoopOp loop : plan.computed.loops) {
    if (!schedule.hasLoop(loop.getDim()) || !reducesOver(op, loop.getDim()))
      continue;
    plan.reductionLoop = loop;
    plan.complete = getPointAfter(loop);
    return;
  }
}

LogicalResult TilePlan::planOperands(ChainOpInterface op, ValuePlan &plan) {
  auto map = dyn_cast<MapOp>(*op);
  const TilePoint &at = plan.computed;
  plan.deferred.assign(op->getNumOperands(), FactorKind::None);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!operand.getDefiningOp())
      continue;
    SmallVector<StringAttr> running = getRunningDims(operand, at);
    if (running.empty()) {
      if (isInline(operand, at) || isReduction(operand.getDefiningOp()))
        continue;
      // What is pending in a stored map stays pending as long as its statistic runs.
      for (const PendingFactor &factor : values[operand].pending)
        if (!getRunningDims(factor.getStatistic(), at).empty())
          plan.pending.push_back(factor);
      continue;
    }
    unsigned index = i;
    if (map && llvm::all_of(running, [&](StringAttr dim) {
          return dependent.isDeferrable(map, index, dim);
        })) {
      plan.deferred[i] = dependent.getDeferral(map, index, running.front()).kind;
      plan.pending.push_back({map, index, plan.deferred[i]});
      continue;
    }
    // A map of rows is cheap: it is evaluated where it is read.
    if (map && llvm::none_of(running, [&](StringAttr dim) { return map.getType().hasDim(dim); })) {
      plan.isVirtual = true;
      continue;
    }
    // verifyPlacement has refused such schedules: the two must not drift apart in silence.
    InFlightDiagnostic diag = plan.statement.emitOpError()
                              << "expected operand " << i << " to be complete, but the loop over '"
                              << running.front().getValue()
                              << "' that it is reduced over is still open";
    if (map)
      diag.attachNote(map.getLoc()) << "the operand cannot be deferred: "
                                    << dependent.getDeferral(map, index, running.front()).reason;
    return diag;
  }
  if (plan.isVirtual) {
    plan.pending.clear();
    plan.deferred.assign(op->getNumOperands(), FactorKind::None);
  }
  return success();
}

LogicalResult TilePlan::compute() {
  if (failed(checkSupported()) || failed(verifyPlacement(schedule)))
    return failure();
  collectStatements();
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
    Value value = op->getResult(0);
    ValuePlan &plan = values[value];
    plan.computed = getPoint(plan.statement);
    // A reduction keeps the order of its operand's axes.
    if (auto reduce = dyn_cast<ReduceOp>(*op); reduce && reduce.getInput().getDefiningOp()) {
      for (TileAxis axis : values[reduce.getInput()].tileAxes)
        if (named(value).hasDim(axis.dim))
          plan.tileAxes.push_back(axis);
    } else {
      NamedType order = reduce ? reduce.getInput().getType() : named(value);
      for (StringAttr dim : order.getDims())
        if (named(value).hasDim(dim) && schedule.getTileSize(dim) > 1)
          plan.tileAxes.push_back({dim, false});
    }
    planReduction(op, plan);
    if (failed(planOperands(op, plan)))
      return failure();
    SmallVector<LoopOp> inside;
    if (plan.reductionLoop)
      inside.assign(plan.computed.loops.begin() + plan.complete.loops.size(),
                    plan.computed.loops.end());
    plan.isFinishedWhenComplete = getTripAxes(inside, named(value)).empty();
  }
  if (failed(planReads()))
    return failure();
  for (auto &[value, plan] : values)
    if (plan.isRead && !plan.isVirtual && failed(planStorage(value, plan)))
      return failure();
  for (auto &[value, plan] : values)
    if (plan.isRead && !plan.isVirtual)
      planRescales(plan);
  return success();
}
