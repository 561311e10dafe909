//===- TileProgramCalls.cpp - who calls a tile program, and with what -----===//
#include "TileProgramCalls.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using mcf::mcfg::TileProgramCalls;

static MemRefType getDenseType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// The memref with some axes collapsed, without a copy; null if its strides may not allow it. Axes
/// of size 1 can go whatever their strides are.
static Value collapse(OpBuilder &builder, Location loc, Value source,
                      ArrayRef<ReassociationIndices> groups) {
  auto type = cast<MemRefType>(source.getType());
  if (memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
    return memref::CollapseShapeOp::create(builder, loc, source, groups);
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : groups) {
    int64_t size = 1;
    for (int64_t axis : group) {
      if (type.getDimSize(axis) == 1)
        continue;
      if (size != 1)
        return {};
      size = type.getDimSize(axis);
    }
    shape.push_back(size);
  }
  SmallVector<OpFoldResult> zeros(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(builder, loc, source);
  auto reduced = memref::SubViewOp::inferRankReducedResultType(shape, type, zeros, sizes, ones);
  return memref::SubViewOp::create(builder, loc, reduced, source, zeros, sizes, ones);
}

/// The memref with axes split.
static Value expand(OpBuilder &builder, Location loc, Value source, ArrayRef<int64_t> shape,
                    ArrayRef<ReassociationIndices> groups, ArrayRef<OpFoldResult> sizes) {
  FailureOr<MemRefType> type =
      memref::ExpandShapeOp::computeExpandedType(cast<MemRefType>(source.getType()), shape, groups);
  if (failed(type))
    return {};
  return memref::ExpandShapeOp::create(builder, loc, *type, source, groups, sizes);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// True if the tensor lies in memory in another way than a dense array of its own.
static bool isView(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto toTensor = dyn_cast_or_null<bufferization::ToTensorOp>(op)) {
    auto type = dyn_cast<MemRefType>(toTensor.getBuffer().getType());
    return type && type.isStrided() && !type.getLayout().isIdentity() && !type.getMemorySpace();
  }
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op))
    return isView(op->getOperand(0));
  return isa_and_nonnull<tensor::ExtractSliceOp>(op);
}

/// A buffer of the tensor, without a copy where it is a view. The ops stay on tensors as far as a
/// buffer is taken of a tensor, so that bufferization sees what is read.
static Value getInputBuffer(OpBuilder &builder, Location loc, Value tensor) {
  auto toBuffer = [&](MemRefType type) -> Value {
    return bufferization::ToBufferOp::create(builder, loc, type, tensor, /*read_only=*/true);
  };
  if (!isView(tensor))
    return toBuffer(getDenseType(tensor));
  Operation *op = tensor.getDefiningOp();
  if (auto toTensor = dyn_cast<bufferization::ToTensorOp>(op))
    return toBuffer(cast<MemRefType>(toTensor.getBuffer().getType()));
  Value source = getInputBuffer(builder, loc, op->getOperand(0));
  auto sourceType = cast<MemRefType>(source.getType());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    auto type = memref::SubViewOp::inferRankReducedResultType(
        slice.getType().getShape(), sourceType, slice.getMixedOffsets(), slice.getMixedSizes(),
        slice.getMixedStrides());
    return memref::SubViewOp::create(builder, loc, type, source, slice.getMixedOffsets(),
                                     slice.getMixedSizes(), slice.getMixedStrides());
  }
  if (auto split = dyn_cast<tensor::ExpandShapeOp>(op)) {
    if (Value view = expand(builder, loc, source, split.getType().getShape(),
                            split.getReassociationIndices(), split.getMixedOutputShape()))
      return view;
  } else if (auto merge = dyn_cast<tensor::CollapseShapeOp>(op)) {
    if (Value view = collapse(builder, loc, source, merge.getReassociationIndices()))
      return view;
  } else {
    auto type = MemRefType::get(cast<RankedTensorType>(tensor.getType()).getShape(),
                                sourceType.getElementType(), sourceType.getLayout());
    if (memref::CastOp::areCastCompatible(sourceType, type))
      return memref::CastOp::create(builder, loc, type, source);
  }
  return toBuffer(getDenseType(tensor));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// True if whoever else uses the memref, or a view of it, does so in a call before `op`. So nobody
