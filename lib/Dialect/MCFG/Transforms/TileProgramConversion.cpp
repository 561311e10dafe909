//===- TileProgramConversion.cpp - tile tensors to vectors, arrays to memrefs ===//
// A tile program is small and regular: a tensor is either an array (an argument, a
// destination, or a part of one) or a tile. So the values are mapped in one walk, and whatever does
// not fit is an error. General bufferization would instead make a hidden copy of it.
#include "TileProgramConversion.h"
#include "StorageRanks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace {

bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

/// What a tensor of the tile program has become.
struct Converted {
  enum class Kind { Array, Tile, Part, Undefined } kind = Kind::Undefined;
  /// Array: its memref.
  Value memref;
  /// Array: written, not read.
  bool isDestination = false;
  /// Tile: one vector for each point of `kept`. Part: one vector.
  SmallVector<Value> vectors;
  /// Tile: trips of the loops that index it, outermost first.
  SmallVector<int64_t> kept;

  static Converted array(Value memref, bool isDestination) {
    Converted converted;
    converted.kind = Kind::Array;
    converted.memref = memref;
    converted.isDestination = isDestination;
    return converted;
  }
  static Converted tile(ArrayRef<Value> vectors, ArrayRef<int64_t> kept = {}) {
    Converted converted;
    converted.kind = Kind::Tile;
    converted.vectors.assign(vectors.begin(), vectors.end());
    converted.kept.assign(kept.begin(), kept.end());
    return converted;
  }
  static Converted part(Value vector) {
    Converted converted;
    converted.kind = Kind::Part;
    converted.vectors.push_back(vector);
    return converted;
  }
};

class TileConverter {
public:
  explicit TileConverter(func::FuncOp function)
      : function(function), ranks(function), builder(function) {}
  FailureOr<mcf::mcfg::ConvertedTileProgram> run();

private:
  LogicalResult convertBlock(Block &block);
  LogicalResult convert(Operation &op);
  LogicalResult convert(scf::ForallOp op);
  LogicalResult convert(scf::ForOp op);
  LogicalResult convert(tensor::PadOp op);
  LogicalResult convert(tensor::ExtractSliceOp op);
  LogicalResult convertInsert(Operation *op, Value source, Value dest, Value result,
                              ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult> strides, const llvm::SmallBitVector &dropped);
  LogicalResult convert(vector::TransferReadOp op);
  LogicalResult convert(vector::TransferWriteOp op);
  LogicalResult convertReshape(Operation *op);

  /// The vector of an array (or part of one) that is one whole tile.
  FailureOr<Value> readArray(Operation *user, Value tensor, const Converted &array);
  /// The tile that `tensor` became, with `keptRank` leading dims split off.
  FailureOr<Converted> getTile(Operation *user, Value tensor, unsigned keptRank);
  /// The whole tile as one vector.
  FailureOr<Value> getVector(Operation *user, Value tensor) {
    FailureOr<Converted> tile = getTile(user, tensor, 0);
    if (failed(tile))
      return failure();
    return tile->vectors.front();
  }
  Converted split(Value vector, unsigned keptRank);
  /// The vectors of `tile` that a slice picks.
  FailureOr<MutableArrayRef<Value>> pickKept(Operation *op, Converted &tile,
                                             const llvm::SmallBitVector &dropped,
                                             ArrayRef<OpFoldResult> offsets);
  SmallVector<OpFoldResult> remap(ArrayRef<OpFoldResult> values) {
    return llvm::map_to_vector(values, [&](OpFoldResult value) -> OpFoldResult {
      if (auto dynamic = dyn_cast<Value>(value))
        return mapping.lookupOrDefault(dynamic);
      return value;
    });
  }
  Value makeSubview(Location loc, Value memref, ArrayRef<int64_t> shape,
                    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                    ArrayRef<OpFoldResult> strides);
  void writeVector(Location loc, Value vector, Value memref);
  Value zeros(Location loc, int64_t rank) {
    return rank ? Value(arith::ConstantIndexOp::create(builder, loc, 0)) : Value();
  }

  func::FuncOp function;
  mcf::mcfg::StorageRanks ranks;
  OpBuilder builder;
  IRMapping mapping;
  llvm::DenseMap<Value, Converted> tensors;
  llvm::DenseMap<Value, Value> wholeReads;
  /// Body of the new scf.forall.
  Block *blockBody = nullptr;
};

} // namespace

