//===- LogSums.cpp - exp(e - log(sum)) as a quotient ----------------------===//
#include "BuildChain.h"
#include "MCFuser/Analysis/DependentReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

static Value getYielded(MapOp map) {
  return cast<YieldOp>(map.getBody().front().getTerminator()).getValues()[0];
}

/// The operand of `map` that `value` of its body is, or null.
static Value getOperand(MapOp map, Value value) {
  auto arg = dyn_cast_or_null<BlockArgument>(value);
  return arg && arg.getOwner() == &map.getBody().front() ? map.getInputs()[arg.getArgNumber()]
                                                         : Value();
}

static bool holdsExponential(MapOp map) {
  return llvm::any_of(map.getBody().front(), llvm::IsaPred<math::ExpOp, math::Exp2Op>);
}

/// Gives each of several exponentials its own `s - r`: it costs less than to keep it.
static void copyDifferences(ChainOp chain) {
  for (MapOp map : llvm::make_early_inc_range(chain.getBodyBlock()->getOps<MapOp>())) {
    if (map->hasOneUse() || !isa_and_nonnull<arith::SubFOp>(getYielded(map).getDefiningOp()))
      continue;
    auto isExponential = [&](Operation *user) {
      auto other = dyn_cast<MapOp>(user);
      return other && other.getType().getRank() == map.getType().getRank() &&
             holdsExponential(other);
    };
    if (!llvm::all_of(map->getUsers(), isExponential))
      continue;
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(map.getResult().getUses(), 1)))
      use.set(OpBuilder(use.getOwner()).clone(*map)->getResult(0));
  }
}

namespace {
/// `exp(e - t)` in the body of `map`, where `t` is `r + log(l)` or `log(l)`.
struct LogSum {
  MapOp map;
  unsigned index; ///< operand `t`
  Operation *exponential;
  arith::SubFOp difference;
  Value maximum; ///< `r`, or null
  Value sum;     ///< `l`
};
} // namespace

