//===- SizeChecks.cpp - whether ops fit at the sizes of a run -------------===//
#include "SizeChecks.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::cpu;

bool mcf::cpu::hasOpenSizes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// True if the sizes of the operands, and where a view lies, follow from sizes alone.
static bool isKnownBySizes(Operation *checked) {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  (void)getBackwardSlice(checked, &slice, options);
  return llvm::none_of(slice, [](Operation *op) {
    return isa<func::CallOp, tensor::ExtractOp>(op) || op->getName().getDialectNamespace() == "scf";
  });
}

namespace {
/// Builds what is true if an op fits, behind it.
class SizeConditions {
public:
  explicit SizeConditions(Operation *op) : builder(op->getContext()), loc(op->getLoc()) {
    builder.setInsertionPointAfter(op);
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

  /// Each dim has one size in all operands that have it as an axis.
  Value fits(linalg::LinalgOp op) {
    SmallVector<Value> sizes(op.getNumLoops());
    require(arith::ConstantIntOp::create(builder, loc, 1, 1));
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim)
          continue;
        Value &known = sizes[dim.getPosition()];
        Value size = builder.createOrFold<tensor::DimOp>(loc, operand.get(), axis);
        if (known && known != size)
          require(compare(arith::CmpIPredicate::eq, known, size));
        else
          known = size;
      }
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

/// What is wrong with an op that does not fit; empty for an op that nothing is known of.
static StringRef getExpectation(Operation &op) {
  // Otherwise the verifier has looked.
  if (llvm::none_of(op.getOperandTypes(), hasOpenSizes) && op.getNumOperands() == 1)
    return "";
  if (isa<tensor::ExtractSliceOp>(op))
    return "a part inside of its tensor";
  if (isa<tensor::ExpandShapeOp>(op))
    return "parts whose product is the axis";
  if (isa<linalg::LinalgOp>(op) && llvm::any_of(op.getOperandTypes(), hasOpenSizes))
    return "operands that agree in the size of each dim";
  return "";
}

static Value buildCondition(Operation *op) {
  SizeConditions conditions(op);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return conditions.fits(expand);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return conditions.fits(slice);
  return conditions.fits(cast<linalg::LinalgOp>(op));
}

SmallVector<CheckedOp> mcf::cpu::addSizeCheck(func::FuncOp function, StringRef name,
                                              SymbolTable &symbols) {
  SmallVector<CheckedOp> checked;
  auto copy = cast<func::FuncOp>(function->clone());
  SmallVector<Value> conditions;
  for (Operation &op : llvm::make_early_inc_range(copy.front())) {
    StringRef expected = getExpectation(op);
    if (expected.empty() || !isKnownBySizes(&op))
      continue;
    conditions.push_back(buildCondition(&op));
    std::string text = ("'" + op.getName().getStringRef() + "' op expected " + expected).str();
    checked.push_back({op.getLoc(), std::move(text)});
  }
  if (checked.empty()) {
    copy.erase();
    return checked;
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
  return checked;
}
