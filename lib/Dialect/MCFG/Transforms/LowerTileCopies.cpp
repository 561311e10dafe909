//===- LowerTileCopies.cpp - mcf-lower-tile-copies ------------------------===//
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERTILECOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// How many elements one thread can move at once: up to 16 bytes, where every row of both sides
/// starts at a multiple of that (the base of the source is tested at run time).
static int64_t getChunk(MemRefType source, MemRefType target) {
  Type elementType = target.getElementType();
  unsigned bits = elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 0;
  if (bits < 8 || bits > 128)
    return 1;
  int64_t chunk = 128 / bits;
  auto meet = [&](int64_t value) {
    while (value % chunk != 0)
      chunk /= 2;
  };
  for (MemRefType type : {source, target}) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
      return 1;
    for (int64_t stride : ArrayRef(strides).drop_back()) {
      if (ShapedType::isDynamic(stride))
        return 1;
      meet(stride);
    }
    if (type == target) {
      if (ShapedType::isDynamic(offset))
        return 1;
      meet(offset);
    }
  }
  meet(target.getShape().back());
  return chunk;
}

/// True at run time if the source starts at a multiple of `bytes`.
static Value testAlignment(OpBuilder &builder, Location loc, Value source, int64_t bytes,
                           int64_t elementBytes) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, source);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, source);
  Value size = arith::ConstantIndexOp::create(builder, loc, elementBytes);
  Value offset = arith::MulIOp::create(builder, loc, metadata.getOffset(), size);
  Value address = arith::AddIOp::create(builder, loc, base, offset);
  Value mask = arith::ConstantIndexOp::create(builder, loc, bytes - 1);
  Value rest = arith::AndIOp::create(builder, loc, address, mask);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, zero);
}

namespace {
/// Moves chunks of a tile: the batches of one thread, loads first and then stores, so that a thread
/// waits once for a batch and not once for each chunk.
class ChunkCopy {
public:
  ChunkCopy(CopyTileOp op, int64_t chunk, Value aligned, ArrayRef<Value> sizes, int64_t threads)
      : op(op), chunk(chunk), aligned(aligned), sizes(sizes), threads(threads),
        chunks(cast<MemRefType>(op.getTarget().getType()).getShape()),
        elementType(cast<MemRefType>(op.getTarget().getType()).getElementType()) {
    chunks.back() /= chunk;
    for (int64_t extent : chunks)
      total *= extent;
  }

  int64_t getNumTrips() const { return llvm::divideCeil(total, threads); }
  /// Trips in which every thread has a chunk.
  int64_t getNumFullTrips() const { return total / threads; }

  /// `count` chunks of this thread, `threads` apart, the first with number `first`. Not `isFull`:
  /// some of the numbers may be beyond the tile.
  void emitBatch(OpBuilder &b, Location loc, Value first, int64_t count, bool isFull) {
    SmallVector<SmallVector<Value>> positions;
    SmallVector<Value> values, tests;
    Value split;
    for (int64_t i = 0; i < count; ++i) {
      Value linear = first;
      if (i != 0)
        linear = arith::AddIOp::create(b, loc, first, index(b, loc, i * threads));
      positions.push_back(getPosition(b, loc, linear));
      Value exists = isFull ? Value() : less(b, loc, linear, index(b, loc, total));
      tests.push_back(exists);
      // The first element is inside, and the whole chunk can be moved at once.
      Value starts = both(b, loc, exists, isInside(b, loc, positions.back(), 0));
      Value whole = both(b, loc, starts, aligned);
      if (chunk > 1)
        whole = both(b, loc, whole, isLastInside(b, loc, positions.back()));
      values.push_back(load(b, loc, whole, positions.back()));
      if (chunk == 1)
        continue;
      Value isSplit = arith::XOrIOp::create(b, loc, whole,
                                            arith::ConstantIntOp::create(b, loc, b.getI1Type(), 1));
      isSplit = both(b, loc, starts, isSplit);
      split = split ? arith::OrIOp::create(b, loc, split, isSplit).getResult() : isSplit;
    }
    for (auto [position, value, test] : llvm::zip(positions, values, tests))
      emitIf(b, loc, test, [&, &position = position, &value = value](OpBuilder &bb) {
        store(bb, loc, value, position);
      });
    // Rows that start anywhere, or views whose rows end inside of a chunk: rare, so a loop will do.
    if (chunk > 1 && split)
      emitIf(b, loc, split, [&](OpBuilder &bb) { emitElements(bb, loc, first, count, isFull); });
  }

private:
  static Value index(OpBuilder &b, Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }

