//===- MaskPatterns.cpp - masks cost only the tiles that they cut ---------===//
#include "TileProgramConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace {
/// Positions in a tile: the sum of some scalars and, for each element, a number in a range.
struct Positions {
  SmallVector<Value> scalars;
  int64_t least = 0, most = 0;

  /// Adds the elements of a vector; false if they are no positions.
  bool add(Value value) {
    // Positions wrap around in fewer bits.
    Type type = getElementTypeOrSelf(value.getType());
    if (!type.isIndex() && type.getIntOrFloatBitWidth() < 32)
      return false;
    SplatElementsAttr splat;
    if (matchPattern(value, m_Constant(&splat))) {
      int64_t number = splat.getSplatValue<APInt>().getSExtValue();
      least += number;
      most += number;
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (auto step = dyn_cast_or_null<vector::StepOp>(op)) {
      most += step.getType().getNumElements() - 1;
      return true;
    }
    if (auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op);
        broadcast && !isa<VectorType>(broadcast.getSourceType())) {
      scalars.push_back(broadcast.getSource());
      return true;
    }
    if (isa_and_present<vector::BroadcastOp, vector::ShapeCastOp, arith::IndexCastOp>(op))
      return add(op->getOperand(0));
    return isa_and_present<arith::AddIOp>(op) && add(op->getOperand(0)) && add(op->getOperand(1));
  }

  Value sum(OpBuilder &b, Location loc) const {
    Value sum = arith::ConstantIndexOp::create(b, loc, 0);
    for (Value scalar : scalars) {
      if (!scalar.getType().isIndex())
        scalar = arith::IndexCastOp::create(b, loc, b.getIndexType(), scalar);
      sum = b.createOrFold<arith::AddIOp>(loc, sum, scalar);
    }
    return sum;
  }
};

/// A vector of conditions on positions.
class Mask {
public:
  /// True if the value is one.
  static bool is(Value value) {
    Operation *op = value.getDefiningOp();
    if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op)) {
      Positions left, right;
      return isOrder(compare.getPredicate()) && left.add(compare.getLhs()) &&
             right.add(compare.getRhs());
    }
    if (isa_and_present<vector::BroadcastOp, vector::ShapeCastOp>(op))
      return isa<VectorType>(op->getOperand(0).getType()) && is(op->getOperand(0));
    return isa_and_present<arith::AndIOp, arith::OrIOp>(op) && is(op->getOperand(0)) &&
           is(op->getOperand(1));
  }

  /// A scalar that is true only if all elements of the mask are `all`.
  static Value isUniform(OpBuilder &b, Location loc, Value mask, bool all) {
    Operation *op = mask.getDefiningOp();
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return isUniform(b, loc, compare, all);
    if (isa<vector::BroadcastOp, vector::ShapeCastOp>(op))
      return isUniform(b, loc, op->getOperand(0), all);
    Value left = isUniform(b, loc, op->getOperand(0), all);
    Value right = isUniform(b, loc, op->getOperand(1), all);
    if (isa<arith::AndIOp>(op) == all)
      return arith::AndIOp::create(b, loc, left, right);
    return arith::OrIOp::create(b, loc, left, right);
  }

private:
  using Predicate = arith::CmpIPredicate;

  static bool isOrder(Predicate predicate) {
    return llvm::is_contained({Predicate::slt, Predicate::sle, Predicate::sgt, Predicate::sge},
                              predicate);
  }

  static Value isUniform(OpBuilder &b, Location loc, arith::CmpIOp compare, bool all) {
    Positions left, right;
    (void)left.add(compare.getLhs());
    (void)right.add(compare.getRhs());
    Predicate wanted = compare.getPredicate();
    if (!all)
      wanted = arith::invertPredicate(wanted);
    bool isBelow = wanted == Predicate::slt || wanted == Predicate::sle;
    // The element that is last to satisfy it.
    int64_t extreme = isBelow ? left.most - right.least : left.least - right.most;
    Value difference = arith::SubIOp::create(b, loc, left.sum(b, loc), right.sum(b, loc));
    Value bound = arith::ConstantIndexOp::create(b, loc, -extreme);
    return arith::CmpIOp::create(b, loc, wanted, difference, bound);
  }
};

bool isSplat(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat));
}

/// In a loop, a mask that replaces elements of a tile by a constant is applied under a test that it
/// replaces any: most tiles are not cut by a mask.
struct MaskWhereCut : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    bool isKept = isSplat(op.getFalseValue());
    if (!type || type.getRank() != 2 || !isa<scf::ForOp>(op->getParentOp()) ||
        isKept == isSplat(op.getTrueValue()) || !Mask::is(op.getCondition()))
      return failure();
    Location loc = op.getLoc();
    Value whole = Mask::isUniform(rewriter, loc, op.getCondition(), isKept);
    Value kept = isKept ? op.getTrueValue() : op.getFalseValue();
    auto branch = scf::IfOp::create(
        rewriter, loc, whole, [&](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, kept); },
        [&](OpBuilder &b, Location l) {
          Value masked = arith::SelectOp::create(b, l, op.getCondition(), op.getTrueValue(),
                                                 op.getFalseValue());
          scf::YieldOp::create(b, l, masked);
        });
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};
} // namespace

void mcf::mcfg::populateMaskPatterns(RewritePatternSet &patterns) {
  patterns.add<MaskWhereCut>(patterns.getContext());
}
