//===- ScheduleCopies.cpp - when tiles move, and who waits ----------------===//
#include "BulkCopies.h"
#include "KernelMapping.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
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

/// Waits for what a thread copies itself, and then for all others.
static void wait(OpBuilder &builder, Location loc, int64_t pending) {
  WaitCopiesOp::create(builder, loc, pending);
  gpu::BarrierOp::create(builder, loc);
}

/// Copies start where the tiles are read, and everybody waits for them.
static void copyInPlace(const TileGroup &group) {
  Location loc = group.getLoc();
  OpBuilder builder(group.front());
  gpu::BarrierOp::create(builder, loc);
  builder.setInsertionPointAfter(group.back());
  CommitCopiesOp::create(builder, loc);
  wait(builder, loc, 0);
}

namespace {
/// The rings of a loop: groups of copies in its body that run ahead of it.
class RingLoop {
public:
  /// `bulk`: takes the groups that TMA can copy; null where the loop may run more than once.
  RingLoop(scf::ForOp loop, ArrayRef<TileGroup> all, int64_t depth, BulkCopies *bulk)
      : loop(loop), depth(depth), bulk(bulk) {
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      numTrips = trips->getSExtValue();
    // With a slot for each trip all copies are under way before the loop begins.
    isWhole = numTrips && *numTrips <= depth;
    if (isWhole)
      this->depth = *numTrips;
    for (const TileGroup &group : all) {
      groups.push_back({group, std::nullopt, std::nullopt});
      if (!bulk || !bulk->takes(group)) {
        ++numClosed;
        continue;
      }
      groups.back().barrier = bulk->addBarriers(group, this->depth);
      if (!isWhole)
        groups.back().released = bulk->addReleases(this->depth);
    }
  }

  scf::ForOp getLoop() const { return loop; }

  /// Starts the copies for the first trips.
  void startFirst(OpBuilder &builder) {
    for (int64_t trip = 0, e = isWhole ? depth : depth - 1; trip < e; ++trip) {
      Value at = getTrip(builder, loop.getLowerBound(), trip);
      for (Ring &ring : groups)
        start(builder, ring, at, constant(builder, trip), numTrips && trip < *numTrips);
    }
  }

  /// In the loop: each trip waits for its tiles and starts the copies of a later one.
  void startNext() {
    for (Ring &ring : groups) {
      OpBuilder builder(ring.group.getFirstOp());
      Location loc = loop.getLoc();
      Value slot = getSlot(builder, 0);
      if (ring.barrier) {
        bulk->wait(builder, loc, getBarrier(builder, *ring.barrier, slot), getParity(builder, 0));
      } else {
        wait(builder, loc, isWhole ? depth * numClosed - 1 : (depth - 1) * numClosed - 1);
      }
      if (!isWhole) {
        Value at = getTrip(builder, loop.getInductionVar(), depth - 1);
        Value next = getSlot(builder, depth - 1);
        // What was in that slot is the tile of the trip before, one time around the ring earlier.
        Value left = ring.released ? getParity(builder, 2 * depth - 1) : Value();
        start(builder, ring, at, next, /*isInside=*/false, left);
      } else if (!ring.barrier) {
        // Keeps the count of groups under way the same in all trips.
        CommitCopiesOp::create(builder, loc);
      }
      if (ring.released)
        release(builder, ring, slot);
      ring.group.setSlots(slot, depth);
      for (CopyTileOp copy : ring.group.copies)
        copy.erase();
    }
  }

private:
  /// A group and, if TMA copies it, the barriers of its first slot: the tile is there, and, if the
  /// slot is filled again, all warps have left it.
  struct Ring {
    TileGroup group;
    std::optional<int64_t> barrier, released;
  };

  Value constant(OpBuilder &b, int64_t value) {
    return arith::ConstantIndexOp::create(b, loop.getLoc(), value);
  }

  Value getBarrier(OpBuilder &b, int64_t first, Value slot) {
    return b.createOrFold<arith::AddIOp>(loop.getLoc(), slot, constant(b, first));
  }

  /// How many trips the loop has made, and `ahead` more.
  Value countTrips(OpBuilder &b, int64_t ahead) {
    Location loc = loop.getLoc();
    Value trip = loop.getInductionVar();
    if (getConstantIntValue(loop.getLowerBound()) != 0)
      trip = arith::SubIOp::create(b, loc, trip, loop.getLowerBound());
    if (getConstantIntValue(loop.getStep()) != 1)
      trip = arith::DivUIOp::create(b, loc, trip, loop.getStep());
    return ahead ? arith::AddIOp::create(b, loc, trip, constant(b, ahead)).getResult() : trip;
  }

