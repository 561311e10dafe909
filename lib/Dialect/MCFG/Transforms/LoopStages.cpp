//===- LoopStages.cpp - the body of a loop in two stages ------------------===//
#include "LoopStages.h"
#include "ContractionLayouts.h"
#include "KernelMapping.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mcf::mcfg;

/// True if wgmma takes the contraction, so that its second operand is in a swizzled tile, and no
/// rows are shared between warps: these would exchange them through buffers of their own.
static bool isAsynchronous(vector::ContractionOp op) {
  FailureOr<ContractionShape> shape = getContractionShape(op);
  std::optional<int64_t> warps = getMapping(op->getParentOfType<gpu::GPUFuncOp>()).warps;
  if (succeeded(shape) && warps && FragmentLayout::mmaWarps(shape->m, shape->n, *warps).columns > 1)
    return false;
  auto read = succeeded(shape) ? shape->b.getDefiningOp<vector::TransferReadOp>() : nullptr;
  auto type = read ? dyn_cast<MemRefType>(read.getBase().getType()) : MemRefType();
  return type && isa<SwizzleAttr>(type.getLayout());
}

bool TwoStages::findFirst() {
  for (auto op : body.getOps<vector::ContractionOp>())
    if (isAsynchronous(op) && isFirst(op))
      carried.insert(op);
  for (Operation *op : carried)
    addToEarly(op);
  forEachEffect([&](Operation *effect, Operation *owner) {
    if (early.contains(owner))
      addWithNeeds(effect);
  });
  return isUseful();
}

bool TwoStages::findLast() {
  isBehind = true;
  for (auto op : body.getOps<vector::ContractionOp>())
    if (isAsynchronous(op) && !isFirst(op))
      late.insert(op);
  while (growLate()) {
  }
  for (Operation &op : body.without_terminator())
    if (!late.contains(&op))
      early.insert(&op);
  forEachEffect([&](Operation *effect, Operation *owner) {
    if (late.contains(owner))
      early.remove(effect);
  });
  for (Operation &op : body.without_terminator())
    if (!early.contains(&op))
      late.insert(&op);
  for (Operation *op : early)
    if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) && hasLateUser(op))
      carried.insert(op);
  return isUseful();
}

void TwoStages::separate() {
  OpBuilder builder(loop);
  SmallVector<Operation *> order;
  for (Operation &op : body.without_terminator())
    order.push_back(&op);
  IRMapping map;
  for (Operation *op : order) {
    if (!early.contains(op) || !isShared(op))
      continue;
    builder.setInsertionPointAfter(op);
    Operation *copy = builder.clone(*op, map);
    for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
      from.replaceUsesWithIf(to, [&](OpOperand &use) { return !isEarly(use.getOwner()); });
    for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
      map.map(from, to);
  }
}

void TwoStages::getSchedule(Schedule &schedule) const {
  if (isBehind)
    scheduleBehind(schedule);
  else
    scheduleAhead(schedule);
}

bool TwoStages::readsArraysFirst() const {
  return llvm::any_of(early, [](Operation *op) {
    auto read = dyn_cast<vector::TransferReadOp>(op);
    auto type = read ? dyn_cast<MemRefType>(read.getBase().getType()) : MemRefType();
    return type && !gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type);
  });
}

void TwoStages::scheduleBehind(Schedule &schedule) const {
  Operation *last = nullptr;
  for (auto op : body.getOps<vector::ContractionOp>())
    if (early.contains(op) && isAsynchronous(op))
      last = op;
  auto add = [&](bool ofEarly, function_ref<bool(Operation &)> isWanted) {
    for (Operation &op : body.without_terminator())
      if (early.contains(&op) == ofEarly && isWanted(op))
        schedule.emplace_back(&op, ofEarly ? 0 : 1);
  };
  auto isBefore = [&](Operation &op) { return &op == last || op.isBeforeInBlock(last); };
  add(/*ofEarly=*/true, isBefore);
  add(/*ofEarly=*/false, [](Operation &op) { return !isa<ReleaseTileOp>(op); });
  add(/*ofEarly=*/true, [&](Operation &op) { return !isBefore(op); });
  add(/*ofEarly=*/false, [](Operation &op) { return isa<ReleaseTileOp>(op); });
}

void TwoStages::scheduleAhead(Schedule &schedule) const {
  SmallVector<Operation *> releases;
  for (Operation &op : body.without_terminator()) {
    if (!early.contains(&op))
      continue;
    if (isa<ReleaseTileOp>(op))
      releases.push_back(&op);
    else
      schedule.emplace_back(&op, 0);
  }
  auto leave = [&] {
    for (Operation *op : releases)
      schedule.emplace_back(op, 0);
    releases.clear();
  };
  for (Operation &op : body.without_terminator()) {
    if (early.contains(&op))
      continue;
    if (isa<WaitTileOp>(op))
      leave();
    schedule.emplace_back(&op, 1);
  }
  leave();
}

bool TwoStages::isEarly(Operation *op) const {
  Operation *own = getOwn(op);
  return own && early.contains(own);
}

