//===- LowerScans.cpp - scans as reductions that run in order -------------===//
#include "MCFuser/Dialect/TMTensor/IR/TMTensorDialect.h"
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERSCANSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using mcf::tm_tensor::ScanOp;
using utils::IteratorType;

static Value combine(OpBuilder &builder, ScanOp op, Value before, Value next) {
  IRMapping mapping;
  Block &body = op.getRegion().front();
  mapping.map(body.getArgument(0), before);
  mapping.map(body.getArgument(1), next);
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
}

static Value compare(OpBuilder &builder, Location loc, arith::CmpIPredicate predicate, Value left,
                     Value right) {
  return arith::CmpIOp::create(builder, loc, predicate, left, right);
}

/// Each element is a reduction of those before it: `out[i]` of all `in[j]` with `j <= i`.
static Value lowerSteps(OpBuilder &builder, ScanOp op) {
  int64_t rank = cast<RankedTensorType>(op.getInputs()[0].getType()).getRank();
  auto dimension = static_cast<int64_t>(op.getDimension());
  SmallVector<AffineExpr> in, out, rest;
  for (int64_t axis = 0; axis < rank; ++axis) {
    out.push_back(builder.getAffineDimExpr(axis));
    in.push_back(builder.getAffineDimExpr(axis == dimension ? rank : axis));
    if (axis != dimension)
      rest.push_back(out.back());
  }
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> exprs : {in, rest, out})
    maps.push_back(AffineMap::get(rank + 1, 0, exprs, builder.getContext()));
  SmallVector<IteratorType> loops(rank, IteratorType::parallel);
  loops.push_back(IteratorType::reduction);
  Value output = op.getOutputs()[0], accumulator = op.getOutputs()[1];
  auto buildBody = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value i = linalg::IndexOp::create(b, loc, dimension), j = linalg::IndexOp::create(b, loc, rank);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value isFirst = compare(b, loc, arith::CmpIPredicate::eq, j, zero);
    Value next = args[0], before = args[2], result;
    if (op.getInclusive()) {
      Value combined = combine(b, op, before, next);
      combined = arith::SelectOp::create(b, loc, isFirst, next, combined);
      Value isReached = compare(b, loc, arith::CmpIPredicate::ule, j, i);
      result = arith::SelectOp::create(b, loc, isReached, combined, before);
    } else {
      before = arith::SelectOp::create(b, loc, isFirst, args[1], before);
      Value isReached = compare(b, loc, arith::CmpIPredicate::ult, j, i);
      result = arith::SelectOp::create(b, loc, isReached, combine(b, op, before, next), before);
    }
    linalg::YieldOp::create(b, loc, result);
  };
  return linalg::GenericOp::create(builder, op.getLoc(), output.getType(),
                                   ValueRange{op.getInputs()[0], accumulator}, output, maps, loops,
                                   buildBody)
      .getResult(0);
}

/// The last of several steps; of one, the accumulator as it was.
static Value lowerLast(OpBuilder &builder, ScanOp op, Value steps) {
  int64_t rank = cast<RankedTensorType>(steps.getType()).getRank();
  auto dimension = static_cast<unsigned>(op.getDimension());
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  SmallVector<IteratorType> loops(rank, IteratorType::parallel);
  loops[dimension] = IteratorType::reduction;
  Value accumulator = op.getOutputs()[1];
  auto buildBody = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value j = linalg::IndexOp::create(b, loc, dimension);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value isFirst = compare(b, loc, arith::CmpIPredicate::eq, j, zero);
    linalg::YieldOp::create(b, loc,
                            arith::SelectOp::create(b, loc, isFirst, args[1], args[0]).getResult());
  };
  return linalg::GenericOp::create(builder, op.getLoc(), accumulator.getType(), steps, accumulator,
                                   ArrayRef{all, all.dropResult(dimension)}, loops, buildBody)
      .getResult(0);
}

namespace {
struct LowerScans : mcf::impl::LowerScansPassBase<LowerScans> {
  void runOnOperation() override {
    SmallVector<ScanOp> scans;
    getOperation()->walk([&](ScanOp op) { scans.push_back(op); });
    for (ScanOp op : scans) {
      OpBuilder builder(op);
      Value steps = lowerSteps(builder, op);
      if (!op.getResult(1).use_empty())
        op.getResult(1).replaceAllUsesWith(lowerLast(builder, op, steps));
      op.getResult(0).replaceAllUsesWith(steps);
      op.erase();
    }
  }
};
} // namespace
