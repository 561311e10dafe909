//===- ContractionSizes.cpp - how a block runs a contraction --------------===//
#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "MCFuser/Dialect/MCFG/IR/OperandTypes.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf::mcfg;

bool mcf::mcfg::isSmallFloat(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

Type mcf::mcfg::getCommonType(Type lhs, Type rhs, Type sum) {
  if (lhs == rhs)
    return lhs;
  if (isSmallFloat(rhs))
    std::swap(lhs, rhs);
  if (!isSmallFloat(lhs))
    return sum;
  if (isSmallFloat(rhs))
    return Float16Type::get(lhs.getContext());
  return rhs.isF16() || rhs.isBF16() ? rhs : sum;
}

int64_t mcf::mcfg::getMmaBits(Type lhs, Type rhs, Type sum, bool tf32) {
  Type type = getCommonType(lhs, rhs, sum);
  // 8-bit floats as f16, which holds them exactly.
  if ((type.isF16() || type.isBF16() || isSmallFloat(type)) && sum.isF32())
    return 16;
  if (tf32 && type.isF32() && sum.isF32())
    return 32;
  return type.isInteger(8) && sum.isInteger(32) ? 8 : 0;
}

std::string mcf::mcfg::checkContractionTypes(Type lhs, Type rhs, Type sum) {
  auto isFloat = [&](Type type) {
    return isSmallFloat(type) || type.isF16() || type.isBF16() || type.isF32() ||
           (type.isF64() && sum.isF64());
  };
  auto isInteger = [&](Type type) {
    return type.isSignlessInteger() && type.getIntOrFloatBitWidth() >= 8 &&
           type.getIntOrFloatBitWidth() <= sum.getIntOrFloatBitWidth();
  };
  bool takesFloats = sum.isF32() || sum.isF64();
  bool takesIntegers = sum.isSignlessInteger(32) || sum.isSignlessInteger(64);
  if ((takesFloats && isFloat(lhs) && isFloat(rhs)) ||
      (takesIntegers && isInteger(lhs) && isInteger(rhs)))
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "expected contractions of f8E4M3FN, f8E5M2, f16, bf16 or f32 with a sum in f32, of f64 "
         "in f64, or of integers of at least 8 bits in i32 or i64, but got '"
      << lhs << "', '" << rhs << "' and '" << sum << "'";
  return text;
}

void ContractionSizes::chooseUnit(int64_t mmaBits) {
  // Sizes that mma.sync does not have run on multiply-adds: slower, but right.
  tensorCores = mmaBits != 0 && m % 16 == 0 && n % 8 == 0 && k % getMmaStep(mmaBits) == 0;
  if (tensorCores)
    operandBits = mmaBits;
}

bool ContractionSizes::fitsWarpgroups(int64_t numWarps) const {
  if (!tensorCores || operandBits != 16 || m % 64 != 0)
    return false;
  WarpGrid grid = FragmentLayout::mmaWarps(m, n, numWarps);
  // Where the columns are cut, a panel must not be.
  int64_t columns = n / grid.columns, unit = transposedB ? 8 : kSwizzleColumns;
  return grid.rows >= 4 && (grid.columns == 1 || columns % unit == 0) &&
         isSwizzledTile(transposedB ? n : k, transposedB ? k : n);
}

int64_t ContractionSizes::getDefaultWarps() const {
  if (tensorCores)
    return FragmentLayout::mmaWarps(m, n, LoweringLimits::defaultWarps).rows;
  return getBusyWarps(LoweringLimits::defaultWarps);
}

int64_t ContractionSizes::getBusyWarps(int64_t maxWarps) const {
  if (tensorCores) {
    WarpGrid grid = FragmentLayout::mmaWarps(m, n, maxWarps);
    return grid.rows * grid.columns;
  }
  // Four neighbours per thread at least: see fmaAccumulator.
  int64_t warps = 1;
  while (2 * warps <= maxWarps && 2 * warps * FragmentLayout::kLanes * 4 <= m * n)
    warps *= 2;
  return warps;
}

FragmentLayout mcf::mcfg::getAccumulatorLayout(const ContractionSizes &sizes, int64_t numWarps) {
  return sizes.tensorCores ? FragmentLayout::mmaAccumulator(sizes.m, sizes.n, numWarps)
                           : FragmentLayout::fmaAccumulator(sizes.m, sizes.n, numWarps);
}

FragmentLayout mcf::mcfg::getOperandALayout(const ContractionSizes &sizes, int64_t numWarps) {
  FragmentLayout layout =
      sizes.tensorCores ? FragmentLayout::mmaOperandA(sizes.m, sizes.k, numWarps, sizes.operandBits)
                        : FragmentLayout::fmaOperandA(sizes.m, sizes.n, sizes.k, numWarps);
  return sizes.transposedA ? layout.transpose({1, 0}) : layout;
}

FragmentLayout mcf::mcfg::getOperandBLayout(const ContractionSizes &sizes, int64_t numWarps) {
  FragmentLayout layout =
      sizes.tensorCores
          ? FragmentLayout::mmaOperandB(sizes.m, sizes.n, sizes.k, numWarps, sizes.operandBits)
          : FragmentLayout::fmaOperandB(sizes.m, sizes.n, sizes.k, numWarps);
  return sizes.transposedB ? layout.transpose({1, 0}) : layout;
}
