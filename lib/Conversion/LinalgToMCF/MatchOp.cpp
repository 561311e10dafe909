//===- MatchOp.cpp - reads loops, operands and types of an op -------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MatchedOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

RankedTensorType MatchedOp::getResultType(unsigned i) const {
  return cast<RankedTensorType>(op->getResult(i).getType());
}

TypedAttr mcf::frontend::getScalarConstant(Value value) {
  Attribute attr;
  if (!isa<TensorType, BaseMemRefType>(value.getType()) && matchPattern(value, m_Constant(&attr)))
    return dyn_cast<TypedAttr>(attr);
  return {};
}

/// What a generic repeats or permutes, if it does no more; else null.
static Value getRepeated(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumReductionLoops() != 0 || op->getNumResults() != 1)
    return {};
  auto arg = dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  bool isInput =
      arg && arg.getOwner() == op.getBlock() && arg.getArgNumber() < op.getNumDpsInputs();
  return isInput ? op.getDpsInputs()[arg.getArgNumber()] : Value();
}

OpFoldResult mcf::frontend::getSplat(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return {};
  DenseElementsAttr dense;
  if (matchPattern(tensor, m_Constant(&dense)))
    return dense.isSplat() ? OpFoldResult(dense.getSplatValue<Attribute>()) : OpFoldResult();
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  if (!fill) {
    Value repeated = getRepeated(tensor);
    return repeated ? getSplat(repeated) : OpFoldResult();
  }
  Value scalar = fill.value();
  if (TypedAttr constant = getScalarConstant(scalar)) {
    if (constant.getType() == type.getElementType())
      return OpFoldResult(constant);
    // A fill casts; for floats that can be told here.
    auto element = dyn_cast<FloatType>(type.getElementType());
    auto number = dyn_cast<FloatAttr>(constant);
    if (!element || !number)
      return {};
    APFloat value = number.getValue();
    bool losesInfo;
    value.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return OpFoldResult(FloatAttr::get(element, value));
  }
  return scalar.getType() == type.getElementType() ? OpFoldResult(scalar) : OpFoldResult();
}

double mcf::frontend::getUsualNumElements(RankedTensorType type) {
  double count = 1;
  for (int64_t size : type.getShape())
    count *= ShapedType::isDynamic(size) ? DimAttr::usualSize : size;
  return count;
}

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Refuses types that a chain does not take. `reason` says why.
static LogicalResult checkType(Type type, std::string &reason) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  if (tensor) {
    if (tensor.getEncoding()) {
      reason = "tensors with an encoding are not supported";
      return failure();
    }
    int64_t bytes = 8;
    for (int64_t size : tensor.getShape()) {
      if (ShapedType::isDynamic(size))
        continue;
      if (size == 0) {
        reason = "dims of size 0 are not supported, but got " + toString(type);
        return failure();
      }
      if (llvm::MulOverflow(bytes, size, bytes)) {
        reason = "the size of " + toString(type) + " overflows 64 bits";
        return failure();
      }
    }
  } else if (isa<ShapedType>(type)) {
    reason = "expected ranked tensors, but got " + toString(type);
    return failure();
  }
  auto integer = dyn_cast<IntegerType>(element);
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type, Float64Type>(
          element) ||
      (integer && integer.isSignless() && integer.getWidth() <= 64))
    return success();
  reason = "element type " + toString(element) + " is not supported";
  return failure();
}

/// The loop that stands for `expr`, a quotient or a remainder of a parallel loop by a constant that
/// divides its size: repetition as some programs spell it. -1 if it is nothing of that kind.
static int getSplitLoop(linalg::LinalgOp op, AffineExpr expr, SmallVectorImpl<LoopSplit> &splits) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary ||
      (expr.getKind() != AffineExprKind::FloorDiv && expr.getKind() != AffineExprKind::Mod))
    return -1;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!dim || !divisor)
    return -1;
  unsigned loop = dim.getPosition();
  int64_t size = op.getStaticLoopRanges()[loop];
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel ||
      ShapedType::isDynamic(size) || divisor.getValue() <= 0 || size % divisor.getValue() != 0)
    return -1;
  auto *split = llvm::find_if(splits, [&](const LoopSplit &each) { return each.loop == loop; });
  if (split == splits.end())
    split = &splits.emplace_back(LoopSplit{loop, divisor.getValue()});
  if (split->size != divisor.getValue())
    return -1;
  return op.getNumLoops() + 2 * (split - splits.begin()) +
         (expr.getKind() == AffineExprKind::Mod ? 1 : 0);
}

