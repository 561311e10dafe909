//===- MapFactors.cpp - how a map depends on one of its operands ----------===//
// The DependentReductionOpInterface of mcf.map, read off its body.
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mcf;

/// The one path by which the body's result depends on `arg`, if each op on it is used
/// once and takes the value as one operand: the uses from `arg` to the yield.
static FailureOr<SmallVector<OpOperand *>> uniquePath(BlockArgument arg) {
  SmallVector<OpOperand *> path;
  Value value = arg;
  while (true) {
    if (!value.hasOneUse())
      return failure();
    OpOperand &use = *value.use_begin();
    path.push_back(&use);
    if (isa<YieldOp>(use.getOwner()))
      return path;
    if (use.getOwner()->getNumResults() != 1)
      return failure();
    value = use.getOwner()->getResult(0);
  }
}

static bool isFloatCast(OpOperand *use) {
  return isa<arith::ExtFOp, arith::TruncFOp>(use->getOwner());
}

static bool isZero(Value value) {
  FloatAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.getValue().isZero();
}

/// True if the use's value is multiplied or divided by a positive finite constant.
static bool isPositiveScaling(OpOperand *use) {
  Operation *op = use->getOwner();
  if (!isa<arith::MulFOp, arith::DivFOp>(op) ||
      (isa<arith::DivFOp>(op) && use->getOperandNumber() != 0))
    return false;
  FloatAttr attr;
  return matchPattern(op->getOperand(1 - use->getOperandNumber()), m_Constant(&attr)) &&
         attr.getValue().isFiniteNonZero() && !attr.getValue().isNegative();
}

/// True if multiplying the use's value by a factor multiplies the op's result by it.
static bool isHomogeneousUse(OpOperand *use) {
  Operation *op = use->getOwner();
  if (isa<YieldOp, arith::ExtFOp, arith::TruncFOp, arith::NegFOp, arith::MulFOp>(op))
    return true;
  if (isa<arith::DivFOp>(op))
    return use->getOperandNumber() == 0;
  // A mask: zero times the factor is zero.
  if (isa<arith::SelectOp>(op))
    return use->getOperandNumber() > 0 && isZero(op->getOperand(3 - use->getOperandNumber()));
  return false;
}

bool MapOp::isHomogeneousIn(unsigned index) {
  auto path = uniquePath(getBody().getArgument(index));
  return succeeded(path) && llvm::all_of(*path, isHomogeneousUse);
}

namespace {
/// The parts of a body of the form `c * exp(scale * (e - monotone(r)))`.
struct ExponentialPath {
  SmallVector<OpOperand *> before; ///< from `r` to the difference
  arith::SubFOp difference;
  SmallVector<OpOperand *> after; ///< from the difference to the exponential
  Operation *exponential = nullptr;
};
} // namespace

static FailureOr<ExponentialPath> matchExponential(ArrayRef<OpOperand *> path) {
  ExponentialPath result;
  auto it = path.begin();
  for (; isFloatCast(*it) || isPositiveScaling(*it); ++it)
    result.before.push_back(*it);
  result.difference = dyn_cast<arith::SubFOp>((*it)->getOwner());
  if (!result.difference || (*it)->getOperandNumber() != 1)
    return failure();
  for (++it; isFloatCast(*it) || isPositiveScaling(*it); ++it)
    result.after.push_back(*it);
  result.exponential = (*it)->getOwner();
  if (!isa<math::ExpOp, math::Exp2Op>(result.exponential) ||
      !std::all_of(++it, path.end(), isHomogeneousUse))
    return failure();
  return result;
}

/// What an operand is to the op that brings it in.
static FactorKind getDecidingKind(Operation *op, unsigned operand) {
  if (isa<arith::MulFOp>(op))
    return FactorKind::Product;
  if (isa<arith::DivFOp>(op) && operand == 1)
    return FactorKind::Quotient;
  if (auto select = dyn_cast<arith::SelectOp>(op); select && operand == 0) {
    if (isZero(select.getTrueValue()))
      return FactorKind::ZeroIf;
    if (isZero(select.getFalseValue()))
      return FactorKind::ZeroUnless;
  }
  return FactorKind::None;
}

FactorKind MapOp::getFactorKind(unsigned index) {
  auto path = uniquePath(getBody().getArgument(index));
  if (failed(path))
    return FactorKind::None;
  if (succeeded(matchExponential(*path)))
    return FactorKind::Exponential;
  // [casts], one deciding op, then ops that only pass a factor on.
  auto it = path->begin();
  while (isFloatCast(*it))
    ++it;
  Operation *op = (*it)->getOwner();
  FactorKind kind = getDecidingKind(op, (*it)->getOperandNumber());
  return std::all_of(++it, path->end(), isHomogeneousUse) ? kind : FactorKind::None;
}

Operation *MapOp::getExponentDifference(unsigned index) {
  auto path = uniquePath(getBody().getArgument(index));
  if (failed(path))
    return nullptr;
  auto exponential = matchExponential(*path);
  return succeeded(exponential) ? exponential->difference.getOperation() : nullptr;
}

/// Clones the ops of a path onto `value`. Their other operands are constants.
static Value clonePath(OpBuilder &builder, ArrayRef<OpOperand *> path, Value value) {
  for (OpOperand *use : path) {
    Operation *op = use->getOwner();
    IRMapping mapping;
    for (OpOperand &operand : op->getOpOperands())
      if (&operand != use)
        mapping.map(operand.get(), builder.clone(*operand.get().getDefiningOp())->getResult(0));
    mapping.map(use->get(), value);
    value = builder.clone(*op, mapping)->getResult(0);
  }
  return value;
}

Value MapOp::buildAction(OpBuilder &builder, Location loc, unsigned index, Value oldValue,
                         Value newValue) {
  auto path = uniquePath(getBody().getArgument(index));
  assert(succeeded(path) && "no action for this operand");
  auto parts = matchExponential(*path);
  assert(succeeded(parts) && "no action for this operand");
  Value from = clonePath(builder, parts->before, oldValue);
  Value to = clonePath(builder, parts->before, newValue);
  Value difference = arith::SubFOp::create(builder, loc, from, to);
  difference = clonePath(builder, parts->after, difference);
  Value factor = isa<math::Exp2Op>(parts->exponential)
                     ? Value(math::Exp2Op::create(builder, loc, difference))
                     : Value(math::ExpOp::create(builder, loc, difference));
  // exp(-inf - -inf) is 1, the identity: nothing was accumulated yet.
  Value one = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(factor.getType(), 1.0));
  Value same = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, oldValue, newValue);
  return arith::SelectOp::create(builder, loc, same, one, factor);
}