static VectorType getVectorType(Value tensor) {
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
  // An array that is one tile is read once, before all loops of the block.
  OpBuilder::InsertionGuard guard(builder);
  if (isa<BlockArgument>(tensor) && blockBody)
    builder.setInsertionPointToStart(blockBody);
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

LogicalResult TileConverter::convert(scf::ForOp op) {
  SmallVector<Value> inits;
  // For each tensor that is carried as vectors: how many.
  SmallVector<Converted> carried;
  for (auto [init, argument] : llvm::zip(op.getInitArgs(), op.getRegionIterArgs())) {
    Converted value;
    if (!isTensor(init)) {
      inits.push_back(mapping.lookupOrDefault(init));
    } else if (tensors.lookup(init).kind == Converted::Kind::Array &&
               tensors.lookup(init).isDestination) {
      value = tensors.lookup(init);
    } else {
      FailureOr<Converted> tile = getTile(op, init, ranks.lookup(argument));
      if (failed(tile))
        return failure();
      value = *tile;
      llvm::append_range(inits, tile->vectors);
    }
    carried.push_back(value);
  }
  auto loop = scf::ForOp::create(builder, op.getLoc(), mapping.lookupOrDefault(op.getLowerBound()),
                                 mapping.lookupOrDefault(op.getUpperBound()),
                                 mapping.lookupOrDefault(op.getStep()), inits);
  if (Operation *end = loop.getBody()->empty() ? nullptr : &loop.getBody()->back())
    end->erase();
  // Binds the old values to the new ones, in the same order as `inits`.
  auto bind = [&](ValueRange olds, ValueRange news) {
    for (auto [old, value] : llvm::zip(olds, carried)) {
      if (!isTensor(old)) {
        mapping.map(old, news.front());
        news = news.drop_front();
      } else if (value.kind == Converted::Kind::Array) {
        tensors[old] = value;
      } else {
        size_t count = value.vectors.size();
        tensors[old] = Converted::tile(llvm::to_vector(news.take_front(count)), value.kept);
        news = news.drop_front(count);
      }
    }
  };
  mapping.map(op.getInductionVar(), loop.getInductionVar());
  bind(op.getRegionIterArgs(), loop.getRegionIterArgs());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  if (failed(convertBlock(*op.getBody())))
    return failure();
  SmallVector<Value> yields;
  for (auto [yielded, argument, value] :
       llvm::zip(op.getYieldedValues(), op.getRegionIterArgs(), carried)) {
    if (!isTensor(yielded)) {
      yields.push_back(mapping.lookupOrDefault(yielded));
    } else if (value.kind == Converted::Kind::Array) {
      if (tensors.lookup(yielded).memref != value.memref)
        return op.emitOpError() << "expected a carried destination to be updated in place";
    } else {
      FailureOr<Converted> tile = getTile(op, yielded, ranks.lookup(argument));
      if (failed(tile))
        return failure();
      llvm::append_range(yields, tile->vectors);
    }
  }
  scf::YieldOp::create(builder, op.getLoc(), yields);
  bind(op.getResults(), loop.getResults());
  return success();
}

LogicalResult TileConverter::convert(scf::ForallOp op) {
  for (auto [output, argument, result] :
       llvm::zip(op.getOutputs(), op.getRegionIterArgs(), op.getResults())) {
    auto blockArgument = dyn_cast<BlockArgument>(output);
    if (!blockArgument || blockArgument.getOwner() != &function.getBody().front())
      return op.emitOpError() << "expected arguments of the function as destinations";
    Converted destination = Converted::array(tensors[output].memref, /*isDestination=*/true);
    // From here on nobody may read it through the argument either.
    tensors[output] = tensors[argument] = tensors[result] = destination;
  }
  auto forall = scf::ForallOp::create(builder, op.getLoc(), remap(op.getMixedLowerBound()),
                                      remap(op.getMixedUpperBound()), remap(op.getMixedStep()),
                                      ValueRange(), op.getMapping());
  mapping.map(op.getInductionVars(), forall.getInductionVars());
  blockBody = forall.getBody();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(forall.getTerminator());
  if (failed(convertBlock(*op.getBody())))
    return failure();
  for (Operation &end : op.getTerminator().getYieldingOps()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(end);
    if (!insert)
      return end.emitOpError() << "expected tensor.parallel_insert_slice";
    if (failed(convertInsert(insert, insert.getSource(), insert.getDest(), Value(),
                             remap(insert.getMixedOffsets()), remap(insert.getMixedSizes()),
                             insert.getMixedStrides(), insert.getDroppedDims())))
      return failure();
  }
  return success();
}

LogicalResult TileConverter::convert(Operation &op) {
  if (auto forall = dyn_cast<scf::ForallOp>(op))
    return convert(forall);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return convert(loop);
  bool hasTensor = op.walk([](Operation *nested) {
                       return llvm::any_of(nested->getOperands(), isTensor) ||
                                      llvm::any_of(nested->getResults(), isTensor)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     }).wasInterrupted();
  if (!hasTensor) {
    builder.clone(op, mapping);
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<tensor::PadOp, tensor::ExtractSliceOp, vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto typed) { return convert(typed); })
      .Case([&](tensor::InsertSliceOp insert) {
        return convertInsert(insert, insert.getSource(), insert.getDest(), insert.getResult(),
                             remap(insert.getMixedOffsets()), remap(insert.getMixedSizes()),
                             insert.getMixedStrides(), insert.getDroppedDims());
      })
      .Case([&](tensor::EmptyOp empty) {
        if (!empty.getType().hasStaticShape())
          return LogicalResult(empty.emitOpError()
                               << "expected a tile of static shape, but got " << empty.getType());
        tensors[empty.getResult()] = Converted();
        return success();
      })
      .Case([&](arith::ConstantOp constant) {
        auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
        if (!elements)
          return LogicalResult(constant.emitOpError() << "expected a dense constant");
        Value vector = arith::ConstantOp::create(
            builder, op.getLoc(), elements.reshape(getVectorType(constant.getResult())));
        tensors[constant.getResult()] = Converted::tile(vector);
        return success();
      })
      .Case([&](tensor::DimOp dim) {
        Converted source = tensors.lookup(dim.getSource());
        if (source.kind != Converted::Kind::Array)
          return LogicalResult(dim.emitOpError() << "expected the size of an array");
        Value size = memref::DimOp::create(builder, op.getLoc(), source.memref,
                                           mapping.lookupOrDefault(dim.getIndex()));
        mapping.map(dim.getResult(), size);
        return success();
      })
      .Case([&](tensor::ExtractOp extract) {
        FailureOr<Value> vector = getVector(extract, extract.getTensor());
        if (failed(vector))
          return LogicalResult(failure());
        SmallVector<OpFoldResult> position = remap(getAsOpFoldResult(extract.getIndices()));
        Value element = vector::ExtractOp::create(builder, op.getLoc(), *vector, position);
        mapping.map(extract.getResult(), element);
        return success();
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto reshape) { return convertReshape(reshape); })
      .Default([&](Operation *other) {
        return other->emitOpError() << "cannot be vectorized in a tile program";
      });
}

