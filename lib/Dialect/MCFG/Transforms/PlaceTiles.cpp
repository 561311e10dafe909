//===- PlaceTiles.cpp - which tiles go through workgroup memory -----------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mcf {
#define GEN_PASS_DEF_PLACETILES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

static bool isWorkgroup(MemRefType type) {
  return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type);
}

/// The read of a whole tile from global memory that the operand of a contraction comes from.
/// Only unit dims may be added on the way.
static vector::TransferReadOp getTileRead(Value operand) {
  while (auto cast = operand.getDefiningOp<vector::ShapeCastOp>())
    operand = cast.getSource();
  auto read = operand.getDefiningOp<vector::TransferReadOp>();
  if (!read || read.getMask() || !read.getPermutationMap().isIdentity())
    return {};
  auto source = dyn_cast<MemRefType>(read.getBase().getType());
  if (!source || isWorkgroup(source))
    return {};
  bool atZero = llvm::all_of(read.getIndices(), [](Value i) { return isConstantIntValue(i, 0); });
  if (!atZero || !(matchPattern(read.getPadding(), m_AnyZeroFloat()) ||
                   matchPattern(read.getPadding(), m_Zero())))
    return {};
  return read;
}

namespace {
struct PlaceTiles : mcf::impl::PlaceTilesBase<PlaceTiles> {
  using Base::Base;

  void runOnOperation() override {
    if (paddingBytes < 0 || paddingBytes % 16 != 0) {
      getOperation().emitOpError()
          << "expected a padding of a multiple of 16 bytes, but got " << paddingBytes.getValue();
      return signalPassFailure();
    }
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      if (kernel.isKernel() && !kernel.isExternal())
        placeInKernel(kernel);
  }

  void placeInKernel(gpu::GPUFuncOp kernel) {
    lastBuffer = nullptr;
    // Each read with the matrix that its first contraction takes, in program order.
    llvm::MapVector<Operation *, VectorType> reads;
    kernel.walk([&](vector::ContractionOp contract) {
      for (Value operand : {contract.getLhs(), contract.getRhs()})
        if (vector::TransferReadOp read = getTileRead(operand))
          reads.insert({read, cast<VectorType>(operand.getType())});
    });
    // All groups first: a new op may get the address of a read that is gone.
    SmallVector<SmallVector<vector::TransferReadOp>> groups;
    kernel.walk([&](Block *block) { findGroups(*block, reads, groups); });
    for (SmallVector<vector::TransferReadOp> &group : groups)
      placeGroup(kernel, group, reads);
  }

  /// Reads with nothing but address computations between them share the barriers. They all move to
  /// the last of them.
  static void findGroups(Block &block, const llvm::MapVector<Operation *, VectorType> &reads,
                         SmallVectorImpl<SmallVector<vector::TransferReadOp>> &groups) {
    bool isOpen = false;
    for (Operation &op : block) {
      bool usesGroup = isOpen && llvm::any_of(op.getOperands(), [&](Value operand) {
                         return llvm::is_contained(groups.back(), operand.getDefiningOp());
                       });
      bool isRead = isa<vector::TransferReadOp>(op);
      if (usesGroup || op.getNumRegions() || !(isRead || isPure(&op)))
        isOpen = false;
      if (!reads.contains(&op))
        continue;
      if (!isOpen)
        groups.emplace_back();
      isOpen = true;
      groups.back().push_back(cast<vector::TransferReadOp>(op));
    }
  }

  void placeGroup(gpu::GPUFuncOp kernel, MutableArrayRef<vector::TransferReadOp> group,
                  const llvm::MapVector<Operation *, VectorType> &reads) {
    OpBuilder builder(group.back());
    gpu::BarrierOp::create(builder, group.back().getLoc());
    SmallVector<Value> tiles;
    for (vector::TransferReadOp read : group)
      tiles.push_back(copyTile(builder, kernel, read, reads.lookup(read)));
    gpu::BarrierOp::create(builder, group.back().getLoc());
    for (auto [index, tile] : llvm::enumerate(tiles)) {
      vector::TransferReadOp read = group[index];
      Location loc = read.getLoc();
      VectorType type = reads.lookup(read);
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value value = vector::TransferReadOp::create(builder, loc, type, tile, ValueRange{zero, zero},
                                                   read.getPadding(), ArrayRef<bool>{true, true});
      if (type != read.getVectorType())
        value = vector::ShapeCastOp::create(builder, loc, read.getVectorType(), value);
      read.replaceAllUsesWith(value);
      read.erase();
    }
  }

  /// A buffer of the shape `type` at the top of the kernel, and a copy of the tile into it.
  Value copyTile(OpBuilder &builder, gpu::GPUFuncOp kernel, vector::TransferReadOp read,
                 VectorType type) {
    Location loc = read.getLoc();
    MLIRContext *context = &getContext();
    int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
    int64_t pitch = getTilePitch(columns, type.getElementTypeBitWidth(), paddingBytes);
    auto space = gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
    Value tile;
    {
      OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
      if (lastBuffer)
        top.setInsertionPointAfter(lastBuffer);
      auto bufferType =
          MemRefType::get({rows, pitch}, type.getElementType(), MemRefLayoutAttrInterface(), space);
      Value buffer = memref::AllocOp::create(top, loc, bufferType);
      SmallVector<OpFoldResult> zeros(2, top.getIndexAttr(0)), ones(2, top.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes{top.getIndexAttr(rows), top.getIndexAttr(columns)};
      tile = memref::SubViewOp::create(top, loc, buffer, zeros, sizes, ones);
      lastBuffer = tile.getDefiningOp();
    }
    // The source may lack a unit dim that the matrix has.
    Value target = tile;
    if (type != read.getVectorType()) {
      SmallVector<OpFoldResult> zeros(2, builder.getIndexAttr(0)), ones(2, builder.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes{builder.getIndexAttr(rows), builder.getIndexAttr(columns)};
      auto reduced = memref::SubViewOp::inferRankReducedResultType(
          read.getVectorType().getShape(), cast<MemRefType>(tile.getType()), zeros, sizes, ones);
      target = memref::SubViewOp::create(builder, loc, reduced, tile, zeros, sizes, ones);
    }
    CopyTileOp::create(builder, loc, read.getBase(), target);
    return tile;
  }

  Operation *lastBuffer = nullptr;
};
} // namespace
