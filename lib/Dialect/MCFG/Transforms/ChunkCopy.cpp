//===- ChunkCopy.cpp - a copy of a tile by the threads of a block ---------===//
#include "ChunkCopy.h"
#include "LoopHints.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "SwizzledTile.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf::mcfg;

Value CopyingThreads::getNumber(OpBuilder &builder, Location loc) const {
  if (first == 0)
    return gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x, builder.getIndexAttr(count));
  Value thread =
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x, builder.getIndexAttr(first + count));
  return arith::SubIOp::create(builder, loc, thread,
                               arith::ConstantIndexOp::create(builder, loc, first));
}

namespace {
/// Moves the chunks of a tile. A thread has one column of chunks and walks down the rows, so that
/// its addresses are a base plus constants. Chunks of more than one element are copied
/// asynchronously; elements in batches, loads first and then stores, so that a thread waits once
/// for a batch and not once for each.
class ChunkCopy {
public:
  ChunkCopy(Value array, Value tile, int64_t chunk, ArrayRef<Value> sizes, CopyingThreads copying)
      : array(array), tile(tile), chunk(chunk), sizes(sizes), copying(copying),
        threads(copying.count), elementType(cast<MemRefType>(tile.getType()).getElementType()),
        swizzled(SwizzledTile::get(tile)) {
    ArrayRef<int64_t> shape = cast<MemRefType>(tile.getType()).getShape();
    rows = shape.size() == 2 ? shape.front() : 1;
    columns = shape.back() / chunk;
    lanes = std::min(columns, threads);
    rowsPerTrip = threads / lanes;
  }

  void emit(OpBuilder &b, Location loc) {
    Value thread = copying.getNumber(b, loc);
    Value laneCount = index(b, loc, lanes);
    Value row = arith::DivUIOp::create(b, loc, thread, laneCount);
    Value lane = arith::RemUIOp::create(b, loc, thread, laneCount);
    if (rowsPerTrip * lanes < threads)
      isActive = less(b, loc, thread, index(b, loc, rowsPerTrip * lanes));
    // Rows of more chunks than there are threads are strips beside each other.
    int64_t strips = llvm::divideCeil(columns, lanes);
    if (strips == 1)
      return emitStrip(b, loc, row, lane);
    emitLoop(b, loc, strips, [&](OpBuilder &bb, Location l, Value strip) {
      Value column = arith::MulIOp::create(bb, l, strip, index(bb, l, lanes));
      column = arith::AddIOp::create(bb, l, column, lane);
      if (columns % lanes != 0)
        isActive = less(bb, l, column, index(bb, l, columns));
      emitStrip(bb, l, row, column);
    });
  }

private:
  static Value index(OpBuilder &b, Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }

