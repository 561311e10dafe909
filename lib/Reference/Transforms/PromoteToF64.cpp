//===- PromoteToF64.cpp - a program as it would be with exact arithmetic ---===//
#include "MCFuser/Reference/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/TypeUtilities.h"

namespace mcf {
#define GEN_PASS_DEF_PROMOTETOF64PASS
#include "MCFuser/Reference/Passes.h.inc"
} // namespace mcf

using namespace mlir;

namespace {
bool holdsFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

llvm::APFloat toF64(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// Types and constants to f64.
void addReplacements(AttrTypeReplacer &replacer, MLIRContext *context) {
  Type f64 = Float64Type::get(context);
  replacer.addReplacement(
      [f64](FloatType) -> std::pair<Type, WalkResult> { return {f64, WalkResult::skip()}; });
  replacer.addReplacement([f64](FloatAttr attr) -> std::pair<Attribute, WalkResult> {
    return {FloatAttr::get(f64, toF64(attr.getValue())), WalkResult::skip()};
  });
  replacer.addReplacement([f64](DenseFPElementsAttr attr) -> std::pair<Attribute, WalkResult> {
    return {attr.mapValues(
                f64, [](const llvm::APFloat &value) { return toF64(value).bitcastToAPInt(); }),
            WalkResult::skip()};
  });
}

/// What the pass cannot turn into f64 with the same meaning.
LogicalResult checkOp(Operation *op) {
  if (isa<arith::BitcastOp>(op) &&
      (holdsFloat(op->getOperand(0).getType()) || holdsFloat(op->getResult(0).getType())))
    return op->emitOpError("expected no reinterpretation of float bits: it has no meaning in f64");
  if (auto func = dyn_cast<func::FuncOp>(op); func && func.isExternal()) {
    FunctionType type = func.getFunctionType();
    if (llvm::any_of(type.getInputs(), holdsFloat) || llvm::any_of(type.getResults(), holdsFloat))
      return func.emitOpError("expected a body: an external function cannot change its types");
  }
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (isa<BaseMemRefType>(type) && holdsFloat(type))
      return op->emitOpError("expected tensors, but got ") << type;
  return success();
}

/// A cast that the program spells, with the type it rounds to (before promotion).
struct Rounding {
  Operation *op;
  Type to;
};

Type withElementType(Type like, Type elementType) {
  if (auto shaped = dyn_cast<ShapedType>(like))
    return shaped.clone(elementType);
  return elementType;
}

/// The op's result is f64 already; rounds it to `to` and comes back.
void insertRounding(Rounding rounding) {
  Operation *op = rounding.op;
  OpBuilder builder(op);
  Value rounded = op->getResult(0);
  Type f64 = rounded.getType();
  Type narrow = withElementType(f64, getElementTypeOrSelf(rounding.to));
  if (isa<arith::TruncFOp>(op)) {
    builder.setInsertionPoint(op);
    auto trunc = arith::TruncFOp::create(builder, op->getLoc(), narrow, op->getOperand(0));
    auto ext = arith::ExtFOp::create(builder, op->getLoc(), TypeRange{f64}, ValueRange{trunc});
    op->replaceAllUsesWith(ext);
    op->erase();
    return;
  }
  // From an integer: f64 holds what is rounded next.
  builder.setInsertionPointAfter(op);
  auto trunc = arith::TruncFOp::create(builder, op->getLoc(), narrow, rounded);
  auto ext = arith::ExtFOp::create(builder, op->getLoc(), TypeRange{f64}, ValueRange{trunc});
  rounded.replaceAllUsesExcept(ext, trunc);
}

/// The number with 10 bits of mantissa, as TF32 has: to nearest, ties away from zero.
Value roundToTF32(OpBuilder &builder, Location loc, Value value) {
  constexpr int64_t dropped = 52 - 10;
  Type i64 = builder.getI64Type();
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(bits));
  };
  Value bits = arith::BitcastOp::create(builder, loc, i64, value);
  bits = arith::AddIOp::create(builder, loc, bits, constant(int64_t(1) << (dropped - 1)));
  bits = arith::AndIOp::create(builder, loc, bits, constant(-(int64_t(1) << dropped)));
  Value rounded = arith::BitcastOp::create(builder, loc, value.getType(), bits);
  // Infinity and NaN stay as they are.
  Value difference = arith::SubFOp::create(builder, loc, value, value);
  Value isFinite =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, difference, difference);
  return arith::SelectOp::create(builder, loc, isFinite, rounded, value);
}

/// Products of f32 that a reduction sums up.
SmallVector<arith::MulFOp> findProducts(ModuleOp module) {
  SmallVector<arith::MulFOp> products;
  module.walk([&](arith::MulFOp op) {
    auto parent = dyn_cast<linalg::LinalgOp>(op->getParentOp());
    if (parent && parent.getNumReductionLoops() > 0 && op.getType().isF32() && op->hasOneUse() &&
        isa<arith::AddFOp>(*op->user_begin()))
      products.push_back(op);
  });
  return products;
}

struct PromoteToF64 : mcf::impl::PromoteToF64PassBase<PromoteToF64> {
  using PromoteToF64PassBase::PromoteToF64PassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WalkResult check = module.walk([](Operation *op) {
      return failed(checkOp(op)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (check.wasInterrupted())
      return signalPassFailure();
    if (failed(generalizeNamedOps(module)))
      return signalPassFailure();

    SmallVector<arith::MulFOp> products;
    if (tf32)
      products = findProducts(module);
    SmallVector<Rounding> roundings;
    SmallVector<Operation *> extensions;
    module.walk([&](Operation *op) {
      if (isa<arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp>(op)) {
        if (!getElementTypeOrSelf(op->getResult(0).getType()).isF64())
          roundings.push_back({op, op->getResult(0).getType()});
      } else if (isa<arith::ExtFOp>(op)) {
        extensions.push_back(op);
      }
    });
    AttrTypeReplacer replacer;
    addReplacements(replacer, &getContext());
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    for (Operation *op : extensions) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    }
    for (arith::MulFOp product : products) {
      OpBuilder builder(product);
      for (OpOperand &operand : product->getOpOperands())
        operand.set(roundToTF32(builder, product.getLoc(), operand.get()));
    }
    for (Rounding rounding : roundings) {
      if (round) {
        insertRounding(rounding);
      } else if (isa<arith::TruncFOp>(rounding.op)) {
        rounding.op->replaceAllUsesWith(rounding.op->getOperands());
        rounding.op->erase();
      }
    }
  }

  LogicalResult generalizeNamedOps(ModuleOp module) {
    SmallVector<linalg::LinalgOp> named;
    module.walk([&](linalg::LinalgOp op) {
      if (!isa<linalg::GenericOp>(op))
        named.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter, op)))
        return op->emitOpError("expected an op that can be written as linalg.generic");
    }
    return success();
  }
};
} // namespace
