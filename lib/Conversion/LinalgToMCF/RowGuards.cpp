//===- RowGuards.cpp - whether all of a row is -inf, told by its maximum --===//
#include "BuildChain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

/// True if the map says for each element of its one input whether it is -inf.
static bool isInfinityTest(MapOp map) {
  if (!map || map.getInputs().size() != 1)
    return false;
  Block &body = map.getBody().front();
  auto compare = cast<YieldOp>(body.getTerminator()).getValues()[0].getDefiningOp<arith::CmpFOp>();
  FloatAttr bound;
  if (!compare || compare.getPredicate() != arith::CmpFPredicate::OEQ ||
      !matchPattern(compare.getRhs(), m_Constant(&bound)) || !bound.getValue().isInfinity() ||
      !bound.getValue().isNegative())
    return false;
  Value value = compare.getLhs();
  while (auto widening = value.getDefiningOp<arith::ExtFOp>())
    value = widening.getIn();
  return value == body.getArgument(0);
}

/// The maximum of `array` that has the dims of `like`, or null. It is NaN where an element is.
static ReduceOp findMaximum(Value array, NamedType like) {
  for (Operation *user : array.getUsers())
    if (auto reduce = dyn_cast<ReduceOp>(user);
        reduce && reduce.getKind() == vector::CombiningKind::MAXIMUMF &&
        reduce.getType().getDims() == like.getDims() &&
        reduce.getType().getElementType().getIntOrFloatBitWidth() >= 16)
      return reduce;
  return {};
}

void mcf::frontend::readGuardsOffMaxima(ChainOp chain) {
  for (auto all : llvm::to_vector(chain.getBodyBlock()->getOps<ReduceOp>())) {
    auto test = all.getInput().getDefiningOp<MapOp>();
    if (all.getKind() != vector::CombiningKind::AND || !isInfinityTest(test))
      continue;
    ReduceOp maximum = findMaximum(test.getInputs()[0], all.getType());
    if (!maximum)
      continue;
    OpBuilder builder(all);
    if (all->isBeforeInBlock(maximum))
      builder.setInsertionPointAfter(maximum);
    Location loc = all.getLoc();
    auto guard = MapOp::create(builder, loc, all.getType(), maximum.getResult());
    Block *body = builder.createBlock(&guard.getBody());
    Type element = maximum.getType().getElementType();
    body->addArgument(element, loc);
    const llvm::fltSemantics &semantics = cast<FloatType>(element).getFloatSemantics();
    Value infinity = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(element, APFloat::getInf(semantics, /*Negative=*/true)));
    YieldOp::create(builder, loc,
                    arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                          body->getArgument(0), infinity)
                        .getResult());
    bool isUsedBefore = llvm::any_of(all->getUsers(),
                                     [&](Operation *user) { return user->isBeforeInBlock(guard); });
    if (isUsedBefore) {
      guard.erase();
      continue;
    }
    all.getResult().replaceAllUsesWith(guard.getResult());
    all.erase();
    if (test->use_empty())
      test.erase();
  }
}
