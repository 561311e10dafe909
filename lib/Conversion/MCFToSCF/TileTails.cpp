//===- TileTails.cpp - what lies beyond the array in a tile ---------------===//
#include "TileTails.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf;

Tail mcf::getTail(TypedAttr value) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().isZero() ? Tail::Zero : Tail::Unknown;
  auto number = dyn_cast<FloatAttr>(value);
  if (!number)
    return Tail::Unknown;
  if (number.getValue().isPosZero())
    return Tail::Zero;
  bool isMinusInfinity = number.getValue().isInfinity() && number.getValue().isNegative();
  return isMinusInfinity ? Tail::MinusInfinity : Tail::Unknown;
}

namespace {
/// What a scalar of the body of a map is in the tail along one dim.
enum class Scalar {
  Unknown,
  Zero,
  MinusInfinity,
  /// A number of the row above -inf, or NaN; or one that makes the row NaN if it is not.
  Row,
  /// A finite constant above 0.
  Positive,
};

/// Evaluates the body of a map in the tail along a dim.
class TailEvaluation {
public:
  TailEvaluation(MapOp map, ArrayRef<TileValue> inputs, ArrayRef<FactorKind> deferred,
                 StringAttr dim, bool isDynamic)
      : map(map), inputs(inputs), deferred(deferred), dim(dim), isDynamic(isDynamic) {}

  Tail evaluate() {
    Block &body = map.getBody().front();
    for (BlockArgument argument : body.getArguments())
      known[argument] = evaluateInput(argument.getArgNumber());
    for (Operation &op : body.without_terminator())
      if (op.getNumResults() == 1)
        known[op.getResult(0)] = evaluate(op);
    switch (get(cast<YieldOp>(body.getTerminator()).getValues()[0])) {
    case Scalar::Zero:
      return Tail::Zero;
    case Scalar::MinusInfinity:
      return Tail::MinusInfinity;
    default:
      return Tail::Unknown;
    }
  }

private:
  Scalar get(Value value) const { return known.lookup(value); }

  Scalar evaluateInput(unsigned i) {
    const TileValue &input = inputs[i];
    FactorKind kind = deferred.empty() ? FactorKind::None : deferred[i];
    // A factor that is applied later: 1 stands for it.
    if (kind == FactorKind::Product || kind == FactorKind::Quotient)
      return Scalar::Positive;
    if (input.hasTail(Tail::Zero, dim))
      return Scalar::Zero;
    if (input.hasTail(Tail::MinusInfinity, dim))
      return Scalar::MinusInfinity;
    // Where it is -inf, 0 is taken for it.
    if (isOfRow(map.getBody().getArgument(i)) &&
        (kind == FactorKind::Exponential || isMaximumOfOthers(i)))
      return Scalar::Row;
    return Scalar::Unknown;
  }

  /// True for an argument of the body that is the same along the dim.
  bool isOfRow(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && llvm::none_of(inputs[argument.getArgNumber()].axes,
                                     [&](TileAxis axis) { return axis.dim == dim; });
  }

  /// True if the input is the maximum of the tile of another input along the dim: where it is
  /// -inf, all of that are.
  bool isMaximumOfOthers(unsigned i) {
    auto reduce = map.getInputs()[i].getDefiningOp<ReduceOp>();
    if (!reduce || isDynamic || !llvm::is_contained(reduce.getReductionDims(), dim) ||
        (reduce.getKind() != vector::CombiningKind::MAXIMUMF &&
         reduce.getKind() != vector::CombiningKind::MAXNUMF))
      return false;
    for (auto [j, input] : llvm::enumerate(inputs))
      if (j != i && input.hasTail(Tail::MinusInfinity, dim) &&
          map.getInputs()[j] != reduce.getInput())
        return false;
    return true;
  }

  /// What rounding or a positive factor leaves: other numbers may become 0 or infinite.
  static Scalar keep(Scalar scalar) {
    bool isKept = scalar == Scalar::Zero || scalar == Scalar::MinusInfinity;
    return isKept ? scalar : Scalar::Unknown;
  }

  Scalar evaluate(Operation &op) {
    FloatAttr constant;
    if (matchPattern(op.getResult(0), m_Constant(&constant))) {
      const APFloat &number = constant.getValue();
      if (number.isPosZero())
        return Scalar::Zero;
      bool isPositive = number.isFiniteNonZero() && !number.isNegative();
      return isPositive ? Scalar::Positive : Scalar::Unknown;
    }
    if (op.getNumOperands() == 0)
      return Scalar::Unknown;
    Scalar first = get(op.getOperand(0));
    Scalar second = op.getNumOperands() > 1 ? get(op.getOperand(1)) : Scalar::Unknown;
    return llvm::TypeSwitch<Operation *, Scalar>(&op)
        .Case<arith::TruncFOp, arith::ExtFOp>([&](Operation *) { return keep(first); })
        .Case([&](arith::SubFOp) -> Scalar {
          bool isBelow = first == Scalar::MinusInfinity &&
                         (second == Scalar::Row || second == Scalar::Positive);
          return isBelow ? Scalar::MinusInfinity : Scalar::Unknown;
        })
        .Case([&](arith::MulFOp) -> Scalar {
          if (first == Scalar::Positive)
            std::swap(first, second);
          return second == Scalar::Positive ? keep(first) : Scalar::Unknown;
        })
        .Case([&](arith::DivFOp) {
          return second == Scalar::Positive ? keep(first) : Scalar::Unknown;
        })
        .Case([&](arith::SelectOp) {
          // Only a condition of the row: one of elements may hide NaN in the row, and not beyond
          // it.
          bool isEither = second == get(op.getOperand(2)) && isOfRow(op.getOperand(0));
          return isEither ? keep(second) : Scalar::Unknown;
        })
        .Case<math::ExpOp, math::Exp2Op>([&](Operation *) -> Scalar {
          return first == Scalar::MinusInfinity ? Scalar::Zero : Scalar::Unknown;
        })
        .Default(Scalar::Unknown);
  }

  MapOp map;
  ArrayRef<TileValue> inputs;
  ArrayRef<FactorKind> deferred;
  StringAttr dim;
  bool isDynamic;
  llvm::DenseMap<Value, Scalar> known;
};
} // namespace

void mcf::setTail(TileValue &tile, MapOp map, ArrayRef<TileValue> inputs,
                  ArrayRef<FactorKind> deferred, TileBuilder &tiles) {
  tile.forgetTail();
  for (TileAxis axis : tile.axes) {
    if (!tiles.hasTail(axis.dim) || llvm::is_contained(tile.tailDims, axis.dim))
      continue;
    Tail tail =
        TailEvaluation(map, inputs, deferred, axis.dim, tiles.isDynamic(axis.dim)).evaluate();
    if (tail == Tail::Unknown || (!tile.tailDims.empty() && tail != tile.tail))
      continue;
    tile.tail = tail;
    tile.tailDims.push_back(axis.dim);
  }
}
