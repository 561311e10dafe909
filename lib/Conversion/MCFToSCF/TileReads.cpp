//===- TileReads.cpp - reading values and applying what is deferred -------===//
#include "TileEmitter.h"
#include "TileTails.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

static Value createInfinity(OpBuilder &builder, Location loc, Type type) {
  auto floatType = cast<FloatType>(type);
  return arith::ConstantOp::create(
      builder, loc,
      builder.getFloatAttr(type,
                           APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/true)));
}

/// True where `value` is -inf.
static Value createIsInfinity(OpBuilder &builder, Location loc, Value value) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, value,
                               createInfinity(builder, loc, value.getType()));
}

FailureOr<TileValue> TileEmitter::read(Value value, const TilePoint &at) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto input = cast<BlockArgument>(value);
    if (auto it = state.tiles.find(value); it != state.tiles.end())
      return it->second;
    // Scalars need no statement.
    return tiles.load(getArray(input), named(input));
  }
  if (plan.isInline(value, at))
    return emitMap(cast<MapOp>(op), {}, at);
  ValuePlan &valuePlan = plan.get(value);
  // A maximum that is still running.
  if (!plan.getRunningDims(value, at).empty())
    return tiles.slice(getStorage(valuePlan.accumulator));

  TileValue tile;
  auto it = state.tiles.find(value);
  if (it != state.tiles.end())
    tile = it->second;
  else if (valuePlan.kept >= 0 && state.storages[valuePlan.kept])
    tile = tiles.slice(getStorage(valuePlan.kept));
  else
    tile = tiles.slice(getStorage(valuePlan.accumulator));
  if (!isa<MapOp>(op) && valuePlan.isFinishedWhenComplete)
    return tile;
  return finish(tile, named(value).getElementType(), plan.getFactorsToApply(value, at), at);
}

FailureOr<TileValue> TileEmitter::readOperand(Value operand, FactorKind deferred,
                                              const TilePoint &at) {
  Location loc = tiles.getLoc();
  Type type = named(operand).getElementType();
  if (isAppliedLast(deferred)) {
    // It is applied after the loop: what changes nothing stands for it.
    TypedAttr neutral = isa<FloatType>(type)
                            ? TypedAttr(builder.getFloatAttr(type, 1.0))
                            : builder.getBoolAttr(deferred == FactorKind::ZeroUnless);
    return TileValue{arith::ConstantOp::create(builder, loc, neutral), {}};
  }
  FailureOr<TileValue> tile = read(operand, at);
  if (failed(tile) || deferred == FactorKind::None)
    return tile;
  // As long as the maximum is -inf every exponent is: take 0, so that e - 0 = -inf.
  return tiles.elementwise(tile->axes, type, {*tile}, [&](OpBuilder &b, ValueRange args, auto) {
    Value isInfinity = createIsInfinity(b, loc, args[0]);
    Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
    return Value(arith::SelectOp::create(b, loc, isInfinity, zero, args[0]));
  });
}

FailureOr<TileValue> TileEmitter::emitMap(MapOp map, ArrayRef<FactorKind> deferred,
                                          const TilePoint &at) {
  SmallVector<TileValue> inputs;
  for (auto [i, operand] : llvm::enumerate(map.getInputs())) {
    FailureOr<TileValue> tile =
        readOperand(operand, deferred.empty() ? FactorKind::None : deferred[i], at);
    if (failed(tile))
      return failure();
    inputs.push_back(*tile);
  }
  SmallVector<std::pair<unsigned, FactorKind>> zeroed;
  for (unsigned i = 0; i < inputs.size(); ++i)
    if ((deferred.empty() || deferred[i] == FactorKind::None) && zeroesRows(map, i))
      zeroed.push_back({i, map.getFactorKind(i)});
  TileValue tile = buildMap(map, inputs, zeroed);
  setTail(tile, map, inputs, deferred, tiles);
  // In rows that are set to 0 so is what lies beyond the array.
  if (!zeroed.empty() && tile.tail == Tail::MinusInfinity)
    tile.forgetTail();
  return tile;
}

bool TileEmitter::zeroesRows(MapOp map, unsigned operandIndex) {
  FactorKind kind = map.getFactorKind(operandIndex);
  if (chain.getMaskedRows() != MaskedRows::Zero ||
      (kind != FactorKind::Exponential && kind != FactorKind::Quotient))
    return false;
  DependentReductions dependent(chain);
  Value operand = map.getInputs()[operandIndex];
  for (StringAttr dim : chain.getReducedDims()) {
    SmallVector<Value> bases = dependent.getBases(operand, dim);
    if (bases.empty())
      continue;
    return llvm::all_of(bases, [&](Value base) {
      auto reduce = base.getDefiningOp<ReduceOp>();
      if (!reduce)
        return false;
      if (kind == FactorKind::Quotient)
        return reduce.getKind() == vector::CombiningKind::ADD;
      return reduce.getKind() == vector::CombiningKind::MAXIMUMF ||
             reduce.getKind() == vector::CombiningKind::MAXNUMF;
    });
  }
  return false;
}

