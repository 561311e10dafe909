//===- TileAccess.cpp - slices, reads and writes of tiles and arrays ------===//
#include "TileConverter.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using mcf::mcfg::Converted;
using mcf::mcfg::TileConverter;

VectorType TileConverter::getVectorType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return VectorType::get(type.getShape(), type.getElementType());
}

static SmallVector<bool> getInBounds(MemRefType memref, VectorType vector) {
  return llvm::map_to_vector(llvm::zip(memref.getShape(), vector.getShape()), [](auto sizes) {
    auto [have, want] = sizes;
    return !ShapedType::isDynamic(have) && have >= want;
  });
}

static int64_t product(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
}

Converted TileConverter::split(Value vector, unsigned keptRank) {
  if (!keptRank)
    return Converted::tile(vector);
  auto type = cast<VectorType>(vector.getType());
  ArrayRef<int64_t> kept = type.getShape().take_front(keptRank);
  SmallVector<Value> vectors;
  for (int64_t i = 0, e = product(kept); i < e; ++i) {
    SmallVector<int64_t> position = delinearize(i, computeStrides(kept));
    Value element = vector::ExtractOp::create(builder, vector.getLoc(), vector, position);
    if (!isa<VectorType>(element.getType()))
      element = vector::BroadcastOp::create(builder, vector.getLoc(),
                                            VectorType::get({}, element.getType()), element);
    vectors.push_back(element);
  }
  return Converted::tile(vectors, kept);
}

FailureOr<Value> TileConverter::readArray(Operation *user, Value tensor, const Converted &array) {
  if (array.isDestination)
    return user->emitOpError() << "expected a destination to be written only";
  if (!cast<MemRefType>(array.memref.getType()).hasStaticShape())
    return user->emitOpError() << "expected a tile of static shape, but got " << tensor.getType();
  Value &read = wholeReads[tensor];
  if (read)
    return read;
  // An array that is one tile is read once, before the outermost loop that needs it. Not earlier:
  // its buffer could not share workgroup memory with what is over by then.
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.getInsertionBlock();
  if (isa<BlockArgument>(tensor) && blockBody && block != blockBody)
    if (Operation *loop = blockBody->findAncestorOpInBlock(*block->getParentOp()))
      builder.setInsertionPoint(loop);
  VectorType type = getVectorType(tensor);
  Location loc = user->getLoc();
  Value padding = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type.getElementType())));
  SmallVector<Value> indices(type.getRank(), zeros(loc, type.getRank()));
  read = vector::TransferReadOp::create(builder, loc, type, array.memref, indices, padding,
                                        SmallVector<bool>(type.getRank(), true));
  return read;
}

FailureOr<Converted> TileConverter::getTile(Operation *user, Value tensor, unsigned keptRank) {
  auto found = tensors.find(tensor);
  if (found == tensors.end())
    return user->emitOpError() << "expected a tensor of this tile program, but got "
                               << tensor.getType();
  Converted converted = found->second;
  VectorType type = getVectorType(tensor);
  switch (converted.kind) {
  case Converted::Kind::Undefined: {
    // What nobody has written may hold anything; zeros are the same in each run.
    SmallVector<int64_t> kept(type.getShape().take_front(keptRank));
    auto part = VectorType::get(type.getShape().drop_front(keptRank), type.getElementType());
    Value zero = arith::ConstantOp::create(builder, user->getLoc(),
                                           cast<TypedAttr>(builder.getZeroAttr(part)));
    return Converted::tile(SmallVector<Value>(product(kept), zero), kept);
  }
  case Converted::Kind::Array: {
    FailureOr<Value> read = readArray(user, tensor, converted);
    if (failed(read))
      return failure();
    return split(*read, keptRank);
  }
  case Converted::Kind::Part:
    return user->emitOpError() << "expected a whole tile, but got a part of one: "
                               << tensor.getType();
  case Converted::Kind::Tile:
    break;
  }
  if (converted.kept.size() == keptRank)
    return converted;
  if (keptRank && converted.kept.empty())
    return split(converted.vectors.front(), keptRank);
  if (keptRank)
    return user->emitOpError() << "expected a storage with " << keptRank
                               << " leading trip dims, but got " << converted.kept.size();
  // All kept tiles as one vector.
  Value whole = arith::ConstantOp::create(builder, user->getLoc(),
                                          cast<TypedAttr>(builder.getZeroAttr(type)));
  for (auto [i, vector] : llvm::enumerate(converted.vectors)) {
    Value element = vector;
    if (cast<VectorType>(vector.getType()).getRank() == 0)
      element = vector::ExtractOp::create(builder, user->getLoc(), vector);
    whole = vector::InsertOp::create(builder, user->getLoc(), element, whole,
                                     delinearize(i, computeStrides(converted.kept)));
  }
  return Converted::tile(whole);
}

