//===- ViewChecks.cpp - whether views fit at the sizes of a run -----------===//
#include "ViewChecks.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::cpu;

bool mcf::cpu::hasOpenSizes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// True if where the view lies follows from sizes alone.
static bool isKnownBySizes(Operation *view) {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  (void)getBackwardSlice(view, &slice, options);
  return llvm::none_of(slice, [](Operation *op) {
    return isa<func::CallOp, tensor::ExtractOp>(op) || op->getName().getDialectNamespace() == "scf";
  });
}

namespace {
/// Builds what is true if a view fits, behind it.
class ViewConditions {
public:
  explicit ViewConditions(Operation *view) : builder(view->getContext()), loc(view->getLoc()) {
    builder.setInsertionPointAfter(view);
  }

  /// The part begins and ends inside of the tensor, in each dim.
  Value fits(tensor::ExtractSliceOp op) {
    for (int64_t dim = 0, e = op.getSourceType().getRank(); dim < e; ++dim) {
      Value offset = toValue(op.getMixedOffsets()[dim]), size = toValue(op.getMixedSizes()[dim]),
            stride = toValue(op.getMixedStrides()[dim]);
      Value whole = tensor::DimOp::create(builder, loc, op.getSource(), dim);
      Value zero = constant(0);
      require(compare(arith::CmpIPredicate::sge, offset, zero));
      require(compare(arith::CmpIPredicate::sge, size, zero));
      Value last = arith::SubIOp::create(builder, loc, size, constant(1));
      last = arith::AddIOp::create(builder, loc, offset,
                                   arith::MulIOp::create(builder, loc, last, stride));
      Value isEmpty = compare(arith::CmpIPredicate::eq, size, zero);
      Value isInside = compare(arith::CmpIPredicate::slt, last, whole);
      require(arith::OrIOp::create(builder, loc, isEmpty, isInside));
    }
    return all;
  }

  /// The product of the parts of an axis is the axis.
  Value fits(tensor::ExpandShapeOp op) {
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
      Value product = constant(1);
      for (int64_t part : group)
        product = arith::MulIOp::create(builder, loc, product, toValue(sizes[part]));
      Value whole = tensor::DimOp::create(builder, loc, op.getSrc(), axis);
      require(compare(arith::CmpIPredicate::eq, product, whole));
    }
    return all;
  }

private:
  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  Value toValue(OpFoldResult value) { return getValueOrCreateConstantIndexOp(builder, loc, value); }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(builder, loc, predicate, left, right);
  }
  void require(Value condition) {
    all = all ? arith::AndIOp::create(builder, loc, all, condition).getResult() : condition;
  }

  OpBuilder builder;
  Location loc;
  Value all;
};
} // namespace

SmallVector<CheckedView> mcf::cpu::addViewCheck(func::FuncOp function, StringRef name,
                                                SymbolTable &symbols) {
  SmallVector<CheckedView> views;
  auto copy = cast<func::FuncOp>(function->clone());
  SmallVector<Value> conditions;
  for (Operation &op : llvm::make_early_inc_range(copy.front())) {
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp>(op) || !isKnownBySizes(&op))
      continue;
    // Otherwise the verifier has looked.
    if (op.getNumOperands() == 1 && !hasOpenSizes(op.getOperand(0).getType()))
      continue;
    StringRef expected = "a part inside of its tensor";
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      expected = "parts whose product is the axis";
      conditions.push_back(ViewConditions(&op).fits(expand));
    } else {
      conditions.push_back(ViewConditions(&op).fits(cast<tensor::ExtractSliceOp>(op)));
    }
    std::string text = ("'" + op.getName().getStringRef() + "' op expected " + expected).str();
    views.push_back({op.getLoc(), std::move(text)});
  }
  if (views.empty()) {
    copy.erase();
    return views;
  }
  copy.setName(name);
  symbols.insert(copy);
  Operation *end = copy.front().getTerminator();
  OpBuilder builder(end);
  Location loc = function.getLoc();
  // The last one is overwritten by those before it.
  Value first = arith::ConstantIntOp::create(builder, loc, -1, 64);
  for (int64_t i = int64_t(conditions.size()) - 1; i >= 0; --i) {
    Value number = arith::ConstantIntOp::create(builder, loc, i, 64);
    first = arith::SelectOp::create(builder, loc, conditions[i], first, number);
  }
  Value result = tensor::FromElementsOp::create(builder, loc, first);
  end->setOperands(result);
  copy.setFunctionType(builder.getFunctionType(copy.getArgumentTypes(), result.getType()));
  return views;
}
