//===- DistributeTransfers.cpp - tiles between memory and fragments -------===//
#include "FragmentDistributor.h"
#include "RowAlignment.h"

using namespace mlir;
using namespace mcf::mcfg;

/// How many elements the start of each row of a tile is known to be aligned to; 1 if nothing is
/// known.
static int64_t getAlignment(Value buffer, ValueRange indices) {
  auto type = cast<MemRefType>(buffer.getType());
  Value root = FragmentDistributor::getRootBuffer(buffer);
  // Kernel arguments may point anywhere; our own buffers start at 16 bytes at least.
  if (!root.getDefiningOp<memref::AllocOp>() || !type.getElementType().isIntOrFloat())
    return 1;
  if (auto swizzle = dyn_cast<SwizzleAttr>(type.getLayout()))
    return getConstantIntValue(indices.back()) == 0 ? swizzle.getChunk() : 1;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() || strides.back() != 1)
    return 1;
  int64_t alignment = getOffsetMultiple(buffer, 16);
  auto meet = [&](int64_t value) {
    while (value % alignment != 0)
      alignment /= 2;
  };
  for (int64_t stride : ArrayRef(strides).drop_back()) {
    if (ShapedType::isDynamic(stride))
      return 1;
    meet(stride);
  }
  std::optional<int64_t> last = getConstantIntValue(indices.back());
  if (!last)
    return 1;
  meet(*last);
  return alignment;
}

namespace {
/// Which vector dimension runs along which dimension of the memref.
struct TransferDims {
  SmallVector<unsigned> dims;
  static FailureOr<TransferDims> get(Operation *op, AffineMap map) {
    TransferDims result;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        return op->emitOpError("expected a transfer without broadcast dims, but got ")
               << AffineMapAttr::get(map);
      result.dims.push_back(dim.getPosition());
    }
    return result;
  }
};
} // namespace

namespace {
/// Positions and bounds of the registers of a fragment in a memref; each is computed once per op.
class TransferPositions {
public:
  TransferPositions(OpBuilder &builder, Location loc, Value buffer, ValueRange indices,
                    ArrayRef<unsigned> dims, ArrayRef<bool> inBounds, const FragmentLayout &layout,
                    ArrayRef<Value> thread)
      : builder(builder), loc(loc), buffer(buffer), indices(indices), dims(dims), layout(layout),
        thread(thread), positions(dims.size()), tests(dims.size()) {
    auto type = cast<MemRefType>(buffer.getType());
    for (auto [i, dim] : llvm::enumerate(dims)) {
      bool inside =
          inBounds[i] || (getConstantIntValue(indices[dim]) == 0 && !type.isDynamicDim(dim) &&
                          type.getDimSize(dim) >= layout.getShape()[i]);
      sizes.push_back(inside ? Value()
                             : memref::DimOp::create(builder, loc, buffer, dim).getResult());
    }
  }

  SmallVector<Value> getPosition(int64_t reg) {
    SmallVector<Value> result(indices);
    for (auto [i, offset] : llvm::enumerate(layout.getRegisterOffset(reg)))
      result[dims[i]] = getIndex(i, offset);
    return result;
  }

  /// True where the register lies inside the memref; null if it always does.
  Value getTest(int64_t reg) {
    Value all;
    for (auto [i, offset] : llvm::enumerate(layout.getRegisterOffset(reg))) {
      if (!sizes[i])
        continue;
      Value &test = tests[i][offset];
      if (!test)
        test = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, getIndex(i, offset),
                                     sizes[i]);
      all = all ? arith::AndIOp::create(builder, loc, all, test) : test;
    }
    return all;
  }

private:
  Value getIndex(unsigned i, int64_t offset) {
    Value &index = positions[i][offset];
    if (!index) {
      auto flags = arith::IntegerOverflowFlags::nsw;
      index = thread[i];
      if (offset != 0)
        index = arith::AddIOp::create(builder, loc, index,
                                      arith::ConstantIndexOp::create(builder, loc, offset), flags);
      if (getConstantIntValue(indices[dims[i]]) != 0)
        index = arith::AddIOp::create(builder, loc, indices[dims[i]], index, flags);
    }
    return index;
  }

  OpBuilder &builder;
  Location loc;
  Value buffer;
  SmallVector<Value> indices;
  SmallVector<unsigned> dims;
  FragmentLayout layout;
  SmallVector<Value> thread, sizes;
  SmallVector<DenseMap<int64_t, Value>> positions, tests;
};
} // namespace