FailureOr<MutableArrayRef<Value>> TileConverter::pickKept(Operation *op, Converted &tile,
                                                          const llvm::SmallBitVector &dropped,
                                                          ArrayRef<OpFoldResult> offsets) {
  int64_t index = 0, count = 1;
  bool isPicking = true;
  for (auto [dim, trips] : llvm::enumerate(tile.kept)) {
    isPicking &= dropped.test(dim);
    if (!isPicking) {
      // The slice has all tiles along this dim.
      if (!isConstantIntValue(offsets[dim], 0))
        return op->emitOpError() << "expected all kept tiles along dim " << dim;
      index *= trips;
      count *= trips;
      continue;
    }
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    if (!offset)
      return op->emitOpError() << "expected a constant position in dim " << dim
                               << " of kept tiles, but got one that depends on a loop that is not "
                                  "unrolled";
    if (*offset < 0 || *offset >= trips)
      return op->emitOpError() << "expected a position below " << trips << " in dim " << dim
                               << " of kept tiles, but got " << *offset;
    index = index * trips + *offset;
  }
  for (OpFoldResult offset : offsets.drop_front(tile.kept.size()))
    if (!isConstantIntValue(offset, 0))
      return op->emitOpError() << "expected offset 0 inside a tile";
  return MutableArrayRef<Value>(tile.vectors).slice(index, count);
}

/// The dims of kept tiles that a slice does not pick by.
static SmallVector<int64_t> getRest(ArrayRef<int64_t> kept, const llvm::SmallBitVector &dropped) {
  unsigned picked = 0;
  while (picked < kept.size() && dropped.test(picked))
    ++picked;
  return SmallVector<int64_t>(kept.drop_front(picked));
}

Value TileConverter::makeSubview(Location loc, Value memref, ArrayRef<int64_t> shape,
                                 ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                                 ArrayRef<OpFoldResult> strides) {
  auto type = memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(memref.getType()), offsets, sizes, strides);
  return memref::SubViewOp::create(builder, loc, type, memref, offsets, sizes, strides);
}

void TileConverter::writeVector(Location loc, Value vector, Value memref) {
  auto type = cast<VectorType>(vector.getType());
  SmallVector<Value> indices(type.getRank(), zeros(loc, type.getRank()));
  vector::TransferWriteOp::create(builder, loc, vector, memref, indices,
                                  getInBounds(cast<MemRefType>(memref.getType()), type));
}

LogicalResult TileConverter::convert(tensor::PadOp op) {
  Converted source = tensors.lookup(op.getSource());
  if (source.kind != Converted::Kind::Array)
    return op.emitOpError() << "expected to pad a part of an array";
  if (source.isDestination)
    return op.emitOpError() << "expected a destination to be written only";
  if (!op.getResultType().hasStaticShape())
    return op.emitOpError() << "expected a tile of static shape, but got " << op.getResultType();
  if (!llvm::all_of(op.getMixedLowPad(),
                    [](OpFoldResult low) { return isConstantIntValue(low, 0); }))
    return op.emitOpError() << "expected no padding before a tile";
  Value padding = op.getConstantPaddingValue();
  if (!padding)
    return op.emitOpError() << "expected a constant padding value";
  // The constant may stand inside the op.
  TypedAttr constant;
  if (!matchPattern(padding, m_Constant(&constant)))
    return op.emitOpError() << "expected a constant padding value";
  Location loc = op.getLoc();
  padding = arith::ConstantOp::create(builder, loc, constant);
  VectorType type = getVectorType(op.getResult());
  SmallVector<Value> indices(type.getRank(), zeros(loc, type.getRank()));
  Value read =
      vector::TransferReadOp::create(builder, loc, type, source.memref, indices, padding,
                                     getInBounds(cast<MemRefType>(source.memref.getType()), type));
  tensors[op.getResult()] = split(read, ranks.lookup(op.getResult()));
  return success();
}

