//===- LowerTileCopies.cpp - mcf-lower-tile-copies ------------------------===//
#include "ChunkCopy.h"
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

static LogicalResult lowerCopy(CopyTileOp op, CopyingThreads threads) {
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

static void emitArrival(OpBuilder &b, Location loc, Value barrier) {
  NVVM::MBarrierArriveOp::create(b, loc, Type(), barrier, Value(), NVVM::MemScopeKind::CTA,
                                 /*relaxed=*/false);
}

/// In the first of these threads only.
static void emitInFirstThread(OpBuilder &b, Location loc, int64_t first,
                              function_ref<void(OpBuilder &)> body) {
  Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  Value number = arith::ConstantIndexOp::create(b, loc, first);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, thread, number);
  scf::IfOp::create(b, loc, isFirst, [&](OpBuilder &inner, Location) {
    body(inner);
    scf::YieldOp::create(inner, loc);
  });
}

/// The warps that only copy stand behind the others.
static CopyingThreads getCopyingThreads(Operation *op, int64_t threads) {
  if (auto produce = op->getParentOfType<ProduceOp>())
    return {threads, int64_t(produce.getWarps()) * FragmentLayout::kLanes};
  return {0, threads};
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
static void lowerBulkCopy(BulkCopyTileOp op, CopyingThreads threads) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value barrier = getBarrierPointer(builder, loc, op.getBarriers(), op.getSlot());
  Value aligned = testAlignment(builder, loc, op.getSource(), 16, /*ofArray=*/true);
  auto branch = scf::IfOp::create(builder, loc, aligned, /*withElseRegion=*/true);
  builder.setInsertionPoint(branch.thenYield());
  emitInFirstThread(builder, loc, threads.first, [&](OpBuilder &b) { emitBoxes(b, op, barrier); });
  builder.setInsertionPoint(branch.elseYield());
  // Of those that only copy one thread has waited for the slot.
  if (op->getParentOfType<ProduceOp>())
    gpu::BarrierOp::create(builder, loc);
  copyByThreads(builder, loc, op.getSource(), op.getTarget(), 1, threads);
  emitProxyFence(builder, loc);
  gpu::BarrierOp::create(builder, loc);
  emitInFirstThread(builder, loc, threads.first,
                    [&](OpBuilder &b) { emitArrival(b, loc, barrier); });
  op.erase();
}

/// Once in each warp, behind all that its threads did before.
static void lowerRelease(ReleaseTileOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  NVVM::SyncWarpOp::create(builder, loc, arith::ConstantIntOp::create(builder, loc, -1, 32));
  Value thread = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  Value mask = arith::ConstantIndexOp::create(builder, loc, FragmentLayout::kLanes - 1);
  Value lane = arith::AndIOp::create(builder, loc, thread, mask);
  Value barrier = getBarrierPointer(builder, loc, op.getBarriers(), op.getSlot());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lane, zero);
  scf::IfOp::create(builder, loc, isFirst, [&](OpBuilder &b, Location) {
    emitArrival(b, loc, barrier);
    scf::YieldOp::create(b, loc);
  });
  op.erase();
}

static void lowerBarrierOp(Operation *op, int64_t threads) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto getInt = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  int64_t numWarps = llvm::divideCeil(threads, FragmentLayout::kLanes);
  if (auto init = dyn_cast<InitBarriersOp>(op)) {
    emitInFirstThread(builder, loc, 0, [&](OpBuilder &b) {
      for (auto [i, count] : llvm::enumerate(init.getCounts())) {
        Value slot = arith::ConstantIndexOp::create(b, loc, i);
        Value number = arith::ConstantIntOp::create(b, loc, count ? count : numWarps, 32);
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
    auto emitWait = [&](OpBuilder &b) {
      // A limit on how long the hardware waits before it asks again.
      Value limit = arith::ConstantIntOp::create(b, loc, 10'000'000, 32);
      NVVM::MBarrierTryWaitParityOp::create(b, loc, barrier, parity, limit);
    };
    // Nothing holds copying warps together. One that is late would take a later round for its own,
    // or find other data where the barrier was.
    if (op->getParentOfType<ProduceOp>())
      emitInFirstThread(builder, loc, getCopyingThreads(op, threads).first, emitWait);
    else
      emitWait(builder);
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
                           return isa<CopyTileOp, BulkCopyTileOp, InitBarriersOp>(op)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
    if (hasCopies && !block) {
      func.emitOpError("expected a known block size (run mcf-assign-layouts before)");
      return signalPassFailure();
    }
    for (CopyTileOp op : copies)
      if (failed(lowerCopy(op, {0, (*block)[0]})))
        return signalPassFailure();
    lowerGroups(func);
    SmallVector<BulkCopyTileOp> bulkCopies;
    func.walk([&](BulkCopyTileOp op) { bulkCopies.push_back(op); });
    for (BulkCopyTileOp op : bulkCopies)
      lowerBulkCopy(op, getCopyingThreads(op, (*block)[0]));
    func.walk([](ReleaseTileOp op) { lowerRelease(op); });
    func.walk([&](Operation *op) { lowerBarrierOp(op, block ? (*block)[0] : 0); });
  }
};
} // namespace