LogicalResult FragmentDistributor::distributeRead(vector::TransferReadOp op) {
  FailureOr<FragmentLayout> layout = getLayout(op.getResult(), op);
  FailureOr<TransferDims> dims = TransferDims::get(op, op.getPermutationMap());
  if (failed(layout) || failed(dims))
    return failure();
  auto bufferType = dyn_cast<MemRefType>(op.getBase().getType());
  if (!bufferType)
    return op.emitOpError("expected a read of a memref, but got ") << op.getBase().getType();
  SmallVector<bool> inBounds = op.getInBoundsValues();
  int64_t count = layout->getNumRegisters();

  if (llvm::all_of(inBounds, [](bool in) { return in; })) {
    Fragment fragment{*layout, SmallVector<Value>(count), {}, {}};
    fragment.load = [this, buffer = op.getBase(), indices = SmallVector<Value>(op.getIndices()),
                     dims = dims->dims, alignment = getAlignment(op.getBase(), op.getIndices())](
                        Fragment &self, int64_t reg) {
      loadRegisters(self, reg, buffer, indices, dims, alignment);
    };
    Value root = getRootBuffer(op.getBase());
    // Contractions that take the tile where it lies need no registers.
    bool isTaken = llvm::all_of(op->getUsers(), [&](Operation *user) {
      auto contract = dyn_cast<vector::ContractionOp>(user);
      return contract && takesTile(contract, op.getResult()) && staysUntil(op, user, root);
    });
    if (isTaken)
      fragment.tile = op.getBase();
    bool late = isTaken || canLoadLate(op, root, *layout);
    fragments[op.getResult()] = std::move(fragment);
    for (int64_t reg = 0; !late && reg < count; ++reg)
      getRegister(op.getResult(), reg);
    return success();
  }

  TransferPositions positions(builder, loc, op.getBase(), op.getIndices(), dims->dims, inBounds,
                              *layout, getThreadOffset(*layout));
  SmallVector<Value> registers;
  for (int64_t reg = 0; reg < count; ++reg) {
    SmallVector<Value> position = positions.getPosition(reg);
    auto load = [&](OpBuilder &b) -> Value {
      return memref::LoadOp::create(b, loc, op.getBase(), position);
    };
    Value test = positions.getTest(reg);
    if (!test) {
      registers.push_back(load(builder));
      continue;
    }
    auto branch = scf::IfOp::create(
        builder, loc, test, [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, load(b)); },
        [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, op.getPadding()); });
    registers.push_back(branch.getResult(0));
  }
  setFragment(op.getResult(), *layout, registers);
  return success();
}

/// How many elements that follow each other in a row may be written at once, if the memref starts
/// at a multiple of them.
static int64_t getWriteChunk(vector::TransferWriteOp op, ArrayRef<unsigned> dims) {
  auto type = cast<MemRefType>(op.getBase().getType());
  if (dims.empty() || dims.back() + 1 != type.getRank() ||
      getConstantIntValue(op.getIndices().back()) != 0)
    return 1;
  return getRowChunk(type);
}

LogicalResult FragmentDistributor::distributeWrite(vector::TransferWriteOp op) {
  FailureOr<FragmentLayout> layout = getLayout(op.getValueToStore(), op);
  FailureOr<TransferDims> dims = TransferDims::get(op, op.getPermutationMap());
  if (failed(layout) || failed(dims))
    return failure();
  if (!isa<MemRefType>(op.getBase().getType()))
    return op.emitOpError("expected a write to a memref, but got ") << op.getBase().getType();
  int64_t count = layout->getNumRegisters(), width = getWriteChunk(op, dims->dims);
  SmallVector<Value> registers;
  for (int64_t reg = 0; reg < count; ++reg)
    registers.push_back(getRegister(op.getValueToStore(), reg));
  // Words of 32 bits go from lane to lane.
  std::optional<LaneSwaps> swaps = getLaneSwaps(*layout, width);
  if (swaps &&
      swaps->held * getElementTypeOrSelf(op.getVectorType()).getIntOrFloatBitWidth() == 32) {
    registers = swapLanes(op.getValueToStore(), *swaps);
    layout = swaps->layout;
  }
  while (layout->getContiguousRegisters() % width != 0)
    width /= 2;
  SmallVector<Value> thread = getThreadOffset(*layout);
  OpBuilder::InsertionGuard guard(builder);
  if (Value owner = getOwnerPredicate(*layout)) {
    auto branch = scf::IfOp::create(builder, loc, owner, /*withElseRegion=*/false);
    builder.setInsertionPoint(branch.thenYield());
  }
  TransferPositions positions(builder, loc, op.getBase(), op.getIndices(), dims->dims,
                              op.getInBoundsValues(), *layout, thread);
  Type elementType = cast<MemRefType>(op.getBase().getType()).getElementType();
  int64_t bytes = width > 1 ? width * elementType.getIntOrFloatBitWidth() / 8 : 0;
  Value aligned = width > 1 ? testAlignment(builder, loc, op.getBase(), bytes) : Value();
  auto writeOne = [&](int64_t reg) {
    SmallVector<Value> position = positions.getPosition(reg);
    OpBuilder::InsertionGuard inner(builder);
    if (Value test = positions.getTest(reg)) {
      auto branch = scf::IfOp::create(builder, loc, test, /*withElseRegion=*/false);
      builder.setInsertionPoint(branch.thenYield());
    }
    memref::StoreOp::create(builder, loc, registers[reg], op.getBase(), position);
  };
  for (int64_t reg = 0; reg < count; reg += width) {
    if (width == 1) {
      writeOne(reg);
      continue;
    }
    // At once if the last one is inside, and else those that are.
    SmallVector<Value> values(ArrayRef(registers).slice(reg, width)),
        position = positions.getPosition(reg);
    Value inside = positions.getTest(reg + width - 1);
    Value whole =
        inside ? arith::AndIOp::create(builder, loc, aligned, inside).getResult() : aligned;
    // Made here, so that both branches see them.
    for (int64_t i = 0; i < width; ++i) {
      positions.getPosition(reg + i);
      positions.getTest(reg + i);
    }
    auto branch = scf::IfOp::create(builder, loc, whole, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPoint(branch.thenYield());
    Value packed =
        vector::FromElementsOp::create(builder, loc, VectorType::get({width}, elementType), values);
    vector::StoreOp::create(builder, loc, packed, op.getBase(), position, /*nontemporal=*/false,
                            llvm::MaybeAlign(bytes));
    builder.setInsertionPoint(branch.elseYield());
    for (int64_t i = 0; i < width; ++i)
      writeOne(reg + i);
  }
  return success();
}