LogicalResult TileConverter::convert(tensor::ExtractSliceOp op) {
  Value result = op.getResult();
  if (!op.hasUnitStride())
    return op.emitOpError() << "expected steps of 1";
  Converted source = tensors.lookup(op.getSource());
  SmallVector<OpFoldResult> offsets = remap(op.getMixedOffsets()),
                            sizes = remap(op.getMixedSizes());
  if (source.kind == Converted::Kind::Array) {
    Value view = makeSubview(op.getLoc(), source.memref, op.getType().getShape(), offsets, sizes,
                             op.getMixedStrides());
    tensors[result] = Converted::array(view, source.isDestination);
    // A tile without an edge is read here, where its load stands.
    bool isTile = llvm::any_of(result.getUsers(), [](Operation *user) {
      return !isa<tensor::ExtractSliceOp, tensor::PadOp, tensor::DimOp>(user);
    });
    if (isTile && !source.isDestination)
      return LogicalResult(readArray(op, result, tensors[result]));
    return success();
  }
  FailureOr<Converted> tile = getTile(op, op.getSource(), ranks.lookup(op.getSource()));
  if (failed(tile))
    return failure();
  FailureOr<MutableArrayRef<Value>> picked = pickKept(op, *tile, op.getDroppedDims(), offsets);
  if (failed(picked))
    return failure();
  SmallVector<int64_t> rest = getRest(tile->kept, op.getDroppedDims());
  Value vector = picked->front();
  SmallVector<int64_t> whole = rest;
  llvm::append_range(whole, cast<VectorType>(vector.getType()).getShape());
  if (ArrayRef(whole) == op.getType().getShape())
    tensors[result] = Converted::tile(*picked, rest);
  else if (rest.empty() && static_cast<int64_t>(whole.size()) == op.getType().getRank())
    tensors[result] = Converted::part(vector);
  else
    return op.emitOpError() << "expected a part of one tile of rank " << whole.size()
                            << ", but got " << op.getType();
  return success();
}

LogicalResult TileConverter::convertInsert(Operation *op, Value source, Value dest, Value result,
                                           ArrayRef<OpFoldResult> offsets,
                                           ArrayRef<OpFoldResult> sizes,
                                           ArrayRef<OpFoldResult> strides,
                                           const llvm::SmallBitVector &dropped) {
  if (!llvm::all_of(strides, [](OpFoldResult stride) { return isConstantIntValue(stride, 1); }))
    return op->emitOpError() << "expected steps of 1";
  Converted into = tensors.lookup(dest), from = tensors.lookup(source);
  Location loc = op->getLoc();
  if (into.kind == Converted::Kind::Array) {
    if (!into.isDestination)
      return op->emitOpError() << "expected to write to a destination, but got an input";
    if (from.kind == Converted::Kind::Array) {
      // Putting back the part that a block took out and wrote in place: nothing is left to do.
      auto view = from.memref.getDefiningOp<memref::SubViewOp>();
      bool isWhole = from.memref == into.memref;
      if (!isWhole && (!view || view.getSource() != into.memref ||
                       !isEqualConstantIntOrValueArray(view.getMixedOffsets(), offsets) ||
                       !isEqualConstantIntOrValueArray(view.getMixedSizes(), sizes)))
        return op->emitOpError() << "expected to put a part back where it was taken from";
    } else {
      Value vector;
      if (from.kind == Converted::Kind::Part) {
        vector = from.vectors.front();
      } else {
        FailureOr<Value> whole = getVector(op, source);
        if (failed(whole))
          return failure();
        vector = *whole;
      }
      Value view =
          makeSubview(loc, into.memref, cast<RankedTensorType>(source.getType()).getShape(),
                      offsets, sizes, strides);
      writeVector(loc, vector, view);
    }
    if (result)
      tensors[result] = into;
    return success();
  }
  FailureOr<Converted> tile = getTile(op, dest, ranks.lookup(result));
  if (failed(tile))
    return failure();
  FailureOr<MutableArrayRef<Value>> picked = pickKept(op, *tile, dropped, offsets);
  if (failed(picked))
    return failure();
  FailureOr<Converted> tiles = getTile(op, source, getRest(tile->kept, dropped).size());
  if (failed(tiles))
    return failure();
  if (tiles->vectors.size() != picked->size() ||
      tiles->vectors.front().getType() != picked->front().getType())
    return op->emitOpError() << "expected to replace whole tiles, but got " << source.getType();
  llvm::copy(tiles->vectors, picked->begin());
  tensors[result] = *tile;
  return success();
}

