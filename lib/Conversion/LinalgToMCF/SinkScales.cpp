//===- SinkScales.cpp - factors of operands become factors of products ----===//
#include "SinkScales.h"
#include "BuildChain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

/// A number that may leave a sum: 0 times a sum that overflows would be NaN.
static bool isFactor(TypedAttr attr) {
  auto number = dyn_cast_or_null<FloatAttr>(attr);
  return number && number.getValue().isFiniteNonZero();
}

/// The scalar constant behind `value`, which may be cast on the way, or null.
static TypedAttr getNumber(Value value) {
  if (TypedAttr constant = getScalarConstant(value))
    return constant;
  auto type = dyn_cast<FloatType>(value.getType());
  if (!type || !isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(value.getDefiningOp()))
    return {};
  auto number = dyn_cast_or_null<FloatAttr>(getNumber(value.getDefiningOp()->getOperand(0)));
  if (!number)
    return {};
  APFloat cast = number.getValue();
  bool losesInfo;
  cast.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(type, cast);
}

/// True if `op` takes `operand` to a wider type or multiplies it by a number, in the type `last` of
/// the map. `isNumber` says which other values are such numbers.
static bool isScaling(Operation *op, unsigned operand, Type last,
                      llvm::function_ref<bool(Value)> isNumber) {
  if (isa<arith::ExtFOp>(op))
    return getElementTypeOrSelf(op->getOperand(0).getType()).getIntOrFloatBitWidth() >= 16;
  // One in another type than the last is rounded to that type.
  return (isa<arith::MulFOp>(op) || (isa<arith::DivFOp>(op) && operand == 0)) &&
         getElementTypeOrSelf(op->getResult(0).getType()) == last &&
         isNumber(op->getOperand(1 - operand));
}

static bool isWide(Type type) { return type.isF32() || type.isF64(); }

Value mcf::frontend::getScaled(const MatchedOp &matched, bool mayWiden) {
  if (matched.kind != OpKind::Map || matched.op->getNumResults() != 1 ||
      !isWide(matched.getResultType().getElementType()))
    return {};
  auto isSplat = [](Value value) {
    return isFactor(dyn_cast_or_null<TypedAttr>(dyn_cast_or_null<Attribute>(getSplat(value))));
  };
  auto isNumber = [&](Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (matched.body && arg && arg.getOwner() == matched.body) {
      int operand = matched.argOperands[arg.getArgNumber()];
      return operand >= 0 && isSplat(matched.operands[operand].value);
    }
    return isFactor(getNumber(value)) || isSplat(value);
  };
  // The one array, each element of it once.
  const MatchedOperand *array = nullptr;
  for (const MatchedOperand &operand : matched.operands)
    if (isa<RankedTensorType>(operand.value.getType()) && !isSplat(operand.value)) {
      if (array)
        return {};
      array = &operand;
    }
  if (!array || llvm::is_contained(array->loops, -1) ||
      array->loops.size() != matched.loopSizes.size())
    return {};
  Type element = getElementTypeOrSelf(array->value.getType());
  if (!mayWiden && element != matched.getResultType().getElementType())
    return {};
  if (!matched.body) {
    unsigned operand = matched.op->getOperand(0) == array->value ? 0 : 1;
    return isScaling(matched.op, operand, matched.getResultType().getElementType(), isNumber)
               ? array->value
               : Value();
  }
  unsigned index = array - matched.operands.begin();
  Value value = matched.body->getArgument(llvm::find(matched.argOperands, int(index)) -
                                          matched.argOperands.begin());
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    if (use.getOwner() == matched.body->getTerminator())
      return array->value;
    if (!isScaling(use.getOwner(), use.getOperandNumber(), matched.getResultType().getElementType(),
                   isNumber))
      return {};
    value = use.getOwner()->getResult(0);
  }
  return {};
}

bool mcf::frontend::isScale(const MatchedOp &matched, bool mayWiden) {
  return bool(getScaled(matched, mayWiden));
}

bool mcf::frontend::feedsSums(const ChainGroup &group, Value value, bool mayWiden) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    SmallVector<const MatchedOp *> all = group.getAllOps();
    auto *it = llvm::find_if(all, [&](const MatchedOp *member) { return member->op == user; });
    if (it == all.end())
      return false;
    if ((*it)->kind == OpKind::Contraction)
      return isWide((*it)->getResultType().getElementType()) &&
             llvm::any_of(ArrayRef((*it)->operands).take_front(2),
                          [&](const MatchedOperand &operand) { return operand.value == value; });
    return ((*it)->isView() || isScale(**it, mayWiden)) &&
           feedsSums(group, user->getResult(0), mayWiden);
  });
}

