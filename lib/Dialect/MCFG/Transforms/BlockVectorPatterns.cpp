//===- BlockVectorPatterns.cpp - one form for contractions and broadcasts -===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCFG/IR/OperandTypes.h"
#include "TileProgramConversion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

/// `vector.contract` takes two operands of one type: one that holds both exactly.
static void unifyOperandTypes(OpBuilder &builder, Location loc, Value &lhs, Value &rhs, Type sum) {
  Type common = mcf::mcfg::getCommonType(getElementTypeOrSelf(lhs.getType()),
                                         getElementTypeOrSelf(rhs.getType()), sum);
  for (Value *operand : {&lhs, &rhs}) {
    Type type = cast<VectorType>(operand->getType()).clone(common);
    if (operand->getType() == type)
      continue;
    if (isa<FloatType>(common))
      *operand = arith::ExtFOp::create(builder, loc, type, *operand);
    else
      *operand = arith::ExtSIOp::create(builder, loc, type, *operand);
  }
}

FailureOr<Value> mcf::mcfg::buildMatrixContraction(OpBuilder &builder, Location loc, Value lhs,
                                                   Value rhs, Value acc, ArrayRef<AffineMap> maps,
                                                   bool tf32) {
  MLIRContext *context = builder.getContext();
  unifyOperandTypes(builder, loc, lhs, rhs, getElementTypeOrSelf(acc.getType()));
  // One dim of more than one element per role.
  std::optional<unsigned> m, n, k;
  SmallVector<int64_t> sizes(maps[0].getNumDims(), 1);
  SmallVector<Value> operands{lhs, rhs, acc};
  for (auto [map, value] : llvm::zip(maps, operands))
    for (auto [expr, size] :
         llvm::zip(map.getResults(), cast<VectorType>(value.getType()).getShape()))
      sizes[cast<AffineDimExpr>(expr).getPosition()] = size;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size == 1)
      continue;
    bool inLhs = maps[0].isFunctionOfDim(dim), inRhs = maps[1].isFunctionOfDim(dim),
         inAcc = maps[2].isFunctionOfDim(dim);
    std::optional<unsigned> *role = inLhs && inAcc && !inRhs   ? &m
                                    : inRhs && inAcc && !inLhs ? &n
                                    : inLhs && inRhs && !inAcc ? &k
                                                               : nullptr;
    if (!role || *role)
      return failure();
    *role = dim;
  }
  AffineMap lhsMap = maps[0], rhsMap = maps[1];
  auto isBefore = [&](AffineMap map, unsigned a, unsigned b) {
    return *map.getResultPosition(getAffineDimExpr(a, context)) <
           *map.getResultPosition(getAffineDimExpr(b, context));
  };
  // (A B)^T = B^T A^T
  if (m && n && isBefore(maps[2], *n, *m)) {
    std::swap(lhs, rhs);
    std::swap(lhsMap, rhsMap);
    std::swap(m, n);
  }
  // An operand as a matrix: `first` before `second` unless it has both the other way round.
  AffineExpr em = getAffineDimExpr(0, context), en = getAffineDimExpr(1, context),
             ek = getAffineDimExpr(2, context);
  auto asMatrix = [&](Value &value, AffineMap map, std::optional<unsigned> first,
                      std::optional<unsigned> second, AffineExpr firstExpr, AffineExpr secondExpr) {
    if (first && second && isBefore(map, *second, *first)) {
      std::swap(first, second);
      std::swap(firstExpr, secondExpr);
    }
    auto old = cast<VectorType>(value.getType());
    auto type = VectorType::get({first ? sizes[*first] : 1, second ? sizes[*second] : 1},
                                old.getElementType());
    if (old.getRank() == 0)
      value = vector::BroadcastOp::create(builder, loc, type, value);
    else if (old != type)
      value = vector::ShapeCastOp::create(builder, loc, type, value);
    return AffineMap::get(3, 0, {firstExpr, secondExpr}, context);
  };
  auto oldType = cast<VectorType>(acc.getType());
  AffineMap newLhs = asMatrix(lhs, lhsMap, m, k, em, ek),
            newRhs = asMatrix(rhs, rhsMap, k, n, ek, en),
            newAcc = asMatrix(acc, maps[2], m, n, em, en);
  SmallVector<Attribute> iterators;
  for (auto type : {vector::IteratorType::parallel, vector::IteratorType::parallel,
                    vector::IteratorType::reduction})
    iterators.push_back(vector::IteratorTypeAttr::get(context, type));
  auto contract = vector::ContractionOp::create(
      builder, loc, lhs, rhs, acc, builder.getAffineMapArrayAttr({newLhs, newRhs, newAcc}),
      builder.getArrayAttr(iterators), vector::CombiningKind::ADD);
  if (tf32)
    contract->setAttr(MCFDialect::getTF32AttrName(), builder.getUnitAttr());
  Value result = contract;
  if (oldType.getRank() == 0) {
    result = vector::ExtractOp::create(builder, loc, result, ArrayRef<int64_t>{0, 0});
    return Value(vector::BroadcastOp::create(builder, loc, oldType, result));
  }
  if (result.getType() != oldType)
    result = vector::ShapeCastOp::create(builder, loc, oldType, result);
  return result;
}

