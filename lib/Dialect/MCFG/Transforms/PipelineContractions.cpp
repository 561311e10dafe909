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

/// True if wgmma takes the contraction: only then is its second operand in a swizzled tile.
static bool isAsynchronous(vector::ContractionOp op) {
  FailureOr<ContractionShape> shape = getContractionShape(op);
  auto read = succeeded(shape) ? shape->b.getDefiningOp<vector::TransferReadOp>() : nullptr;
  auto type = read ? dyn_cast<MemRefType>(read.getBase().getType()) : MemRefType();
  return type && isa<SwizzleAttr>(type.getLayout());
}

namespace {
/// The body of a loop in two stages: contractions that need nothing of the trips before, with all
/// that brings their operands, and the rest.
class TwoStages {
public:
  explicit TwoStages(scf::ForOp loop) : loop(loop), body(*loop.getBody()) {}

  /// False if the loop has no such stages, or if they must not pass each other.
  bool find() {
    for (auto op : body.getOps<vector::ContractionOp>())
      if (isAsynchronous(op) && isFirst(op))
        ahead.push_back(op);
    if (ahead.empty())
      return false;
    for (vector::ContractionOp op : ahead)
      addToEarly(op);
    // Something is left to do meanwhile that waits for tensor cores, too.
    bool hasLater = llvm::any_of(body.getOps<vector::ContractionOp>(), [&](auto op) {
      return isAsynchronous(op) && !early.contains(op);
    });
    return hasLater && placeEffects() && keepsValues() && keepsMemory();
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

  /// What runs ahead comes first; it leaves its slots where the later stage waits, too.
  void getSchedule(std::vector<std::pair<Operation *, unsigned>> &schedule) const {
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

private:
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

  void addToEarly(Operation *op) {
    for (Operation *needed : getSlice(op))
      early.insert(getOwn(needed));
  }

  /// What has effects goes with the read behind it, which it is for; releases with the contraction
  /// before them. False where groups of copies are counted: their order must stay.
  bool placeEffects() {
    SmallVector<Operation *> waiting;
    Operation *contraction = nullptr;
    for (Operation &op : body.without_terminator()) {
      if (isa<WaitCopiesOp, CommitCopiesOp, CopyTileOp>(op))
        return false;
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
    return true;
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

  /// Computed once more rather than carried: anything but a sum.
  bool isShared(Operation *op) const {
    return !llvm::is_contained(ahead, op) &&
           llvm::any_of(op->getUsers(), [&](Operation *user) { return !isEarly(user); });
  }

  bool keepsValues() const {
    return llvm::all_of(early, [&](Operation *op) { return !isShared(op) || isPure(op); });
  }

  static Value getRoot(Value buffer) {
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    return buffer;
  }

  /// The buffers in workgroup memory that ops of a stage touch, apart from barriers: each slot has
  /// its own.
  llvm::SmallPtrSet<void *, 8> getBuffers(bool ofEarly) const {
    llvm::SmallPtrSet<void *, 8> buffers;
    for (Operation &op : body.without_terminator()) {
      if (early.contains(&op) != ofEarly)
        continue;
      op.walk([&](Operation *nested) {
        if (isa<WaitTileOp, ReleaseTileOp>(nested))
          return;
        for (Value operand : nested->getOperands())
          if (auto type = dyn_cast<MemRefType>(operand.getType());
              type && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type) &&
              !type.getElementType().isInteger(64))
            buffers.insert(getRoot(operand).getAsOpaquePointer());
      });
    }
    return buffers;
  }

  bool keepsMemory() const {
    llvm::SmallPtrSet<void *, 8> later = getBuffers(/*ofEarly=*/false);
    return llvm::none_of(getBuffers(/*ofEarly=*/true), [&](void *b) { return later.contains(b); });
  }

  scf::ForOp loop;
  Block &body;
  SmallVector<vector::ContractionOp> ahead;
  llvm::SetVector<Operation *> early;
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
    int64_t trips = overlap;
    if (trips < 0)
      trips = getMapping(getOperation()).overlap.value_or(0);
    if (trips == 0)
      return;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<APInt> trips = loop.getStaticTripCount();
      TwoStages stages(loop);
      if ((trips && trips->slt(2)) || !stages.find())
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
