//===- LowerTileCopies.cpp - mcf-lower-tile-copies ------------------------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERTILECOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// How many elements one thread can move at once: up to 16 bytes, where every row of both sides
/// starts at a multiple of that (the base of the source is tested at run time).
static int64_t getChunk(MemRefType source, MemRefType target) {
  Type elementType = target.getElementType();
  unsigned bits = elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 0;
  if (bits < 8 || bits > 128)
    return 1;
  int64_t chunk = 128 / bits;
  auto meet = [&](int64_t value) {
    while (value % chunk != 0)
      chunk /= 2;
  };
  for (MemRefType type : {source, target}) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
      return 1;
    for (int64_t stride : ArrayRef(strides).drop_back()) {
      if (ShapedType::isDynamic(stride))
        return 1;
      meet(stride);
    }
    if (type == target) {
      if (ShapedType::isDynamic(offset))
        return 1;
      meet(offset);
    }
  }
  meet(target.getShape().back());
  return chunk;
}

/// True at run time if the source starts at a multiple of `bytes`.
static Value testAlignment(OpBuilder &builder, Location loc, Value source, int64_t bytes,
                           int64_t elementBytes) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, source);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, source);
  Value size = arith::ConstantIndexOp::create(builder, loc, elementBytes);
  Value offset = arith::MulIOp::create(builder, loc, metadata.getOffset(), size);
  Value address = arith::AddIOp::create(builder, loc, base, offset);
  Value mask = arith::ConstantIndexOp::create(builder, loc, bytes - 1);
  Value rest = arith::AndIOp::create(builder, loc, address, mask);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, zero);
}

namespace {
/// Copies one chunk: whole where it lies inside the source, else element by element with zeros.
class ChunkCopy {
public:
  ChunkCopy(CopyTileOp op, int64_t chunk, Value aligned, ArrayRef<Value> sizes)
      : op(op), chunk(chunk), aligned(aligned), sizes(sizes),
        elementType(cast<MemRefType>(op.getTarget().getType()).getElementType()) {}

  void emit(OpBuilder &builder, Location loc, ArrayRef<Value> position) {
    Value inside;
    auto both = [&](Value test) {
      inside = inside ? arith::AndIOp::create(builder, loc, inside, test) : test;
    };
    for (size_t dim = 0; dim + 1 < position.size(); ++dim)
      if (sizes[dim])
        both(less(builder, loc, position[dim], sizes[dim]));
    if (!inside)
      inside = arith::ConstantIntOp::create(builder, loc, builder.getI1Type(), 1);
    if (chunk == 1) {
      if (sizes.back())
        both(less(builder, loc, position.back(), sizes.back()));
      Value value = loadOrZero(builder, loc, inside, position);
      memref::StoreOp::create(builder, loc, value, op.getTarget(), position);
      return;
    }

    Value whole = arith::AndIOp::create(builder, loc, inside, aligned);
    if (sizes.back()) {
      Value last = arith::ConstantIndexOp::create(builder, loc, chunk - 1);
      last = arith::AddIOp::create(builder, loc, position.back(), last);
      whole = arith::AndIOp::create(builder, loc, whole, less(builder, loc, last, sizes.back()));
    }
    auto type = VectorType::get({chunk}, elementType);
    llvm::MaybeAlign align(chunk * elementType.getIntOrFloatBitWidth() / 8);
    auto branch = scf::IfOp::create(
        builder, loc, whole,
        [&](OpBuilder &b, Location l) {
          Value loaded = vector::LoadOp::create(b, l, type, op.getSource(), position,
                                                /*nontemporal=*/false, align);
          scf::YieldOp::create(b, l, loaded);
        },
        [&](OpBuilder &b, Location l) {
          SmallVector<Value> values;
          for (int64_t i = 0; i < chunk; ++i) {
            SmallVector<Value> at(position);
            if (i != 0)
              at.back() =
                  arith::AddIOp::create(b, l, at.back(), arith::ConstantIndexOp::create(b, l, i));
            Value test = inside;
            if (sizes.back())
              test = arith::AndIOp::create(b, l, test, less(b, l, at.back(), sizes.back()));
            values.push_back(loadOrZero(b, l, test, at));
          }
          Value packed = vector::FromElementsOp::create(b, l, type, values);
          scf::YieldOp::create(b, l, packed);
        });
    vector::StoreOp::create(builder, loc, branch.getResult(0), op.getTarget(), position,
                            /*nontemporal=*/false, align);
  }

private:
  static Value less(OpBuilder &builder, Location loc, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, a, b);
  }

