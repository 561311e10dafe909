//===- ScheduleCopies.cpp - when tiles move, and who waits ----------------===//
#include "KernelMapping.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "RingLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mcf {
#define GEN_PASS_DEF_SCHEDULECOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Copies start where the tiles are read, and everybody waits for them.
static void copyInPlace(const TileGroup &group) {
  Location loc = group.getLoc();
  OpBuilder builder(group.front());
  gpu::BarrierOp::create(builder, loc);
  builder.setInsertionPointAfter(group.back());
  CommitCopiesOp::create(builder, loc);
  waitForAll(builder, loc, 0);
}

namespace {
/// The copies at the top of the kernel, in the order in which tiles are wanted: groups, and loops
/// with rings.
class TopSchedule {
public:
  TopSchedule(Block &top, int64_t depth, BulkCopies *bulk) : top(top), depth(depth), bulk(bulk) {}

  void addGroup(const TileGroup &group) { items.push_back({group, nullptr}); }
  void addLoop(RingLoop *loop) { items.push_back({std::nullopt, loop}); }

  void run() {
    Operation *front = findFront();
    OpBuilder builder(front);
    // What is first of all, and what all threads begin with.
    Operation *first = gpu::BarrierOp::create(builder, front->getLoc());
    auto start = gpu::BarrierOp::create(builder, front->getLoc());
    for (auto [index, item] : llvm::enumerate(items)) {
      Operation *place = start;
      if (int64_t(index) >= depth) {
        const Item &earlier = items[index - depth];
        place = earlier.wanted ? earlier.wanted->getNextNode() : earlier.loop->getLoop();
      }
      place = hoist(item, place);
      builder.setInsertionPoint(place);
      // Others may have been using the memory until here.
      if (place != start && !isa<gpu::BarrierOp>(place->getPrevNode()))
        gpu::BarrierOp::create(builder, place->getLoc());
      if (item.loop)
        item.loop->startFirst(builder);
      else
        startGroup(item, builder);
    }
    // Who starts the first copies makes their barriers; all others wait until these are there.
    builder.setInsertionPoint(first);
    if (bulk && !bulk->isEmpty())
      bulk->finish(builder);
    else
      start.erase();
    first->erase();
    for (const Item &item : items)
      if (item.commit) {
        builder.setInsertionPoint(item.wanted);
        WaitCopiesOp::create(builder, item.wanted->getLoc(), countGroups(item));
      }
  }

  /// True if warps of their own can make all copies: TMA makes them, and where they go to and what
  /// is copied is known when a block begins.
  bool canProduce() const {
    return bulk && llvm::all_of(items, [&](const Item &item) {
             llvm::SetVector<Operation *> needed;
             bool isKnown =
                 item.loop ? item.loop->isBulk() && collectAddresses(item.loop->getLoop(), needed)
                           : bulk->takes(*item.group) && item.group->collectAddresses(needed);
             return isKnown && llvm::none_of(needed, isOnVectors);
           });
  }

  /// Warps of their own make all copies: what needs a place is never given that of another tile.
  void produce(int64_t warps) {
    Operation *front = findFront();
    OpBuilder builder(front);
    // All barriers are there when anyone begins.
    Operation *start = gpu::BarrierOp::create(builder, front->getLoc());
    auto produced = ProduceOp::create(builder, front->getLoc(), warps);
    Block &body = produced.getBody().emplaceBlock();
    for (Item &item : items) {
      hoist(item, start);
      OpBuilder inside = OpBuilder::atBlockEnd(&body);
      if (item.loop)
        item.loop->startAll(inside);
      else
        startGroup(item, inside);
    }
    moveVectors(start, produced);
    builder.setInsertionPoint(start);
    bulk->finish(builder);
  }

private:
  static bool isOnVectors(Operation *op) {
    auto isVector = llvm::IsaPred<VectorType>;
    return op->getNumRegions() != 0 || llvm::any_of(op->getOperandTypes(), isVector) ||
           llvm::any_of(op->getResultTypes(), isVector);
  }

  /// Fragments lie over the threads that compute: what is made of them before `start` is made
  /// behind `produced`, where the others are not.
  void moveVectors(Operation *start, Operation *produced) {
    llvm::SetVector<Operation *> late;
    for (Operation &op : llvm::make_range(top.begin(), start->getIterator()))
      if (isOnVectors(&op) || llvm::any_of(op.getOperands(), [&](Value operand) {
            return late.contains(operand.getDefiningOp());
          }))
        late.insert(&op);
    for (Operation *op : llvm::reverse(late))
      op->moveAfter(produced);
  }

  struct Item {
    std::optional<TileGroup> group;
    RingLoop *loop;
    /// Of a group that the threads copy: where it is closed. Of any group: where all threads have
    /// waited for it.
    Operation *commit = nullptr, *wanted = nullptr;
  };

  /// Behind the buffers and what only computes: nobody has touched workgroup memory yet.
  Operation *findFront() {
    Operation *front = &top.front();
    for (Operation &op : top)
      if (isa<memref::AllocOp>(op))
        front = op.getNextNode();
    while (isPure(front))
      front = front->getNextNode();
    return front;
  }