/// The loop of each axis, if the map takes each loop at most once.
static FailureOr<SmallVector<int>> getAxisLoops(linalg::LinalgOp op, OpOperand &operand,
                                                SmallVectorImpl<LoopSplit> &splits,
                                                std::string &reason) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int> loops;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    int loop = dim                      ? int(dim.getPosition())
               : op.isDpsInit(&operand) ? -1
                                        : getSplitLoop(op, expr, splits);
    if (loop >= 0 && !llvm::is_contained(loops, loop)) {
      loops.push_back(loop);
    } else if (constant && constant.getValue() == 0) {
      loops.push_back(-1);
    } else {
      llvm::raw_string_ostream(reason)
          << "expected indexing maps that are projected permutations, but got " << map;
      return failure();
    }
  }
  return loops;
}

static LogicalResult checkLoops(const MatchedOp &matched, std::string &reason) {
  // Two flop a point, at most.
  int64_t flops = 2;
  for (int64_t size : matched.loopSizes)
    if (!ShapedType::isDynamic(size) && llvm::MulOverflow(flops, size, flops)) {
      reason = "the number of operations overflows 64 bits";
      return failure();
    }
  return success();
}

/// True for what a reader would call a contraction, whether we can fuse it or not.
static bool looksLikeContraction(linalg::LinalgOp op) {
  if (isa<linalg::ContractionOpInterface>(op.getOperation()))
    return true;
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() < 2)
    return false;
  return llvm::any_of(*op.getBlock(),
                      [](Operation &inner) { return isa<arith::MulFOp, arith::MulIOp>(inner); });
}

static FailureOr<MatchedOp> matchLinalgOp(linalg::LinalgOp op, MatchFailure &failure) {
  if (linalg::isaConvolutionOpInterface(op)) {
    failure = {"convolutions are not supported yet", true, false};
    return mlir::failure();
  }
  failure.isCandidate = looksLikeContraction(op);
  if (!op.hasPureTensorSemantics()) {
    failure.reason = "expected tensors, but got memrefs";
    return mlir::failure();
  }
  if (op->getNumResults() == 0)
    return mlir::failure();
  MatchedOp matched;
  matched.op = op;
  matched.body = op.getBlock();
  for (OpOperand &operand : op->getOpOperands()) {
    if (failed(checkType(operand.get().getType(), failure.reason)))
      return mlir::failure();
    auto loops = getAxisLoops(op, operand, matched.splits, failure.reason);
    if (failed(loops))
      return mlir::failure();
    if (op.isDpsInit(&operand))
      matched.resultLoops.push_back(*loops);
    matched.operands.push_back({operand.get(), *loops});
  }
  llvm::append_range(matched.loopSizes, op.getStaticLoopRanges());
  // One operand may know the size of a loop, another may not.
  for (const MatchedOperand &operand : matched.operands)
    if (auto type = dyn_cast<RankedTensorType>(operand.value.getType()))
      for (auto [loop, size] : llvm::zip_equal(operand.loops, type.getShape()))
        if (loop >= 0 && loop < int(op.getNumLoops()) &&
            ShapedType::isDynamic(matched.loopSizes[loop]))
          matched.loopSizes[loop] = size;
  for (utils::IteratorType type : op.getIteratorTypesArray())
    matched.reduced.push_back(type == utils::IteratorType::reduction);
  if (failed(checkLoops(matched, failure.reason)))
    return mlir::failure();
  // A parallel loop that a result lacks would write an element many times.
  for (ArrayRef<int> loops : matched.resultLoops)
    for (auto [i, reduced] : llvm::enumerate(matched.reduced))
      if (reduced == llvm::is_contained(loops, int(i))) {
        failure.reason = "expected results to have all parallel loops and no other";
        return mlir::failure();
      }
  if (failed(matchBody(matched, failure)))
    return mlir::failure();
  for (const LoopSplit &split : matched.splits) {
    matched.loopSizes.append({matched.loopSizes[split.loop] / split.size, split.size});
    matched.reduced.append({false, false});
  }
  return matched;
}

/// `0, 1, ..., rank - 1`.
static SmallVector<int> identityLoops(int64_t rank) {
  return llvm::to_vector(llvm::seq<int>(0, rank));
}

