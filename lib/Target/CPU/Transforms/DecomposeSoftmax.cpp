//===- DecomposeSoftmax.cpp - linalg.softmax as reductions and maps -------===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mcf {
#define GEN_PASS_DEF_DECOMPOSESOFTMAXPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

namespace {
/// The pieces that every step of the decomposition needs.
struct SoftmaxBuilder {
  SoftmaxBuilder(IRRewriter &rewriter, linalg::SoftmaxOp op)
      : rewriter(rewriter), loc(op.getLoc()), op(op),
        type(cast<RankedTensorType>(op.getInput().getType())) {
    int64_t rank = type.getRank();
    full = rewriter.getMultiDimIdentityMap(rank);
    SmallVector<AffineExpr> kept;
    for (int64_t i = 0; i < rank; ++i) {
      if (i == int64_t(op.getDimension()))
        continue;
      kept.push_back(rewriter.getAffineDimExpr(i));
      rowShape.push_back(type.getDimSize(i));
      if (type.isDynamicDim(i))
        rowSizes.push_back(tensor::DimOp::create(rewriter, loc, op.getInput(), i));
    }
    row = AffineMap::get(rank, 0, kept, rewriter.getContext());
  }

  Value constant(double value) {
    Attribute attr = rewriter.getFloatAttr(type.getElementType(), value);
    return arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(attr));
  }

  /// One value per row: the reduction of `input` that starts from `start`.
  Value reduce(Value input, double start, function_ref<Value(OpBuilder &, Value, Value)> combine) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, rowShape, type.getElementType(), rowSizes);
    Value init = linalg::FillOp::create(rewriter, loc, constant(start), empty).getResult(0);
    SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
    iterators[op.getDimension()] = utils::IteratorType::reduction;
    return linalg::GenericOp::create(rewriter, loc, init.getType(), input, init,
                                     ArrayRef<AffineMap>{full, row}, iterators,
                                     [&](OpBuilder &b, Location l, ValueRange args) {
                                       linalg::YieldOp::create(b, l, combine(b, args[1], args[0]));
                                     })
        .getResult(0);
  }

  /// Combines each element with the value of its row.
  Value map(Value input, Value perRow, Value into,
            function_ref<Value(OpBuilder &, Value, Value)> body) {
    SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
    return linalg::GenericOp::create(rewriter, loc, into.getType(), ValueRange{input, perRow}, into,
                                     ArrayRef<AffineMap>{full, row, full}, iterators,
                                     [&](OpBuilder &b, Location l, ValueRange args) {
                                       linalg::YieldOp::create(b, l, body(b, args[0], args[1]));
                                     })
        .getResult(0);
  }

  IRRewriter &rewriter;
  Location loc;
  linalg::SoftmaxOp op;
  RankedTensorType type;
  AffineMap full, row;
  SmallVector<int64_t> rowShape;
  SmallVector<Value> rowSizes;
};

void decompose(IRRewriter &rewriter, linalg::SoftmaxOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SoftmaxBuilder builder(rewriter, op);
  Value input = op.getInput(), output = op.getOutput();
  Value max = builder.reduce(input, -std::numeric_limits<double>::infinity(),
                             [&](OpBuilder &b, Value acc, Value x) -> Value {
                               return arith::MaximumFOp::create(b, loc, acc, x);
                             });
  Value exp = builder.map(input, max, output, [&](OpBuilder &b, Value x, Value m) -> Value {
    return math::ExpOp::create(b, loc, arith::SubFOp::create(b, loc, x, m));
  });
  Value sum = builder.reduce(exp, 0.0, [&](OpBuilder &b, Value acc, Value x) -> Value {
    return arith::AddFOp::create(b, loc, acc, x);
  });
  Value result = builder.map(exp, sum, output, [&](OpBuilder &b, Value x, Value l) -> Value {
    return arith::DivFOp::create(b, loc, x, l);
  });
  rewriter.replaceOp(op, result);
}

struct DecomposeSoftmax : mcf::impl::DecomposeSoftmaxPassBase<DecomposeSoftmax> {
  void runOnOperation() override {
    SmallVector<linalg::SoftmaxOp> ops;
    WalkResult walk = getOperation()->walk([&](linalg::SoftmaxOp op) {
      if (!isa<RankedTensorType>(op.getInput().getType()) || op->getNumResults() != 1) {
        op.emitOpError("expected tensor operands, but got ") << op.getInput().getType();
        return WalkResult::interrupt();
      }
      ops.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (linalg::SoftmaxOp op : ops)
      decompose(rewriter, op);
  }
};
} // namespace
