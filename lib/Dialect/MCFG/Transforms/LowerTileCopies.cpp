//===- LowerTileCopies.cpp - mcf-lower-tile-copies ------------------------===//
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "RowAlignment.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERTILECOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// How many elements one thread can move at once: up to 16 bytes, where every row of both sides
/// starts at a multiple of that. The base of the source and its strides that are given at launch
/// are tested at run time.
static int64_t getChunk(MemRefType source, MemRefType target) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(target.getStridesAndOffset(strides, offset)) || ShapedType::isDynamic(offset) ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return 1;
  int64_t chunk = std::min(getRowChunk(source), getRowChunk(target));
  while (offset % chunk != 0 || target.getShape().back() % chunk != 0)
    chunk /= 2;
  return chunk;
}

namespace {
/// Moves the chunks of a tile. A thread has one column of chunks and walks down the rows, so that
/// its addresses are a base plus constants; it moves a batch at a time, loads first and then
/// stores, so that it waits once for a batch and not once for each chunk.
class ChunkCopy {
public:
  ChunkCopy(CopyTileOp op, int64_t chunk, Value aligned, ArrayRef<Value> sizes, int64_t threads)
      : op(op), chunk(chunk), aligned(aligned), sizes(sizes), threads(threads),
        elementType(cast<MemRefType>(op.getTarget().getType()).getElementType()) {
    ArrayRef<int64_t> shape = cast<MemRefType>(op.getTarget().getType()).getShape();
    rows = shape.size() == 2 ? shape.front() : 1;
    columns = shape.back() / chunk;
    lanes = std::min(columns, threads);
    rowsPerTrip = threads / lanes;
  }

  void emit(OpBuilder &b, Location loc) {
    Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x, b.getIndexAttr(threads));
    Value laneCount = index(b, loc, lanes);
    Value row = arith::DivUIOp::create(b, loc, thread, laneCount);
    Value lane = arith::RemUIOp::create(b, loc, thread, laneCount);
    if (rowsPerTrip * lanes < threads)
      isActive = less(b, loc, thread, index(b, loc, rowsPerTrip * lanes));
    // Rows of more chunks than there are threads are strips beside each other.
    int64_t strips = llvm::divideCeil(columns, lanes);
    if (strips == 1)
      return emitStrip(b, loc, row, lane);
    scf::ForOp::create(b, loc, index(b, loc, 0), index(b, loc, strips), index(b, loc, 1),
                       ValueRange(), [&](OpBuilder &bb, Location l, Value strip, ValueRange) {
                         Value column = arith::MulIOp::create(bb, l, strip, index(bb, l, lanes));
                         column = arith::AddIOp::create(bb, l, column, lane);
                         if (columns % lanes != 0)
                           isActive = less(bb, l, column, index(bb, l, columns));
                         emitStrip(bb, l, row, column);
                         scf::YieldOp::create(bb, l);
                       });
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

  /// All rows of this thread, from `row` on, in its column of chunks.
  void emitStrip(OpBuilder &b, Location loc, Value row, Value column) {
    Value first = arith::MulIOp::create(b, loc, column, index(b, loc, chunk));
    columnStarts = columnFits = Value();
    if (sizes.back()) {
      columnsLeft = arith::SubIOp::create(b, loc, sizes.back(), first);
      columnStarts = less(b, loc, index(b, loc, 0), columnsLeft);
      columnFits = less(b, loc, index(b, loc, chunk - 1), columnsLeft);
    }
    int64_t trips = llvm::divideCeil(rows, rowsPerTrip), fullTrips = rows / rowsPerTrip;
    int64_t batch = LoweringLimits::copyBatch, looped = fullTrips / batch;
    auto emitRows = [&](OpBuilder &bb, Location l, Value down, int64_t count, bool isFull) {
      Value start = down ? arith::AddIOp::create(bb, l, row, down).getResult() : row;
      emitBatch(bb, l, start, first, count, isFull);
    };
    if (looped > 1)
      scf::ForOp::create(b, loc, index(b, loc, 0), index(b, loc, looped), index(b, loc, 1),
                         ValueRange(), [&](OpBuilder &bb, Location l, Value trip, ValueRange) {
                           Value down = arith::MulIOp::create(bb, l, trip,
                                                              index(bb, l, batch * rowsPerTrip));
                           emitRows(bb, l, down, batch, /*isFull=*/true);
                           scf::YieldOp::create(bb, l);
                         });
    for (int64_t trip = looped > 1 ? looped * batch : 0; trip < trips; trip += batch) {
      int64_t count = std::min(batch, trips - trip);
      emitRows(b, loc, trip ? index(b, loc, trip * rowsPerTrip) : Value(), count,
               trip + count <= fullTrips);
    }
  }

