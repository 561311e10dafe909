//===- KernelSignature.cpp - parameters and grid of a kernel --------------===//
#include "KernelSignature.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mcf::mcfg;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The memory effects of all ops on the memref and on views of it.
static void getEffects(Value memref, bool &isRead, bool &isWritten) {
  for (OpOperand &use : memref.getUses()) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<ViewLikeOpInterface>(user)) {
      for (Value result : user->getResults())
        getEffects(result, isRead, isWritten);
      continue;
    }
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (!effects) {
      isRead = isWritten = true;
      continue;
    }
    isRead |= effects.getEffectOnValue<MemoryEffects::Read>(memref).has_value();
    isWritten |= effects.getEffectOnValue<MemoryEffects::Write>(memref).has_value();
  }
}

static SmallVector<int64_t> getStrides(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    strides.clear();
  return strides;
}

/// True if the elements lie one after the other; an offset only moves the pointer.
static bool isDense(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  auto dense = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<int64_t> strides = getStrides(type);
  // Strides given at launch may be any, even if those of a dense array are not known either.
  return !llvm::is_contained(strides, ShapedType::kDynamic) && strides == getStrides(dense);
}

static bool isKnown(KernelOperandAttr operand) {
  return operand.getSymbols().empty() &&
         !llvm::is_contained(operand.getStrides(), ShapedType::kDynamic);
}

LogicalResult KernelSignature::readOperands() {
  MLIRContext *context = function.getContext();
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    Access access = Access::Value;
    SmallVector<int64_t> shape, strides;
    SmallVector<StringAttr> symbols;
    Type elementType = argument.getType();
    if (auto memref = dyn_cast<MemRefType>(argument.getType())) {
      if (!memref.isStrided() || memref.getMemorySpace())
        return function.emitOpError()
               << "expected arguments with strides in global memory, but got " << memref;
      shape.assign(memref.getShape().begin(), memref.getShape().end());
      elementType = memref.getElementType();
      if (!isDense(memref))
        strides = getStrides(memref);
      auto names = function.getArgAttrOfType<ArrayAttr>(index, mcf::MCFDialect::getDimsAttrName());
      if (names &&
          (names.size() != shape.size() || !llvm::all_of(names, llvm::IsaPred<StringAttr>)))
        return function.emitOpError()
               << "expected " << shape.size() << " names in '" << mcf::MCFDialect::getDimsAttrName()
               << "' of argument " << index << ", but got " << names;
      for (auto [dim, size] : llvm::enumerate(shape))
        if (ShapedType::isDynamic(size))
          symbols.push_back(
              names ? cast<StringAttr>(names[dim])
                    : StringAttr::get(context, "size_" + Twine(index) + "_" + Twine(dim)));
      bool isRead = false, isWritten = false;
      getEffects(argument, isRead, isWritten);
      if (isRead && isWritten)
        return function.emitOpError()
               << "expected argument " << index << " to be read or written, but got both";
      access = isWritten ? Access::Write : Access::Read;
      if (isWritten && function.getArgAttr(index, mcf::MCFDialect::getConstantAttrName()))
        return function.emitOpError()
               << "expected argument " << index << ", which is constant, not to be written";
    }
    auto emit = [&]() { return function.emitOpError(); };
    auto operand = KernelOperandAttr::getChecked(llvm::function_ref<InFlightDiagnostic()>(emit),
                                                 context, access, ArrayRef(shape), elementType,
                                                 ArrayRef(symbols), ArrayRef(strides));
    if (!operand)
      return failure();
    operands.push_back(operand);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

/// A number, or a size of an argument.
std::optional<KernelSignature::Trip> KernelSignature::readSize(Value value) const {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return Trip{*number, {}};
  auto dim = value.getDefiningOp<memref::DimOp>();
  auto argument = dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  if (!argument || argument.getOwner() != &function.getBody().front() || !index || *index < 0 ||
      *index >= cast<MemRefType>(argument.getType()).getRank())
    return std::nullopt;
  KernelOperandAttr operand = operands[argument.getArgNumber()];
  if (StringAttr symbol = operand.getSymbol(*index))
    return Trip{1, symbol};
  return Trip{operand.getShape()[*index], {}};
}

FailureOr<KernelSignature::Trip> KernelSignature::readTrip(Operation *forall,
                                                           OpFoldResult count) const {
  std::optional<Trip> trip;
  if (std::optional<int64_t> number = getConstantIntValue(count)) {
    trip = Trip{*number, {}};
  } else {
    auto value = cast<Value>(count);
    AffineMap map = AffineMap::get(0, 1, getAffineSymbolExpr(0, value.getContext()));
    SmallVector<Value> inputs{value};
    affine::fullyComposeAffineMapAndOperands(&map, &inputs);
    affine::canonicalizeMapAndOperands(&map, &inputs);
    auto expr = dyn_cast<AffineBinaryOpExpr>(map.getResult(0));
    int64_t tile = 1;
    if (expr && expr.getKind() == AffineExprKind::CeilDiv &&
        isa<AffineConstantExpr>(expr.getRHS()) &&
        isa<AffineDimExpr, AffineSymbolExpr>(expr.getLHS()))
      tile = cast<AffineConstantExpr>(expr.getRHS()).getValue();
    else if (!isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0)))
      inputs.clear();
    if (inputs.size() == 1)
      trip = readSize(inputs.front());
    if (trip && trip->symbol)
      trip->number = tile;
    else if (trip)
      trip->number = llvm::divideCeil(trip->number, tile);
  }
  if (!trip)
    return forall->emitOpError()
           << "expected trip counts that are numbers or sizes of arguments divided by a number and "
              "rounded up";
  if (trip->number < 1)
    return forall->emitOpError() << "expected constant trip counts of at least 1, but got "
                                 << trip->number;
  return *trip;
}

