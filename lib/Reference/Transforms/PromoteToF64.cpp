//===- PromoteToF64.cpp - a program as it would be with exact arithmetic ---===//
#include "MCFuser/Reference/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
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

/// The floats of a resource. None if it holds others, or is not there.
std::optional<DenseFPElementsAttr> getElements(DenseResourceElementsAttr attr) {
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  bool isSplat;
  if (!blob || !isa<FloatType>(attr.getElementType()) ||
      !DenseElementsAttr::isValidRawBuffer(attr.getType(), blob->getData(), isSplat))
    return std::nullopt;
  return cast<DenseFPElementsAttr>(
      DenseElementsAttr::getFromRawBuffer(attr.getType(), blob->getData()));
}

/// Types and constants to f64.
void addReplacements(AttrTypeReplacer &replacer, MLIRContext *context) {
  Type f64 = Float64Type::get(context);
  replacer.addReplacement(
      [f64](FloatType) -> std::pair<Type, WalkResult> { return {f64, WalkResult::skip()}; });
  replacer.addReplacement([f64](FloatAttr attr) -> std::pair<Attribute, WalkResult> {
    return {FloatAttr::get(f64, toF64(attr.getValue())), WalkResult::skip()};
  });
  replacer.addReplacement(
      [f64](DenseResourceElementsAttr attr) -> std::optional<std::pair<Attribute, WalkResult>> {
        std::optional<DenseFPElementsAttr> dense = getElements(attr);
        if (!dense)
          return std::nullopt;
        return {{dense->mapValues(
                     f64, [](const llvm::APFloat &value) { return toF64(value).bitcastToAPInt(); }),
                 WalkResult::skip()}};
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

/// The f64 scalar rounded to `to`. If there is an observer, the function that it names says what
/// the rounded value is.
Value roundScalar(OpBuilder &builder, Location loc, Value value, Type to, StringRef observer) {
  Type f64 = builder.getF64Type();
  Value rounded = arith::TruncFOp::create(builder, loc, to, value);
  rounded = arith::ExtFOp::create(builder, loc, f64, rounded);
  if (observer.empty())
    return rounded;
  const llvm::fltSemantics &semantics = cast<FloatType>(to).getFloatSemantics();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(number));
  };
  Value digits = constant(llvm::APFloat::semanticsPrecision(semantics));
  Value exponent = constant(llvm::APFloat::semanticsMinExponent(semantics));
  return func::CallOp::create(builder, loc, observer, TypeRange{f64},
                              ValueRange{value, rounded, digits, exponent})
      .getResult(0);
}

Value roundValue(OpBuilder &builder, Location loc, Value value, Type to, StringRef observer) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return roundScalar(builder, loc, value, to, observer);
  if (observer.empty()) {
    Value rounded = arith::TruncFOp::create(builder, loc, tensor.clone(to), value);
    return arith::ExtFOp::create(builder, loc, TypeRange{tensor}, ValueRange{rounded});
  }
  AffineMap map = builder.getMultiDimIdentityMap(tensor.getRank());
  SmallVector<utils::IteratorType> loops(tensor.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(builder, loc, tensor, ValueRange{}, value, ArrayRef(map), loops,
                                   [&](OpBuilder &inner, Location innerLoc, ValueRange args) {
                                     linalg::YieldOp::create(
                                         inner, innerLoc,
                                         roundScalar(inner, innerLoc, args.front(), to, observer));
                                   })
      .getResult(0);
}

/// The op's result is f64 already; rounds it to the type of the cast and comes back.
void insertRounding(Rounding rounding, StringRef observer) {
  Operation *op = rounding.op;
  OpBuilder builder(op);
  Type to = getElementTypeOrSelf(rounding.to);
  if (isa<arith::TruncFOp>(op)) {
    op->replaceAllUsesWith(
        ValueRange{roundValue(builder, op->getLoc(), op->getOperand(0), to, observer)});
    op->erase();
    return;
  }
  // From an integer: f64 holds what is rounded next.
  Value exact = op->getResult(0);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : exact.getUses())
    uses.push_back(&use);
  builder.setInsertionPointAfter(op);
  Value rounded = roundValue(builder, op->getLoc(), exact, to, observer);
  for (OpOperand *use : uses)
    use->set(rounded);
}

void declareObserver(ModuleOp module, StringRef name) {
  OpBuilder builder(module.getBodyRegion());
  Type f64 = builder.getF64Type(), i64 = builder.getI64Type();
  auto observer = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType({f64, f64, i64, i64}, f64));
  observer.setPrivate();
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
    if (!observer.empty())
      declareObserver(module, observer);
    for (Rounding rounding : roundings) {
      if (round) {
        insertRounding(rounding, observer);
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