/// sees that it is written earlier than the program says.
static bool isUsedBefore(Value memref, Operation *op, Operation *except) {
  return llvm::all_of(memref.getUsers(), [&](Operation *user) {
    if (user == except)
      return true;
    if (user->getBlock() != op->getBlock() || !user->isBeforeInBlock(op))
      return false;
    if (isa<ViewLikeOpInterface>(user))
      return isUsedBefore(user->getResult(0), op, except);
    return isa<func::CallOp>(user);
  });
}

/// The same of all arrays that the memref is a view of.
static bool isBaseUsedBefore(Value memref, Operation *op, Operation *except) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return isUsedBefore(memref, op, except);
}

/// No two elements of such an array are known to be the same.
static bool mayOverlap(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return true;
  for (auto [size, stride] : llvm::zip(type.getShape(), strides))
    if (size != 1 && stride == 0)
      return true;
  return false;
}

/// The larger array that `insert` changes, to be written by `call`; null if it must be copied
/// first.
static Value getTargetArray(OpBuilder &builder, func::CallOp call, tensor::InsertSliceOp insert) {
  Location loc = call.getLoc();
  Value dest = insert.getDest();
  Operation *op = dest.getDefiningOp();
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op)) {
    if (!DominanceInfo().properlyDominates(op, call) && !empty.getDynamicSizes().empty())
      return {};
    return memref::AllocOp::create(builder, loc, getDenseType(dest), empty.getDynamicSizes());
  }
  if (!dest.hasOneUse() || !DominanceInfo().properlyDominates(dest, call))
    return {};
  MemRefType type = getDenseType(dest);
  if (auto toTensor = dyn_cast_or_null<bufferization::ToTensorOp>(op)) {
    type = dyn_cast<MemRefType>(toTensor.getBuffer().getType());
    if (!toTensor.getRestrict() || !toTensor.getWritable() || !type || type.getMemorySpace() ||
        mayOverlap(type) || !isBaseUsedBefore(toTensor.getBuffer(), call, op))
      return {};
  }
  // Bufferization copies the array if somebody else may see the change.
  return bufferization::ToBufferOp::create(builder, loc, type, dest);
}

/// The part of the array that `put` writes that is, behind the reshapes in `views`, what is put
/// there; null if its strides may not allow that.
static Value getReshapedArray(OpBuilder &builder, bufferization::MaterializeInDestinationOp put,
                              ArrayRef<Operation *> views) {
  Value array = put.getDest();
  for (Operation *op : llvm::reverse(views)) {
    if (auto split = dyn_cast<tensor::ExpandShapeOp>(op)) {
      array = collapse(builder, op->getLoc(), array, split.getReassociationIndices());
    } else {
      auto merge = cast<tensor::CollapseShapeOp>(op);
      RankedTensorType type = merge.getSrcType();
      array = type.hasStaticShape()
                  ? expand(builder, op->getLoc(), array, type.getShape(),
                           merge.getReassociationIndices(),
                           getAsIndexOpFoldResult(builder.getContext(), type.getShape()))
                  : Value();
    }
    if (!array)
      return {};
  }
  return array;
}

/// A new buffer of the size of a tensor.
static Value makeBuffer(OpBuilder &builder, Location loc, Value tensor) {
  SmallVector<Value> sizes;
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>()) {
    sizes = llvm::to_vector(empty.getDynamicSizes());
  } else {
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, loc, tensor, dim));
  }
  return memref::AllocOp::create(builder, loc, getDenseType(tensor), sizes);
}

