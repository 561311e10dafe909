//===- TileBuilder.cpp - loads, stores and slices of tile values ----------===//
#include "TileBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mcf;

OpFoldResult TileBuilder::getSize(StringAttr dim) {
  if (Value size = sizes.lookup(dim))
    return size;
  return builder.getIndexAttr(chain.getDimSize(dim));
}

OpFoldResult TileBuilder::getTripCount(StringAttr dim) {
  if (std::optional<int64_t> trips = schedule.getTripCount(dim))
    return builder.getIndexAttr(*trips);
  AffineExpr size = builder.getAffineSymbolExpr(0);
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(0, 1, size.ceilDiv(schedule.getTileSize(dim))), {getSize(dim)});
}

void TileBuilder::enterLoop(StringAttr dim, Value iv) {
  int64_t tile = schedule.getTileSize(dim);
  AffineExpr d0 = builder.getAffineDimExpr(0);
  Trip trip;
  trip.iv = iv;
  trip.offset = affine::makeComposedFoldedAffineApply(builder, loc, AffineMap::get(1, 0, d0 * tile),
                                                      {OpFoldResult(iv)});
  trip.validSize = builder.getIndexAttr(tile);
  if (sizes.contains(dim)) {
    if (tile != 1)
      trip.validSize = affine::makeComposedFoldedAffineMin(
          builder, loc,
          AffineMap::get(
              1, 1,
              {builder.getAffineSymbolExpr(0) - d0 * tile, builder.getAffineConstantExpr(tile)},
              builder.getContext()),
          {OpFoldResult(iv), getSize(dim)});
  } else if (hasTail(dim)) {
    trip.validSize = affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(1, 0,
                       {chain.getDimSize(dim) - d0 * tile, builder.getAffineConstantExpr(tile)},
                       builder.getContext()),
        {OpFoldResult(iv)});
  }
  trips[dim] = trip;
}

bool TileBuilder::hasTail(StringAttr dim) {
  if (sizes.contains(dim))
    return schedule.getTileSize(dim) != 1;
  return chain.getDimSize(dim) % schedule.getTileSize(dim) != 0;
}

OpFoldResult TileBuilder::getOffset(StringAttr dim) {
  auto it = trips.find(dim);
  return it == trips.end() ? OpFoldResult(builder.getIndexAttr(0)) : it->second.offset;
}

OpFoldResult TileBuilder::getValidSize(StringAttr dim) {
  auto it = trips.find(dim);
  if (it != trips.end())
    return it->second.validSize;
  assert(!sizes.contains(dim) && "a dim of unknown size has a loop");
  return builder.getIndexAttr(std::min(schedule.getTileSize(dim), chain.getDimSize(dim)));
}

int64_t TileBuilder::getExtent(TileAxis axis) {
  // The plan has refused tiles that are kept over a dim of unknown size.
  return axis.isTrip ? *schedule.getTripCount(axis.dim) : schedule.getTileSize(axis.dim);
}

RankedTensorType TileBuilder::getType(ArrayRef<TileAxis> axes, Type elementType) {
  SmallVector<int64_t> shape =
      llvm::map_to_vector(axes, [&](TileAxis axis) { return getExtent(axis); });
  return RankedTensorType::get(shape, elementType);
}

SmallVector<TileAxis> TileBuilder::getTileAxes(ArrayRef<StringAttr> dims) {
  SmallVector<TileAxis> axes;
  for (StringAttr dim : dims)
    if (schedule.getTileSize(dim) > 1)
      axes.push_back({dim, false});
  return axes;
}

Value TileBuilder::getValue(OpFoldResult result) {
  return getValueOrCreateConstantIndexOp(builder, loc, result);
}

TileValue TileBuilder::empty(ArrayRef<TileAxis> axes, Type elementType) {
  RankedTensorType type = getType(axes, elementType);
  return {tensor::EmptyOp::create(builder, loc, type.getShape(), elementType),
          SmallVector<TileAxis>(axes)};
}

TileValue TileBuilder::fill(ArrayRef<TileAxis> axes, TypedAttr value) {
  TileValue tile = empty(axes, value.getType());
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  tile.value = linalg::FillOp::create(builder, loc, scalar, tile.value).getResult(0);
  return tile;
}