  /// Of the phase of a barrier that belongs to the tile `ahead` trips after this one: each time
  /// around the ring is one.
  Value getParity(OpBuilder &b, int64_t ahead) {
    if (isWhole)
      return constant(b, 0);
    Value round =
        arith::DivUIOp::create(b, loop.getLoc(), countTrips(b, ahead), constant(b, depth));
    return arith::RemUIOp::create(b, loop.getLoc(), round, constant(b, 2));
  }

  /// In the loop, behind the last reader of this trip's tiles: the warp leaves their slot.
  void release(OpBuilder &builder, Ring &ring, Value slot) {
    OpBuilder::InsertionGuard guard(builder);
    if (Operation *last = ring.group.findLastReader()) {
      bool isEnd = last->hasTrait<OpTrait::IsTerminator>();
      builder.setInsertionPoint(isEnd ? last : last->getNextNode());
    }
    bulk->release(builder, loop.getLoc(), getBarrier(builder, *ring.released, slot));
  }

  /// The value of the counter `trips` after `from`.
  Value getTrip(OpBuilder &b, Value from, int64_t trips) {
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    Value ahead = step ? constant(b, trips * *step)
                       : arith::MulIOp::create(b, loop.getLoc(), loop.getStep(), constant(b, trips))
                             .getResult();
    return b.createOrFold<arith::AddIOp>(loop.getLoc(), from, ahead);
  }

  /// The slot of the tile that is `ahead` trips after this one.
  Value getSlot(OpBuilder &b, int64_t ahead) {
    Location loc = loop.getLoc();
    Value trip = countTrips(b, ahead);
    return isWhole ? trip : arith::RemUIOp::create(b, loc, trip, constant(b, depth)).getResult();
  }

  /// Starts the copies of a group for the trip `at`, if there is one; with `left` when all warps
  /// have left the slot: the parity of that.
  void start(OpBuilder &builder, Ring &ring, Value at, Value slot, bool isInside, Value left = {}) {
    Location loc = loop.getLoc();
    auto copy = [&](OpBuilder &b, Location) {
      if (left)
        bulk->wait(b, loc, getBarrier(b, *ring.released, slot), left);
      Value barrier = ring.barrier ? getBarrier(b, *ring.barrier, slot) : Value();
      for (CopyTileOp clone : ring.group.cloneCopies(b, loop.getInductionVar(), at, slot))
        if (barrier)
          bulk->start(clone, barrier);
      if (!isInside)
        scf::YieldOp::create(b, loc);
    };
    if (isInside) {
      copy(builder, loc);
    } else {
      Value test =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, at, loop.getUpperBound());
      scf::IfOp::create(builder, loc, test, copy);
    }
    if (!ring.barrier)
      CommitCopiesOp::create(builder, loc);
  }

  scf::ForOp loop;
  SmallVector<Ring> groups;
  int64_t depth;
  BulkCopies *bulk;
  /// Groups that the threads copy.
  int64_t numClosed = 0;
  std::optional<int64_t> numTrips;
  bool isWhole = false;
};

/// The copies at the top of the kernel, in the order in which tiles are wanted: groups, and loops
/// with rings.
class TopSchedule {
public:
  TopSchedule(Block &top, int64_t depth, BulkCopies *bulk) : top(top), depth(depth), bulk(bulk) {}

  void addGroup(const TileGroup &group) { items.push_back({group, nullptr}); }
  void addLoop(RingLoop *loop) { items.push_back({std::nullopt, loop}); }

  void run() {
    // Behind the buffers and what only computes: nobody has touched workgroup memory yet.
    Operation *front = &top.front();
    for (Operation &op : top)
      if (isa<memref::AllocOp>(op))
        front = op.getNextNode();
    while (isPure(front))
      front = front->getNextNode();
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

private:
  struct Item {
    std::optional<TileGroup> group;
    RingLoop *loop;
    /// Of a group that the threads copy: where it is closed. Of any group: where all threads have
    /// waited for it.
    Operation *commit = nullptr, *wanted = nullptr;
  };

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
    llvm::MapVector<Operation *, SmallVector<TileGroup>> loops;
    for (const TileGroup &group : groups) {
      if (group.getBlock() == &top)
        continue;
      auto loop = dyn_cast<scf::ForOp>(group.getBlock()->getParentOp());
      llvm::SetVector<Operation *> addresses;
      if (loop && group.collectAddresses(addresses))
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
