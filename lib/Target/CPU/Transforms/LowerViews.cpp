//===- LowerViews.cpp - what expand-strided-metadata does not take --------===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

/// A number that a type knows, or else this value.
static OpFoldResult known(OpBuilder &builder, int64_t number, OpFoldResult value) {
  return ShapedType::isDynamic(number) ? value : OpFoldResult(builder.getIndexAttr(number));
}

/// Replaces a view by one of `source` with these sizes and strides, or what its type says.
static void replace(IRRewriter &rewriter, Operation *view, memref::ExtractStridedMetadataOp source,
                    ArrayRef<OpFoldResult> sizes, MutableArrayRef<OpFoldResult> strides) {
  auto type = cast<MemRefType>(view->getResult(0).getType());
  auto [typeStrides, typeOffset] = type.getStridesAndOffset();
  for (auto [stride, ofType] : llvm::zip_equal(strides, typeStrides))
    stride = known(rewriter, ofType, stride);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      view, type, source.getBaseBuffer(),
      known(rewriter, typeOffset, source.getConstifiedMixedOffset()), sizes,
      ArrayRef<OpFoldResult>(strides));
}

//===----------------------------------------------------------------------===//
// Axes split into parts of unknown size
//===----------------------------------------------------------------------===//

static bool hasOpenSplit(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t axis) { return type.isDynamicDim(axis); }) > 1;
  });
}

static void lower(IRRewriter &rewriter, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  auto source = memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), strides(sizes.size());
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = source.getConstifiedMixedStrides()[axis];
    for (int64_t part : llvm::reverse(group)) {
      strides[part] = stride;
      if (part != group.front())
        stride = arith::MulIOp::create(rewriter, loc,
                                       getValueOrCreateConstantIndexOp(rewriter, loc, stride),
                                       getValueOrCreateConstantIndexOp(rewriter, loc, sizes[part]))
                     .getResult();
    }
  }
  replace(rewriter, op, source, sizes, strides);
}

//===----------------------------------------------------------------------===//
// Parts that drop some of their axes of size 1
//===----------------------------------------------------------------------===//

/// True if the type alone does not say which axes are dropped.
static bool dropsSomeUnits(memref::SubViewOp op) {
  int64_t numDropped = op.getSourceType().getRank() - op.getType().getRank();
  return numDropped > 0 && llvm::count(op.getStaticSizes(), 1) > numDropped;
}

static void lower(IRRewriter &rewriter, memref::SubViewOp op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> fullSizes = op.getMixedSizes();
  Value full = memref::SubViewOp::create(rewriter, loc, op.getSource(), op.getMixedOffsets(),
                                         fullSizes, op.getMixedStrides());
  auto source = memref::ExtractStridedMetadataOp::create(rewriter, loc, full);
  SmallVector<OpFoldResult> fullStrides = source.getConstifiedMixedStrides(), sizes, strides;
  ArrayRef<int64_t> shape = op.getType().getShape();
  // Which of the axes of size 1 stay does not matter, as long as the others keep their order.
  for (auto [size, stride, staticSize] : llvm::zip(fullSizes, fullStrides, op.getStaticSizes()))
    if (sizes.size() < shape.size() && staticSize == shape[sizes.size()]) {
      sizes.push_back(size);
      strides.push_back(stride);
    }
  replace(rewriter, op, source, sizes, strides);
}

namespace {
struct LowerViews : mcf::impl::LowerViewsPassBase<LowerViews> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> splits;
    SmallVector<memref::SubViewOp> parts;
    getOperation()->walk([&](Operation *op) {
      if (auto split = dyn_cast<memref::ExpandShapeOp>(op); split && hasOpenSplit(split))
        splits.push_back(split);
      if (auto part = dyn_cast<memref::SubViewOp>(op); part && dropsSomeUnits(part))
        parts.push_back(part);
    });
    IRRewriter rewriter(&getContext());
    auto lowerAll = [&](auto &ops) {
      for (auto op : ops) {
        rewriter.setInsertionPoint(op);
        lower(rewriter, op);
      }
    };
    lowerAll(splits);
    lowerAll(parts);
  }
};
} // namespace
