//===- SwizzledTile.cpp - addresses in swizzled tiles ---------------------===//
#include "SwizzledTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mcf::mcfg;

std::optional<SwizzledTile> SwizzledTile::get(Value buffer) {
  auto view = buffer.getDefiningOp<TileViewOp>();
  if (!view)
    return std::nullopt;
  auto layout = cast<SwizzleAttr>(cast<MemRefType>(buffer.getType()).getLayout());
  return SwizzledTile{view.getRing(), view.getSlot(), layout};
}

Value SwizzledTile::getIndex(OpBuilder &b, Location loc, Value row, Value column) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  auto flags = arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  auto mul = [&](Value value, int64_t by) -> Value {
    return b.createOrFold<arith::MulIOp>(loc, value, constant(by), flags);
  };
  auto add = [&](Value left, Value right) -> Value {
    return b.createOrFold<arith::AddIOp>(loc, left, right, flags);
  };
  int64_t panelColumns = layout.getPanelColumns(), chunk = layout.getChunk();
  Value panel = b.createOrFold<arith::DivUIOp>(loc, column, constant(panelColumns));
  Value right = b.createOrFold<arith::RemUIOp>(loc, column, constant(panelColumns));
  // Exclusive or of the chunk and the row, in place: elements within the chunk keep theirs.
  Value turn = b.createOrFold<arith::RemUIOp>(loc, row, constant(SwizzleAttr::kChunks));
  Value place = b.createOrFold<arith::XOrIOp>(loc, right, mul(turn, chunk));
  return add(add(mul(panel, layout.getPanelElements()), mul(row, panelColumns)), place);
}

Value SwizzledTile::getAddress(OpBuilder &b, Location loc) const {
  auto type = cast<MemRefType>(ring.getType());
  int64_t bytes = type.getDimSize(1) * type.getElementTypeBitWidth() / 8;
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, ring);
  Value size = arith::ConstantIndexOp::create(b, loc, bytes);
  Value offset = b.createOrFold<arith::MulIOp>(loc, slot, size);
  return b.createOrFold<arith::AddIOp>(loc, start, offset);
}

std::pair<Value, SmallVector<Value>> mcf::mcfg::locate(OpBuilder &builder, Location loc,
                                                       Value buffer, ArrayRef<Value> position) {
  std::optional<SwizzledTile> tile = SwizzledTile::get(buffer);
  if (!tile)
    return {buffer, SmallVector<Value>(position)};
  Value index = tile->getIndex(builder, loc, position[0], position[1]);
  return {tile->ring, {tile->slot, index}};
}
