//===- DistributeContractions.cpp - mma.sync and fused multiply-adds ------===//
#include "ContractionLayouts.h"
#include "FragmentDistributor.h"
#include "SmallFloatCasts.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// The registers of a contraction by their coordinates in roles: rows, columns, summed.
struct RoleRegisters {
  const ContractionShape &shape;
  FragmentLayout a, b, acc;

  int64_t findA(int64_t m, int64_t k) const {
    return *a.findRegister(shape.transposedA ? ArrayRef<int64_t>{k, m} : ArrayRef<int64_t>{m, k});
  }
  int64_t findB(int64_t k, int64_t n) const {
    return *b.findRegister(shape.transposedB ? ArrayRef<int64_t>{n, k} : ArrayRef<int64_t>{k, n});
  }
  int64_t findAcc(int64_t m, int64_t n) const { return *acc.findRegister({m, n}); }
};
} // namespace

/// Neighbours along the summed dim as the 32-bit operand that mma.sync takes.
static Value pack(OpBuilder &builder, Location loc, ValueRange neighbours) {
  Type elementType = neighbours.front().getType();
  // To nearest, ties away from zero: what the instruction cuts off would be a bias.
  if (elementType.isF32())
    return NVVM::ConvertFloatToTF32Op::create(builder, loc, builder.getI32Type(),
                                              neighbours.front(), NVVM::FPRoundingMode::RNA,
                                              NVVM::SaturationMode::NONE, /*relu=*/false);
  if (isSmallFloat(elementType))
    return extendToHalves(builder, loc, neighbours[0], neighbours[1]);
  auto type = VectorType::get({static_cast<int64_t>(neighbours.size())}, elementType);
  Value vector = vector::FromElementsOp::create(builder, loc, type, neighbours);
  if (elementType.isF16())
    return vector;
  // NVVM takes all but f16 as integers.
  Value bits =
      vector::BitCastOp::create(builder, loc, VectorType::get({1}, builder.getI32Type()), vector);
  return vector::ExtractOp::create(builder, loc, bits, ArrayRef<int64_t>{0});
}

static NVVM::MMATypes getMmaType(Type type) {
  if (type.isInteger(8))
    return NVVM::MMATypes::s8;
  if (type.isF32())
    return NVVM::MMATypes::tf32;
  return type.isBF16() ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
}

/// `sum + a b` in the type of the sum.
static Value multiplyAdd(OpBuilder &builder, Location loc, Value a, Value b, Value sum) {
  if (isa<FloatType>(sum.getType()))
    return math::FmaOp::create(builder, loc, a, b, sum);
  return arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, a, b), sum);
}