  /// The part of the array or tile from the thread's first chunk of a batch on.
  Value getView(OpBuilder &b, Location loc, Value memref, ArrayRef<OpFoldResult> offsets) const {
    auto type = cast<MemRefType>(memref.getType());
    SmallVector<OpFoldResult> viewSizes, ones(offsets.size(), b.getIndexAttr(1));
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      Value size = type.isDynamicDim(dim) ? memref::DimOp::create(b, loc, memref, dim).getResult()
                                          : index(b, loc, type.getDimSize(dim));
      Value start = getValueOrCreateConstantIndexOp(b, loc, offset);
      viewSizes.push_back(arith::SubIOp::create(b, loc, size, start).getResult());
    }
    return memref::SubViewOp::create(b, loc, memref, offsets, viewSizes, ones);
  }

  /// `count` chunks of this thread, the first at this row and column of the tile. Not `isFull`:
  /// some may be beyond the tile.
  void emitBatch(OpBuilder &b, Location loc, Value row, Value column, int64_t count, bool isFull) {
    SmallVector<OpFoldResult> offsets;
    if (sizes.size() == 2)
      offsets.push_back(row);
    offsets.push_back(column);
    Value source = getView(b, loc, op.getSource(), offsets),
          target = getView(b, loc, op.getTarget(), offsets), rowsLeft;
    if (sizes.size() == 2 && sizes.front())
      rowsLeft = arith::SubIOp::create(b, loc, sizes.front(), row);
    Value existing = arith::SubIOp::create(b, loc, index(b, loc, rows), row);

    SmallVector<Value> values, tests;
    Value split;
    for (int64_t i = 0; i < count; ++i) {
      Value down = index(b, loc, i * rowsPerTrip);
      Value exists = isFull ? isActive : both(b, loc, isActive, less(b, loc, down, existing));
      tests.push_back(exists);
      Value inside = exists;
      if (rowsLeft)
        inside = both(b, loc, inside, less(b, loc, down, rowsLeft));
      Value whole = both(b, loc, both(b, loc, inside, columnFits), aligned);
      values.push_back(load(b, loc, whole, source, down));
      if (chunk == 1)
        continue;
      // The first element is inside, but the chunk cannot be moved at once.
      Value isSplit = arith::XOrIOp::create(b, loc, whole,
                                            arith::ConstantIntOp::create(b, loc, b.getI1Type(), 1));
      isSplit = both(b, loc, both(b, loc, inside, columnStarts), isSplit);
      split = split ? arith::OrIOp::create(b, loc, split, isSplit).getResult() : isSplit;
    }
    for (auto [i, value] : llvm::enumerate(values))
      emitIf(b, loc, tests[i], [&, i = i, &value = value](OpBuilder &bb) {
        store(bb, loc, value, target, index(bb, loc, i * rowsPerTrip));
      });
    // Rows that start anywhere, or views whose rows end inside of a chunk: rare, so a loop will do.
    if (split)
      emitIf(b, loc, split, [&](OpBuilder &bb) {
        emitElements(bb, loc, source, target, count, isFull ? Value() : existing, rowsLeft);
      });
  }

  Type getChunkType() const {
    return chunk == 1 ? elementType : Type(VectorType::get({chunk}, elementType));
  }

  llvm::MaybeAlign getAlign() const {
    return llvm::MaybeAlign(chunk * elementType.getIntOrFloatBitWidth() / 8);
  }