LogicalResult KernelSignature::readTrips(scf::ForallOp forall) {
  if (!forall)
    return success();
  if (forall.getNumResults())
    return forall.emitOpError() << "expected no results, but got " << forall.getNumResults();
  for (auto [lower, upper, step] :
       llvm::zip(forall.getMixedLowerBound(), forall.getMixedUpperBound(), forall.getMixedStep())) {
    if (!isConstantIntValue(lower, 0) || !isConstantIntValue(step, 1))
      return forall.emitOpError() << "expected trip counts from 0 in steps of 1";
    FailureOr<Trip> trip = readTrip(forall, upper);
    if (failed(trip))
      return failure();
    trips.push_back(*trip);
  }
  return success();
}

FailureOr<KernelSignature> KernelSignature::create(func::FuncOp function, scf::ForallOp forall) {
  KernelSignature result(function);
  if (failed(result.readOperands()) || failed(result.readTrips(forall)))
    return failure();
  MLIRContext *context = function.getContext();
  int64_t grid = 1;
  SmallVector<TripCountAttr> tripCounts;
  for (const Trip &trip : result.trips) {
    if (trip.symbol)
      tripCounts.push_back(TripCountAttr::get(context, trip.symbol, trip.number));
    else if (llvm::MulOverflow(grid, trip.number, grid) || grid > LaunchPlanAttr::getMaxGrid())
      return forall.emitOpError() << "expected a grid of at most " << LaunchPlanAttr::getMaxGrid()
                                  << " blocks, but the trip counts multiply to more";
  }
  SmallVector<KernelParameterAttr> parameters =
      LaunchPlanAttr::makeParameters(context, result.operands);
  result.plan = LaunchPlanAttr::get(context, grid, tripCounts, /*block=*/0, /*workgroupBytes=*/0,
                                    result.operands, parameters, /*programmatic=*/false);
  SmallVector<Type> types;
  for (auto [operand, type] : llvm::zip(result.operands, function.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref) {
      types.push_back(type);
      continue;
    }
    MemRefLayoutAttrInterface layout;
    if (!operand.getStrides().empty())
      layout = StridedLayoutAttr::get(context, 0, operand.getStrides());
    types.push_back(isKnown(operand)
                        ? MemRefType::get(memref.getShape(), memref.getElementType(), layout)
                        : MemRefType::get({}, memref.getElementType()));
  }
  types.resize(result.plan.getNumParameters(), IndexType::get(context));
  result.type = FunctionType::get(context, types, {});
  return result;
}

