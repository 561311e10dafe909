//===- RowAlignment.cpp - how rows of a memref are aligned ----------------===//
#include "RowAlignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

int64_t mcf::mcfg::getRowChunk(MemRefType type) {
  Type elementType = type.getElementType();
  unsigned bits = elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 0;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (bits < 8 || bits > 128 || type.getRank() == 0 ||
      failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return 1;
  int64_t chunk = 128 / bits;
  for (int64_t stride : ArrayRef(strides).drop_back())
    while (!ShapedType::isDynamic(stride) && stride % chunk != 0)
      chunk /= 2;
  return chunk;
}

int64_t mcf::mcfg::getOffsetMultiple(Value view, int64_t limit) {
  auto meet = [&](int64_t value) {
    while (value % limit != 0)
      limit /= 2;
  };
  while (auto subview = view.getDefiningOp<memref::SubViewOp>()) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(subview.getSourceType().getStridesAndOffset(strides, offset)))
      return 1;
    for (auto [stride, start] : llvm::zip(strides, subview.getMixedOffsets())) {
      if (ShapedType::isDynamic(stride))
        return 1;
      std::optional<int64_t> known = getConstantIntValue(start);
      meet(known ? *known * stride : stride);
    }
    view = subview.getSource();
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(cast<MemRefType>(view.getType()).getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return 1;
  meet(offset);
  return limit;
}

Value mcf::mcfg::testAlignment(OpBuilder &builder, Location loc, Value memref, int64_t bytes) {
  int64_t elementBytes = cast<MemRefType>(memref.getType()).getElementTypeBitWidth() / 8;
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value size = arith::ConstantIndexOp::create(builder, loc, elementBytes);
  Value offset = arith::MulIOp::create(builder, loc, metadata.getOffset(), size);
  Value address = arith::AddIOp::create(builder, loc, base, offset);
  // Several numbers are multiples of a power of two if the low bits of all of them are 0.
  SmallVector<int64_t> strides;
  int64_t staticOffset;
  if (succeeded(cast<MemRefType>(memref.getType()).getStridesAndOffset(strides, staticOffset)))
    for (auto [stride, value] : llvm::zip(strides, metadata.getStrides()))
      if (ShapedType::isDynamic(stride)) {
        Value step = arith::MulIOp::create(builder, loc, value, size);
        address = arith::OrIOp::create(builder, loc, address, step);
      }
  Value mask = arith::ConstantIndexOp::create(builder, loc, bytes - 1);
  Value rest = arith::AndIOp::create(builder, loc, address, mask);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, zero);
}