  static Value less(OpBuilder &b, Location loc, Value left, Value right) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, left, right);
  }

  /// `and` where no value stands for true.
  static Value both(OpBuilder &b, Location loc, Value left, Value right) {
    if (!left || !right)
      return left ? left : right;
    return arith::AndIOp::create(b, loc, left, right);
  }

  static void emitIf(OpBuilder &b, Location loc, Value test,
                     llvm::function_ref<void(OpBuilder &)> body) {
    if (!test)
      return body(b);
    scf::IfOp::create(b, loc, test, [&](OpBuilder &bb, Location ll) {
      body(bb);
      scf::YieldOp::create(bb, ll);
    });
  }

  /// Where the chunk of this number starts in the tile.
  SmallVector<Value> getPosition(OpBuilder &b, Location loc, Value linear) const {
    SmallVector<Value> position(chunks.size());
    Value rest = linear;
    for (int64_t dim = chunks.size() - 1; dim > 0; --dim) {
      Value extent = index(b, loc, chunks[dim]);
      position[dim] = arith::RemUIOp::create(b, loc, rest, extent);
      rest = arith::DivUIOp::create(b, loc, rest, extent);
    }
    position[0] = rest;
    if (chunk > 1)
      position.back() = arith::MulIOp::create(b, loc, position.back(), index(b, loc, chunk));
    return position;
  }

  /// Tests the dims from `firstDim` on that the source may be shorter in; no value if there is
  /// none.
  Value isInside(OpBuilder &b, Location loc, ArrayRef<Value> position, size_t firstDim) const {
    Value inside;
    for (size_t dim = firstDim; dim < position.size(); ++dim)
      if (sizes[dim])
        inside = both(b, loc, inside, less(b, loc, position[dim], sizes[dim]));
    return inside;
  }

  Value isLastInside(OpBuilder &b, Location loc, ArrayRef<Value> position) const {
    if (!sizes.back())
      return Value();
    Value last = arith::AddIOp::create(b, loc, position.back(), index(b, loc, chunk - 1));
    return less(b, loc, last, sizes.back());
  }

  Type getChunkType() const {
    return chunk == 1 ? elementType : Type(VectorType::get({chunk}, elementType));
  }

  llvm::MaybeAlign getAlign() const {
    return llvm::MaybeAlign(chunk * elementType.getIntOrFloatBitWidth() / 8);
  }

  /// The chunk, or zero if `test` says no.
  Value load(OpBuilder &builder, Location loc, Value test, ArrayRef<Value> position) {
    auto emit = [&](OpBuilder &b) -> Value {
      if (chunk == 1)
        return memref::LoadOp::create(b, loc, op.getSource(), position);
      return vector::LoadOp::create(b, loc, cast<VectorType>(getChunkType()), op.getSource(),
                                    position, /*nontemporal=*/false, getAlign());
    };
    if (!test)
      return emit(builder);
    auto branch = scf::IfOp::create(
        builder, loc, test, [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, emit(b)); },
        [&](OpBuilder &b, Location l) {
          Value zero = arith::ConstantOp::create(b, l, b.getZeroAttr(getChunkType()));
          scf::YieldOp::create(b, l, zero);
        });
    return branch.getResult(0);
  }

  void store(OpBuilder &b, Location loc, Value value, ArrayRef<Value> position) {
    if (chunk == 1)
      memref::StoreOp::create(b, loc, value, op.getTarget(), position);
    else
      vector::StoreOp::create(b, loc, value, op.getTarget(), position, /*nontemporal=*/false,
                              getAlign());
  }

  /// The same chunks element by element. Zeros are there already.
  void emitElements(OpBuilder &builder, Location loc, Value first, int64_t count, bool isFull) {
    Value zero = index(builder, loc, 0), one = index(builder, loc, 1);
    auto moveElement = [&](OpBuilder &b, Location l, ArrayRef<Value> position, Value offset) {
      SmallVector<Value> at(position);
      at.back() = arith::AddIOp::create(b, l, at.back(), offset);
      emitIf(b, l, isInside(b, l, at, 0), [&](OpBuilder &bb) {
        Value element = memref::LoadOp::create(bb, l, op.getSource(), at);
        memref::StoreOp::create(bb, l, element, op.getTarget(), at);
      });
    };
    auto moveChunk = [&](OpBuilder &b, Location l, Value trip, ValueRange) {
      Value linear = arith::MulIOp::create(b, l, trip, index(b, l, threads));
      linear = arith::AddIOp::create(b, l, linear, first);
      Value exists = isFull ? Value() : less(b, l, linear, index(b, l, total));
      emitIf(b, l, exists, [&](OpBuilder &bb) {
        SmallVector<Value> position = getPosition(bb, l, linear);
        scf::ForOp::create(bb, l, zero, index(bb, l, chunk), one, ValueRange(),
                           [&](OpBuilder &inner, Location il, Value offset, ValueRange) {
                             moveElement(inner, il, position, offset);
                             scf::YieldOp::create(inner, il);
                           });
      });
      scf::YieldOp::create(b, l);
    };
    scf::ForOp::create(builder, loc, zero, index(builder, loc, count), one, ValueRange(),
                       moveChunk);
  }

  CopyTileOp op;
  int64_t chunk;
  /// No value where a chunk is one element.
  Value aligned;
  /// Of the source, where the tile may stick out of it.
  SmallVector<Value> sizes;
  int64_t threads, total = 1;
  /// Chunks of the tile along each dim.
  SmallVector<int64_t> chunks;
  Type elementType;
};
} // namespace