//===----------------------------------------------------------------------===//
// Inside the kernel
//===----------------------------------------------------------------------===//

Value KernelSignature::findParameter(llvm::function_ref<bool(KernelParameterAttr)> test,
                                     ValueRange parameters) const {
  for (auto [attr, value] : llvm::zip(plan.getParameters(), parameters))
    if (test(attr))
      return value;
  return {};
}

Value KernelSignature::getSize(unsigned argument, unsigned dim, ValueRange parameters) const {
  StringAttr symbol = operands[argument].getSymbol(dim);
  if (!symbol)
    return {};
  return findParameter([&](KernelParameterAttr attr) { return attr.getSymbol() == symbol; },
                       parameters);
}

Value KernelSignature::makeArray(OpBuilder &builder, Location loc, unsigned index,
                                 ValueRange parameters) const {
  KernelOperandAttr operand = operands[index];
  auto argumentType = cast<MemRefType>(function.getArgumentTypes()[index]);
  SmallVector<int64_t> staticStrides = getStrides(argumentType);
  unsigned rank = argumentType.getRank();
  SmallVector<OpFoldResult> sizes(rank), strides(rank);
  // From the last dim on: strides of a dense array are products of sizes.
  for (unsigned dim = rank; dim-- > 0;) {
    if (Value size = getSize(index, dim, parameters))
      sizes[dim] = size;
    else
      sizes[dim] = builder.getIndexAttr(argumentType.getDimSize(dim));
    if (!ShapedType::isDynamic(staticStrides[dim])) {
      strides[dim] = builder.getIndexAttr(staticStrides[dim]);
    } else if (!operand.getStrides().empty()) {
      strides[dim] = findParameter(
          [&](KernelParameterAttr attr) {
            return attr.getKind() == ParameterKind::Stride && attr.getOperand() == index &&
                   attr.getDim() == dim;
          },
          parameters);
    } else {
      strides[dim] =
          arith::MulIOp::create(builder, loc,
                                getValueOrCreateConstantIndexOp(builder, loc, sizes[dim + 1]),
                                getValueOrCreateConstantIndexOp(builder, loc, strides[dim + 1]))
              .getResult();
    }
  }
  MemRefLayoutAttrInterface layout;
  if (!operand.getStrides().empty())
    layout = StridedLayoutAttr::get(builder.getContext(), 0, operand.getStrides());
  auto type = MemRefType::get(argumentType.getShape(), argumentType.getElementType(), layout);
  return memref::ReinterpretCastOp::create(builder, loc, type, parameters[index],
                                           OpFoldResult(builder.getIndexAttr(0)), sizes, strides);
}

SmallVector<Value> KernelSignature::makeArguments(OpBuilder &builder, Location loc,
                                                  ValueRange parameters) const {
  SmallVector<Value> arguments;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Value argument = parameters[index];
    if (!isKnown(operand))
      argument = makeArray(builder, loc, index, parameters);
    Type wanted = function.getArgumentTypes()[index];
    if (argument.getType() != wanted)
      argument = memref::CastOp::create(builder, loc, wanted, argument);
    arguments.push_back(argument);
  }
  return arguments;
}

SmallVector<OpFoldResult> KernelSignature::makeTrips(OpBuilder &builder, Location loc,
                                                     ValueRange parameters) const {
  SmallVector<OpFoldResult> result;
  for (const Trip &trip : trips) {
    if (!trip.symbol) {
      result.push_back(builder.getIndexAttr(trip.number));
      continue;
    }
    Value size = findParameter(
        [&](KernelParameterAttr attr) { return attr.getSymbol() == trip.symbol; }, parameters);
    AffineExpr count = builder.getAffineSymbolExpr(0).ceilDiv(trip.number);
    result.push_back(
        affine::AffineApplyOp::create(builder, loc, AffineMap::get(0, 1, count), size).getResult());
  }
  return result;
}
