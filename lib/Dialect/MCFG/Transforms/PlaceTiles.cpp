//===- PlaceTiles.cpp - which tiles go through workgroup memory -----------===//
#include "ContractionLayouts.h"
#include "KernelMapping.h"
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
      if (kernel.isKernel() && !kernel.isExternal() && failed(placeInKernel(kernel)))
        return signalPassFailure();
  }

  LogicalResult placeInKernel(gpu::GPUFuncOp kernel) {
    lastBuffer = nullptr;
    swizzled.clear();
    int64_t numWarps = getMapping(kernel).warps.value_or(LoweringLimits::defaultWarps);
    // Each read with the matrix that its first contraction takes, in program order.
    llvm::MapVector<Operation *, VectorType> reads;
    // Those that some contraction takes in another way than wgmma.
    DenseSet<Operation *> plain;
    auto result = kernel.walk([&](vector::ContractionOp contract) {
      FailureOr<ContractionShape> shape = getContractionShape(contract);
      if (failed(shape))
        return WalkResult::interrupt();
      bool fits = warpgroups && fitsWarpgroups(*shape, numWarps);
      for (Value operand : {contract.getLhs(), contract.getRhs()})
        if (vector::TransferReadOp read = getTileRead(operand)) {
          auto type = cast<VectorType>(operand.getType());
          reads.insert({read, type});
          if (!fits || type != read.getVectorType() ||
              !isSwizzledTile(type.getDimSize(0), type.getDimSize(1)))
            plain.insert(read);
        }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    for (auto [read, type] : reads)
      if (warpgroups && !plain.contains(read))
        swizzled.insert(read);
    // All groups first: a new op may get the address of a read that is gone.
    SmallVector<SmallVector<vector::TransferReadOp>> groups;
    kernel.walk([&](Block *block) { findGroups(*block, reads, groups); });
    // Buffers stand in program order.
    DenseMap<Operation *, size_t> numbers;
    kernel.walk<WalkOrder::PreOrder>(
        [&](vector::TransferReadOp read) { numbers.try_emplace(read, numbers.size()); });
    llvm::sort(groups, [&](auto &a, auto &b) {
      return numbers.lookup(a.front()) < numbers.lookup(b.front());
    });
    for (SmallVector<vector::TransferReadOp> &group : groups)
      placeGroup(kernel, group, reads);
    return success();
  }

  /// The columns come from a tile of 16-bit elements in global memory; the rows may be computed.
  static bool fitsWarpgroups(const ContractionShape &shape, int64_t numWarps) {
    vector::TransferReadOp read = getTileRead(shape.b);
    auto isHalf = [](Value value) {
      Type type = getElementTypeOrSelf(value.getType());
      return type.isF16() || type.isBF16();
    };
    return read && read.getVectorType() == shape.b.getType() && isHalf(shape.a) &&
           isHalf(shape.b) && shape.fitsWarpgroups(numWarps);
  }

  /// Reads with nothing but address computations between them are copied together. They all move to
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
    SmallVector<Value> tiles;
    for (vector::TransferReadOp read : group)
      tiles.push_back(copyTile(builder, kernel, read, reads.lookup(read)));
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

  /// A view of the only slot of a new buffer for tiles of the shape `type`.
  Value makeTile(OpBuilder &builder, gpu::GPUFuncOp kernel, Location loc, VectorType type,
                 bool isSwizzled) {
    MLIRContext *context = &getContext();
    Type elementType = type.getElementType();
    int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
    int64_t pitch = getTilePitch(columns, elementType.getIntOrFloatBitWidth(), paddingBytes);
    auto space = gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
    SwizzleAttr swizzle = SwizzleAttr::get(context, isSwizzled ? rows : 8, 8);
    SmallVector<int64_t> shape{1, rows, pitch};
    if (isSwizzled)
      shape = {1, swizzle.getElements(columns)};
    OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
    if (lastBuffer)
      top.setInsertionPointAfter(lastBuffer);
    auto buffer = memref::AllocOp::create(
        top, loc, MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(), space));
    lastBuffer = buffer;
    // The slot is a value, so that a ring of several needs no other types.
    Value slot = arith::ConstantIndexOp::create(builder, loc, 0);
    if (isSwizzled) {
      buffer.setAlignment(kSwizzleAlignment);
      return TileViewOp::create(builder, loc,
                                MemRefType::get({rows, columns}, elementType, swizzle, space),
                                buffer, slot);
    }
    Attribute zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
    auto tileType =
        MemRefType::get({rows, columns}, elementType,
                        StridedLayoutAttr::get(context, ShapedType::kDynamic, {pitch, 1}), space);
    return memref::SubViewOp::create(
        builder, loc, tileType, buffer, ArrayRef<OpFoldResult>{slot, zero, zero},
        ArrayRef<OpFoldResult>{one, builder.getIndexAttr(rows), builder.getIndexAttr(columns)},
        ArrayRef<OpFoldResult>{one, one, one});
  }

  /// A tile in workgroup memory, and the copy into it.
  Value copyTile(OpBuilder &builder, gpu::GPUFuncOp kernel, vector::TransferReadOp read,
                 VectorType type) {
    Location loc = read.getLoc();
    int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
    Value tile = makeTile(builder, kernel, loc, type, swizzled.contains(read));
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
  DenseSet<Operation *> swizzled;
};
} // namespace