namespace {

/// transpose(broadcast(v)) -> broadcast(shape_cast(v)): one form for a value of each row.
struct BroadcastAlongRows : OpRewritePattern<vector::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransposeOp op, PatternRewriter &rewriter) const override {
    auto broadcast = op.getVector().getDefiningOp<vector::BroadcastOp>();
    if (!broadcast)
      return failure();
    auto source = dyn_cast<VectorType>(broadcast.getSourceType());
    VectorType type = op.getResultVectorType();
    if (!source || source.getRank() == 0)
      return failure();
    int64_t missing = type.getRank() - source.getRank();
    SmallVector<int64_t> shape;
    int64_t last = -1;
    for (int64_t dim : op.getPermutation()) {
      if (dim < missing) {
        shape.push_back(1);
        continue;
      }
      int64_t size = source.getDimSize(dim - missing);
      // A cast keeps the order of the elements.
      if (size != 1 && dim < last)
        return failure();
      last = size != 1 ? dim : last;
      shape.push_back(size);
    }
    auto cast = VectorType::get(shape, type.getElementType());
    Value value = broadcast.getSource();
    if (cast != source)
      value = vector::ShapeCastOp::create(rewriter, op.getLoc(), cast, value);
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, type, value);
    return success();
  }
};

/// Positions in a tile compared in 32 bits: a lane would need two registers for each. Arrays
/// with a dim beyond `limit` keep 64 bits.
struct NarrowPositions : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getLhs().getType());
    if (!type || !type.getElementType().isIndex() || !isNarrow(op.getLhs()) ||
        !isNarrow(op.getRhs()))
      return failure();
    Value lhs = narrow(rewriter, op.getLhs()), rhs = narrow(rewriter, op.getRhs());
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, op.getPredicate(), lhs, rhs);
    return success();
  }

private:
  static constexpr int64_t limit = int64_t(1) << 28;

  /// True for sums of a few offsets, sizes and positions of tiles, all far from overflow.
  static bool isNarrow(Value value, unsigned depth = 0) {
    Operation *op = value.getDefiningOp();
    if (!op || depth > 2)
      return false;
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
      return splat && splat.getSplatValue<APInt>().abs().sle(limit);
    }
    if (isa<arith::AddIOp>(op))
      return isNarrow(op->getOperand(0), depth + 1) && isNarrow(op->getOperand(1), depth + 1);
    if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
      // An offset or size that the tile program has computed from its loops.
      Value source = broadcast.getSource();
      if (isa<VectorType>(source.getType()))
        return isNarrow(source, depth);
      if (auto argument = dyn_cast<BlockArgument>(source))
        return isa<scf::ForOp, scf::ForallOp>(argument.getOwner()->getParentOp()) && isSmall(op);
      return isa_and_present<affine::AffineApplyOp, affine::AffineMinOp>(source.getDefiningOp()) &&
             isSmall(op);
    }
    if (auto cast = dyn_cast<vector::ShapeCastOp>(op))
      return isNarrow(cast.getSource(), depth);
    return isa<vector::StepOp>(op);
  }

  /// True if no argument of the function has a dim beyond the limit.
  static bool isSmall(Operation *op) {
    auto function = op->getParentOfType<FunctionOpInterface>();
    return function && llvm::all_of(function.getArgumentTypes(), [](Type type) {
             auto shaped = dyn_cast<ShapedType>(type);
             return !shaped ||
                    (shaped.hasStaticShape() &&
                     llvm::all_of(shaped.getShape(), [](int64_t size) { return size <= limit; }));
           });
  }

  static Value narrow(PatternRewriter &rewriter, Value value) {
    Operation *op = value.getDefiningOp();
    Location loc = op->getLoc();
    auto type = cast<VectorType>(value.getType());
    auto newType = VectorType::get(type.getShape(), rewriter.getI32Type());
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue());
      auto number = rewriter.getI32IntegerAttr(splat.getSplatValue<APInt>().getSExtValue());
      return arith::ConstantOp::create(rewriter, loc, SplatElementsAttr::get(newType, number));
    }
    if (isa<arith::AddIOp>(op))
      return arith::AddIOp::create(rewriter, loc, narrow(rewriter, op->getOperand(0)),
                                   narrow(rewriter, op->getOperand(1)));
    if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
      Value source = broadcast.getSource();
      if (isa<VectorType>(source.getType()))
        source = narrow(rewriter, source);
      else
        source = arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(), source);
      return vector::BroadcastOp::create(rewriter, loc, newType, source);
    }
    if (auto cast = dyn_cast<vector::ShapeCastOp>(op))
      return vector::ShapeCastOp::create(rewriter, loc, newType,
                                         narrow(rewriter, cast.getSource()));
    // Positions in a tile: vector.step has no other type than index.
    return arith::IndexCastOp::create(rewriter, loc, newType, value);
  }
};

} // namespace

bool mcf::mcfg::isMatrixContraction(vector::ContractionOp op) {
  MLIRContext *context = op.getContext();
  AffineExpr m = getAffineDimExpr(0, context), n = getAffineDimExpr(1, context),
             k = getAffineDimExpr(2, context);
  auto map = [&](AffineExpr a, AffineExpr b) { return AffineMap::get(3, 0, {a, b}, context); };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return op.getKind() == vector::CombiningKind::ADD &&
         (maps[0] == map(m, k) || maps[0] == map(k, m)) &&
         (maps[1] == map(k, n) || maps[1] == map(n, k)) && maps[2] == map(m, n);
}

void mcf::mcfg::populateBlockVectorPatterns(RewritePatternSet &patterns) {
  patterns.add<BroadcastAlongRows, NarrowPositions>(patterns.getContext());
}
