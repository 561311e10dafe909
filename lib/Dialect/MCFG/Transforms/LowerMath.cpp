//===- LowerMath.cpp - mcf-lower-math -------------------------------------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERMATH
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;

/// Math on f16 and bf16 that has a rule below, or an upstream approximation, runs in f32.
static bool runsInF32(StringRef name) {
  return llvm::is_contained({"math.exp", "math.exp2", "math.expm1", "math.log", "math.log2",
                             "math.log1p", "math.log10", "math.rsqrt", "math.sqrt", "math.tanh",
                             "math.erf", "math.erfc", "math.sin", "math.cos", "math.atan",
                             "math.atan2", "math.cbrt", "math.asin", "math.acos"},
                            name);
}

/// Upstream polynomials in f32, good to a few units in the last place.
static bool isApproximated(StringRef name) {
  return llvm::is_contained({"math.expm1", "math.log1p", "math.tanh", "math.erf", "math.erfc",
                             "math.sin", "math.cos", "math.atan", "math.atan2", "math.cbrt",
                             "math.asin", "math.acos"},
                            name);
}

/// What LLVM's intrinsics do on this target without a library.
static bool hasInstruction(Operation *op) {
  return isa<math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
             math::FmaOp>(op);
}

static Value multiply(OpBuilder &builder, Location loc, Value value, double factor) {
  Value constant =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(static_cast<float>(factor)));
  return arith::MulFOp::create(builder, loc, value, constant);
}

static Value callIntrinsic(OpBuilder &builder, Location loc, StringRef name, Value value) {
  return LLVM::CallIntrinsicOp::create(builder, loc, builder.getF32Type(),
                                       builder.getStringAttr(name), ValueRange{value})
      ->getResult(0);
}

namespace {
/// One hardware instruction, with factors before and after it.
template <typename OpTy> struct LowerToInstruction : OpRewritePattern<OpTy> {
  LowerToInstruction(MLIRContext *context, StringRef intrinsic, double before, double after)
      : OpRewritePattern<OpTy>(context), intrinsic(intrinsic), before(before), after(after) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    Location loc = op.getLoc();
    Value value = op.getOperand();
    if (before != 1.0)
      value = multiply(rewriter, loc, value, before);
    value = callIntrinsic(rewriter, loc, intrinsic, value);
    if (after != 1.0)
      value = multiply(rewriter, loc, value, after);
    rewriter.replaceOp(op, value);
    return success();
  }

  StringRef intrinsic;
  double before, after;
};

/// An intrinsic that the target has an instruction for. As a call, since convert-gpu-to-nvvm
/// refuses the ops of the LLVM dialect that it has library calls for.
template <typename OpTy> struct LowerToIntrinsic : OpRewritePattern<OpTy> {
  LowerToIntrinsic(MLIRContext *context, StringRef intrinsic)
      : OpRewritePattern<OpTy>(context), intrinsic(intrinsic) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, LLVM::CallIntrinsicOp::create(rewriter, op.getLoc(), op.getType(),
                                                         rewriter.getStringAttr(intrinsic),
                                                         op->getOperands()));
    return success();
  }

  StringRef intrinsic;
};

/// True if all that becomes of the value is rounded to 16 bits, after products and quotients at
/// most, which pass a relative error on.
static bool isRoundedTo16Bits(Value value, unsigned depth = 4) {
  return !value.use_empty() && llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (auto trunc = dyn_cast<arith::TruncFOp>(user))
      return trunc.getType().getIntOrFloatBitWidth() == 16;
    return depth && isa<arith::MulFOp, arith::DivFOp, arith::NegFOp>(user) &&
           isRoundedTo16Bits(user->getResult(0), depth - 1);
  });
}

/// A division that is rounded to 16 bits may be 2 units in the last place of f32 off: a reciprocal
/// and a product, where an exact division is a loop of corrections and a branch.
struct LowerDivision : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() || !isRoundedTo16Bits(op.getResult()))
      return failure();
    rewriter.replaceOp(op, LLVM::CallIntrinsicOp::create(
                               rewriter, op.getLoc(), op.getType(),
                               rewriter.getStringAttr("llvm.nvvm.div.full"), op->getOperands()));
    return success();
  }
};

/// A logarithm to any base: the approximate instruction, and between 1/2 and 2, where that is good
/// to 2^-22 but the logarithm may be much smaller, the series of `2 atanh(s)`, `s = (x - 1) / (x +
/// 1)`.
template <typename OpTy> struct LowerLog : OpRewritePattern<OpTy> {
  LowerLog(MLIRContext *context, double ofTwo) : OpRewritePattern<OpTy>(context), ofTwo(ofTwo) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    Location loc = op.getLoc();
    auto constant = [&](double value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(static_cast<float>(value)));
    };
    Value x = op.getOperand(), one = constant(1);
    Value far =
        multiply(rewriter, loc, callIntrinsic(rewriter, loc, "llvm.nvvm.lg2.approx.f", x), ofTwo);
    // x - 1 is exact here. |s| <= 1/3, so what the last term leaves out is below 2^-26.
    Value s = arith::DivFOp::create(rewriter, loc, arith::SubFOp::create(rewriter, loc, x, one),
                                    arith::AddFOp::create(rewriter, loc, x, one));
    Value square = arith::MulFOp::create(rewriter, loc, s, s), sum = constant(1.0 / 13);
    for (int odd = 11; odd >= 1; odd -= 2)
      sum = math::FmaOp::create(rewriter, loc, sum, square, constant(1.0 / odd));
    constexpr double log2E = 1.4426950408889634;
    Value near =
        arith::MulFOp::create(rewriter, loc, multiply(rewriter, loc, s, 2 * log2E * ofTwo), sum);
    Value above = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OGT, x, constant(0.5));
    Value below = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, x, constant(2));
    Value isNear = arith::AndIOp::create(rewriter, loc, above, below);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNear, near, far);
    return success();
  }

  /// The logarithm of 2.
  double ofTwo;
};