/// The ops by which the body of `map` scales its one input, in order, if that is all it does.
static FailureOr<SmallVector<OpOperand *>> getScaling(MapOp map) {
  if (!map || map.getInputs().size() != 1 || !isa<BlockArgument>(map.getInputs()[0]) ||
      cast<NamedType>(map.getInputs()[0].getType()).getRank() != map.getType().getRank())
    return failure();
  auto isNumber = [](Value value) { return isFactor(getNumber(value)); };
  SmallVector<OpOperand *> path;
  Value value = map.getBody().getArgument(0);
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    if (isa<YieldOp>(use.getOwner()))
      return path;
    if (!isScaling(use.getOwner(), use.getOperandNumber(), map.getType().getElementType(),
                   isNumber))
      return failure();
    path.push_back(&use);
    value = use.getOwner()->getResult(0);
  }
  return failure();
}

/// Applies what of `path` is a factor to the scalar, in its type.
static Value applyFactors(OpBuilder &builder, ArrayRef<OpOperand *> path, Value scalar) {
  auto type = cast<FloatType>(scalar.getType());
  for (OpOperand *use : path) {
    Operation *op = use->getOwner();
    if (isa<arith::ExtFOp>(op))
      continue;
    Value other = op->getOperand(1 - use->getOperandNumber());
    APFloat number = cast<FloatAttr>(getNumber(other)).getValue();
    bool losesInfo;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    Value factor = arith::ConstantOp::create(builder, op->getLoc(), FloatAttr::get(type, number));
    scalar = isa<arith::MulFOp>(op)
                 ? arith::MulFOp::create(builder, op->getLoc(), scalar, factor).getResult()
                 : arith::DivFOp::create(builder, op->getLoc(), scalar, factor).getResult();
  }
  return scalar;
}

/// Lets the contraction read what its operand is a scale of, and scales the result.
static ContractOp sink(ContractOp op, unsigned operand, ArrayRef<OpOperand *> path) {
  auto map = op->getOperand(operand).getDefiningOp<MapOp>();
  OpBuilder builder(op);
  Value operands[2] = {op.getLhs(), op.getRhs()};
  operands[operand] = map.getInputs()[0];
  auto isF32 = [](Value value) {
    return cast<NamedType>(value.getType()).getElementType().isF32();
  };
  bool tf32 = op.getTf32() && isF32(operands[0]) && isF32(operands[1]);
  auto sum = ContractOp::create(builder, op.getLoc(), op.getType(), operands[0], operands[1], tf32);
  Value result = sum;
  if (llvm::any_of(path, [](OpOperand *use) { return !isa<arith::ExtFOp>(use->getOwner()); })) {
    auto scaled = MapOp::create(builder, map.getLoc(), op.getType(), result);
    Block *block = builder.createBlock(&scaled.getBody());
    block->addArgument(op.getType().getElementType(), map.getLoc());
    Value scalar = applyFactors(builder, path, block->getArgument(0));
    YieldOp::create(builder, map.getLoc(), scalar);
    result = scaled.getResult();
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  if (map->use_empty())
    map.erase();
  return sum;
}

/// Lets an intermediate that is widened last, for contractions only, stay narrow.
static void narrow(MapOp map) {
  auto yield = cast<YieldOp>(map.getBody().front().getTerminator());
  auto widening = yield.getValues()[0].getDefiningOp<arith::ExtFOp>();
  if (!widening || widening.getIn().getType().getIntOrFloatBitWidth() < 16 || map->use_empty() ||
      !llvm::all_of(map->getUsers(), [](Operation *user) {
        auto op = dyn_cast<ContractOp>(user);
        return op && !op.getTf32() && isWide(op.getType().getElementType());
      }))
    return;
  yield->setOperand(0, widening.getIn());
  NamedType type = map.getType();
  map.getResult().setType(
      NamedType::get(type.getContext(), type.getDims(), widening.getIn().getType()));
  if (widening->use_empty())
    widening.erase();
}

void mcf::frontend::sinkScales(ChainOp chain) {
  bool changed = false;
  for (auto op : llvm::to_vector(chain.getBodyBlock()->getOps<ContractOp>()))
    for (unsigned operand : {0, 1}) {
      auto path = getScaling(op->getOperand(operand).getDefiningOp<MapOp>());
      if (failed(path) || path->empty() || !isWide(op.getType().getElementType()))
        continue;
      op = sink(op, operand, *path);
      changed = true;
    }
  if (changed)
    mergeMaps(chain);
  for (auto map : chain.getBodyBlock()->getOps<MapOp>())
    narrow(map);
}