  void emitLoop(OpBuilder &b, Location loc, int64_t trips,
                llvm::function_ref<void(OpBuilder &, Location, Value)> body) const {
    auto loop =
        scf::ForOp::create(b, loc, index(b, loc, 0), index(b, loc, trips), index(b, loc, 1),
                           ValueRange(), [&](OpBuilder &bb, Location l, Value trip, ValueRange) {
                             body(bb, l, trip);
                             scf::YieldOp::create(bb, l);
                           });
    // Copies of elements are there for arrays that are not aligned: seldom run, and long.
    if (chunk == 1)
      keepRolled(loop);
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
    columnsInside = sizes.back() ? clamp(b, loc, sizes.back(), first) : Value();
    int64_t trips = llvm::divideCeil(rows, rowsPerTrip), fullTrips = rows / rowsPerTrip;
    int64_t batch = LoweringLimits::copyBatch, looped = fullTrips / batch;
    auto emitRows = [&](OpBuilder &bb, Location l, Value down, int64_t count, bool isFull) {
      Value start = down ? arith::AddIOp::create(bb, l, row, down).getResult() : row;
      emitBatch(bb, l, start, first, count, isFull);
    };
    if (looped > 1)
      emitLoop(b, loc, looped, [&](OpBuilder &bb, Location l, Value trip) {
        Value down = arith::MulIOp::create(bb, l, trip, index(bb, l, batch * rowsPerTrip));
        emitRows(bb, l, down, batch, /*isFull=*/true);
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
    Value source = getView(b, loc, array, offsets), rowsLeft;
    // Rows of a swizzled tile that are a multiple of 8 apart are swizzled alike.
    if (!swizzled)
      target = getView(b, loc, tile, offsets);
    else if (rowsPerTrip % SwizzleAttr::kChunks == 0)
      target = swizzled->getIndex(b, loc, row, column);
    if (sizes.size() == 2 && sizes.front())
      rowsLeft = arith::SubIOp::create(b, loc, sizes.front(), row);
    Value existing = arith::SubIOp::create(b, loc, index(b, loc, rows), row);

    SmallVector<Value> values, tests;
    for (int64_t i = 0; i < count; ++i) {
      Value down = index(b, loc, i * rowsPerTrip);
      Value exists = isFull ? isActive : both(b, loc, isActive, less(b, loc, down, existing));
      Value isRow = rowsLeft ? less(b, loc, down, rowsLeft) : Value();
      if (chunk > 1) {
        emitIf(b, loc, exists, [&](OpBuilder &bb) {
          copy(bb, loc, isRow, source, down, getTarget(bb, loc, row, column, i));
        });
        continue;
      }
      tests.push_back(exists);
      values.push_back(load(b, loc, both(b, loc, exists, isRow), source, down));
    }
    for (auto [i, value] : llvm::enumerate(values))
      emitIf(b, loc, tests[i], [&, i = i, &value = value](OpBuilder &bb) {
        auto [buffer, position] = getTarget(bb, loc, row, column, i);
        memref::StoreOp::create(bb, loc, value, buffer, position);
      });
  }

  /// Position in a view.
  SmallVector<Value> getPosition(OpBuilder &b, Location loc, Value down) const {
    Value zero = index(b, loc, 0);
    return sizes.size() == 2 ? SmallVector<Value>{down, zero} : SmallVector<Value>{zero};
  }

  /// The place in the tile of the chunk that is `trip` trips below `row`.
  std::pair<Value, SmallVector<Value>> getTarget(OpBuilder &b, Location loc, Value row,
                                                 Value column, int64_t trip) {
    Value down = index(b, loc, trip * rowsPerTrip);
    if (!swizzled)
      return {target, getPosition(b, loc, down)};
    if (rowsPerTrip % SwizzleAttr::kChunks != 0)
      return locate(b, loc, tile, {arith::AddIOp::create(b, loc, row, down), column});
    Value step = index(b, loc, trip * rowsPerTrip * swizzled->layout.getPanelColumns());
    return {swizzled->ring, {swizzled->slot, arith::AddIOp::create(b, loc, target, step)}};
  }

  /// The elements of a chunk at `first` that are before `end`.
  Value clamp(OpBuilder &b, Location loc, Value end, Value first) const {
    Value left = arith::SubIOp::create(b, loc, end, first);
    left = arith::MinSIOp::create(b, loc, left, index(b, loc, chunk));
    return arith::MaxSIOp::create(b, loc, left, index(b, loc, 0));
  }

  /// Copies a chunk; beyond the source there are zeros.
  void copy(OpBuilder &b, Location loc, Value isRow, Value source, Value down,
            const std::pair<Value, SmallVector<Value>> &to) {
    Value count = columnsInside;
    if (isRow)
      count = arith::SelectOp::create(b, loc, isRow, count ? count : index(b, loc, chunk),
                                      index(b, loc, 0));
    SmallVector<Value> position = getPosition(b, loc, down);
    bool isLine = chunk * elementType.getIntOrFloatBitWidth() == 128;
    nvgpu::DeviceAsyncCopyOp::create(b, loc, nvgpu::DeviceAsyncTokenType::get(b.getContext()),
                                     to.first, to.second, source, position, b.getIndexAttr(chunk),
                                     count, isLine ? b.getUnitAttr() : UnitAttr());
  }

  /// The element, or zero if `test` or its column says no.
  Value load(OpBuilder &builder, Location loc, Value test, Value source, Value down) {
    if (columnsInside)
      test = both(builder, loc, test, less(builder, loc, index(builder, loc, 0), columnsInside));
    auto emitLoad = [&](OpBuilder &b) -> Value {
      return memref::LoadOp::create(b, loc, source, getPosition(b, loc, down));
    };
    if (!test)
      return emitLoad(builder);
    auto branch = scf::IfOp::create(
        builder, loc, test,
        [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, emitLoad(b)); },
        [&](OpBuilder &b, Location l) {
          Value zero = arith::ConstantOp::create(b, l, b.getZeroAttr(elementType));
          scf::YieldOp::create(b, l, zero);
        });
    return branch.getResult(0);
  }

  Value array, tile;
  int64_t chunk;
  /// Of the source, where the tile may stick out of it.
  SmallVector<Value> sizes;
  CopyingThreads copying;
  int64_t threads;
  Type elementType;
  std::optional<SwizzledTile> swizzled;
  /// Of the batch: the view of the tile, or the index in the slot of a swizzled one.
  Value target;
  /// The tile as rows of chunks; threads side by side in a row, and rows that all of them reach in
  /// one trip.
  int64_t rows = 1, columns = 1, lanes = 1, rowsPerTrip = 1;
  /// No value where all threads have a chunk.
  Value isActive;
  /// How many elements of the thread's chunks are inside of the source. No value where no tile
  /// sticks out to the right.
  Value columnsInside;
};
} // namespace

void mcf::mcfg::copyByThreads(OpBuilder &builder, Location loc, Value source, Value target,
                              int64_t chunk, CopyingThreads threads) {
  auto from = cast<MemRefType>(source.getType()), to = cast<MemRefType>(target.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < to.getRank(); ++dim) {
    bool full = !from.isDynamicDim(dim) && from.getDimSize(dim) == to.getDimSize(dim);
    sizes.push_back(full ? Value() : memref::DimOp::create(builder, loc, source, dim).getResult());
  }
  ChunkCopy(source, target, chunk, sizes, threads).emit(builder, loc);
}
