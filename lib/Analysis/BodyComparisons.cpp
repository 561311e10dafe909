//===- BodyComparisons.cpp - where comparisons in the body of a map hold ---===//
#include "BodyFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace {
enum class Order { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
} // namespace

static std::optional<Order> getOrder(arith::CmpIPredicate predicate, bool &isUnsigned) {
  using P = arith::CmpIPredicate;
  isUnsigned = llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  switch (predicate) {
  case P::eq:
    return Order::Equal;
  case P::ne:
    return Order::NotEqual;
  case P::slt:
  case P::ult:
    return Order::Less;
  case P::sle:
  case P::ule:
    return Order::LessEqual;
  case P::sgt:
  case P::ugt:
    return Order::Greater;
  case P::sge:
  case P::uge:
    return Order::GreaterEqual;
  }
  return std::nullopt;
}

/// Neither side is NaN.
static std::optional<Order> getOrder(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OEQ:
  case P::UEQ:
    return Order::Equal;
  case P::ONE:
  case P::UNE:
    return Order::NotEqual;
  case P::OLT:
  case P::ULT:
    return Order::Less;
  case P::OLE:
  case P::ULE:
    return Order::LessEqual;
  case P::OGT:
  case P::UGT:
    return Order::Greater;
  case P::OGE:
  case P::UGE:
    return Order::GreaterEqual;
  default:
    return std::nullopt;
  }
}

/// Where `lhs <= rhs` (or `<`).
static IndexRegion whereLess(const IndexForm &lhs, const IndexForm &rhs, bool orEqual) {
  std::optional<IndexForm> difference = rhs.plus(lhs, -1);
  if (difference)
    difference = difference->plus(IndexForm::get(orEqual ? 0 : -1));
  return difference ? IndexRegion::get(*difference) : IndexRegion::getNowhere();
}

static IndexRegion where(Order order, const IndexForm &lhs, const IndexForm &rhs) {
  switch (order) {
  case Order::Less:
    return whereLess(lhs, rhs, false);
  case Order::LessEqual:
    return whereLess(lhs, rhs, true);
  case Order::Greater:
    return whereLess(rhs, lhs, false);
  case Order::GreaterEqual:
    return whereLess(rhs, lhs, true);
  case Order::Equal:
    return whereLess(lhs, rhs, true).intersect(whereLess(rhs, lhs, true));
  case Order::NotEqual:
    return whereLess(lhs, rhs, false).unite(whereLess(rhs, lhs, false));
  }
  llvm_unreachable("unknown order");
}

static Order negate(Order order) {
  switch (order) {
  case Order::Less:
    return Order::GreaterEqual;
  case Order::LessEqual:
    return Order::Greater;
  case Order::Greater:
    return Order::LessEqual;
  case Order::GreaterEqual:
    return Order::Less;
  case Order::Equal:
    return Order::NotEqual;
  case Order::NotEqual:
    return Order::Equal;
  }
  llvm_unreachable("unknown order");
}

/// `form < 2.5` is `form < 3`, `form <= 2.5` is `form < 3`: a threshold between integers, doubled.
static std::optional<std::pair<IndexForm, IndexForm>>
getSides(Operation &op, const std::optional<IndexForm> &lhs, const std::optional<IndexForm> &rhs) {
  if (lhs && rhs)
    return std::pair(*lhs, *rhs);
  for (unsigned side : {0u, 1u}) {
    const std::optional<IndexForm> &form = side ? rhs : lhs;
    FloatAttr constant;
    if (!form || !matchPattern(op.getOperand(1 - side), m_Constant(&constant)) ||
        !constant.getValue().isFinite())
      continue;
    double value = constant.getValueAsDouble();
    if (std::abs(value) > double(int64_t(1) << 50))
      return std::nullopt;
    std::optional<IndexForm> doubled = form->times(2);
    if (!doubled)
      return std::nullopt;
    int64_t below = int64_t(std::floor(value));
    IndexForm threshold = IndexForm::get(2 * below + (double(below) == value ? 0 : 1));
    return side ? std::pair(threshold, *doubled) : std::pair(*doubled, threshold);
  }
  return std::nullopt;
}

void BodyFacts::addComparison(Operation &op, ScalarFacts &result) {
  auto sides = getSides(op, get(op.getOperand(0)).form, get(op.getOperand(1)).form);
  if (!sides)
    return;
  const auto &[lhs, rhs] = *sides;
  bool isUnsigned = false;
  std::optional<Order> order;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    order = getOrder(compare.getPredicate(), isUnsigned);
  else
    order = getOrder(cast<arith::CmpFOp>(op).getPredicate());
  if (!order || (isUnsigned && !(isNonNegative(lhs) && isNonNegative(rhs))))
    return;
  Builder builder(op.getContext());
  addConstant(result.constants, {builder.getBoolAttr(true), where(*order, lhs, rhs), {}});
  addConstant(result.constants, {builder.getBoolAttr(false), where(negate(*order), lhs, rhs), {}});
}
