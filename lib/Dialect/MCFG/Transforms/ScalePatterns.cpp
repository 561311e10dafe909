//===- ScalePatterns.cpp - constant factors in maxima and exponentials ----===//
#include "TileProgramConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// `value` as `factor * vector`, with a finite factor above 0.
static std::optional<std::pair<Value, double>> getScaled(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  SplatElementsAttr splat;
  if (!matchPattern(product.getRhs(), m_Constant(&splat)))
    return std::nullopt;
  APFloat number = splat.getSplatValue<APFloat>();
  if (!number.isFiniteNonZero() || number.isNegative())
    return std::nullopt;
  return std::make_pair(product.getLhs(), number.convertToDouble());
}

static Value getSplat(OpBuilder &builder, Location loc, Type type, double number) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  auto attr = builder.getFloatAttr(element, number);
  return arith::ConstantOp::create(builder, loc,
                                   SplatElementsAttr::get(cast<ShapedType>(type), attr));
}

static bool isMinusInfinity(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) && isa<FloatType>(splat.getElementType()) &&
         splat.getSplatValue<APFloat>().isInfinity() && splat.getSplatValue<APFloat>().isNegative();
}

namespace {
/// select(mask, c x, -inf) -> c select(mask, x, -inf), so that the factor can move on.
struct ScaleAfterMask : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    if (!isa<VectorType>(op.getType()))
      return failure();
    bool isKept = isMinusInfinity(op.getFalseValue());
    auto scaled = getScaled(isKept ? op.getTrueValue() : op.getFalseValue());
    if (!scaled || (!isKept && !isMinusInfinity(op.getTrueValue())))
      return failure();
    Location loc = op.getLoc();
    Value yes = isKept ? scaled->first : op.getTrueValue();
    Value no = isKept ? op.getFalseValue() : scaled->first;
    Value selected = arith::SelectOp::create(rewriter, loc, op.getCondition(), yes, no);
    Value factor = getSplat(rewriter, loc, op.getType(), scaled->second);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, selected, factor);
    return success();
  }
};

/// max(c x, a) -> max(c max(x), a): rounding keeps the order, so this is exact, and a factor for a
/// row takes the place of one for each element.
struct ScaleAfterMaximum : OpRewritePattern<vector::MultiDimReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getResult().getType());
    auto scaled = getScaled(op.getSource());
    if (op.getKind() != vector::CombiningKind::MAXIMUMF || !type || !scaled)
      return failure();
    Location loc = op.getLoc();
    Value none = getSplat(rewriter, loc, type, -std::numeric_limits<double>::infinity());
    Value maximum = vector::MultiDimReductionOp::create(
        rewriter, loc, scaled->first, none, op.getReductionMask(), vector::CombiningKind::MAXIMUMF);
    Value factor = getSplat(rewriter, loc, type, scaled->second);
    maximum = arith::MulFOp::create(rewriter, loc, maximum, factor);
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, op.getAcc(), maximum);
    return success();
  }
};

/// exp(c x - r) -> exp2((c log2 e) x - r log2 e) for a value r of each row: one multiply-add for an
/// element. Both products are rounded, which is an error of up to 2^-23 times the larger of them;
/// so only where the result is summed or rounded to 16 bits. x must be far from overflow: what r
/// log2 e does beyond the largest number is then what exp does.
struct ScaleInExponent : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    auto difference = op.getOperand().getDefiningOp<arith::SubFOp>();
    if (!type || !type.getElementType().isF32() || !difference || !isRoughEnough(op))
      return failure();
    auto scaled = getScaled(difference.getLhs());
    auto rows = difference.getRhs().getDefiningOp<vector::BroadcastOp>();
    if (!scaled || !rows || !isa<VectorType>(rows.getSourceType()) || !isSmall(scaled->first) ||
        scaled->second > kLargestFactor)
      return failure();
    Location loc = op.getLoc();
    constexpr double log2E = 1.4426950408889634;
    auto multiply = [&](Value value, double factor) -> Value {
      Value splat = getSplat(rewriter, loc, value.getType(), factor);
      return arith::MulFOp::create(rewriter, loc, value, splat);
    };
    Value left = multiply(scaled->first, scaled->second * log2E);
    Value right =
        vector::BroadcastOp::create(rewriter, loc, type, multiply(rows.getSource(), log2E));
    rewriter.replaceOpWithNewOp<math::Exp2Op>(
        op, arith::SubFOp::create(rewriter, loc, left, right).getResult());
    return success();
  }

private:
  static constexpr double kLargestFactor = 0x1p32;

  static bool isRoughEnough(Operation *op) {
    return llvm::all_of(op->getUsers(), [](Operation *user) {
      if (isa<arith::SelectOp>(user))
        return isRoughEnough(user);
      auto sum = dyn_cast<vector::MultiDimReductionOp>(user);
      auto rounded = dyn_cast<arith::TruncFOp>(user);
      return (sum && sum.getKind() == vector::CombiningKind::ADD) ||
             (rounded && getElementTypeOrSelf(rounded.getType()).getIntOrFloatBitWidth() <= 16);
    });
  }

  /// A sum of products of f16 is below 2^63. Minus infinity stays what it is.
  static bool isSmall(Value value) {
    if (auto select = value.getDefiningOp<arith::SelectOp>())
      return llvm::all_of(llvm::drop_begin(select->getOperands()),
                          [](Value branch) { return isMinusInfinity(branch) || isSmall(branch); });
    auto contraction = value.getDefiningOp<vector::ContractionOp>();
    return contraction && getElementTypeOrSelf(contraction.getLhs().getType()).isF16() &&
           matchPattern(contraction.getAcc(), m_AnyZeroFloat());
  }
};
} // namespace

void mcf::mcfg::populateScalePatterns(RewritePatternSet &patterns) {
  patterns.add<ScaleAfterMask, ScaleAfterMaximum, ScaleInExponent>(patterns.getContext());
}