/// `value`, or 0 where the row statistic says that the row is masked whole.
static Value createZeroedRow(OpBuilder &builder, Location loc, FactorKind kind, Value statistic,
                             Value value) {
  auto zero = [&](Type type) {
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0.0));
  };
  Value isMasked = kind == FactorKind::Exponential
                       ? createIsInfinity(builder, loc, statistic)
                       : Value(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                                     statistic, zero(statistic.getType())));
  return arith::SelectOp::create(builder, loc, isMasked, zero(value.getType()), value);
}

TileValue TileEmitter::buildMap(MapOp map, ArrayRef<TileValue> inputs,
                                ArrayRef<std::pair<unsigned, FactorKind>> zeroed) {
  return tiles.elementwise(plan.get(map.getResult()).tileAxes, map.getType().getElementType(),
                           inputs, [&](OpBuilder &b, ValueRange args, auto position) {
                             Block &body = map.getBody().front();
                             IRMapping mapping;
                             mapping.map(body.getArguments(), args);
                             for (Operation &op : body.without_terminator()) {
                               if (auto index = dyn_cast<IndexOp>(op))
                                 mapping.map(index.getResult(), position(index.getDimAttr()));
                               else
                                 b.clone(op, mapping);
                             }
                             Value result =
                                 mapping.lookup(cast<YieldOp>(body.getTerminator()).getValues()[0]);
                             for (auto [i, kind] : zeroed)
                               result = createZeroedRow(b, tiles.getLoc(), kind, args[i], result);
                             return result;
                           });
}

/// The dims that a row statistic is reduced over.
static void collectReducedDims(Value statistic, llvm::SetVector<StringAttr> &dims) {
  auto op = statistic.getDefiningOp<ChainOpInterface>();
  if (!op)
    return;
  if (!isa<MapOp>(*op))
    dims.insert_range(op.getReductionDims());
  else
    for (Value operand : op->getOperands())
      collectReducedDims(operand, dims);
}

Value TileEmitter::buildIsEmpty(Value statistic) {
  llvm::SetVector<StringAttr> dims;
  collectReducedDims(statistic, dims);
  Location loc = tiles.getLoc();
  Value isEmpty;
  for (StringAttr name : dims) {
    if (!chain.getDims().lookup(name).isDynamic())
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value size = cast<Value>(tiles.getSize(name));
    Value test = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, size, zero);
    isEmpty = isEmpty ? arith::OrIOp::create(builder, loc, isEmpty, test).getResult() : test;
  }
  return isEmpty;
}

/// The op of the user's body that brings the factor in.
static Operation *getDecidingOp(const PendingFactor &factor) {
  Operation *op = *MapOp(factor.user).getBody().getArgument(factor.operandIndex).user_begin();
  while (isa<arith::ExtFOp, arith::TruncFOp>(op))
    op = *op->user_begin();
  return op;
}

/// True if the program brings the first factor in before the other.
static bool isBefore(const PendingFactor &a, const PendingFactor &b) {
  Operation *first = MapOp(a.user), *second = MapOp(b.user);
  if (first == second) {
    first = getDecidingOp(a);
    second = getDecidingOp(b);
  }
  return first != second && first->isBeforeInBlock(second);
}

/// In the order of the program: what is replaced by 0 last is 0.
static void sortByProgram(SmallVectorImpl<PendingFactor> &factors) {
  SmallVector<PendingFactor> given(factors.begin(), factors.end());
  SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, given.size()));
  llvm::sort(order, [&given](size_t a, size_t b) -> bool {
    if (isBefore(given[a], given[b]) || isBefore(given[b], given[a]))
      return isBefore(given[a], given[b]);
    return a < b;
  });
  for (auto [factor, place] : llvm::zip_equal(factors, order))
    factor = given[place];
}

