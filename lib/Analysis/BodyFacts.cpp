//===- BodyFacts.cpp - folds the body of a map, point by point ------------===//
#include "BodyFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

bool mcf::analysis::isSameNumber(Attribute a, Attribute b) {
  if (a == b)
    return true;
  auto x = dyn_cast_or_null<FloatAttr>(a), y = dyn_cast_or_null<FloatAttr>(b);
  return x && y && x.getType() == y.getType() && x.getValue().isZero() && y.getValue().isZero();
}

static bool isZero(Attribute attr) {
  return attr && (matchPattern(attr, m_AnyZeroFloat()) || matchPattern(attr, m_Zero()));
}

static bool isInfinity(Attribute attr) {
  auto value = dyn_cast_or_null<FloatAttr>(attr);
  return value && value.getValue().isInfinity();
}

static TypedAttr negateFloat(Attribute attr) {
  auto value = cast<FloatAttr>(attr);
  return FloatAttr::get(value.getType(), -value.getValue());
}

PointFacts BodyFacts::run(ArrayRef<PointFacts> operands, const llvm::SmallBitVector &isStatistic) {
  Block &body = map.getBody().front();
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    ScalarFacts &known = facts[argument];
    static_cast<PointFacts &>(known) = operands[i];
    known.statistics.resize(operands.size());
    if (isStatistic.test(i))
      known.statistics.set(i);
    else
      known.hasData = true;
  }
  for (Operation &op : body.without_terminator())
    visit(op);
  return get(cast<YieldOp>(body.getTerminator()).getValues()[0]);
}

void BodyFacts::visit(Operation &op) {
  if (op.getNumResults() != 1)
    return;
  ScalarFacts result;
  result.statistics.resize(map.getInputs().size());
  for (Value operand : op.getOperands()) {
    result.statistics |= get(operand).statistics;
    result.hasData |= get(operand).hasData;
  }
  Attribute constant;
  if (matchPattern(&op, m_Constant(&constant))) {
    if (auto typed = dyn_cast<TypedAttr>(constant))
      result.constants.push_back({typed, IndexRegion::getEverywhere(), {}});
  } else if (isa<arith::CmpIOp, arith::CmpFOp>(op)) {
    addComparison(op, result);
  }
  result.form = checkRange(getForm(op), op.getResult(0).getType());
  if (!constant)
    addFolds(op, result);
  facts[op.getResult(0)] = std::move(result);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

bool BodyFacts::isNonNegative(const IndexForm &form) {
  std::optional<int64_t> least = form.getMin(chain.getSizes());
  return least && *least >= 0;
}

std::optional<IndexForm> BodyFacts::checkRange(std::optional<IndexForm> form, Type type) {
  if (!form)
    return std::nullopt;
  int64_t limit; // numbers of [-limit, limit)
  if (auto floatType = dyn_cast<FloatType>(type)) {
    limit = int64_t(1) << std::min(floatType.getFPMantissaWidth(), 62u);
  } else {
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    if (width >= 64 && llvm::all_of(form->terms, [](const IndexTerm &term) {
          return std::abs(term.coefficient) <= (1 << 16);
        }))
      return form; // no dim has 2^47 elements
    limit = int64_t(1) << std::min(width - 1, 62u);
  }
  std::optional<int64_t> least = form->getMin(chain.getSizes());
  std::optional<int64_t> most = form->getMax(chain.getSizes());
  if (!least || !most || *least < -limit || *most >= limit)
    return std::nullopt;
  return form;
}

/// The integer that a constant is, if it is one.
static std::optional<IndexForm> getConstantForm(Attribute attr) {
  if (auto integer = dyn_cast<IntegerAttr>(attr)) {
    if (integer.getValue().getBitWidth() == 1 || !integer.getValue().isSignedIntN(62))
      return std::nullopt;
    return IndexForm::get(integer.getValue().getSExtValue());
  }
  auto value = dyn_cast<FloatAttr>(attr);
  if (!value || !value.getValue().isFinite() || !value.getValue().isInteger())
    return std::nullopt;
  llvm::APSInt integer(62, /*isUnsigned=*/false);
  bool isExact = false;
  if (value.getValue().convertToInteger(integer, APFloat::rmTowardZero, &isExact) != APFloat::opOK)
    return std::nullopt;
  return IndexForm::get(integer.getSExtValue());
}

std::optional<IndexForm> BodyFacts::getForm(Operation &op) {
  Attribute constant;
  if (matchPattern(&op, m_Constant(&constant)))
    return getConstantForm(constant);
  if (auto index = dyn_cast<IndexOp>(op))
    return IndexForm::getPosition(chain.getDimNumber(index.getDimAttr()));
  if (op.getNumOperands() == 0 || op.getNumOperands() > 2)
    return std::nullopt;
  std::optional<IndexForm> lhs = get(op.getOperand(0)).form, rhs;
  if (op.getNumOperands() == 2)
    rhs = get(op.getOperand(1)).form;
  if (!lhs || (op.getNumOperands() == 2 && !rhs))
    return std::nullopt;
  // A type that the number does not fit is found by checkRange.
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::SIToFPOp, arith::ExtFOp, arith::TruncFOp,
          arith::TruncIOp, arith::FPToSIOp>(op))
    return lhs;
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp, arith::UIToFPOp, arith::FPToUIOp>(op))
    return isNonNegative(*lhs) ? lhs : std::nullopt;
  if (isa<arith::NegFOp>(op))
    return lhs->times(-1);
  if (isa<arith::AddIOp, arith::AddFOp>(op))
    return lhs->plus(*rhs);
  if (isa<arith::SubIOp, arith::SubFOp>(op))
    return lhs->plus(*rhs, -1);
  if (isa<arith::MulIOp, arith::MulFOp>(op)) {
    if (rhs->isConstant())
      return lhs->times(rhs->constant);
    return lhs->isConstant() ? rhs->times(lhs->constant) : std::nullopt;
  }
  bool floors = isa<arith::FloorDivSIOp>(op) ||
                (isa<arith::DivSIOp, arith::DivUIOp>(op) && isNonNegative(*lhs));
  if (floors && rhs->isConstant())
    return lhs->floorDiv(rhs->constant);
  bool shifts = isa<arith::ShRSIOp>(op) || (isa<arith::ShRUIOp>(op) && isNonNegative(*lhs));
  if (shifts && rhs->isConstant() && rhs->constant >= 0 && rhs->constant < 32)
    return lhs->floorDiv(int64_t(1) << rhs->constant);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