static LogicalResult lowerCopy(CopyTileOp op, int64_t threads) {
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (target.getRank() == 0)
    return op.emitOpError("expected a tile of rank 1 or more, but got ") << target;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  int64_t chunk = getChunk(source, target);
  Value aligned;
  if (chunk > 1) {
    int64_t elementBytes = target.getElementTypeBitWidth() / 8;
    aligned = testAlignment(builder, loc, op.getSource(), chunk * elementBytes, elementBytes);
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < target.getRank(); ++dim) {
    bool full = !source.isDynamicDim(dim) && source.getDimSize(dim) == target.getDimSize(dim);
    sizes.push_back(full ? Value()
                         : memref::DimOp::create(builder, loc, op.getSource(), dim).getResult());
  }

  Value thread =
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x, builder.getIndexAttr(threads));
  ChunkCopy copy(op, chunk, aligned, sizes, threads);
  int64_t trips = copy.getNumTrips(), batch = LoweringLimits::copyBatch;
  // A loop over full batches, where there is more than one.
  int64_t looped = copy.getNumFullTrips() / batch;
  if (looped > 1) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value count = arith::ConstantIndexOp::create(builder, loc, looped);
    Value step = arith::ConstantIndexOp::create(builder, loc, batch * threads);
    scf::ForOp::create(builder, loc, zero, count, one, ValueRange(),
                       [&](OpBuilder &b, Location l, Value trip, ValueRange) {
                         Value first = arith::MulIOp::create(b, l, trip, step);
                         first = arith::AddIOp::create(b, l, first, thread);
                         copy.emitBatch(b, l, first, batch, /*isFull=*/true);
                         scf::YieldOp::create(b, l);
                       });
  }
  for (int64_t begin = looped > 1 ? looped * batch : 0; begin < trips; begin += batch) {
    Value first = thread;
    if (begin != 0)
      first = arith::AddIOp::create(builder, loc, thread,
                                    arith::ConstantIndexOp::create(builder, loc, begin * threads));
    int64_t count = std::min(batch, trips - begin);
    copy.emitBatch(builder, loc, first, count, begin + count <= copy.getNumFullTrips());
  }
  op.erase();
  return success();
}

namespace {
struct LowerTileCopies : mcf::impl::LowerTileCopiesBase<LowerTileCopies> {
  using LowerTileCopiesBase::LowerTileCopiesBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    SmallVector<CopyTileOp> copies;
    func.walk([&](CopyTileOp op) { copies.push_back(op); });
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    if (!copies.empty() && !block) {
      func.emitOpError("expected a known block size (run mcf-assign-layouts before)");
      return signalPassFailure();
    }
    for (CopyTileOp op : copies)
      if (failed(lowerCopy(op, (*block)[0])))
        return signalPassFailure();
  }
};
} // namespace