FailureOr<TileValue> TileEmitter::finish(TileValue tile, Type elementType,
                                         SmallVector<PendingFactor> factors, const TilePoint &at) {
  sortByProgram(factors);
  SmallVector<TileValue> inputs = {tile};
  SmallVector<FactorKind> kinds;
  SmallVector<Value> areEmpty;
  SmallVector<bool> zeroes;
  for (const PendingFactor &factor : factors) {
    // What was accumulated holds the final maximum already; but where that is -inf the
    // chain has exp(-inf - -inf), which is NaN.
    if (factor.kind == FactorKind::Exponential &&
        (chain.getMaskedRows() == MaskedRows::Zero || plan.isImpliedByQuotient(factor, factors)))
      continue;
    FailureOr<TileValue> statistic = read(factor.getStatistic(), at);
    if (failed(statistic))
      return failure();
    inputs.push_back(*statistic);
    kinds.push_back(factor.kind);
    areEmpty.push_back(buildIsEmpty(factor.getStatistic()));
    zeroes.push_back(zeroesRows(factor.user, factor.operandIndex));
  }
  Type type = getElementTypeOrSelf(tile.value.getType());
  if (kinds.empty() && type == elementType)
    return tile;
  Location loc = tiles.getLoc();
  return tiles.elementwise(
      tile.axes, elementType, inputs, [&](OpBuilder &b, ValueRange args, auto) {
        Value value = args[0];
        for (auto [kind, zeroesRow, arg, isEmpty] :
             llvm::zip(kinds, zeroes, args.drop_front(), areEmpty)) {
          Value before = value;
          // A sum of nothing takes no factor.
          auto keepIfEmpty = llvm::scope_exit([&, isEmpty = isEmpty] {
            if (isEmpty)
              value = arith::SelectOp::create(b, loc, isEmpty, before, value);
          });
          if (kind == FactorKind::Exponential) {
            Value isInfinity = createIsInfinity(b, loc, arg);
            auto semantics = &cast<FloatType>(type).getFloatSemantics();
            Value nan = arith::ConstantOp::create(
                b, loc, b.getFloatAttr(type, APFloat::getQNaN(*semantics)));
            value = arith::SelectOp::create(b, loc, isInfinity, nan, value);
            continue;
          }
          if (kind == FactorKind::ZeroIf || kind == FactorKind::ZeroUnless) {
            Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
            bool isZeroIf = kind == FactorKind::ZeroIf;
            value = arith::SelectOp::create(b, loc, arg, isZeroIf ? zero : value,
                                            isZeroIf ? value : zero);
            continue;
          }
          Value factor = castFloatScalar(b, loc, arg, type);
          value = kind == FactorKind::Product ? Value(arith::MulFOp::create(b, loc, value, factor))
                                              : Value(arith::DivFOp::create(b, loc, value, factor));
          if (zeroesRow)
            value = createZeroedRow(b, loc, kind, arg, value);
        }
        return isa<FloatType>(type) ? castFloatScalar(b, loc, value, elementType) : value;
      });
}

TileValue TileEmitter::evaluateStatistic(Value statistic, Value maximum, const TileValue &tile) {
  if (statistic == maximum)
    return tile;
  auto map = statistic.getDefiningOp<MapOp>();
  SmallVector<TileValue> inputs;
  for (Value input : map.getInputs())
    inputs.push_back(evaluateStatistic(input, maximum, tile));
  return buildMap(map, inputs);
}

void TileEmitter::rescale(Value maximum, const ValuePlan &valuePlan, const TileValue &oldTile,
                          const TileValue &newTile) {
  Location loc = tiles.getLoc();
  SmallVector<std::pair<PendingFactor, TileValue>> factors;
  for (const auto &[index, factor] : valuePlan.rescales) {
    const auto *it = llvm::find_if(factors, [f = factor](auto &known) { return known.first == f; });
    if (it == factors.end()) {
      TileValue from = evaluateStatistic(factor.getStatistic(), maximum, oldTile);
      TileValue to = evaluateStatistic(factor.getStatistic(), maximum, newTile);
      MapOp user = factor.user;
      unsigned operandIndex = factor.operandIndex;
      TileValue action = tiles.elementwise(
          from.axes, getElementTypeOrSelf(from.value.getType()), {from, to},
          [&](OpBuilder &b, ValueRange args, auto) {
            Value value = user.buildAction(b, loc, operandIndex, args[0], args[1]);
            return castFloatScalar(b, loc, value, getElementTypeOrSelf(from.value.getType()));
          });
      factors.push_back({factor, action});
      it = &factors.back();
    }
    TileValue storage = getStorage(index);
    TileValue part = tiles.slice(storage);
    Type type = getElementTypeOrSelf(part.value.getType());
    TileValue scaled = tiles.elementwise(
        part.axes, type, {it->second},
        [&](OpBuilder &b, ValueRange args, auto) -> Value {
          return arith::MulFOp::create(b, loc, args[1], castFloatScalar(b, loc, args[0], type));
        },
        part);
    state.storages[index] = tiles.insert(scaled, storage).value;
  }
}
