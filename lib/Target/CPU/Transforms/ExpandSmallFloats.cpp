//===- ExpandSmallFloats.cpp - casts of 8-bit floats as integer ops -------===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mcf {
#define GEN_PASS_DEF_EXPANDSMALLFLOATSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

namespace {
/// An 8-bit float format by the places of its fields.
struct Format {
  int mantissaBits, bias;

  static std::optional<Format> get(Type type) {
    if (isa<Float8E4M3FNType>(type))
      return Format{3, 7};
    if (isa<Float8E5M2Type>(type))
      return Format{2, 15};
    return std::nullopt;
  }
  /// Only E5M2 has infinities. All bits of exponent and mantissa set is a NaN in both.
  bool hasInfinity() const { return mantissaBits == 2; }
};

/// Builds ops on one integer type of bits, and the float type of the same width.
struct BitsBuilder {
  BitsBuilder(OpBuilder &builder, Location loc, FloatType floatType)
      : builder(builder), loc(loc), floatType(floatType),
        type(builder.getIntegerType(floatType.getWidth())),
        mantissaBits(floatType.getFPMantissaWidth() - 1),
        bias(floatType.getWidth() == 64 ? 1023 : 127) {}

  Value integer(int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
  }
  Value number(double value) {
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(floatType, value));
  }
  Value toBits(Value value) { return arith::BitcastOp::create(builder, loc, type, value); }
  Value toFloat(Value bits) { return arith::BitcastOp::create(builder, loc, floatType, bits); }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
  Value bitAnd(Value a, Value b) { return arith::AndIOp::create(builder, loc, a, b); }
  Value bitOr(Value a, Value b) { return arith::OrIOp::create(builder, loc, a, b); }
  Value shiftLeft(Value a, int64_t by) {
    return arith::ShLIOp::create(builder, loc, a, integer(by));
  }
  Value shiftRight(Value a, int64_t by) {
    return arith::ShRUIOp::create(builder, loc, a, integer(by));
  }
  Value select(arith::CmpIPredicate predicate, Value a, int64_t b, Value yes, Value no) {
    Value condition = arith::CmpIOp::create(builder, loc, predicate, a, integer(b));
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  /// The bits of a number.
  int64_t bitsOf(double value) {
    APFloat number(value);
    bool losesInfo;
    number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return number.bitcastToAPInt().getZExtValue();
  }

  OpBuilder &builder;
  Location loc;
  FloatType floatType;
  IntegerType type;
  int mantissaBits, bias;
};

/// f8 to f32, which holds every f8, and on to the wanted type.
struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    std::optional<Format> format = Format::get(op.getIn().getType());
    if (!format)
      return failure();
    Location loc = op.getLoc();
    BitsBuilder b(rewriter, loc, rewriter.getF32Type());
    Value byte = arith::BitcastOp::create(rewriter, loc, rewriter.getI8Type(), op.getIn());
    Value bits = arith::ExtUIOp::create(rewriter, loc, b.type, byte);
    Value magnitude = b.bitAnd(bits, b.integer(0x7f));
    Value sign = b.shiftLeft(b.bitAnd(bits, b.integer(0x80)), 24);
    int m = format->mantissaBits;
    Value normal = b.add(b.shiftLeft(magnitude, b.mantissaBits - m),
                         b.integer(int64_t(b.bias - format->bias) << b.mantissaBits));
    // Subnormals are multiples of the smallest one.
    Value count = arith::UIToFPOp::create(rewriter, loc, b.floatType, magnitude);
    Value subnormal = b.toBits(arith::MulFOp::create(
        rewriter, loc, count, b.number(std::ldexp(1.0, 1 - format->bias - m))));
    Value result =
        b.select(arith::CmpIPredicate::ult, magnitude, int64_t(1) << m, subnormal, normal);
    if (format->hasInfinity())
      result = b.select(arith::CmpIPredicate::uge, magnitude, 0x7c, b.integer(0x7f800000), result);
    result = b.select(arith::CmpIPredicate::ugt, magnitude, format->hasInfinity() ? 0x7c : 0x7e,
                      b.integer(0x7fc00000), result);
    Value value = b.toFloat(b.bitOr(result, sign));
    unsigned width = op.getType().getIntOrFloatBitWidth();
    if (width > 32)
      value = arith::ExtFOp::create(rewriter, loc, op.getType(), value);
    else if (width < 32)
      value = arith::TruncFOp::create(rewriter, loc, op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// To f8 with one rounding to nearest even. Beyond the largest number: NaN in E4M3FN, infinity in
/// E5M2.
struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    std::optional<Format> format = Format::get(op.getType());
    auto from = dyn_cast<FloatType>(op.getIn().getType());
    if (!format || !from)
      return failure();
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return failure();
    Location loc = op.getLoc();
    Value value = op.getIn();
    if (from.getWidth() < 32) {
      from = rewriter.getF32Type();
      value = arith::ExtFOp::create(rewriter, loc, from, value);
    }
    BitsBuilder b(rewriter, loc, from);
    int m = format->mantissaBits, dropped = b.mantissaBits - m;
    Value bits = b.toBits(value);
    Value magnitude = b.bitAnd(bits, b.integer(from.getWidth() == 64 ? INT64_MAX : INT32_MAX));
    // Normal numbers: half of the last place, one less where the kept part is even; a carry goes
    // on to the exponent.
    Value odd = b.bitAnd(b.shiftRight(magnitude, dropped), b.integer(1));
    Value rounded = b.add(b.add(magnitude, b.integer((int64_t(1) << (dropped - 1)) - 1)), odd);
    Value normal =
        b.sub(b.shiftRight(rounded, dropped), b.integer(int64_t(b.bias - format->bias) << m));
    // Subnormal ones: added to a number whose last place is the smallest subnormal.
    double base = std::ldexp(1.0, 1 - format->bias - m + b.mantissaBits);
    Value sum = arith::AddFOp::create(rewriter, loc, b.toFloat(magnitude), b.number(base));
    Value subnormal = b.sub(b.toBits(sum), b.integer(b.bitsOf(base)));
    Value result = b.select(arith::CmpIPredicate::ult, magnitude,
                            b.bitsOf(std::ldexp(1.0, 1 - format->bias)), subnormal, normal);
    if (format->hasInfinity()) {
      // Half a place beyond 57344, which ties away from it.
      result = b.select(arith::CmpIPredicate::uge, magnitude, b.bitsOf(61440.0), b.integer(0x7c),
                        result);
      result = b.select(arith::CmpIPredicate::ugt, magnitude,
                        b.bitsOf(std::numeric_limits<double>::infinity()), b.integer(0x7e), result);
    } else {
      // Half a place beyond 448, which ties to it.
      result =
          b.select(arith::CmpIPredicate::ugt, magnitude, b.bitsOf(464.0), b.integer(0x7f), result);
    }
    Value sign = b.bitAnd(b.shiftRight(bits, from.getWidth() - 8), b.integer(0x80));
    Value byte =
        arith::TruncIOp::create(rewriter, loc, rewriter.getI8Type(), b.bitOr(result, sign));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), byte);
    return success();
  }
};

struct ExpandSmallFloats : mcf::impl::ExpandSmallFloatsPassBase<ExpandSmallFloats> {
  void runOnOperation() override {
    // Most programs have none: they stay as they are.
    WalkResult found = getOperation()->walk([](Operation *op) {
      bool isCast =
          isa<arith::ExtFOp, arith::TruncFOp>(op) &&
          (Format::get(op->getOperand(0).getType()) || Format::get(op->getResult(0).getType()));
      return isCast ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtension, ExpandTruncation>(&getContext());
    // No folding: a cast to f8 and back rounds.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