LogicalResult FragmentDistributor::distributeContraction(vector::ContractionOp op) {
  FailureOr<ContractionShape> shape = getContractionShape(op);
  if (failed(shape))
    return failure();
  FailureOr<FragmentLayout> a = getLayout(shape->a, op), b = getLayout(shape->b, op),
                            acc = getLayout(op.getAcc(), op);
  if (failed(a) || failed(b) || failed(acc))
    return failure();
  if (*a != getOperandALayout(*shape, numWarps) || *b != getOperandBLayout(*shape, numWarps) ||
      *acc != getAccumulatorLayout(*shape, numWarps))
    return op.emitOpError("expected operands in the layouts of the contraction (run "
                          "mcf-assign-layouts before), but got others");
  if (takesTile(op, shape->b) && fragments.find(shape->b)->second.tile) {
    distributeOnWarpgroups(op, *shape, *acc);
    return success();
  }
  RoleRegisters roles{*shape, *a, *b, *acc};
  int64_t numAcc = acc->getNumRegisters();
  SmallVector<Value> sums;
  for (int64_t reg = 0; reg < numAcc; ++reg)
    sums.push_back(getRegister(op.getAcc(), reg));

  if (!shape->tensorCores) {
    Type sumType = getElementTypeOrSelf(op.getAccType());
    auto widen = [&](Value value) -> Value {
      if (value.getType() == sumType)
        return value;
      if (isa<IntegerType>(sumType))
        return arith::ExtSIOp::create(builder, loc, sumType, value);
      return arith::ExtFOp::create(builder, loc, sumType, value);
    };
    DenseMap<int64_t, Value> wideA, wideB;
    for (int64_t k = 0; k < shape->k; ++k)
      for (int64_t reg = 0; reg < numAcc; ++reg) {
        SmallVector<int64_t> at = acc->getRegisterOffset(reg);
        int64_t regA = roles.findA(at[0], k), regB = roles.findB(k, at[1]);
        Value &left = wideA[regA], &right = wideB[regB];
        if (!left)
          left = widen(getRegister(shape->a, regA));
        if (!right)
          right = widen(getRegister(shape->b, regB));
        sums[reg] = multiplyAdd(builder, loc, left, right, sums[reg]);
      }
    setFragment(op.getResult(), *acc, sums);
    return success();
  }

  WarpGrid warps = FragmentLayout::mmaWarps(shape->m, shape->n, numWarps);
  NVVM::MMATypes ptxType = getMmaType(getElementTypeOrSelf(shape->a.getType()));
  SmallVector<Type> sumTypes(4, getElementTypeOrSelf(op.getAccType()));
  auto resultType = LLVM::LLVMStructType::getLiteral(op.getContext(), sumTypes);
  // Sums of integers wrap, as those of the program do.
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isa<IntegerType>(sumTypes.front()))
    overflow = NVVM::MMAIntOverflow::wrapped;
  int64_t rowTiles = shape->m / 16 / warps.rows, columnTiles = shape->n / 8 / warps.columns;
  int64_t step = shape->getStep(), numPacked = 32 / shape->operandBits;
  auto packNeighbours = [&](Value operand, llvm::function_ref<int64_t(int64_t)> find) {
    SmallVector<Value, 4> neighbours;
    for (int64_t i = 0; i < numPacked; ++i)
      neighbours.push_back(getRegister(operand, find(i)));
    return pack(builder, loc, neighbours);
  };
  for (int64_t k = 0; k < shape->k; k += step) {
    // One step over the summed dim: each operand register is read once, when it is first needed.
    SmallVector<SmallVector<Value, 4>> packedA(rowTiles);
    for (int64_t column = 0; column < columnTiles; ++column) {
      int64_t n = column * 8;
      SmallVector<Value, 2> packedB;
      for (int64_t half : {int64_t(0), step / 2})
        packedB.push_back(
            packNeighbours(shape->b, [&](int64_t i) { return roles.findB(k + half + i, n); }));
      for (int64_t row = 0; row < rowTiles; ++row) {
        int64_t m = row * 16 * warps.rows;
        if (packedA[row].empty())
          for (int64_t right : {int64_t(0), step / 2})
            for (int64_t down : {0, 8})
              packedA[row].push_back(packNeighbours(shape->a, [&, right = right](int64_t i) {
                return roles.findA(m + down, k + right + i);
              }));
        SmallVector<Value, 4> packedC;
        SmallVector<int64_t, 4> places;
        for (int64_t down : {0, 8})
          for (int64_t right : {0, 1}) {
            places.push_back(roles.findAcc(m + down, n + right));
            packedC.push_back(sums[places.back()]);
          }
        Value result = NVVM::MmaOp::create(
            builder, loc, resultType, packedA[row], packedB, packedC,
            ArrayRef<int64_t>{16, 8, step},
            /*b1Op=*/std::nullopt, overflow, std::array<NVVM::MMATypes, 2>{ptxType, ptxType},
            std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row, NVVM::MMALayout::col});
        for (auto [i, place] : llvm::enumerate(places))
          sums[place] = LLVM::ExtractValueOp::create(builder, loc, result, i);
      }
    }
  }
  setFragment(op.getResult(), *acc, sums);
  return success();
}