static FailureOr<MatchedOp> matchSoftmax(linalg::SoftmaxOp op, MatchFailure &failure) {
  MatchedOp matched;
  matched.op = op;
  matched.kind = OpKind::Softmax;
  if (op.getNumResults() != 1) {
    failure.reason = "expected tensors, but got memrefs";
    return mlir::failure();
  }
  for (Type type : {Type(op.getInput().getType()), op->getResult(0).getType()}) {
    if (failed(checkType(type, failure.reason)))
      return mlir::failure();
    Type element = getElementTypeOrSelf(type);
    if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() < 16) {
      failure.reason =
          "expected a softmax of floats of at least 16 bits, but got " + toString(type);
      return mlir::failure();
    }
  }
  RankedTensorType type = matched.getResultType();
  SmallVector<int> loops = identityLoops(type.getRank());
  llvm::append_range(matched.loopSizes, type.getShape());
  matched.reduced.assign(loops.size(), false);
  matched.operands.push_back({op.getInput(), loops});
  matched.resultLoops.push_back(loops);
  matched.softmaxLoop = op.getDimension();
  return matched;
}

/// `arith` and `math` on tensors.
static FailureOr<MatchedOp> matchElementwise(Operation *op, MatchFailure &failure) {
  MatchedOp matched;
  matched.op = op;
  matched.kind = OpKind::Map;
  RankedTensorType type = matched.getResultType();
  SmallVector<int> loops = identityLoops(type.getRank());
  if (failed(checkType(type, failure.reason)))
    return mlir::failure();
  if (isMathOnSmallFloats(op)) {
    failure.reason = "functions of math on 8-bit floats are not supported";
    return mlir::failure();
  }
  for (Value operand : op->getOperands()) {
    if (failed(checkType(operand.getType(), failure.reason)))
      return mlir::failure();
    bool isTensor = isa<RankedTensorType>(operand.getType());
    matched.operands.push_back({operand, isTensor ? loops : SmallVector<int>()});
  }
  llvm::append_range(matched.loopSizes, type.getShape());
  matched.reduced.assign(loops.size(), false);
  matched.resultLoops.push_back(loops);
  return matched;
}

static FailureOr<MatchedOp> matchReshape(Operation *op, ArrayRef<ReassociationIndices> groups,
                                         bool expands, MatchFailure &failure) {
  if (failed(checkType(op->getOperand(0).getType(), failure.reason)) ||
      failed(checkType(op->getResult(0).getType(), failure.reason)))
    return mlir::failure();
  MatchedOp matched;
  matched.op = op;
  matched.kind = OpKind::Reshape;
  matched.groups.assign(groups.begin(), groups.end());
  matched.expands = expands;
  matched.operands.push_back({op->getOperand(0), {}});
  return matched;
}

/// A cast between tensors of which one knows more of its sizes.
static FailureOr<MatchedOp> matchCast(tensor::CastOp op, MatchFailure &failure) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!source || !isa<RankedTensorType>(op.getType()) ||
      failed(checkType(source, failure.reason)) || failed(checkType(op.getType(), failure.reason)))
    return mlir::failure();
  MatchedOp matched;
  matched.op = op;
  matched.kind = OpKind::View;
  SmallVector<int> loops = identityLoops(source.getRank());
  for (auto [from, to] : llvm::zip_equal(source.getShape(), matched.getResultType().getShape()))
    matched.loopSizes.push_back(ShapedType::isDynamic(from) ? to : from);
  matched.reduced.assign(loops.size(), false);
  matched.operands.push_back({op.getSource(), loops});
  matched.resultLoops.push_back(loops);
  return matched;
}

FailureOr<MatchedOp> mcf::frontend::matchOp(Operation *op, MatchFailure &failure) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return matchLinalgOp(linalgOp, failure);
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return matchSoftmax(softmax, failure);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return matchCast(cast, failure);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return matchReshape(op, collapse.getReassociationIndices(), /*expands=*/false, failure);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return matchReshape(op, expand.getReassociationIndices(), /*expands=*/true, failure);
  if (OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1 &&
      op->getNumOperands() > 0 && isa<RankedTensorType>(op->getResult(0).getType()) &&
      isMemoryEffectFree(op) &&
      (op->getName().getDialectNamespace() == "arith" ||
       op->getName().getDialectNamespace() == "math"))
    return matchElementwise(op, failure);
  return mlir::failure();
}