/// `x^n` for a constant whole n as products, in f32 for narrower types.
template <typename OpTy> struct ExpandPower : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    // More products than this are no longer exact to a few units in the last place.
    constexpr int64_t mostFactors = 8;
    auto type = dyn_cast<FloatType>(op.getType());
    std::optional<int64_t> exponent = getWholeNumber(op.getRhs());
    if (!type || !exponent || std::abs(*exponent) > mostFactors)
      return failure();
    Location loc = op.getLoc();
    Value base = op.getLhs();
    bool isNarrow = type.getWidth() < 32;
    if (isNarrow)
      base = arith::ExtFOp::create(rewriter, loc, rewriter.getF32Type(), base);
    Value one =
        arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(base.getType(), 1.0));
    Value power = one;
    // Bits of the exponent, lowest first; `base` is the power of two that the bit stands for.
    for (uint64_t bits = std::abs(*exponent); bits != 0; bits >>= 1) {
      if (bits & 1)
        power = power == one ? base : arith::MulFOp::create(rewriter, loc, power, base).getResult();
      if (bits > 1)
        base = arith::MulFOp::create(rewriter, loc, base, base);
    }
    if (*exponent < 0)
      power = arith::DivFOp::create(rewriter, loc, one, power);
    if (isNarrow)
      power = arith::TruncFOp::create(rewriter, loc, type, power);
    rewriter.replaceOp(op, power);
    return success();
  }

  static std::optional<int64_t> getWholeNumber(Value value) {
    Attribute attr;
    if (!matchPattern(value, m_Constant(&attr)))
      return std::nullopt;
    if (auto integer = dyn_cast<IntegerAttr>(attr))
      return integer.getValue().trySExtValue();
    auto number = dyn_cast<FloatAttr>(attr);
    if (!number || !number.getValue().isInteger())
      return std::nullopt;
    llvm::APSInt whole(64, /*isUnsigned=*/false);
    bool isExact;
    if (number.getValue().convertToInteger(whole, llvm::APFloat::rmTowardZero, &isExact) !=
        llvm::APFloat::opOK)
      return std::nullopt;
    return whole.getExtValue();
  }
};

struct LowerMath : mcf::impl::LowerMathBase<LowerMath> {
  using LowerMathBase::LowerMathBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    constexpr double log2E = 1.4426950408889634, ln2 = 0.6931471805599453,
                     log10Of2 = 0.3010299956639812;
    // What is below 2^-126 becomes 0: without `ftz` it takes a comparison and two products more.
    StringRef ex2 = "llvm.nvvm.ex2.approx.ftz.f32";
    patterns.add<LowerToInstruction<math::ExpOp>>(context, ex2, log2E, 1.0);
    patterns.add<LowerToInstruction<math::Exp2Op>>(context, ex2, 1.0, 1.0);
    patterns.add<LowerLog<math::LogOp>>(context, ln2);
    patterns.add<LowerLog<math::Log2Op>>(context, 1.0);
    patterns.add<LowerLog<math::Log10Op>>(context, log10Of2);
    patterns.add<LowerToInstruction<math::RsqrtOp>>(context, "llvm.nvvm.rsqrt.approx.f", 1.0, 1.0);
    patterns.add<LowerToIntrinsic<arith::MaxNumFOp>>(context, "llvm.maxnum");
    patterns.add<LowerToIntrinsic<arith::MinNumFOp>>(context, "llvm.minnum");
    patterns.add<LowerToIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<LowerToIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<LowerToIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<LowerToIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<ExpandPower<math::PowFOp>, ExpandPower<math::FPowIOp>>(context);
    patterns.add<LowerToIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    patterns.add<LowerToIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<LowerToIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    patterns.add<LowerDivision>(context);
    populateMathF32ExpansionPatterns(patterns, runsInF32);
    populateMathPolynomialApproximationPatterns(patterns, isApproximated);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    bool refused = false;
    getOperation()->walk([&](Operation *op) {
      if (isa<math::MathDialect>(op->getDialect()) && !hasInstruction(op)) {
        op->emitOpError("expected math that needs no library on the GPU, but got it on ")
            << op->getResult(0).getType();
        refused = true;
      }
    });
    if (refused)
      signalPassFailure();
  }
};
} // namespace