  /// Moves the copies of a group to the place of the builder.
  void startGroup(Item &item, OpBuilder &builder) {
    Location loc = item.group->getLoc();
    OpBuilder behind(item.group->back()->getNextNode());
    if (!bulk || !bulk->takes(*item.group)) {
      item.wanted = gpu::BarrierOp::create(behind, loc);
      item.commit = CommitCopiesOp::create(builder, loc);
      for (Operation *op : item.group->copies)
        op->moveBefore(item.commit);
      return;
    }
    Value barrier = arith::ConstantIndexOp::create(builder, loc, bulk->addBarriers(*item.group, 1));
    for (CopyTileOp copy : item.group->copies) {
      copy->moveAfter(barrier.getDefiningOp());
      bulk->start(copy, barrier);
    }
    Value at = arith::ConstantIndexOp::create(behind, loc, getConstantIntValue(barrier).value());
    Value parity = arith::ConstantIndexOp::create(behind, loc, 0);
    item.wanted = bulk->wait(behind, loc, at, parity);
  }

  /// The groups that are certainly closed after this one when its tiles are wanted; loops on the
  /// way close more.
  static int64_t countGroups(const Item &item) {
    int64_t count = 0;
    for (Operation *op = item.commit->getNextNode(); op != item.wanted; op = op->getNextNode())
      count += isa<CommitCopiesOp>(op);
    return count;
  }

  /// Moves what the copies of an item need before `place`; or returns the item's own place if it
  /// needs what does more than compute.
  static Operation *hoist(Item &item, Operation *place) {
    llvm::SetVector<Operation *> needed;
    if (item.group && !item.group->collectAddresses(needed))
      return item.group->back();
    if (item.loop && !collectAddresses(item.loop->getLoop(), needed))
      return item.loop->getLoop();
    SmallVector<Operation *> ops;
    for (Operation &op : llvm::make_range(place->getIterator(), place->getBlock()->end()))
      if (needed.contains(&op))
        ops.push_back(&op);
    for (Operation *op : ops)
      op->moveBefore(place);
    return place;
  }

  Block &top;
  int64_t depth;
  BulkCopies *bulk;
  SmallVector<Item> items;
};

struct ScheduleCopies : mcf::impl::ScheduleCopiesBase<ScheduleCopies> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    if (depth < 0) {
      func.emitOpError("expected a depth of at least 1, but got ") << depth.getValue();
      return signalPassFailure();
    }
    int64_t slots = depth;
    if (slots == 0)
      slots = getMapping(func).stages.value_or(LoweringLimits::copyDepth);
    Block &top = func.getBody().front();
    SmallVector<TileGroup> groups = findTileGroups(func);
    if (slots == 1) {
      for (const TileGroup &group : groups)
        copyInPlace(group);
      return;
    }
    // The groups of a loop that can run ahead are its rings.
    bool isAllAtTop = true;
    llvm::MapVector<Operation *, SmallVector<TileGroup>> loops;
    for (const TileGroup &group : groups) {
      if (group.getBlock() == &top)
        continue;
      auto loop = dyn_cast<scf::ForOp>(group.getBlock()->getParentOp());
      llvm::SetVector<Operation *> addresses;
      bool runsAhead = loop && group.collectAddresses(addresses);
      isAllAtTop &= runsAhead && loop->getBlock() == &top;
      if (runsAhead)
        loops[loop].push_back(group);
      else
        copyInPlace(group);
    }
    BulkCopies bulk(func);
    // The parity of a barrier is known where its loop runs once.
    auto getBulk = [&](Block *block) { return bulkCopies && block == &top ? &bulk : nullptr; };
    std::vector<RingLoop> rings;
    for (auto &[loop, inLoop] : loops)
      rings.emplace_back(cast<scf::ForOp>(loop), inLoop, slots, getBulk(loop->getBlock()));

    TopSchedule schedule(top, slots, getBulk(&top));
    auto ring = [&](Operation *op) {
      return llvm::find_if(rings, [&](const RingLoop &r) { return r.getLoop() == op; });
    };
    auto group = groups.begin();
    for (Operation &op : top) {
      while (group != groups.end() && group->getBlock() != &top)
        ++group;
      if (group != groups.end() && group->front() == &op)
        schedule.addGroup(*group++);
      else if (auto found = ring(&op); found != rings.end())
        schedule.addLoop(&*found);
    }
    if (int64_t producers = getMapping(func).producers.value_or(0);
        producers && isAllAtTop && !rings.empty() && schedule.canProduce()) {
      schedule.produce(producers);
      for (RingLoop &loop : rings)
        loop.waitOnly();
      return;
    }
    schedule.run();
    for (RingLoop &loop : rings) {
      if (loop.getLoop()->getBlock() != &top) {
        // The trip before of the loop around may still read the slots.
        OpBuilder builder(loop.getLoop());
        gpu::BarrierOp::create(builder, loop.getLoop().getLoc());
        loop.startFirst(builder);
      }
      loop.startNext();
    }
  }
};
} // namespace