  /// Position in a view.
  SmallVector<Value> getPosition(Value down, Value right) const {
    return sizes.size() == 2 ? SmallVector<Value>{down, right} : SmallVector<Value>{right};
  }

  /// The chunk, or zero if `test` says no.
  Value load(OpBuilder &builder, Location loc, Value test, Value source, Value down) {
    auto emitLoad = [&](OpBuilder &b) -> Value {
      SmallVector<Value> position = getPosition(down, index(b, loc, 0));
      if (chunk == 1)
        return memref::LoadOp::create(b, loc, source, position);
      return vector::LoadOp::create(b, loc, cast<VectorType>(getChunkType()), source, position,
                                    /*nontemporal=*/false, getAlign());
    };
    if (!test)
      return emitLoad(builder);
    auto branch = scf::IfOp::create(
        builder, loc, test,
        [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, emitLoad(b)); },
        [&](OpBuilder &b, Location l) {
          Value zero = arith::ConstantOp::create(b, l, b.getZeroAttr(getChunkType()));
          scf::YieldOp::create(b, l, zero);
        });
    return branch.getResult(0);
  }

  void store(OpBuilder &b, Location loc, Value value, Value target, Value down) {
    SmallVector<Value> position = getPosition(down, index(b, loc, 0));
    if (chunk == 1)
      memref::StoreOp::create(b, loc, value, target, position);
    else
      vector::StoreOp::create(b, loc, value, target, position, /*nontemporal=*/false, getAlign());
  }

  /// The same chunks element by element. Zeros are there already.
  void emitElements(OpBuilder &builder, Location loc, Value source, Value target, int64_t count,
                    Value existing, Value rowsLeft) {
    Value zero = index(builder, loc, 0), one = index(builder, loc, 1);
    auto moveChunk = [&](OpBuilder &b, Location l, Value trip, ValueRange) {
      Value down = arith::MulIOp::create(b, l, trip, index(b, l, rowsPerTrip));
      Value inside = existing ? less(b, l, down, existing) : Value();
      if (rowsLeft)
        inside = both(b, l, inside, less(b, l, down, rowsLeft));
      emitIf(b, l, inside, [&](OpBuilder &bb) {
        Value end = index(bb, l, chunk);
        if (sizes.back())
          end = arith::MinSIOp::create(bb, l, end, columnsLeft);
        scf::ForOp::create(bb, l, zero, end, one, ValueRange(),
                           [&](OpBuilder &inner, Location il, Value right, ValueRange) {
                             SmallVector<Value> position = getPosition(down, right);
                             Value element = memref::LoadOp::create(inner, il, source, position);
                             memref::StoreOp::create(inner, il, element, target, position);
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
  int64_t threads;
  Type elementType;
  /// The tile as rows of chunks; threads side by side in a row, and rows that all of them reach in
  /// one trip.
  int64_t rows = 1, columns = 1, lanes = 1, rowsPerTrip = 1;
  /// No value where all threads have a chunk.
  Value isActive;
  /// Columns of the source from the thread's chunk on; whether there is one, and a whole chunk. No
  /// values where no tile sticks out to the right.
  Value columnsLeft, columnStarts, columnFits;
};
} // namespace

static LogicalResult lowerCopy(CopyTileOp op, int64_t threads) {
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (target.getRank() < 1 || target.getRank() > 2)
    return op.emitOpError("expected a tile of rank 1 or 2, but got ") << target;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  int64_t chunk = getChunk(source, target);
  Value aligned;
  if (chunk > 1)
    aligned =
        testAlignment(builder, loc, op.getSource(), chunk * target.getElementTypeBitWidth() / 8);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < target.getRank(); ++dim) {
    bool full = !source.isDynamicDim(dim) && source.getDimSize(dim) == target.getDimSize(dim);
    sizes.push_back(full ? Value()
                         : memref::DimOp::create(builder, loc, op.getSource(), dim).getResult());
  }

  ChunkCopy(op, chunk, aligned, sizes, threads).emit(builder, loc);
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