LogicalResult TileConverter::convert(vector::TransferReadOp op) {
  FailureOr<Value> vector = getVector(op, op.getBase());
  if (failed(vector))
    return failure();
  bool atZero = llvm::all_of(op.getIndices(), [](Value i) { return isConstantIntValue(i, 0); });
  auto type = cast<VectorType>(vector->getType());
  AffineMap map = op.getPermutationMap();
  // Each dim once, and constants 0 where the tile is repeated.
  unsigned dims = llvm::count_if(map.getResults(), llvm::IsaPred<AffineDimExpr>);
  bool isWhole = dims == map.getNumDims();
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    isWhole &= map.isFunctionOfDim(dim);
  if (!atZero || op.getMask() || !isWhole)
    return op.emitOpError() << "expected to read a whole tile";
  // The dims in the order of the result; those that the tile lacks lead and are then moved.
  SmallVector<int64_t> permutation, missing, shape;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (!isa<AffineDimExpr>(expr))
      missing.push_back(dim);
  for (int64_t dim : missing)
    shape.push_back(op.getVectorType().getDimSize(dim));
  llvm::append_range(shape, type.getShape());
  int64_t nextMissing = 0;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    permutation.push_back(dim ? missing.size() + dim.getPosition() : nextMissing++);
  }
  Value value = *vector;
  if (!missing.empty())
    value = vector::BroadcastOp::create(builder, op.getLoc(),
                                        VectorType::get(shape, type.getElementType()), value);
  if (!isIdentityPermutation(permutation))
    value = vector::TransposeOp::create(builder, op.getLoc(), value, permutation);
  mapping.map(op.getResult(), value);
  return success();
}

LogicalResult TileConverter::convert(vector::TransferWriteOp op) {
  Converted dest = tensors.lookup(op.getBase());
  if (dest.kind == Converted::Kind::Array) {
    if (!dest.isDestination)
      return op.emitOpError() << "expected to write to a destination, but got an input";
    vector::TransferWriteOp::create(
        builder, op.getLoc(), mapping.lookup(op.getVector()), dest.memref,
        llvm::map_to_vector(op.getIndices(),
                            [&](Value index) { return mapping.lookupOrDefault(index); }),
        op.getPermutationMapAttr(), op.getInBoundsAttr());
    tensors[op.getResult()] = dest;
    return success();
  }
  bool atZero = llvm::all_of(op.getIndices(), [](Value i) { return isConstantIntValue(i, 0); });
  AffineMap map = op.getPermutationMap();
  VectorType type = getVectorType(op.getResult());
  if (!atZero || op.getMask() || !map.isPermutation() ||
      static_cast<int64_t>(map.getNumResults()) != type.getRank() ||
      product(op.getVectorType().getShape()) != type.getNumElements())
    return op.emitOpError() << "expected to write a whole tile";
  Value vector = mapping.lookup(op.getVector());
  if (!map.isIdentity()) {
    // Dim i of the vector goes to dim map(i) of the tile.
    SmallVector<int64_t> permutation(type.getRank());
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      permutation[cast<AffineDimExpr>(expr).getPosition()] = i;
    vector = vector::TransposeOp::create(builder, op.getLoc(), vector, permutation);
  }
  tensors[op.getResult()] = split(vector, ranks.lookup(op.getResult()));
  return success();
}

LogicalResult TileConverter::convertReshape(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  FailureOr<Value> vector = getVector(op, source);
  if (failed(vector))
    return failure();
  Value shaped = vector::ShapeCastOp::create(builder, op->getLoc(), getVectorType(result), *vector);
  tensors[result] = split(shaped, ranks.lookup(result));
  return success();
}
