//===- RingLoop.cpp - copies that run ahead of a loop ---------------------===//
#include "RingLoop.h"
#include "LoopHints.h"
#include "SwizzledTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::mcfg;

void mcf::mcfg::waitForAll(OpBuilder &builder, Location loc, int64_t pending) {
  WaitCopiesOp::create(builder, loc, pending);
  gpu::BarrierOp::create(builder, loc);
}

RingLoop::RingLoop(scf::ForOp loop, ArrayRef<TileGroup> all, int64_t depth, BulkCopies *bulk)
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

void RingLoop::startFirst(OpBuilder &builder) {
  for (int64_t trip = 0, e = isWhole ? depth : depth - 1; trip < e; ++trip) {
    Value at = getTrip(builder, loop.getLowerBound(), trip);
    for (const Ring &ring : groups)
      start(builder, ring, at, constant(builder, trip), numTrips && trip < *numTrips);
  }
}

void RingLoop::startNext() {
  Value counter = loop.getInductionVar();
  for (const Ring &ring : groups) {
    OpBuilder builder(ring.group.getFirstOp());
    Value slot = getSlot(builder, counter, 0);
    wait(builder, ring, slot);
    if (!isWhole) {
      Value at = getTrip(builder, counter, depth - 1);
      Value next = getSlot(builder, counter, depth - 1);
      // What was in that slot is the tile of the trip before, one time around the ring earlier.
      Value left = ring.released ? getParity(builder, counter, 2 * depth - 1) : Value();
      start(builder, ring, at, next, /*isInside=*/false, left);
    } else if (!ring.barrier) {
      // Keeps the count of groups under way the same in all trips.
      CommitCopiesOp::create(builder, loop.getLoc());
    }
    finish(builder, ring, slot);
  }
}

void RingLoop::startAll(OpBuilder &builder) {
  Location loc = loop.getLoc();
  auto copies =
      scf::ForOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep());
  keepRolled(copies);
  OpBuilder inside(copies.getBody()->getTerminator());
  Value trip = copies.getInductionVar();
  for (const Ring &ring : groups) {
    Value slot = getSlot(inside, trip, 0);
    // The first time around nobody has been there: that is the phase before the first.
    Value left = ring.released ? getParity(inside, trip, depth) : Value();
    start(inside, ring, trip, slot, /*isInside=*/true, left);
  }
}

void RingLoop::waitOnly() {
  for (const Ring &ring : groups) {
    OpBuilder builder(ring.group.getFirstOp());
    Value slot = getSlot(builder, loop.getInductionVar(), 0);
    wait(builder, ring, slot);
    finish(builder, ring, slot);
  }
}

Value RingLoop::constant(OpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, loop.getLoc(), value);
}

Value RingLoop::getBarrier(OpBuilder &b, int64_t first, Value slot) {
  return b.createOrFold<arith::AddIOp>(loop.getLoc(), slot, constant(b, first));
}

/// How many trips the loop has made where it counts so far, and `ahead` more.
Value RingLoop::countTrips(OpBuilder &b, Value counter, int64_t ahead) {
  Location loc = loop.getLoc();
  Value trip = counter;
  if (getConstantIntValue(loop.getLowerBound()) != 0)
    trip = arith::SubIOp::create(b, loc, trip, loop.getLowerBound());
  if (getConstantIntValue(loop.getStep()) != 1)
    trip = arith::DivUIOp::create(b, loc, trip, loop.getStep());
  return ahead ? arith::AddIOp::create(b, loc, trip, constant(b, ahead)).getResult() : trip;
}

/// Of the phase of a barrier that belongs to the tile `ahead` trips after this one: each time
/// around the ring is one.
Value RingLoop::getParity(OpBuilder &b, Value counter, int64_t ahead) {
  if (isWhole)
    return constant(b, 0);
  Value trips = countTrips(b, counter, ahead);
  Value round = arith::DivUIOp::create(b, loop.getLoc(), trips, constant(b, depth));
  return arith::RemUIOp::create(b, loop.getLoc(), round, constant(b, 2));
}

/// The value of the counter `trips` after `from`.
Value RingLoop::getTrip(OpBuilder &b, Value from, int64_t trips) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  Value ahead =
      step
          ? constant(b, trips * *step)
          : arith::MulIOp::create(b, loop.getLoc(), loop.getStep(), constant(b, trips)).getResult();
  return b.createOrFold<arith::AddIOp>(loop.getLoc(), from, ahead);
}

/// The slot of the tile that is `ahead` trips after this one.
Value RingLoop::getSlot(OpBuilder &b, Value counter, int64_t ahead) {
  Location loc = loop.getLoc();
  Value trip = countTrips(b, counter, ahead);
  return isWhole ? trip : arith::RemUIOp::create(b, loc, trip, constant(b, depth)).getResult();
}

void RingLoop::wait(OpBuilder &builder, const Ring &ring, Value slot) {
  Location loc = loop.getLoc();
  if (ring.barrier)
    bulk->wait(builder, loc, getBarrier(builder, *ring.barrier, slot),
               getParity(builder, loop.getInductionVar(), 0));
  else
    waitForAll(builder, loc, isWhole ? depth * numClosed - 1 : (depth - 1) * numClosed - 1);
}

/// In the loop, behind the last reader of this trip's tiles: the warp leaves their slot.
void RingLoop::release(OpBuilder &builder, const Ring &ring, Value slot) {
  OpBuilder::InsertionGuard guard(builder);
  if (Operation *last = ring.group.findLastReader()) {
    bool isEnd = last->hasTrait<OpTrait::IsTerminator>();
    builder.setInsertionPoint(isEnd ? last : last->getNextNode());
  }
  SmallVector<Value> rings;
  for (CopyTileOp copy : ring.group.copies)
    rings.push_back(SwizzledTile::get(copy.getTarget())->ring);
  bulk->release(builder, loop.getLoc(), getBarrier(builder, *ring.released, slot), rings);
}

/// The tiles of this trip are in that slot, and nothing else copies them.
void RingLoop::finish(OpBuilder &builder, const Ring &ring, Value slot) {
  if (ring.released)
    release(builder, ring, slot);
  ring.group.setSlots(slot, depth);
  for (CopyTileOp copy : ring.group.copies)
    copy.erase();
}

/// Starts the copies of a group for the trip `at`, if there is one; with `left` when all warps
/// have left the slot: the parity of that.
void RingLoop::start(OpBuilder &builder, const Ring &ring, Value at, Value slot, bool isInside,
                     Value left) {
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