LogicalResult TileConverter::convertBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(convert(op)))
      return failure();
  return success();
}

FailureOr<mcf::mcfg::ConvertedTileProgram> TileConverter::run() {
  Block &entry = function.getBody().front();
  SmallVector<Type> types;
  for (Type type : function.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (isa<TensorType>(type) && (!tensor || !tensor.hasStaticShape()))
      return function.emitOpError() << "expected arguments of static shape, but got " << type;
    types.push_back(tensor ? MemRefType::get(tensor.getShape(), tensor.getElementType()) : type);
  }
  auto converted = func::FuncOp::create(builder, function.getLoc(), function.getName(),
                                        builder.getFunctionType(types, {}));
  converted.setVisibility(function.getVisibility());
  for (NamedAttribute attribute : function->getDiscardableAttrs())
    converted->setDiscardableAttr(attribute.getName(), attribute.getValue());
  if (ArrayAttr attributes = function.getAllArgAttrs())
    converted.setAllArgAttrs(attributes);
  Block *body = converted.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  for (auto [old, argument] : llvm::zip(entry.getArguments(), body->getArguments())) {
    if (isTensor(old))
      tensors[old] = Converted::array(argument, /*isDestination=*/false);
    else
      mapping.map(old, argument);
  }
  auto convertAll = [&]() -> FailureOr<SmallVector<unsigned>> {
    if (failed(convertBlock(entry)))
      return failure();
    SmallVector<unsigned> destinations;
    auto end = cast<func::ReturnOp>(entry.getTerminator());
    for (Value result : end.getOperands()) {
      Converted value = tensors.lookup(result);
      auto argument = dyn_cast_if_present<BlockArgument>(value.memref);
      if (!argument || !value.isDestination || argument.getOwner() != body)
        return end.emitOpError() << "expected to return a destination that an argument holds";
      destinations.push_back(argument.getArgNumber());
    }
    func::ReturnOp::create(builder, end.getLoc());
    return destinations;
  };
  FailureOr<SmallVector<unsigned>> destinations = convertAll();
  if (failed(destinations)) {
    converted.erase();
    return failure();
  }
  return mcf::mcfg::ConvertedTileProgram{converted, *destinations};
}

FailureOr<mcf::mcfg::ConvertedTileProgram> mcf::mcfg::convertTileProgram(func::FuncOp function) {
  return TileConverter(function).run();
}
