//===- DependentReductions.cpp - reductions that need reductions ----------===//
#include "MCFuser/Analysis/DependentReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

static bool reducesOver(Operation *op, StringAttr dim) {
  auto chainOp = dyn_cast_or_null<ChainOpInterface>(op);
  return chainOp && llvm::is_contained(chainOp.getReductionDims(), dim);
}

/// Every dim of `value` is a dim of `of`.
static bool hasDimsOf(Value of, Value value) {
  return llvm::all_of(named(value).getDims(),
                      [&](StringAttr dim) { return named(of).hasDim(dim); });
}

static bool isMaximum(Operation *op) {
  auto reduce = dyn_cast_or_null<ReduceOp>(op);
  return reduce && (reduce.getKind() == vector::CombiningKind::MAXIMUMF ||
                    reduce.getKind() == vector::CombiningKind::MAXNUMF);
}

static Value yielded(MapOp map) {
  return cast<YieldOp>(map.getBody().front().getTerminator()).getValues()[0];
}

/// The operand of the map that a block argument of its body stands for, or null.
static Value mapOperand(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto map = arg ? dyn_cast<MapOp>(arg.getOwner()->getParentOp()) : MapOp();
  return map ? map.getInputs()[arg.getArgNumber()] : Value();
}

/// If `op` is a monotone function of one operand, the others being constants, that
/// operand: casts, sums with and maxima with constants, products with positive ones.
static Value monotoneOperand(Operation *op) {
  if (!op)
    return {};
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return op->getOperand(0);
  FloatAttr constant;
  if (isa<arith::SubFOp, arith::DivFOp>(op)) {
    if (!matchPattern(op->getOperand(1), m_Constant(&constant)))
      return {};
    bool positive = constant.getValue().isFiniteNonZero() && !constant.getValue().isNegative();
    return isa<arith::SubFOp>(op) || positive ? op->getOperand(0) : Value();
  }
  if (!isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
           arith::MinNumFOp>(op))
    return {};
  for (unsigned i : {0u, 1u}) {
    if (!matchPattern(op->getOperand(1 - i), m_Constant(&constant)))
      continue;
    bool positive = constant.getValue().isFiniteNonZero() && !constant.getValue().isNegative();
    if (!isa<arith::MulFOp>(op) || positive)
      return op->getOperand(i);
  }
  return {};
}

/// The running maximum that `statistic` is a monotone function of, or null.
static Value traceMaximum(Value statistic, StringAttr dim) {
  while (true) {
    Operation *op = statistic.getDefiningOp();
    if (isMaximum(op) && reducesOver(op, dim))
      return statistic;
    auto map = dyn_cast_or_null<MapOp>(op);
    if (!map)
      return {};
    Value inner = yielded(map);
    while (!mapOperand(inner)) {
      inner = monotoneOperand(inner.getDefiningOp());
      if (!inner)
        return {};
    }
    statistic = mapOperand(inner);
  }
}

/// Takes a value of a map's body or of the chain to where it is computed: through block
/// arguments and maps, and through the maximum over `dim` if `throughMaximum`.
static Value resolve(Value value, StringAttr dim, bool throughMaximum) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (Value operand = mapOperand(value))
      value = operand;
    else if (auto map = dyn_cast_or_null<MapOp>(op))
      value = yielded(map);
    else if (throughMaximum && isMaximum(op) && reducesOver(op, dim))
      value = op->getOperand(0);
    else
      return value;
  }
}

static Value resolveThroughCasts(Value value, StringAttr dim, bool throughMaximum) {
  value = resolve(value, dim, throughMaximum);
  while (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(value.getDefiningOp()))
    value = resolve(value.getDefiningOp()->getOperand(0), dim, throughMaximum);
  return value;
}