TileValue TileBuilder::load(Value array, NamedType type) {
  auto tensorType = dyn_cast<RankedTensorType>(array.getType());
  if (!tensorType)
    return {array, {}};
  if (type.getRank() == 0)
    return {tensor::ExtractOp::create(builder, loc, array, ValueRange()), {}};

  TileValue tile;
  tile.axes = getTileAxes(type.getDims());
  tile.tail = Tail::Zero;
  llvm::append_range(tile.tailDims, type.getDims());
  SmallVector<OpFoldResult> offsets, sizes, strides, low, high;
  SmallVector<int64_t> shape;
  bool isPadded = false;
  for (StringAttr dim : type.getDims()) {
    int64_t tileSize = schedule.getTileSize(dim);
    offsets.push_back(getOffset(dim));
    sizes.push_back(getValidSize(dim));
    strides.push_back(builder.getIndexAttr(1));
    if (tileSize == 1)
      continue;
    shape.push_back(getConstantIntValue(sizes.back()).value_or(ShapedType::kDynamic));
    low.push_back(builder.getIndexAttr(0));
    high.push_back(builder.getIndexAttr(0));
    if (!hasTail(dim))
      continue;
    isPadded = true;
    high.back() = affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(1, 0, tileSize - builder.getAffineDimExpr(0)), {sizes.back()});
  }
  auto sliceType = RankedTensorType::get(shape, tensorType.getElementType());
  tile.value =
      tensor::ExtractSliceOp::create(builder, loc, sliceType, array, offsets, sizes, strides);
  if (isPadded) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(tensorType.getElementType()));
    tile.value = tensor::PadOp::create(
        builder, loc, getType(tile.axes, tensorType.getElementType()), tile.value, low, high, zero);
  }
  return tile;
}

TileValue TileBuilder::inOrder(const TileValue &tile, NamedType type) {
  SmallVector<TileAxis> axes;
  for (StringAttr dim : type.getDims())
    for (TileAxis axis : tile.axes)
      if (axis.dim == dim)
        axes.push_back(axis);
  if (axes == tile.axes)
    return tile;
  return elementwise(axes, getElementTypeOrSelf(tile.value.getType()), {tile},
                     [](OpBuilder &, ValueRange args, auto) { return args[0]; });
}

Value TileBuilder::store(const TileValue &given, Value destination, NamedType type,
                         ArrayRef<StringAttr> startDims) {
  // A reduction keeps the order of its operand.
  TileValue tile = inOrder(given, type);
  SmallVector<OpFoldResult> offsets, sizes, strides(type.getRank(), builder.getIndexAttr(1));
  for (StringAttr dim : type.getDims()) {
    bool starts = llvm::is_contained(startDims, dim);
    offsets.push_back(starts ? OpFoldResult(builder.getIndexAttr(0)) : getOffset(dim));
    sizes.push_back(getValidSize(dim));
  }
  Value part = tile.value;
  if (llvm::any_of(tile.axes, [&](TileAxis axis) { return hasTail(axis.dim); })) {
    SmallVector<OpFoldResult> zeros(tile.axes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(tile.axes.size(), builder.getIndexAttr(1));
    SmallVector<OpFoldResult> valid =
        llvm::map_to_vector(tile.axes, [&](TileAxis axis) { return getValidSize(axis.dim); });
    part = tensor::ExtractSliceOp::create(builder, loc, part, zeros, valid, ones);
  }
  return tensor::InsertSliceOp::create(builder, loc, part, destination, offsets, sizes, strides);
}

void TileBuilder::getStorageSlice(const TileValue &storage, SmallVectorImpl<OpFoldResult> &offsets,
                                  SmallVectorImpl<OpFoldResult> &sizes,
                                  SmallVectorImpl<TileAxis> &axes) {
  for (TileAxis axis : storage.axes) {
    auto it = trips.find(axis.dim);
    bool isIndexed = axis.isTrip && it != trips.end();
    offsets.push_back(isIndexed ? OpFoldResult(it->second.iv)
                                : OpFoldResult(builder.getIndexAttr(0)));
    sizes.push_back(builder.getIndexAttr(isIndexed ? 1 : getExtent(axis)));
    if (!isIndexed)
      axes.push_back(axis);
  }
}

TileValue TileBuilder::slice(const TileValue &storage) {
  SmallVector<OpFoldResult> offsets, sizes, strides(storage.axes.size(), builder.getIndexAttr(1));
  TileValue part;
  getStorageSlice(storage, offsets, sizes, part.axes);
  if (part.axes.size() == storage.axes.size())
    return storage;
  Type elementType = getElementTypeOrSelf(storage.value.getType());
  part.value = tensor::ExtractSliceOp::create(builder, loc, getType(part.axes, elementType),
                                              storage.value, offsets, sizes, strides);
  return part;
}

TileValue TileBuilder::insert(const TileValue &part, const TileValue &storage) {
  SmallVector<OpFoldResult> offsets, sizes, strides(storage.axes.size(), builder.getIndexAttr(1));
  SmallVector<TileAxis> axes;
  getStorageSlice(storage, offsets, sizes, axes);
  assert(axes == part.axes && "axes in another order");
  if (axes.size() == storage.axes.size())
    return part;
  TileValue result = storage;
  result.value = tensor::InsertSliceOp::create(builder, loc, part.value, storage.value, offsets,
                                               sizes, strides);
  return result;
}