void BodyFacts::addFolds(Operation &op, ScalarFacts &result) {
  unsigned count = op.getNumOperands();
  if (count == 0 || count > 3)
    return;
  // Each operand is unknown or one of its constants.
  SmallVector<unsigned> choice(count, 0);
  auto next = [&] {
    for (unsigned i = 0; i < count; ++i) {
      if (++choice[i] <= get(op.getOperand(i)).constants.size())
        return true;
      choice[i] = 0;
    }
    return false;
  };
  while (next()) {
    ConstantRegion folded{{}, IndexRegion::getEverywhere(), {}};
    SmallVector<Attribute> operands;
    for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
      if (choice[i] == 0) {
        operands.push_back({});
        continue;
      }
      const ConstantRegion &constant = get(operand).constants[choice[i] - 1];
      operands.push_back(constant.value);
      folded.region = folded.region.intersect(constant.region);
      folded.assumed.append(constant.assumed);
    }
    folded.region = folded.region.simplify(chain.getSizes());
    if (folded.region.isNowhere())
      continue;
    folded.value = fold(op, operands, folded.assumed);
    if (folded.value)
      addConstant(result.constants, folded);
  }
}

TypedAttr BodyFacts::fold(Operation &op, ArrayRef<Attribute> operands,
                          SmallVectorImpl<AssumedOperand> &assumed) {
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!operands[0]) // either way
      return isSameNumber(operands[1], operands[2]) ? dyn_cast_or_null<TypedAttr>(operands[1])
                                                    : TypedAttr();
    bool isTrue = cast<IntegerAttr>(operands[0]).getValue().isOne();
    return dyn_cast_or_null<TypedAttr>(operands[isTrue ? 1 : 2]);
  }
  if (llvm::is_contained(operands, Attribute()))
    return foldAbsorbing(op, operands, assumed);
  if (isa<math::ExpOp, math::Exp2Op>(op)) {
    // Upstream folds f32 and f64 only.
    auto value = cast<FloatAttr>(operands[0]);
    if (value.getValue().isInfinity() && value.getValue().isNegative())
      return FloatAttr::get(value.getType(), 0.0);
    if (value.getValue().isZero())
      return FloatAttr::get(value.getType(), 1.0);
  }
  // The sign of a zero is not known.
  if ((isa<arith::DivFOp>(op) && isZero(operands[1])) ||
      isa<arith::BitcastOp, math::CopySignOp, math::Atan2Op>(op))
    return {};
  // A folder may also change the op.
  Operation *copy = op.clone();
  SmallVector<OpFoldResult> results;
  LogicalResult folded = copy->fold(operands, results);
  TypedAttr value;
  if (succeeded(folded) && results.size() == 1) {
    if (auto attr = dyn_cast<Attribute>(results[0]))
      value = dyn_cast<TypedAttr>(attr);
    else
      for (auto [operand, constant] : llvm::zip(copy->getOperands(), operands))
        if (operand == cast<Value>(results[0]))
          value = dyn_cast<TypedAttr>(constant);
  }
  copy->destroy();
  return value;
}

/// An operand that decides, whatever the others are.
TypedAttr BodyFacts::foldAbsorbing(Operation &op, ArrayRef<Attribute> operands,
                                   SmallVectorImpl<AssumedOperand> &assumed) {
  auto assume = [&] {
    for (auto [operand, constant] : llvm::zip(op.getOperands(), operands))
      if (!constant)
        for (unsigned statistic : get(operand).statistics.set_bits())
          assumed.push_back({map, statistic});
  };
  auto take = [&](auto decides) -> TypedAttr {
    for (Attribute constant : operands)
      if (constant && decides(constant)) {
        assume();
        return cast<TypedAttr>(constant);
      }
    return {};
  };
  if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(op))
    return take(isZero);
  if (isa<arith::OrIOp>(op))
    return take([](Attribute attr) { return cast<IntegerAttr>(attr).getValue().isAllOnes(); });
  if (isa<arith::AddFOp>(op))
    return take(isInfinity);
  if (isa<arith::SubFOp>(op)) {
    if (!isInfinity(operands[0]) && !isInfinity(operands[1]))
      return {};
    assume();
    return operands[0] ? cast<TypedAttr>(operands[0]) : negateFloat(operands[1]);
  }
  if (isa<arith::DivFOp>(op) && isZero(operands[0])) {
    // 0 / 0 is NaN: only a row statistic is assumed to be no 0.
    const ScalarFacts &divisor = get(op.getOperand(1));
    if (divisor.hasData || divisor.statistics.none())
      return {};
    assume();
    return cast<TypedAttr>(operands[0]);
  }
  return {};
}