static bool dominate(OperandRange values, Operation *op) {
  DominanceInfo dominance;
  return llvm::all_of(values, [&](Value value) { return dominance.properlyDominates(value, op); });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// For each argument the result that it is the destination of.
static SmallVector<std::optional<unsigned>> getDestinations(func::FuncOp function) {
  SmallVector<std::optional<unsigned>> destinations(function.getNumArguments());
  auto end = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  for (OpOperand &operand : end->getOpOperands()) {
    auto result = dyn_cast<OpResult>(operand.get());
    auto forall = result ? dyn_cast<scf::ForallOp>(result.getOwner()) : scf::ForallOp();
    if (!forall)
      continue;
    auto argument = dyn_cast<BlockArgument>(forall.getOutputs()[result.getResultNumber()]);
    if (argument && argument.getOwner() == &function.getBody().front())
      destinations[argument.getArgNumber()] = operand.getOperandNumber();
  }
  return destinations;
}

TileProgramCalls::Call TileProgramCalls::prepare(func::CallOp op,
                                                 ArrayRef<std::optional<unsigned>> destinations) {
  OpBuilder builder(op);
  Call call;
  call.op = op;
  call.targets.resize(op.getNumResults());
  // Targets first: what is read of the same array afterwards then counts as read after a write, and
  // bufferization makes a copy.
  for (auto [result, target] : llvm::zip(op.getResults(), call.targets)) {
    if (!result.hasOneUse() || !llvm::is_contained(destinations, result.getResultNumber()))
      continue;
    Operation *user = *result.user_begin();
    SmallVector<Operation *> views;
    while (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) && user->hasOneUse()) {
      views.push_back(user);
      user = *user->user_begin();
    }
    if (!views.empty() && !isa<bufferization::MaterializeInDestinationOp>(user))
      continue;
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(user)) {
      if (insert.getSource() != result || !dominate(insert.getOffsets(), op) ||
          !dominate(insert.getSizes(), op) || !dominate(insert.getStrides(), op))
        continue;
      Value array = getTargetArray(builder, op, insert);
      if (!array)
        continue;
      auto type = memref::SubViewOp::inferRankReducedResultType(
          insert.getSourceType().getShape(), cast<MemRefType>(array.getType()),
          insert.getMixedOffsets(), insert.getMixedSizes(), insert.getMixedStrides());
      target = {memref::SubViewOp::create(builder, op.getLoc(), type, array,
                                          insert.getMixedOffsets(), insert.getMixedSizes(),
                                          insert.getMixedStrides()),
                user,
                array,
                {}};
    } else if (auto put = dyn_cast<bufferization::MaterializeInDestinationOp>(user)) {
      auto type = dyn_cast<MemRefType>(put.getDest().getType());
      Value source = views.empty() ? Value(result) : views.back()->getResult(0);
      if (put.getSource() == source && put.getRestrict() && put.getWritable() && type &&
          type.isStrided() && !type.getMemorySpace() && !mayOverlap(type) &&
          DominanceInfo().properlyDominates(put.getDest(), op) &&
          isBaseUsedBefore(put.getDest(), op, user))
        if (Value array = getReshapedArray(builder, put, views))
          target = {array, user, Value(), views};
    }
  }
  for (auto [operand, destination] : llvm::zip(op.getOperands(), destinations)) {
    bool isInput = isa<RankedTensorType>(operand.getType()) && !destination;
    call.inputs.push_back(isInput ? getInputBuffer(builder, op.getLoc(), operand) : Value());
  }
  return call;
}