  Value loadOrZero(OpBuilder &builder, Location loc, Value test, ArrayRef<Value> position) {
    auto branch = scf::IfOp::create(
        builder, loc, test,
        [&](OpBuilder &b, Location l) {
          Value loaded = memref::LoadOp::create(b, l, op.getSource(), position);
          scf::YieldOp::create(b, l, loaded);
        },
        [&](OpBuilder &b, Location l) {
          Value zero = arith::ConstantOp::create(b, l, b.getZeroAttr(elementType));
          scf::YieldOp::create(b, l, zero);
        });
    return branch.getResult(0);
  }

  CopyTileOp op;
  int64_t chunk;
  Value aligned;
  SmallVector<Value> sizes;
  Type elementType;
};
} // namespace

static LogicalResult lowerCopy(CopyTileOp op, int64_t threads) {
  auto source = cast<MemRefType>(op.getSource().getType());
  auto target = cast<MemRefType>(op.getTarget().getType());
  if (target.getRank() == 0)
    return op.emitOpError("expected a tile of rank 1 or more, but got ") << target;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  int64_t chunk = getChunk(source, target);
  Value aligned;
  if (chunk > 1) {
    int64_t elementBytes = target.getElementTypeBitWidth() / 8;
    aligned = testAlignment(builder, loc, op.getSource(), chunk * elementBytes, elementBytes);
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < target.getRank(); ++dim) {
    bool full = !source.isDynamicDim(dim) && source.getDimSize(dim) == target.getDimSize(dim);
    sizes.push_back(full ? Value()
                         : memref::DimOp::create(builder, loc, op.getSource(), dim).getResult());
  }

  SmallVector<int64_t> chunks(target.getShape());
  chunks.back() /= chunk;
  int64_t total = 1;
  for (int64_t extent : chunks)
    total *= extent;
  Value thread =
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x, builder.getIndexAttr(threads));
  ChunkCopy copy(op, chunk, aligned, sizes);
  auto emitTrip = [&](OpBuilder &b, Location l, Value linear) {
    SmallVector<Value> position(chunks.size());
    Value rest = linear;
    for (int64_t dim = chunks.size() - 1; dim > 0; --dim) {
      Value extent = arith::ConstantIndexOp::create(b, l, chunks[dim]);
      position[dim] = arith::RemUIOp::create(b, l, rest, extent);
      rest = arith::DivUIOp::create(b, l, rest, extent);
    }
    position[0] = rest;
    if (chunk > 1)
      position.back() =
          arith::MulIOp::create(b, l, position.back(), arith::ConstantIndexOp::create(b, l, chunk));
    copy.emit(b, l, position);
  };
  auto emitGuarded = [&](OpBuilder &b, Location l, Value linear, bool guard) {
    if (!guard)
      return emitTrip(b, l, linear);
    Value end = arith::ConstantIndexOp::create(b, l, total);
    Value test = arith::CmpIOp::create(b, l, arith::CmpIPredicate::ult, linear, end);
    scf::IfOp::create(b, l, test, [&](OpBuilder &bb, Location ll) {
      emitTrip(bb, ll, linear);
      scf::YieldOp::create(bb, ll);
    });
  };
  bool guard = total % threads != 0;
  int64_t trips = llvm::divideCeil(total, threads);
  if (trips == 1) {
    emitGuarded(builder, loc, thread, guard);
  } else {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value count = arith::ConstantIndexOp::create(builder, loc, trips);
    Value step = arith::ConstantIndexOp::create(builder, loc, threads);
    scf::ForOp::create(builder, loc, zero, count, one, ValueRange(),
                       [&](OpBuilder &b, Location l, Value trip, ValueRange) {
                         Value linear = arith::MulIOp::create(b, l, trip, step);
                         linear = arith::AddIOp::create(b, l, linear, thread);
                         emitGuarded(b, l, linear, guard);
                         scf::YieldOp::create(b, l);
                       });
  }
  op.erase();
  return success();
}

namespace {
struct LowerTileCopies : mcf::impl::LowerTileCopiesBase<LowerTileCopies> {
  using LowerTileCopiesBase::LowerTileCopiesBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    SmallVector<CopyTileOp> copies;
    func.walk([&](CopyTileOp op) { copies.push_back(op); });
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    if (!copies.empty() && !block) {
      func.emitOpError("expected a known block size (run mcf-assign-layouts before)");
      return signalPassFailure();
    }
    for (CopyTileOp op : copies)
      if (failed(lowerCopy(op, (*block)[0])))
        return signalPassFailure();
  }
};
} // namespace
