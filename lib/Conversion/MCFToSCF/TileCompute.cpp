//===- TileCompute.cpp - linalg ops on tile values ------------------------===//
#include "TileBuilder.h"
#include "TileTails.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mcf;

Value mcf::castFloatScalar(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  if (from > to)
    return arith::TruncFOp::create(builder, loc, type, value);
  // f16 and bf16: through a type that holds both.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, type, wide);
}

AffineMap TileBuilder::getMap(ArrayRef<TileAxis> axes, ArrayRef<TileAxis> space) {
  SmallVector<AffineExpr> exprs;
  for (TileAxis axis : axes) {
    const auto *it = llvm::find(space, axis);
    assert(it != space.end() && "an axis that the op does not have");
    exprs.push_back(builder.getAffineDimExpr(it - space.begin()));
  }
  return AffineMap::get(space.size(), 0, exprs, builder.getContext());
}

TileValue TileBuilder::elementwise(ArrayRef<TileAxis> axes, Type elementType,
                                   ArrayRef<TileValue> inputs, BodyBuilder body,
                                   const TileValue &inPlace) {
  TileValue result = inPlace ? inPlace : empty(axes, elementType);
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
  for (const TileValue &input : inputs)
    if (isa<RankedTensorType>(input.value.getType())) {
      tensors.push_back(input.value);
      maps.push_back(getMap(input.axes, axes));
    }
  maps.push_back(getMap(result.axes, axes));
  SmallVector<utils::IteratorType> iterators(axes.size(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange(result.value.getType()), tensors, ValueRange(result.value), maps,
      iterators, [&](OpBuilder &b, Location bodyLoc, ValueRange blockArgs) {
        SmallVector<Value> args;
        unsigned next = 0;
        for (const TileValue &input : inputs)
          args.push_back(isa<RankedTensorType>(input.value.getType()) ? blockArgs[next++]
                                                                      : input.value);
        if (inPlace)
          args.push_back(blockArgs.back());
        auto position = [&](StringAttr dim) -> Value {
          Value value = getValueOrCreateConstantIndexOp(b, bodyLoc, getOffset(dim));
          for (auto [i, axis] : llvm::enumerate(axes)) {
            if (axis.dim != dim)
              continue;
            Value index = linalg::IndexOp::create(b, bodyLoc, i);
            if (axis.isTrip) {
              Value size = arith::ConstantIndexOp::create(b, bodyLoc, schedule.getTileSize(dim));
              index = arith::MulIOp::create(b, bodyLoc, index, size);
            }
            value = arith::AddIOp::create(b, bodyLoc, value, index);
          }
          return value;
        };
        Value yielded = body(b, args, position);
        linalg::YieldOp::create(b, bodyLoc, yielded);
      });
  result.value = generic.getResult(0);
  result.forgetTail();
  return result;
}

TileValue TileBuilder::contract(const TileValue &lhs, const TileValue &rhs,
                                const TileValue &accumulator, bool tf32) {
  SmallVector<TileAxis> space = accumulator.axes;
  for (TileAxis axis : lhs.axes)
    if (!llvm::is_contained(space, axis))
      space.push_back(axis);
  TileValue result = accumulator;
  Type type = getElementTypeOrSelf(accumulator.value.getType());
  if (space.size() == accumulator.axes.size()) {
    // Every reduced dim has unit tiles: linalg.contract wants one to reduce over.
    return elementwise(
        space, type, {lhs, rhs},
        [&](OpBuilder &b, ValueRange args, auto) -> Value {
          if (!isa<FloatType>(type)) {
            auto extend = [&](Value v) -> Value {
              return v.getType() == type ? v : arith::ExtSIOp::create(b, loc, type, v);
            };
            Value product = arith::MulIOp::create(b, loc, extend(args[0]), extend(args[1]));
            return arith::AddIOp::create(b, loc, args[2], product);
          }
          Value product = arith::MulFOp::create(b, loc, castFloatScalar(b, loc, args[0], type),
                                                castFloatScalar(b, loc, args[1], type));
          return arith::AddFOp::create(b, loc, args[2], product);
        },
        accumulator);
  }
  SmallVector<Attribute> maps;
  for (const TileValue &operand : {lhs, rhs, accumulator})
    maps.push_back(AffineMapAttr::get(getMap(operand.axes, space)));
  auto contract = linalg::ContractOp::create(
      builder, loc, TypeRange(accumulator.value.getType()), ValueRange{lhs.value, rhs.value},
      ValueRange(accumulator.value), builder.getArrayAttr(maps));
  if (tf32)
    contract->setAttr(MCFDialect::getTF32AttrName(), builder.getUnitAttr());
  result.value = contract.getResult(0);
  result.forgetTail();
  return result;
}

TileValue TileBuilder::reduce(vector::CombiningKind kind, const TileValue &input,
                              const TileValue &accumulator) {
  Type type = getElementTypeOrSelf(accumulator.value.getType());
  TileValue operand = isa<FloatType>(type) ? castFloat(input, type) : input;
  SmallVector<int64_t> reduced;
  for (auto [i, axis] : llvm::enumerate(operand.axes))
    if (!llvm::is_contained(accumulator.axes, axis))
      reduced.push_back(i);
  auto combine = [&](OpBuilder &b, Value value, Value running) {
    return vector::makeArithReduction(b, loc, kind, value, running);
  };
  if (reduced.empty())
    return elementwise(
        accumulator.axes, type, {operand},
        [&](OpBuilder &b, ValueRange args, auto) { return combine(b, args[0], args[1]); },
        accumulator);
  TileValue result = accumulator;
  result.value = linalg::ReduceOp::create(builder, loc, ValueRange(operand.value),
                                          ValueRange(accumulator.value), reduced,
                                          [&](OpBuilder &b, Location bodyLoc, ValueRange args) {
                                            Value value = combine(b, args[0], args[1]);
                                            linalg::YieldOp::create(b, bodyLoc, value);
                                          })
                     .getResult(0);
  result.forgetTail();
  return result;
}

TileValue TileBuilder::maskTail(const TileValue &tile, ArrayRef<StringAttr> dims,
                                TypedAttr neutral) {
  SmallVector<StringAttr> tails;
  for (TileAxis axis : tile.axes)
    if (llvm::is_contained(dims, axis.dim) && hasTail(axis.dim))
      tails.push_back(axis.dim);
  if (tails.empty())
    return tile;
  TileValue result =
      elementwise(tile.axes, neutral.getType(), {tile},
                  [&](OpBuilder &b, ValueRange args, auto position) -> Value {
                    Value inside;
                    for (StringAttr dim : tails) {
                      Value size = getValueOrCreateConstantIndexOp(b, loc, getSize(dim));
                      Value cond = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                                         position(dim), size);
                      inside = inside ? Value(arith::AndIOp::create(b, loc, inside, cond)) : cond;
                    }
                    Value other = arith::ConstantOp::create(b, loc, neutral);
                    return arith::SelectOp::create(b, loc, inside, args[0], other);
                  });
  result.tail = getTail(neutral);
  result.tailDims = tails;
  return result;
}

TileValue TileBuilder::castFloat(const TileValue &tile, Type elementType) {
  if (getElementTypeOrSelf(tile.value.getType()) == elementType)
    return tile;
  return elementwise(tile.axes, elementType, {tile}, [&](OpBuilder &b, ValueRange args, auto) {
    return castFloatScalar(b, loc, args[0], elementType);
  });
}
