//===- LoopBounds.cpp - which trips of a loop run -------------------------===//
#include "MCFuser/Analysis/TripBounds.h"
#include "TileEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace {
/// Affine expressions over the trips of the loops around.
class BoundBuilder {
public:
  BoundBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  AffineExpr getDim(Value value) {
    for (auto [i, known] : llvm::enumerate(operands))
      if (known == OpFoldResult(value))
        return builder.getAffineDimExpr(i);
    operands.push_back(value);
    return builder.getAffineDimExpr(operands.size() - 1);
  }
  AffineExpr getConstant(int64_t value) { return builder.getAffineConstantExpr(value); }

  OpFoldResult buildMax(ArrayRef<AffineExpr> exprs) {
    return affine::makeComposedFoldedAffineMax(builder, loc, getMap(exprs), operands);
  }
  OpFoldResult buildMin(ArrayRef<AffineExpr> exprs) {
    return affine::makeComposedFoldedAffineMin(builder, loc, getMap(exprs), operands);
  }
  /// The least (or largest) of values.
  OpFoldResult combine(ArrayRef<OpFoldResult> values, bool least) {
    if (values.size() == 1)
      return values[0];
    SmallVector<AffineExpr> exprs;
    for (unsigned i = 0; i < values.size(); ++i)
      exprs.push_back(builder.getAffineDimExpr(i));
    AffineMap map = AffineMap::get(values.size(), 0, exprs, builder.getContext());
    return least ? affine::makeComposedFoldedAffineMin(builder, loc, map, values)
                 : affine::makeComposedFoldedAffineMax(builder, loc, map, values);
  }

private:
  AffineMap getMap(ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(operands.size(), 0, exprs, builder.getContext());
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<OpFoldResult> operands;
};
} // namespace

std::optional<std::pair<Value, Value>> TileEmitter::emitBounds(LoopOp loop) {
  const IndexRegion *live = skipped.getLive(loop);
  if (!live)
    return std::nullopt;
  Location loc = loop.getLoc();
  const ConstantRegions &constants = skipped.getConstants();
  std::optional<int64_t> trips = schedule.getTripCount(loop.getDim());
  tiles.setLoc(loc);

  BoundBuilder bounds(builder, loc);
  AffineExpr count = trips ? bounds.getConstant(*trips)
                           : bounds.getDim(cast<Value>(tiles.getTripCount(loop.getDimAttr())));
  SmallVector<int64_t> tileSizes;
  SmallVector<StringAttr> dims;
  for (DimAttr dim : chain.getDims().getDims()) {
    dims.push_back(dim.getName());
    tileSizes.push_back(schedule.getTileSize(dim.getName()));
  }
  auto getOffset = [&](unsigned dim) -> std::optional<AffineExpr> {
    Value trip = tiles.getTrip(dims[dim]);
    return trip ? std::optional(bounds.getDim(trip) * tileSizes[dim]) : std::nullopt;
  };
  auto getConstant = [&](int64_t value) { return bounds.getConstant(value); };
  TripContext<AffineExpr> context{constants.getDimNumber(loop.getDimAttr()),
                                  trips.value_or(-1),
                                  constants.getSizes(),
                                  tileSizes,
                                  getOffset,
                                  getConstant};
  SmallVector<OpFoldResult> lowers, uppers;
  for (const IndexRegion::Conjunction &conjunction : live->getConjunctions()) {
    TripBounds<AffineExpr> found = getTripBounds(conjunction, context);
    auto isImplied = [&](AffineExpr bound, bool isLower) {
      auto constant = dyn_cast<AffineConstantExpr>(bound);
      return constant &&
             (isLower ? constant.getValue() <= 0 : trips && constant.getValue() >= *trips);
    };
    SmallVector<AffineExpr> lower = {getConstant(0)}, upper = {count};
    llvm::copy_if(found.lower, std::back_inserter(lower),
                  [&](AffineExpr bound) { return !isImplied(bound, /*isLower=*/true); });
    llvm::copy_if(found.upper, std::back_inserter(upper),
                  [&](AffineExpr bound) { return !isImplied(bound, /*isLower=*/false); });
    lowers.push_back(bounds.buildMax(lower));
    uppers.push_back(bounds.buildMin(upper));
  }
  if (lowers.empty()) // masked whole
    lowers = uppers = {builder.getIndexAttr(0)};
  return {{getValueOrCreateConstantIndexOp(builder, loc, bounds.combine(lowers, /*least=*/true)),
           getValueOrCreateConstantIndexOp(builder, loc, bounds.combine(uppers, /*least=*/false))}};
}
