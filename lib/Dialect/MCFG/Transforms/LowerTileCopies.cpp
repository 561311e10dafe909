//===- LowerTileCopies.cpp - mcf-lower-tile-copies ------------------------===//
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "RowAlignment.h"
#include "SwizzledTile.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERTILECOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// How many elements one thread can move at once: up to 16 bytes, where every row of both sides
/// starts at a multiple of that. The base of the source and its strides that are given at launch
/// are tested at run time. What is less than 4 bytes cannot be copied asynchronously: 1.
static int64_t getChunk(Value from, Value to) {
  auto source = cast<MemRefType>(from.getType());
  auto target = cast<MemRefType>(to.getType());
  int64_t chunk = getRowChunk(source);
  if (!isa<SwizzleAttr>(target.getLayout())) {
    chunk = std::min(chunk, getRowChunk(target));
    chunk = std::min(chunk, getOffsetMultiple(to, chunk));
  }
  while (target.getShape().back() % chunk != 0)
    chunk /= 2;
  return chunk * target.getElementTypeBitWidth() >= 32 ? chunk : 1;
}

namespace {
/// Moves the chunks of a tile. A thread has one column of chunks and walks down the rows, so that
/// its addresses are a base plus constants. Chunks of more than one element are copied
/// asynchronously; elements in batches, loads first and then stores, so that a thread waits once
/// for a batch and not once for each.
class ChunkCopy {
public:
  ChunkCopy(Value array, Value tile, int64_t chunk, ArrayRef<Value> sizes, int64_t threads)
      : array(array), tile(tile), chunk(chunk), sizes(sizes), threads(threads),
        elementType(cast<MemRefType>(tile.getType()).getElementType()),
        swizzled(SwizzledTile::get(tile)) {
    ArrayRef<int64_t> shape = cast<MemRefType>(tile.getType()).getShape();
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
    columnsInside = sizes.back() ? clamp(b, loc, sizes.back(), first) : Value();
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

/// A copy of a tile by the threads of the block.
static void copyByThreads(OpBuilder &builder, Location loc, Value source, Value target,
                          int64_t chunk, int64_t threads) {
  auto from = cast<MemRefType>(source.getType()), to = cast<MemRefType>(target.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < to.getRank(); ++dim) {
    bool full = !from.isDynamicDim(dim) && from.getDimSize(dim) == to.getDimSize(dim);
    sizes.push_back(full ? Value() : memref::DimOp::create(builder, loc, source, dim).getResult());
  }
  ChunkCopy(source, target, chunk, sizes, threads).emit(builder, loc);
}

static LogicalResult lowerCopy(CopyTileOp op, int64_t threads) {
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (target.getRank() < 1 || target.getRank() > 2)
    return op.emitOpError("expected a tile of rank 1 or 2, but got ") << target;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  int64_t chunk = getChunk(op.getSource(), op.getTarget());
  auto copy = [&](int64_t elements) {
    copyByThreads(builder, loc, op.getSource(), op.getTarget(), elements, threads);
  };
  if (chunk == 1) {
    copy(1);
  } else {
    Value aligned =
        testAlignment(builder, loc, op.getSource(), chunk * target.getElementTypeBitWidth() / 8);
    auto branch = scf::IfOp::create(builder, loc, aligned, /*withElseRegion=*/true);
    builder.setInsertionPoint(branch.thenYield());
    copy(chunk);
    builder.setInsertionPoint(branch.elseYield());
    copy(1);
  }
  op.erase();
  return success();
}

/// Makes what a thread wrote visible to wgmma and TMA, which have another proxy.
static void emitProxyFence(OpBuilder &b, Location loc) {
  NVVM::FenceProxyOp::create(
      b, loc, NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
      NVVM::SharedSpaceAttr::get(b.getContext(), NVVM::SharedSpace::shared_cta));
}

static Value toSharedPointer(OpBuilder &b, Location loc, Value address) {
  Value bits = arith::IndexCastUIOp::create(b, loc, b.getI64Type(), address);
  auto type = LLVM::LLVMPointerType::get(b.getContext(), unsigned(NVVM::NVVMMemorySpace::Shared));
  return LLVM::IntToPtrOp::create(b, loc, type, bits);
}

static void lowerGroups(gpu::GPUFuncOp func) {
  bool hasWarpgroups = false;
  func.walk([&](WarpgroupMmaOp) { hasWarpgroups = true; });
  func.walk([&](Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    if (isa<CommitCopiesOp>(op)) {
      NVVM::CpAsyncCommitGroupOp::create(builder, loc);
    } else if (auto wait = dyn_cast<WaitCopiesOp>(op)) {
      NVVM::CpAsyncWaitGroupOp::create(builder, loc, wait.getPending());
      if (hasWarpgroups)
        emitProxyFence(builder, loc);
    } else {
      return;
    }
    op->erase();
  });
}

/// The address of a barrier.
static Value getBarrierPointer(OpBuilder &b, Location loc, Value barriers, Value slot) {
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, barriers);
  Value size = arith::ConstantIndexOp::create(b, loc, 8);
  Value offset = b.createOrFold<arith::MulIOp>(loc, slot, size);
  return toSharedPointer(b, loc, b.createOrFold<arith::AddIOp>(loc, start, offset));
}

/// In the first thread of the block only.
static void emitInFirstThread(OpBuilder &b, Location loc, function_ref<void(OpBuilder &)> body) {
  Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, thread, zero);
  scf::IfOp::create(b, loc, isFirst, [&](OpBuilder &inner, Location) {
    body(inner);
    scf::YieldOp::create(inner, loc);
  });
}

/// A box for each panel of the tile.
static void emitBoxes(OpBuilder &b, BulkCopyTileOp op, Value barrier) {
  Location loc = op.getLoc();
  SwizzledTile tile = *SwizzledTile::get(op.getTarget());
  auto type = cast<MemRefType>(op.getTarget().getType());
  int64_t panelBytes = tile.layout.getPanelElements() * type.getElementTypeBitWidth() / 8;
  int64_t panels = llvm::divideCeil(type.getDimSize(1), tile.layout.getPanelColumns());
  Value bytes = arith::ConstantIntOp::create(b, loc, panels * panelBytes, 32);
  NVVM::MBarrierArriveExpectTxOp::create(b, loc, Type(), barrier, bytes, NVVM::MemScopeKind::CTA,
                                         /*relaxed=*/false, Value());
  Value address = tile.getAddress(b, loc);
  for (int64_t panel = 0; panel < panels; ++panel) {
    // The innermost coordinate comes first.
    SmallVector<Value> coordinates;
    for (Value coordinate : llvm::reverse(op.getCoordinates())) {
      if (coordinates.empty())
        coordinate = b.createOrFold<arith::AddIOp>(
            loc, coordinate,
            arith::ConstantIndexOp::create(b, loc, panel * tile.layout.getPanelColumns()));
      coordinates.push_back(arith::IndexCastOp::create(b, loc, b.getI32Type(), coordinate));
    }
    Value offset = arith::ConstantIndexOp::create(b, loc, panel * panelBytes);
    Value place = toSharedPointer(b, loc, b.createOrFold<arith::AddIOp>(loc, address, offset));
    auto clusterType =
        LLVM::LLVMPointerType::get(b.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
    place = LLVM::AddrSpaceCastOp::create(b, loc, clusterType, place);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, loc, place, op.getMap(), coordinates, barrier, ValueRange(), Value(), Value(),
        NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false, NVVM::CTAGroupKindAttr(), Value());
  }
}

/// One arrival at the barrier, however the tile is copied.
static void lowerBulkCopy(BulkCopyTileOp op, int64_t threads) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value barrier = getBarrierPointer(builder, loc, op.getBarriers(), op.getSlot());
  Value aligned = testAlignment(builder, loc, op.getSource(), 16, /*ofArray=*/true);
  auto branch = scf::IfOp::create(builder, loc, aligned, /*withElseRegion=*/true);
  builder.setInsertionPoint(branch.thenYield());
  emitInFirstThread(builder, loc, [&](OpBuilder &b) { emitBoxes(b, op, barrier); });
  builder.setInsertionPoint(branch.elseYield());
  copyByThreads(builder, loc, op.getSource(), op.getTarget(), 1, threads);
  emitProxyFence(builder, loc);
  gpu::BarrierOp::create(builder, loc);
  emitInFirstThread(builder, loc, [&](OpBuilder &b) {
    NVVM::MBarrierArriveOp::create(b, loc, Type(), barrier, Value(), NVVM::MemScopeKind::CTA,
                                   /*relaxed=*/false);
  });
  op.erase();
}