static std::optional<LogSum> matchLogSum(MapOp map, unsigned index) {
  LogSum match{map, index, nullptr, {}, {}, {}};
  if (map.getFactorKind(index) != FactorKind::Exponential)
    return std::nullopt;
  match.difference = cast<arith::SubFOp>(map.getExponentDifference(index));
  match.exponential = *match.difference->user_begin();
  if (match.difference.getRhs() != map.getBody().getArgument(index) ||
      !isa<math::ExpOp, math::Exp2Op>(match.exponential))
    return std::nullopt;
  auto statistic = map.getInputs()[index].getDefiningOp<MapOp>();
  if (!statistic)
    return std::nullopt;
  bool isNatural = isa<math::ExpOp>(match.exponential);
  auto getLogged = [&](Value value) -> Value {
    Operation *op = value.getDefiningOp();
    bool fits = isNatural ? isa_and_nonnull<math::LogOp>(op) : isa_and_nonnull<math::Log2Op>(op);
    return fits ? getOperand(statistic, op->getOperand(0)) : Value();
  };
  Value yielded = getYielded(statistic);
  match.sum = getLogged(yielded);
  if (auto add = yielded.getDefiningOp<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (Value sum = getLogged(add->getOperand(i))) {
        match.sum = sum;
        match.maximum = getOperand(statistic, add->getOperand(1 - i));
        if (!match.maximum)
          return std::nullopt;
      }
  return match.sum ? std::optional(match) : std::nullopt;
}

/// A map with the dims of `like` over `inputs`, with the body that `build` makes.
static MapOp createMap(MapOp like, Type element, ArrayRef<Value> inputs,
                       llvm::function_ref<Value(OpBuilder &, IRMapping &, ValueRange)> build) {
  OpBuilder builder(like);
  auto type = NamedType::get(like.getContext(), like.getType().getDims(), element);
  auto map = MapOp::create(builder, like.getLoc(), type, inputs);
  Block *block = builder.createBlock(&map.getBody());
  for (Value input : inputs)
    block->addArgument(cast<NamedType>(input.getType()).getElementType(), like.getLoc());
  IRMapping mapping;
  for (auto [arg, input] : llvm::zip_equal(like.getBody().getArguments(), like.getInputs()))
    if (auto it = llvm::find(inputs, input); it != inputs.end())
      mapping.map(arg, block->getArgument(it - inputs.begin()));
  Value value = build(builder, mapping, block->getArguments());
  YieldOp::create(builder, like.getLoc(), value);
  return map;
}

/// An op before `map` that computes the same, or `map`.
static MapOp findEqual(MapOp map) {
  for (MapOp other : map->getBlock()->getOps<MapOp>()) {
    if (other == map)
      break;
    if (OperationEquivalence::isEquivalentTo(other, map, OperationEquivalence::IgnoreLocations))
      return other;
  }
  return map;
}

/// Rewrites to `exp(e - r) / l` if `r` may then be deferred. Its exponent is bounded by the
/// maximum, so that nothing overflows that did not before.
static bool split(ChainOp chain, LogSum match) {
  MapOp map = match.map;
  Value exponential = match.exponential->getResult(0);
  // The ops that `from` is computed from, up to the exponential, and the operands they read.
  auto getSlice = [&](Value from, llvm::SetVector<Value> &inputs) {
    llvm::SetVector<Operation *> ops;
    SmallVector<Value> worklist{from};
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (Value operand = getOperand(map, value))
        inputs.insert(operand);
      else if (op != match.exponential && ops.insert(op))
        llvm::append_range(worklist, llvm::reverse(op->getOperands()));
    }
    return ops;
  };
  auto cloneSlice = [&](OpBuilder &b, IRMapping &mapping,
                        const llvm::SetVector<Operation *> &slice) {
    for (Operation &op : map.getBody().front())
      if (slice.contains(&op))
        b.clone(op, mapping);
  };
  Value exponent = match.difference.getLhs(), yielded = getYielded(map);
  llvm::SetVector<Value> exponentInputs, restInputs;
  auto exponentSlice = getSlice(exponent, exponentInputs),
       restSlice = getSlice(yielded, restInputs);
  if (match.maximum)
    exponentInputs.insert(match.maximum);
  MapOp power =
      createMap(map, exponential.getType(), exponentInputs.getArrayRef(),
                [&](OpBuilder &b, IRMapping &mapping, ValueRange args) {
                  cloneSlice(b, mapping, exponentSlice);
                  Value value = mapping.lookup(exponent);
                  if (match.maximum)
                    value = arith::SubFOp::create(
                        b, map.getLoc(), value,
                        args[llvm::find(exponentInputs, match.maximum) - exponentInputs.begin()]);
                  mapping.map(match.exponential->getOperand(0), value);
                  return b.clone(*match.exponential, mapping)->getResult(0);
                });
  MapOp shared = findEqual(power);
  restInputs.insert(shared.getResult());
  restInputs.insert(match.sum);
  MapOp quotient = createMap(
      map, map.getType().getElementType(), restInputs.getArrayRef(),
      [&](OpBuilder &b, IRMapping &mapping, ValueRange args) {
        auto find = [&](Value v) { return args[llvm::find(restInputs, v) - restInputs.begin()]; };
        mapping.map(exponential, arith::DivFOp::create(b, map.getLoc(), find(shared.getResult()),
                                                       find(match.sum))
                                     .getResult());
        cloneSlice(b, mapping, restSlice);
        return mapping.lookup(yielded);
      });
  map.getResult().replaceAllUsesWith(quotient.getResult());
  analysis::DependentReductions dependences(chain);
  for (unsigned i : llvm::seq<unsigned>(shared.getInputs().size()))
    for (StringAttr dim : shared.getType().getDims())
      if (shared.getFactorKind(i) == FactorKind::Exponential &&
          dependences.isDeferrable(shared, i, dim)) {
        if (shared != power)
          power.erase();
        map.erase();
        return true;
      }
  quotient.getResult().replaceAllUsesWith(map.getResult());
  quotient.erase();
  power.erase();
  return false;
}

void mcf::frontend::splitLogSums(ChainOp chain) {
  copyDifferences(chain);
  mergeMaps(chain);
  bool changed = false;
  for (MapOp map : llvm::make_early_inc_range(chain.getBodyBlock()->getOps<MapOp>()))
    for (unsigned i : llvm::seq<unsigned>(map.getInputs().size()))
      if (auto match = matchLogSum(map, i)) {
        changed |= split(chain, *match);
        break;
      }
  if (!changed)
    return;
  mergeMaps(chain);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*chain.getBodyBlock())))
    if (isa<MapOp>(op) && op.use_empty())
      op.erase();
}
