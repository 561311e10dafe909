//===- LowerSmallFloats.cpp - mcf-lower-small-floats ----------------------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "SmallFloatCasts.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERSMALLFLOATS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

Value mcf::mcfg::extendToHalves(OpBuilder &builder, Location loc, Value first, Value second) {
  Type byte = builder.getI8Type(), element = first.getType();
  auto toByte = [&](Value value) -> Value {
    return arith::BitcastOp::create(builder, loc, byte, value);
  };
  Value bytes = vector::FromElementsOp::create(builder, loc, VectorType::get({2}, byte),
                                               ValueRange{toByte(first), toByte(second)});
  return NVVM::ConvertF8x2ToF16x2Op::create(builder, loc,
                                            VectorType::get({2}, builder.getF16Type()), bytes,
                                            /*relu=*/false, element);
}

namespace {
struct LowerExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    if (!isSmallFloat(op.getIn().getType()))
      return failure();
    Location loc = op.getLoc();
    Value halves = extendToHalves(rewriter, loc, op.getIn(), op.getIn());
    Value half = vector::ExtractOp::create(rewriter, loc, halves, ArrayRef<int64_t>{0});
    if (op.getType().isBF16()) {
      // bf16 holds every f8.
      half = arith::ExtFOp::create(rewriter, loc, rewriter.getF32Type(), half);
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), half);
    } else if (op.getType().isF16()) {
      rewriter.replaceOp(op, half);
    } else {
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), half);
    }
    return success();
  }
};

/// The instruction gives the largest number for what is beyond it; a cast NaN (E4M3FN) or infinity
/// (E5M2).
struct LowerTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!isSmallFloat(op.getType()) || from.isF64())
      return failure();
    Location loc = op.getLoc();
    Value value = op.getIn();
    if (!from.isF32())
      value = arith::ExtFOp::create(rewriter, loc, rewriter.getF32Type(), value);
    Type byteType = rewriter.getI8Type();
    auto constant = [&](double number) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(static_cast<float>(number)));
    };
    // The first operand goes to the upper byte.
    Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
        rewriter, loc, rewriter.getI16Type(), constant(0), value, NVVM::FPRoundingMode::RN,
        NVVM::SaturationMode::SATFINITE, /*relu=*/false, op.getType());
    Value byte = arith::TruncIOp::create(rewriter, loc, byteType, pair);
    bool hasInfinity = isa<Float8E5M2Type>(op.getType());
    Value magnitude =
        LLVM::CallIntrinsicOp::create(rewriter, loc, rewriter.getF32Type(),
                                      rewriter.getStringAttr("llvm.fabs"), ValueRange{value})
            ->getResult(0);
    // Half a place beyond the largest number: 448 is even, 57344 is odd.
    Value isBeyond = arith::CmpFOp::create(
        rewriter, loc, hasInfinity ? arith::CmpFPredicate::OGE : arith::CmpFPredicate::OGT,
        magnitude, constant(hasInfinity ? 61440 : 464));
    auto mask = [&](int64_t bits) -> Value {
      return arith::ConstantOp::create(rewriter, loc, rewriter.getIntegerAttr(byteType, bits));
    };
    Value sign = arith::AndIOp::create(rewriter, loc, byte, mask(-128));
    Value beyond = arith::OrIOp::create(rewriter, loc, sign, mask(hasInfinity ? 0x7c : 0x7f));
    byte = arith::SelectOp::create(rewriter, loc, isBeyond, beyond, byte);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), byte);
    return success();
  }
};

struct LowerSmallFloats : mcf::impl::LowerSmallFloatsBase<LowerSmallFloats> {
  using LowerSmallFloatsBase::LowerSmallFloatsBase;

  void runOnOperation() override {
    // Most kernels have none: they stay as they are.
    WalkResult found = getOperation()->walk([](Operation *op) {
      bool isCast =
          isa<arith::ExtFOp, arith::TruncFOp>(op) &&
          (isSmallFloat(op->getOperand(0).getType()) || isSmallFloat(op->getResult(0).getType()));
      return isCast ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerExtension, LowerTruncation>(&getContext());
    // No folding: a cast to f8 and back rounds.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    bool refused = false;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::TruncFOp>(op) && isSmallFloat(op->getResult(0).getType())) {
        op->emitOpError("expected a cast to f8 from f32 or a narrower type on the GPU, but got ")
            << op->getOperand(0).getType();
        refused = true;
      }
    });
    if (refused)
      signalPassFailure();
  }
};
} // namespace
