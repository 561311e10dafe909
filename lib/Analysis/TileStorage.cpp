//===- TileStorage.cpp - which values are kept, and over which loops ------===//
#include "MCFuser/Analysis/TilePlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

static bool isReduction(Operation *op) { return isa_and_nonnull<ContractOp, ReduceOp>(op); }

/// The loops that both lists begin with.
static SmallVector<LoopOp> getCommonLoops(ArrayRef<LoopOp> lhs, ArrayRef<LoopOp> rhs) {
  SmallVector<LoopOp> common;
  for (auto [l, r] : llvm::zip(lhs, rhs)) {
    if (l != r)
      break;
    common.push_back(l);
  }
  return common;
}

SmallVector<PendingFactor> TilePlan::getFactorsToApply(Value value, const TilePoint &at) {
  ValuePlan &plan = values[value];
  SmallVector<PendingFactor> factors;
  for (const PendingFactor &factor : plan.pending)
    if (getRunningDims(factor.getStatistic(), at).empty())
      factors.push_back(factor);
  return factors;
}

/// Marks what is read to have `value` at `at`.
LogicalResult TilePlan::read(Value value, const TilePoint &at, Operation *reader) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return success();
  if (isInline(value, at)) {
    for (Value operand : op->getOperands())
      if (failed(read(operand, at, reader)))
        return failure();
    return success();
  }
  ValuePlan &plan = values[value];
  plan.isRead = true;
  if (plan.computed.position > at.position || !getRunningDims(value, at).empty()) {
    // Only a running maximum is read while it runs.
    auto reduce = dyn_cast<ReduceOp>(op);
    bool isMaximum = reduce && (reduce.getKind() == vector::CombiningKind::MAXIMUMF ||
                                reduce.getKind() == vector::CombiningKind::MAXNUMF);
    if (isMaximum && plan.computed.position < at.position)
      return success();
    InFlightDiagnostic diag = reader->emitOpError(
        "expected what it reads to be computed before, but got a value that is not complete here");
    diag.attachNote(plan.statement.getLoc()) << "computed by this statement";
    return diag;
  }
  plan.reads.push_back(at);
  if (isReduction(op) && plan.isFinishedWhenComplete)
    return success();
  for (const PendingFactor &factor : getFactorsToApply(value, at))
    if (failed(read(factor.getStatistic(), at, reader)))
      return failure();
  return success();
}