static void lowerBarrierOp(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto getInt = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  if (auto init = dyn_cast<InitBarriersOp>(op)) {
    emitInFirstThread(builder, loc, [&](OpBuilder &b) {
      for (auto [i, count] : llvm::enumerate(init.getCounts())) {
        Value slot = arith::ConstantIndexOp::create(b, loc, i);
        Value number = arith::ConstantIntOp::create(b, loc, count, 32);
        NVVM::MBarrierInitOp::create(b, loc, getBarrierPointer(b, loc, init.getBarriers(), slot),
                                     number, Value());
      }
      NVVM::FenceMbarrierInitOp::create(b, loc);
    });
    // The first copies are under way before the block's barrier: their warp must see this.
    NVVM::SyncWarpOp::create(builder, loc, getInt(-1));
    op->erase();
  } else if (auto wait = dyn_cast<WaitTileOp>(op)) {
    Value barrier = getBarrierPointer(builder, loc, wait.getBarriers(), wait.getSlot());
    Value parity = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), wait.getParity());
    // A limit on how long the hardware waits before it asks again.
    NVVM::MBarrierTryWaitParityOp::create(builder, loc, barrier, parity, getInt(10'000'000));
    op->erase();
  }
}

namespace {
struct LowerTileCopies : mcf::impl::LowerTileCopiesBase<LowerTileCopies> {
  using LowerTileCopiesBase::LowerTileCopiesBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    SmallVector<CopyTileOp> copies;
    func.walk([&](CopyTileOp op) { copies.push_back(op); });
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    bool hasCopies = func.walk([](Operation *op) {
                           return isa<CopyTileOp, BulkCopyTileOp>(op) ? WalkResult::interrupt()
                                                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
    if (hasCopies && !block) {
      func.emitOpError("expected a known block size (run mcf-assign-layouts before)");
      return signalPassFailure();
    }
    for (CopyTileOp op : copies)
      if (failed(lowerCopy(op, (*block)[0])))
        return signalPassFailure();
    lowerGroups(func);
    SmallVector<BulkCopyTileOp> bulkCopies;
    func.walk([&](BulkCopyTileOp op) { bulkCopies.push_back(op); });
    for (BulkCopyTileOp op : bulkCopies)
      lowerBulkCopy(op, (*block)[0]);
    func.walk([&](Operation *op) { lowerBarrierOp(op); });
  }
};
} // namespace