llvm::SetVector<Operation *> TwoStages::getSlice(Operation *op) const {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *other) { return getOwn(other) != nullptr; };
  options.inclusive = true;
  (void)getBackwardSlice(op, &slice, options);
  return slice;
}

bool TwoStages::isFirst(vector::ContractionOp op) const {
  for (Operation *needed : getSlice(op)) {
    if (needed != op && isa<vector::ContractionOp>(needed))
      return false;
    for (Value operand : needed->getOperands())
      if (operand != body.getArgument(0) && llvm::is_contained(body.getArguments(), operand))
        return false;
  }
  return true;
}

bool TwoStages::hasLateUser(Operation *op) const {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    Operation *own = getOwn(user);
    return own && late.contains(own);
  });
}

bool TwoStages::growLate() {
  size_t before = late.size();
  auto isLateValue = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (argument.getOwner() == &body && argument.getArgNumber() > 0)
        value = body.getTerminator()->getOperand(argument.getArgNumber() - 1);
    return value.getDefiningOp() && late.contains(value.getDefiningOp());
  };
  for (Operation &op : body.without_terminator()) {
    op.walk([&](Operation *nested) {
      if (llvm::any_of(nested->getOperands(), isLateValue))
        late.insert(&op);
    });
  }
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    bool isCheap = isa<vector::TransferReadOp, vector::BroadcastOp, vector::ShapeCastOp>(op) ||
                   (isPure(&op) && llvm::none_of(op.getResultTypes(), llvm::IsaPred<VectorType>));
    auto isLate = [&](Operation *user) { return getOwn(user) && late.contains(getOwn(user)); };
    if (isCheap && !op.use_empty() && llvm::all_of(op.getUsers(), isLate))
      late.insert(&op);
  }
  return late.size() > before;
}

void TwoStages::forEachEffect(function_ref<void(Operation *, Operation *)> visit) {
  SmallVector<Operation *> waiting;
  Operation *contraction = nullptr;
  for (Operation &op : body.without_terminator()) {
    if (isa<vector::ContractionOp>(op))
      contraction = &op;
    if (isa<ReleaseTileOp>(op)) {
      if (contraction)
        visit(&op, contraction);
    } else if (isa<vector::TransferReadOp>(op)) {
      for (Operation *effect : waiting)
        visit(effect, &op);
      waiting.clear();
    } else if (!isMemoryEffectFree(&op)) {
      waiting.push_back(&op);
    }
  }
}

bool TwoStages::countsCopies() const {
  auto counts = [](Operation *op) {
    bool isCounted = isa<WaitCopiesOp, CommitCopiesOp, CopyTileOp>(op);
    return isCounted ? WalkResult::interrupt() : WalkResult::advance();
  };
  return body.walk(counts).wasInterrupted();
}

bool TwoStages::isUseful() const {
  bool isIn[2] = {};
  for (auto op : body.getOps<vector::ContractionOp>())
    if (isAsynchronous(op))
      isIn[early.contains(op)] = true;
  return isIn[0] && isIn[1] && !countsCopies() && keepsValues() && keepsMemory();
}

void TwoStages::addToEarly(Operation *op) {
  for (Operation *needed : getSlice(op))
    early.insert(getOwn(needed));
}

void TwoStages::addWithNeeds(Operation *op) {
  early.insert(op);
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *needed = operand.getDefiningOp(); needed && getOwn(needed))
        if (Operation *own = getOwn(needed); own != op && !early.contains(own))
          addToEarly(own);
  });
}

bool TwoStages::isShared(Operation *op) const {
  return !carried.contains(op) && llvm::any_of(op->getUsers(), [&](Operation *user) {
    return getOwn(user) && !isa<scf::YieldOp>(getOwn(user)) && !isEarly(user);
  });
}

bool TwoStages::keepsValues() const {
  return llvm::all_of(
      early, [&](Operation *op) { return (!isShared(op) && !carried.contains(op)) || isPure(op); });
}

static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

llvm::DenseMap<void *, bool> TwoStages::getBuffers(bool ofEarly) const {
  llvm::DenseMap<void *, bool> buffers;
  auto add = [&](Operation *op) {
    // What they have of rings is for others.
    if (isa<ReleaseTileOp>(op))
      return;
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      bool isOurs = type && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type);
      if (!type || (isOurs && type.getElementType().isInteger(64)))
        continue;
      buffers[getRoot(operand).getAsOpaquePointer()] |=
          isOurs || (effects && effects.getEffectOnValue<MemoryEffects::Write>(operand));
    }
  };
  for (Operation &op : body.without_terminator())
    if (early.contains(&op) == ofEarly)
      op.walk(add);
  return buffers;
}

bool TwoStages::keepsMemory() const {
  llvm::DenseMap<void *, bool> later = getBuffers(/*ofEarly=*/false);
  return llvm::none_of(getBuffers(/*ofEarly=*/true), [&](auto entry) {
    auto other = later.find(entry.first);
    return other != later.end() && (entry.second || other->second);
  });
}
