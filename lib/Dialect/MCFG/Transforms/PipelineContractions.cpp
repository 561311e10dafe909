//===- PipelineContractions.cpp - the next product before this softmax ----===//
#include "ContractionLayouts.h"
#include "KernelMapping.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mcf {
#define GEN_PASS_DEF_PIPELINECONTRACTIONS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

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

namespace {
/// The body of a loop in two stages, of which the first is a trip ahead of the second. Either it is
/// the contractions that need nothing of the trips before, with all that brings their operands, or
/// it is all but the contractions that need others of the same trip, with what belongs to their
/// sums.
class TwoStages {
public:
  explicit TwoStages(scf::ForOp loop) : loop(loop), body(*loop.getBody()) {}

  /// The first contractions alone run ahead. False if the loop has no such stages, or if they must
  /// not pass each other.
  bool findFirst() {
    for (auto op : body.getOps<vector::ContractionOp>())
      if (isAsynchronous(op) && isFirst(op))
        carried.insert(op);
    for (Operation *op : carried)
      addToEarly(op);
    placeEffects();
    return isUseful();
  }

  /// The last contractions alone stay behind.
  bool findLast() {
    isBehind = true;
    for (auto op : body.getOps<vector::ContractionOp>())
      if (isAsynchronous(op) && !isFirst(op))
        late.insert(op);
    while (growLate()) {
    }
    for (Operation &op : body.without_terminator())
      if (!late.contains(&op))
        early.insert(&op);
    placeLateEffects();
    for (Operation *op : early)
      if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) && hasLateUser(op))
        carried.insert(op);
    return isUseful();
  }

  /// Gives the later stage its own copies of what both compute.
  void separate() {
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

  void getSchedule(std::vector<std::pair<Operation *, unsigned>> &schedule) const {
    if (isBehind)
      scheduleBehind(schedule);
    else
      scheduleAhead(schedule);
  }

private:
  using Schedule = std::vector<std::pair<Operation *, unsigned>>;

  /// The contractions of both stages start next to each other; what is left of the first stage
  /// comes behind them.
  void scheduleBehind(Schedule &schedule) const {
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

  /// What runs ahead comes first; it leaves its slots where the later stage waits, too.
  void scheduleAhead(Schedule &schedule) const {
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

  /// The op of the loop's own block that this one is in.
  Operation *getOwn(Operation *op) const { return body.findAncestorOpInBlock(*op); }
  bool isEarly(Operation *op) const {
    Operation *own = getOwn(op);
    return own && early.contains(own);
  }

  /// All in the body that the op needs.
  llvm::SetVector<Operation *> getSlice(Operation *op) const {
    llvm::SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;
    options.filter = [&](Operation *other) { return getOwn(other) != nullptr; };
    options.inclusive = true;
    (void)getBackwardSlice(op, &slice, options);
    return slice;
  }

  /// True if the contraction needs no value of a trip before and no other contraction.
  bool isFirst(vector::ContractionOp op) const {
    for (Operation *needed : getSlice(op)) {
      if (needed != op && isa<vector::ContractionOp>(needed))
        return false;
      for (Value operand : needed->getOperands())
        if (operand != body.getArgument(0) && llvm::is_contained(body.getArguments(), operand))
          return false;
    }
    return true;
  }

  bool hasLateUser(Operation *op) const {
    return llvm::any_of(op->getUsers(), [&](Operation *user) {
      Operation *own = getOwn(user);
      return own && late.contains(own);
    });
  }

  /// Adds what needs a late value, of this trip or of the one before, and what only late ops use
  /// and is better computed late than carried. True if there was something.
  bool growLate() {
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

  /// As `placeEffects`, for the later stage.
  void placeLateEffects() {
    SmallVector<Operation *> waiting;
    Operation *contraction = nullptr;
    for (Operation &op : body.without_terminator()) {
      if (isa<vector::ContractionOp>(op))
        contraction = &op;
      if (isa<ReleaseTileOp>(op)) {
        if (contraction && late.contains(contraction))
          early.remove(&op);
      } else if (isa<vector::TransferReadOp>(op)) {
        if (late.contains(&op))
          llvm::for_each(waiting, [&](Operation *effect) { early.remove(effect); });
        waiting.clear();
      } else if (!isMemoryEffectFree(&op)) {
        waiting.push_back(&op);
      }
    }
    for (Operation &op : body.without_terminator())
      if (!early.contains(&op))
        late.insert(&op);
  }

  /// True if groups of copies are counted, also in loops inside: their order must stay.
  bool countsCopies() const {
    auto counts = [](Operation *op) {
      bool isCounted = isa<WaitCopiesOp, CommitCopiesOp, CopyTileOp>(op);
      return isCounted ? WalkResult::interrupt() : WalkResult::advance();
    };
    return body.walk(counts).wasInterrupted();
  }

  /// True if tensor cores have something to do in both stages, and these may pass each other.
  bool isUseful() const {
    bool isIn[2] = {};
    for (auto op : body.getOps<vector::ContractionOp>())
      if (isAsynchronous(op))
        isIn[early.contains(op)] = true;
    return isIn[0] && isIn[1] && !countsCopies() && keepsValues() && keepsMemory();
  }

  void addToEarly(Operation *op) {
    for (Operation *needed : getSlice(op))
      early.insert(getOwn(needed));
  }

  /// What has effects goes with the read behind it, which it is for; releases with the contraction
  /// before them.
  void placeEffects() {
    SmallVector<Operation *> waiting;
    Operation *contraction = nullptr;
    for (Operation &op : body.without_terminator()) {
      if (isa<vector::ContractionOp>(op))
        contraction = &op;
      if (isa<ReleaseTileOp>(op)) {
        if (contraction && early.contains(contraction))
          addWithNeeds(&op);
      } else if (isa<vector::TransferReadOp>(op)) {
        if (early.contains(&op))
          llvm::for_each(waiting, [&](Operation *effect) { addWithNeeds(effect); });
        waiting.clear();
      } else if (!isMemoryEffectFree(&op)) {
        waiting.push_back(&op);
      }
    }
  }

  void addWithNeeds(Operation *op) {
    early.insert(op);
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *needed = operand.getDefiningOp(); needed && getOwn(needed))
          if (Operation *own = getOwn(needed); own != op && !early.contains(own))
            addToEarly(own);
    });
  }

  /// Computed once more rather than carried.
  bool isShared(Operation *op) const {
    return !carried.contains(op) && llvm::any_of(op->getUsers(), [&](Operation *user) {
      return getOwn(user) && !isa<scf::YieldOp>(getOwn(user)) && !isEarly(user);
    });
  }

  bool keepsValues() const {
    return llvm::all_of(early, [&](Operation *op) {
      return (!isShared(op) && !carried.contains(op)) || isPure(op);
    });
  }

  static Value getRoot(Value buffer) {
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    return buffer;
  }

  /// The buffers that ops of a stage touch, apart from barriers (each slot has its own), and
  /// whether the other stage must not: they are in workgroup memory, or written.
  llvm::DenseMap<void *, bool> getBuffers(bool ofEarly) const {
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

  bool keepsMemory() const {
    llvm::DenseMap<void *, bool> later = getBuffers(/*ofEarly=*/false);
    return llvm::none_of(getBuffers(/*ofEarly=*/true), [&](auto entry) {
      auto other = later.find(entry.first);
      return other != later.end() && (entry.second || other->second);
    });
  }

  scf::ForOp loop;
  Block &body;
  bool isBehind = false;
  /// Ops of the first stage, in the other form those of the second, and those of the first whose
  /// results the second takes from the trip before.
  llvm::SetVector<Operation *> early, late, carried;
};

/// What runs before and behind the loop, where that may have too few trips.
Operation *predicate(RewriterBase &rewriter, Operation *op, Value condition) {
  if (isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op))
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  if (auto branch = dyn_cast<scf::IfOp>(op); branch && branch.getNumResults() == 0) {
    Value both = arith::AndIOp::create(rewriter, loc, branch.getCondition(), condition);
    branch.getConditionMutable().assign(both);
    return op;
  }
  if (op->getNumResults() != 0)
    return nullptr;
  auto branch = scf::IfOp::create(rewriter, loc, condition, /*withElseRegion=*/false);
  rewriter.moveOpBefore(op, branch.thenYield());
  return branch;
}

struct PipelineContractions : mcf::impl::PipelineContractionsBase<PipelineContractions> {
  using Base::Base;

  void runOnOperation() override {
    int64_t wanted = overlap;
    if (wanted < 0)
      wanted = getMapping(getOperation()).overlap.value_or(0);
    if (wanted == 0)
      return;
    gpu::GPUFuncOp func = getOperation();
    SmallVector<scf::ForOp> loops;
    func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<APInt> trips = loop.getStaticTripCount();
      TwoStages stages(loop);
      if (trips && trips->slt(2))
        continue;
      if (wanted == 1 ? !stages.findFirst() : !stages.findLast())
        continue;
      stages.separate();
      scf::PipeliningOption options;
      options.getScheduleFn = [&](scf::ForOp, auto &schedule) { stages.getSchedule(schedule); };
      options.supportDynamicLoops = !trips;
      options.predicateFn = predicate;
      IRRewriter rewriter(loop);
      if (failed(scf::pipelineForLoop(rewriter, loop, options))) {
        loop.emitOpError("expected a loop that can be pipelined");
        return signalPassFailure();
      }
    }
  }
};
} // namespace