/// The layout that fits all buffers: what differs is dynamic. Null if all are dense.
static MemRefLayoutAttrInterface meetLayouts(ArrayRef<MemRefType> types) {
  if (llvm::all_of(types, [](MemRefType type) { return type.getLayout().isIdentity(); }))
    return {};
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  for (auto [number, type] : llvm::enumerate(types)) {
    SmallVector<int64_t> otherStrides;
    int64_t otherOffset = 0;
    // Only strided buffers are made.
    if (failed(type.getStridesAndOffset(otherStrides, otherOffset)))
      return {};
    // An offset other than 0 only shifts the pointer: one kernel for all.
    if (otherOffset != 0)
      offset = ShapedType::kDynamic;
    if (number == 0)
      strides = otherStrides;
    for (auto [stride, other] : llvm::zip(strides, otherStrides))
      if (stride != other)
        stride = ShapedType::kDynamic;
  }
  return StridedLayoutAttr::get(types.front().getContext(), offset, strides);
}

FailureOr<TileProgramCalls> TileProgramCalls::create(ModuleOp module, func::FuncOp function) {
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(function, module);
  if (!uses)
    return function.emitOpError() << "expected known uses";
  SmallVector<func::CallOp> ops;
  for (SymbolTable::SymbolUse use : *uses) {
    auto op = dyn_cast<func::CallOp>(use.getUser());
    if (!op)
      return use.getUser()->emitOpError() << "expected a tile program to be called only";
    ops.push_back(op);
  }
  TileProgramCalls result;
  SmallVector<std::optional<unsigned>> destinations = getDestinations(function);
  for (func::CallOp op : ops)
    result.calls.push_back(result.prepare(op, destinations));
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    MemRefLayoutAttrInterface &layout = result.layouts.emplace_back();
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || result.calls.empty())
      continue;
    auto dense = MemRefType::get(tensor.getShape(), tensor.getElementType());
    SmallVector<MemRefType> types;
    for (const Call &call : result.calls) {
      Value buffer =
          destinations[index] ? call.targets[*destinations[index]].buffer : call.inputs[index];
      types.push_back(buffer ? cast<MemRefType>(buffer.getType()) : dense);
    }
    layout = meetLayouts(types);
  }
  return result;
}

void TileProgramCalls::replaceCall(Call &call, const ConvertedTileProgram &converted) {
  func::FuncOp function = converted.function;
  OpBuilder builder(call.op);
  Location loc = call.op.getLoc();
  SmallVector<Value> operands(call.op.getOperands());
  for (auto [operand, input] : llvm::zip(operands, call.inputs))
    if (input)
      operand = input;
  for (auto [target, destination] : llvm::zip(call.targets, converted.destinations)) {
    operands[destination] =
        target.buffer ? target.buffer : makeBuffer(builder, loc, call.op.getOperand(destination));
    target.buffer = operands[destination];
  }
  for (auto [operand, type] : llvm::zip(operands, function.getArgumentTypes()))
    if (operand.getType() != type)
      operand = memref::CastOp::create(builder, loc, type, operand);
  func::CallOp::create(builder, loc, function, operands);
  auto toTensor = [&](Value buffer, Type type) -> Value {
    return bufferization::ToTensorOp::create(builder, loc, type, buffer, /*restrict=*/true,
                                             /*writable=*/true);
  };
  for (auto [result, target] : llvm::zip(call.op.getResults(), call.targets)) {
    if (!target.sink) {
      result.replaceAllUsesWith(toTensor(target.buffer, result.getType()));
      continue;
    }
    if (target.array)
      target.sink->getResult(0).replaceAllUsesWith(
          toTensor(target.array, target.sink->getResult(0).getType()));
    target.sink->erase();
    for (Operation *view : llvm::reverse(target.views))
      view->erase();
  }
  // The destinations that the caller named, and the views.
  SmallVector<Value> unused(call.op.getOperands());
  call.op.erase();
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val().getDefiningOp();
    if (!op || !isOpTriviallyDead(op))
      continue;
    llvm::append_range(unused, op->getOperands());
    // One op may stand in the list more than once.
    llvm::erase_if(unused, [&](Value value) { return value.getDefiningOp() == op; });
    op->erase();
  }
}

void TileProgramCalls::replace(const ConvertedTileProgram &converted) {
  for (Call &call : calls)
    replaceCall(call, converted);
}