LogicalResult TilePlan::planReads() {
  WalkResult walk = schedule.getBody().walk([&](StoreOp store) -> WalkResult {
    return failed(read(store.getValue(), getPoint(store), store)) ? WalkResult::interrupt()
                                                                  : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  // Backwards: all readers of an op are known before the op.
  for (auto &[value, current] : llvm::reverse(values)) {
    if (!current.isRead || current.isVirtual)
      continue;
    Operation *op = value.getDefiningOp();
    for (auto [operand, deferred] : llvm::zip(op->getOperands(), current.deferred))
      if ((deferred == FactorKind::None || deferred == FactorKind::Exponential) &&
          failed(read(operand, current.computed, current.statement)))
        return failure();
    if (isReduction(op) && current.isFinishedWhenComplete)
      for (const PendingFactor &factor : current.pending)
        if (failed(read(factor.getStatistic(), current.complete, current.statement)))
          return failure();
  }
  return success();
}

SmallVector<TileAxis> TilePlan::getTripAxes(ArrayRef<LoopOp> loops, NamedType type) {
  SmallVector<TileAxis> axes;
  for (LoopOp loop : loops)
    if (type.hasDim(loop.getDim()) && schedule.hasLoop(loop.getDim()))
      axes.push_back({StringAttr::get(chain.getContext(), loop.getDim()), true});
  return axes;
}

LogicalResult TilePlan::addStorage(TileStorage storage, int64_t &index) {
  int64_t count = 1;
  for (TileAxis axis : storage.axes) {
    int64_t extent = schedule.getTileSize(axis.dim);
    if (axis.isTrip) {
      std::optional<int64_t> trips = schedule.getTripCount(axis.dim);
      if (!trips)
        return values[storage.value].statement.emitOpError()
               << "expected a known number of kept tiles, but they are kept over '"
               << axis.dim.getValue() << "', whose size is not known";
      extent = *trips;
    }
    // Addresses of 2^48 bytes are all there are.
    if (llvm::MulOverflow(count, extent, count) || count > (int64_t(1) << 40))
      return values[storage.value].statement.emitOpError(
          "expected kept tiles of at most 2^40 elements");
  }
  index = storages.size();
  storages.push_back(std::move(storage));
  return success();
}

LogicalResult TilePlan::planStorage(Value value, ValuePlan &plan) {
  Operation *op = value.getDefiningOp();
  SmallVector<TileAxis> tripAxes;
  Type elementType = named(value).getElementType();
  if (plan.reductionLoop) {
    TileStorage storage;
    storage.value = value;
    storage.loops = plan.complete.loops;
    storage.firstLoop = plan.reductionLoop;
    ArrayRef<LoopOp> inside =
        ArrayRef<LoopOp>(plan.computed.loops).drop_front(storage.loops.size());
    storage.axes = tripAxes = getTripAxes(inside, named(value));
    storage.axes.append(plan.tileAxes);
    storage.elementType = getAccumulatorType(op);
    storage.isAccumulator = true;
    if (!plan.isFinishedWhenComplete)
      elementType = storage.elementType;
    if (failed(addStorage(std::move(storage), plan.accumulator)))
      return failure();
  }

  // Kept for readers outside of the scope where it is complete.
  SmallVector<LoopOp> scope = plan.complete.loops;
  for (const TilePoint &read : plan.reads)
    scope = getCommonLoops(scope, read.loops);
  if (scope.size() == plan.complete.loops.size())
    return success();
  TileStorage storage;
  storage.value = value;
  storage.loops = scope;
  storage.firstLoop = plan.complete.loops[scope.size()];
  ArrayRef<LoopOp> between = ArrayRef<LoopOp>(plan.complete.loops).drop_front(scope.size());
  storage.axes = getTripAxes(between, named(value));
  storage.axes.append(tripAxes);
  storage.axes.append(plan.tileAxes);
  storage.elementType = elementType;
  return addStorage(std::move(storage), plan.kept);
}

/// Whatever is stored under an earlier maximum is multiplied when the maximum moves.
void TilePlan::planRescales(ValuePlan &plan) {
  bool accumulates = plan.accumulator >= 0;
  int64_t index = accumulates ? plan.accumulator : plan.kept;
  if (index < 0)
    return;
  const TileStorage &storage = storages[index];
  for (const PendingFactor &factor : plan.pending) {
    if (factor.kind != FactorKind::Exponential)
      continue;
    SmallVector<StringAttr> running =
        getRunningDims(factor.getStatistic(), values[MapOp(factor.user).getResult()].computed);
    Value base = dependent.getBases(factor.getStatistic(), running.front()).front();
    // Only if some loop inside of the declaration holds both: else the maximum does not
    // move any more when the value is computed.
    SmallVector<LoopOp> common = getCommonLoops(values[base].computed.loops, plan.computed.loops);
    if (common.size() > storage.loops.size())
      values[base].rescales.push_back({unsigned(index), factor});
  }
}

SmallVector<unsigned> TilePlan::getCarried(LoopOp loop) {
  SmallVector<unsigned> carried;
  auto isInLoop = [&](Operation *statement) { return loop->isProperAncestor(statement); };
  for (auto [i, storage] : llvm::enumerate(storages)) {
    // Declared outside of the loop: the loop is its first one or stands in it.
    if (storage.firstLoop != loop && !storage.firstLoop->isProperAncestor(loop))
      continue;
    bool isModified = isInLoop(values[storage.value].statement);
    for (auto &[value, plan] : values)
      for (auto &[index, factor] : plan.rescales)
        isModified |= index == i && isInLoop(plan.statement);
    if (isModified)
      carried.push_back(i);
  }
  return carried;
}

bool TilePlan::isImpliedByQuotient(const PendingFactor &factor, ArrayRef<PendingFactor> factors) {
  return llvm::any_of(factors, [&](const PendingFactor &other) {
    if (other.kind != FactorKind::Quotient)
      return false;
    return llvm::any_of(values[other.getStatistic()].pending, [&](const PendingFactor &inner) {
      return inner.kind == FactorKind::Exponential && inner.getStatistic() == factor.getStatistic();
    });
  });
}