/// True if `bound`, with the maximum over `dim` taken away, is the same expression as
/// `value` to within casts: then `value <= bound`.
static bool isBoundedBy(Value value, Value bound, StringAttr dim, unsigned &budget) {
  value = resolveThroughCasts(value, dim, /*throughMaximum=*/false);
  bound = resolveThroughCasts(bound, dim, /*throughMaximum=*/true);
  if (value == bound)
    return true;
  Operation *lhs = value.getDefiningOp(), *rhs = bound.getDefiningOp();
  // A maximum with something else, such as the lowest float, is no less.
  if (isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(rhs))
    for (Value operand : rhs->getOperands())
      if (budget > 0 && isBoundedBy(value, operand, dim, --budget))
        return true;
  if (budget == 0 || !lhs || !rhs || isa<ChainOpInterface>(lhs) || isa<ChainOpInterface>(rhs) ||
      lhs->getName() != rhs->getName() || lhs->getNumOperands() != rhs->getNumOperands() ||
      lhs->getAttrDictionary() != rhs->getAttrDictionary())
    return false;
  --budget;
  for (auto [l, r] : llvm::zip(lhs->getOperands(), rhs->getOperands()))
    if (!isBoundedBy(l, r, dim, budget))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Row statistics
//===----------------------------------------------------------------------===//

bool DependentReductions::isRowStatistic(Value value, StringAttr dim) const {
  Operation *op = value.getDefiningOp();
  if (!op || named(value).hasDim(dim))
    return false;
  if (reducesOver(op, dim))
    return true;
  auto map = dyn_cast<MapOp>(op);
  return map && llvm::any_of(map.getInputs(), [&](Value v) { return isRowStatistic(v, dim); });
}

static void collectBases(Value value, StringAttr dim, llvm::SetVector<Value> &bases) {
  Operation *op = value.getDefiningOp();
  if (!op || named(value).hasDim(dim))
    return;
  if (reducesOver(op, dim))
    bases.insert(value);
  else if (auto map = dyn_cast<MapOp>(op))
    for (Value input : map.getInputs())
      collectBases(input, dim, bases);
}

SmallVector<Value> DependentReductions::getBases(Value statistic, StringAttr dim) const {
  llvm::SetVector<Value> bases;
  collectBases(statistic, dim, bases);
  return bases.takeVector();
}

//===----------------------------------------------------------------------===//
// Deferral
//===----------------------------------------------------------------------===//

namespace {
/// Follows a value that lacks a factor to the accumulations that end its way.
class FactorTrace {
public:
  FactorTrace(StringAttr dim, Value statistic, bool bounded)
      : dim(dim), statistic(statistic), bounded(bounded) {}

  /// Why the factor of `value` cannot be deferred, or empty. `exact` is a type that
  /// holds the values without the factor exactly, or null.
  StringRef check(Value value, Type exact) {
    bool isUsed = false;
    for (OpOperand &use : value.getUses()) {
      // A schedule only says when values are computed.
      if (isa<ComputeOp, StoreOp>(use.getOwner()))
        continue;
      isUsed = true;
      if (StringRef reason = checkUse(use, exact); !reason.empty())
        return reason;
    }
    return isUsed ? StringRef() : "its result is not accumulated";
  }

  /// Follows the casts and products of a body from `from`, which lacks the factor, to
  /// the yield.
  StringRef checkBody(Value from, Type &exact) {
    while (true) {
      Operation *op = *from.user_begin();
      if (isa<YieldOp>(op))
        return {};
      if (isa<arith::TruncFOp>(op)) {
        auto type = cast<FloatType>(op->getResult(0).getType());
        // Without the factor the value may leave the range of f16 or f8.
        bool narrowExponent = APFloat::semanticsMinExponent(type.getFloatSemantics()) > -126;
        if (narrowExponent && !bounded && exact != type)
          return "without the factor the result could leave the range of its type";
      } else if (!isa<arith::ExtFOp, arith::NegFOp>(op)) {
        exact = {};
      }
      from = op->getResult(0);
    }
  }

private:
  StringRef checkUse(OpOperand &use, Type exact) {
    Operation *user = use.getOwner();
    if (auto map = dyn_cast<MapOp>(user)) {
      unsigned index = use.getOperandNumber();
      if (!map.isHomogeneousIn(index))
        return "a map that uses its result is not homogeneous in it";
      if (StringRef reason = checkBody(map.getBody().getArgument(index), exact); !reason.empty())
        return reason;
      return check(map.getResult(), exact);
    }
    auto reduce = dyn_cast<ReduceOp>(user);
    if (!isa<ContractOp>(user) && !reduce)
      return "its result is returned";
    if (reduce && reduce.getKind() != vector::CombiningKind::ADD)
      return "its result is reduced by something that is not a sum";
    if (!hasDimsOf(/*of=*/user->getResult(0), statistic))
      return "it is summed over a dim of the statistic";
    // The sum over another dim hands the factor on.
    return reducesOver(user, dim) ? StringRef() : check(user->getResult(0), Type());
  }

  StringAttr dim;
  Value statistic;
  bool bounded;
};
} // namespace

static DependentReductions::Deferral refuse(StringRef reason) { return {FactorKind::None, reason}; }

/// The other operand of the op that brings in a product or a quotient, and the result of
/// that op.
static std::pair<Value, Value> getDecidingOp(MapOp user, unsigned index) {
  Value value = user.getBody().getArgument(index);
  while (isa<arith::ExtFOp, arith::TruncFOp>(*value.user_begin()))
    value = value.user_begin()->getResult(0);
  OpOperand &use = *value.use_begin();
  return {use.getOwner()->getOperand(1 - use.getOperandNumber()), use.getOwner()->getResult(0)};
}

DependentReductions::Deferral DependentReductions::getDeferral(MapOp user, unsigned operandIndex,
                                                               StringAttr dim) const {
  Value statistic = user->getOperand(operandIndex);
  if (!isRowStatistic(statistic, dim))
    return refuse("the operand is not a row statistic of the loop");
  if (!user.getType().hasDim(dim))
    return refuse("the map is a row statistic itself");
  FactorKind kind = user.getFactorKind(operandIndex);
  if (kind == FactorKind::None)
    return refuse("the statistic is not a factor of the result");

  bool bounded = kind == FactorKind::Exponential;
  Type exact;
  if (kind == FactorKind::Exponential) {
    if (!traceMaximum(statistic, dim))
      return refuse("the statistic is not a monotone function of one maximum");
    // Where the exponent may exceed the running maximum it could overflow on the way.
    auto difference = cast<arith::SubFOp>(user.getExponentDifference(operandIndex));
    unsigned budget = 256;
    if (!isBoundedBy(difference.getLhs(), difference.getRhs(), dim, budget))
      return refuse("the exponent is not bounded by the maximum");
  } else if (kind == FactorKind::ZeroIf || kind == FactorKind::ZeroUnless) {
    // What is summed without it is either right or replaced by 0, whatever its range.
    bounded = true;
  } else {
    for (unsigned other = 0, e = user->getNumOperands(); other < e && !bounded; ++other) {
      if (other == operandIndex)
        continue;
      auto isExponential = [](PendingFactor f) { return f.kind == FactorKind::Exponential; };
      bounded = (user.getFactorKind(other) == FactorKind::Exponential &&
                 isDeferrable(user, other, dim)) ||
                (user.isHomogeneousIn(other) &&
                 llvm::any_of(getPendingFactors(user->getOperand(other), dim), isExponential));
    }
    auto [numerator, result] = getDecidingOp(user, operandIndex);
    numerator = resolve(numerator, dim, /*throughMaximum=*/false);
    exact = numerator.getType();
    if (auto ext = numerator.getDefiningOp<arith::ExtFOp>())
      exact = ext.getIn().getType();
    if (auto array = dyn_cast<NamedType>(exact))
      exact = array.getElementType();
    FactorTrace trace(dim, statistic, bounded);
    if (StringRef reason = trace.checkBody(result, exact); !reason.empty())
      return refuse(reason);
  }
  FactorTrace trace(dim, statistic, bounded);
  if (StringRef reason = trace.check(user.getResult(), exact); !reason.empty())
    return refuse(reason);
  return {kind, {}};
}

SmallVector<Value> DependentReductions::getStrictProducers(Operation *op, StringAttr dim) const {
  llvm::SetVector<Value> producers;
  for (OpOperand &operand : op->getOpOperands()) {
    auto map = dyn_cast<MapOp>(op);
    FactorKind kind =
        map ? getDeferral(map, operand.getOperandNumber(), dim).kind : FactorKind::None;
    if (kind == FactorKind::None)
      producers.insert(operand.get());
    else if (kind == FactorKind::Exponential)
      producers.insert(traceMaximum(operand.get(), dim));
  }
  return producers.takeVector();
}

SmallVector<PendingFactor> DependentReductions::getPendingFactors(Value value,
                                                                  StringAttr dim) const {
  SmallVector<PendingFactor> factors;
  Operation *op = value.getDefiningOp();
  if (!op)
    return factors;
  auto map = dyn_cast<MapOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    if (map)
      if (Deferral deferral = getDeferral(map, index, dim)) {
        factors.push_back({map, index, deferral.kind});
        continue;
      }
    // A value without the dim has been read, and so finished, before.
    if (named(operand.get()).hasDim(dim))
      factors.append(getPendingFactors(operand.get(), dim));
  }
  return factors;
}
