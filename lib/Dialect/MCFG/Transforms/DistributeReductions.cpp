//===- DistributeReductions.cpp - in a thread, over lanes, over warps -----===//
#include "FragmentDistributor.h"

using namespace mlir;
using namespace mcf::mcfg;

/// The value combined with that of the lane whose id differs in one bit. Shuffles move 32 bits.
Value FragmentDistributor::reduceLanes(vector::CombiningKind kind, Value value, int64_t laneBit) {
  Type type = value.getType(), i32 = builder.getI32Type();
  Value moved = value;
  if (isa<IndexType>(type))
    moved = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), moved);
  Type movedType = moved.getType();
  unsigned bits = movedType.getIntOrFloatBitWidth();
  Value offset = arith::ConstantIntOp::create(builder, loc, i32, laneBit);
  Value width = arith::ConstantIntOp::create(builder, loc, i32, FragmentLayout::kLanes);
  auto shuffle = [&](Value v) -> Value {
    return gpu::ShuffleOp::create(builder, loc, v, offset, width, gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  auto toBits = [&](Value v) -> Value {
    if (!isa<FloatType>(v.getType()))
      return v;
    return arith::BitcastOp::create(builder, loc, builder.getIntegerType(bits), v);
  };
  auto fromBits = [&](Value v) -> Value {
    return isa<FloatType>(movedType) ? arith::BitcastOp::create(builder, loc, movedType, v) : v;
  };
  Value other;
  if (bits == 32) {
    other = shuffle(moved);
  } else if (bits < 32) {
    Value wide = arith::ExtUIOp::create(builder, loc, i32, toBits(moved));
    other = fromBits(
        arith::TruncIOp::create(builder, loc, builder.getIntegerType(bits), shuffle(wide)));
  } else {
    Value whole = toBits(moved);
    Type i64 = builder.getI64Type();
    Value half = arith::ConstantIntOp::create(builder, loc, i64, 32);
    Value low = shuffle(arith::TruncIOp::create(builder, loc, i32, whole));
    Value high = shuffle(arith::TruncIOp::create(
        builder, loc, i32, arith::ShRUIOp::create(builder, loc, whole, half)));
    low = arith::ExtUIOp::create(builder, loc, i64, low);
    high =
        arith::ShLIOp::create(builder, loc, arith::ExtUIOp::create(builder, loc, i64, high), half);
    other = fromBits(arith::OrIOp::create(builder, loc, low, high));
  }
  if (isa<IndexType>(type))
    other = arith::IndexCastOp::create(builder, loc, type, other);
  return vector::makeArithReduction(builder, loc, kind, value, other);
}

/// Neighbours with neighbours: a chain of as many ops as there are values would be latency.
static Value reduceInPairs(SmallVector<Value> values, function_ref<Value(Value, Value)> combine) {
  while (values.size() > 1) {
    size_t pairs = values.size() / 2;
    for (size_t i = 0; i < pairs; ++i)
      values[i] = combine(values[2 * i], values[2 * i + 1]);
    if (values.size() % 2)
      values[pairs++] = values.back();
    values.resize(pairs);
  }
  return values.empty() ? Value() : values.front();
}

LogicalResult FragmentDistributor::distributeReduction(vector::MultiDimReductionOp op) {
  FailureOr<FragmentLayout> source = getLayout(op.getSource(), op);
  if (failed(source))
    return failure();
  Type elementType = getElementTypeOrSelf(op.getResult().getType());
  if (!elementType.isIntOrIndexOrFloat() ||
      (!isa<IndexType>(elementType) && elementType.getIntOrFloatBitWidth() > 64))
    return op.emitOpError("expected elements of at most 64 bits, but got ") << elementType;
  FragmentLayout layout = getReductionLayout(op, *source);
  SmallVector<bool> reduced = op.getReductionMask();
  auto kept = [&](ArrayRef<int64_t> coords) {
    SmallVector<int64_t> result;
    for (auto [dim, coord] : llvm::enumerate(coords))
      if (!reduced[dim])
        result.push_back(coord);
    return result;
  };
  auto combine = [&](Value a, Value b) -> Value {
    return a ? vector::makeArithReduction(builder, loc, op.getKind(), a, b) : b;
  };

  SmallVector<SmallVector<Value>> terms(layout.getNumRegisters());
  for (int64_t reg = 0, e = source->getNumRegisters(); reg < e; ++reg)
    terms[*layout.findRegister(kept(source->getRegisterOffset(reg)))].push_back(
        getRegister(op.getSource(), reg));
  SmallVector<Value> partial;
  for (ArrayRef<Value> parts : terms)
    partial.push_back(reduceInPairs(SmallVector<Value>(parts), combine));
  for (auto [bit, digit] : llvm::enumerate(source->getLanes()))
    if (digit.stride != 0 && reduced[digit.dim])
      for (Value &sum : partial)
        sum = reduceLanes(op.getKind(), sum, int64_t(1) << bit);

  // Warps that hold parts of the same result leave them in workgroup memory, one row each.
  SmallVector<int64_t> warpBits;
  for (auto [bit, digit] : llvm::enumerate(source->getWarps()))
    if (digit.stride != 0 && reduced[digit.dim])
      warpBits.push_back(bit);
  if (!warpBits.empty()) {
    Type storage = elementType.isInteger(1) ? builder.getI8Type() : elementType;
    int64_t rows = int64_t(1) << warpBits.size();
    SmallVector<int64_t> shape{rows};
    llvm::append_range(shape, layout.getShape());
    Value buffer = allocateWorkgroup(shape, storage);
    SmallVector<Value> thread = getThreadOffset(layout);
    Value row = constantIndex(0);
    int64_t rowBits = 0;
    for (auto [place, bit] : llvm::enumerate(warpBits)) {
      Value digit = arith::ShRUIOp::create(builder, loc, warp, constantIndex(bit));
      digit = arith::AndIOp::create(builder, loc, digit, constantIndex(1));
      digit = arith::ShLIOp::create(builder, loc, digit, constantIndex(place));
      row = arith::OrIOp::create(builder, loc, row, digit);
      rowBits |= int64_t(1) << bit;
    }
    auto position = [&](Value first, int64_t reg) {
      SmallVector<Value> result{first};
      for (auto [base, offset] : llvm::zip(thread, layout.getRegisterOffset(reg)))
        result.push_back(addConstant(base, offset));
      return result;
    };
    gpu::BarrierOp::create(builder, loc);
    {
      OpBuilder::InsertionGuard guard(builder);
      if (Value owner = getOwnerPredicate(layout, rowBits)) {
        auto branch = scf::IfOp::create(builder, loc, owner, /*withElseRegion=*/false);
        builder.setInsertionPoint(branch.thenYield());
      }
      for (auto [reg, sum] : llvm::enumerate(partial)) {
        Value value = sum;
        if (storage != elementType)
          value = arith::ExtUIOp::create(builder, loc, storage, value);
        memref::StoreOp::create(builder, loc, value, buffer, position(row, reg));
      }
    }
    gpu::BarrierOp::create(builder, loc);
    for (auto [reg, sum] : llvm::enumerate(partial)) {
      sum = Value();
      for (int64_t other = 0; other < rows; ++other) {
        Value value =
            memref::LoadOp::create(builder, loc, buffer, position(constantIndex(other), reg));
        if (storage != elementType)
          value = arith::TruncIOp::create(builder, loc, elementType, value);
        sum = combine(sum, value);
      }
    }
  }

  bool isVector = isa<VectorType>(op.getResult().getType());
  for (auto [reg, sum] : llvm::enumerate(partial))
    sum = combine(isVector ? getRegister(op.getAcc(), reg) : op.getAcc(), sum);
  if (isVector)
    setFragment(op.getResult(), layout, partial);
  else
    op.getResult().replaceAllUsesWith(partial.front());
  return success();
}
