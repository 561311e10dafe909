//===- BuildChain.cpp - inputs, results and reshapes of a chain -----------===//
#include "BuildChain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

//===----------------------------------------------------------------------===//
// One axis per dim
//===----------------------------------------------------------------------===//

namespace {
/// The two steps between a tensor and its form in the chain: split merged axes, then drop
/// axes of size 1 that have no dim.
struct AxisSteps {
  SmallVector<int64_t> splitShape, finalShape;
  SmallVector<ReassociationIndices> splitGroups, dropGroups;
  bool splits = false, drops = false;

  AxisSteps(ArrayRef<GroupDims::Dims> axes, const GroupDims &dims) {
    bool leading = true;
    for (const GroupDims::Dims &axis : axes) {
      ReassociationIndices &splitGroup = splitGroups.emplace_back();
      auto append = [&](int64_t size, bool hasDim) {
        int64_t index = splitShape.size();
        splitGroup.push_back(index);
        splitShape.push_back(size);
        // Axes without a dim join the group before them, or the first one.
        if (dropGroups.empty() || (hasDim && !leading))
          dropGroups.emplace_back();
        dropGroups.back().push_back(index);
        if (hasDim) {
          finalShape.push_back(size);
          leading = false;
        }
      };
      for (unsigned dim : axis)
        append(dims.getSize(dim), true);
      if (axis.empty())
        append(1, false);
      splits |= axis.size() > 1;
      drops |= axis.empty();
    }
    if (finalShape.empty())
      dropGroups.clear();
  }
};
} // namespace

Value mcf::frontend::toOneAxisPerDim(OpBuilder &builder, Location loc, Value tensor,
                                     ArrayRef<GroupDims::Dims> axes, const GroupDims &dims) {
  AxisSteps steps(axes, dims);
  Type element = getElementTypeOrSelf(tensor.getType());
  if (steps.splits)
    tensor = builder.createOrFold<tensor::ExpandShapeOp>(
        loc, RankedTensorType::get(steps.splitShape, element), tensor, steps.splitGroups);
  if (steps.drops)
    tensor = builder.createOrFold<tensor::CollapseShapeOp>(
        loc, RankedTensorType::get(steps.finalShape, element), tensor, steps.dropGroups);
  return tensor;
}

Value mcf::frontend::fromOneAxisPerDim(OpBuilder &builder, Location loc, Value tensor,
                                       RankedTensorType type, ArrayRef<GroupDims::Dims> axes,
                                       const GroupDims &dims) {
  AxisSteps steps(axes, dims);
  Type element = type.getElementType();
  if (steps.drops)
    tensor = tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get(steps.splitShape, element), tensor, steps.dropGroups);
  if (steps.splits)
    tensor = tensor::CollapseShapeOp::create(builder, loc, type, tensor, steps.splitGroups);
  return tensor;
}

//===----------------------------------------------------------------------===//
// ChainBuilder
//===----------------------------------------------------------------------===//

ChainBuilder::ChainBuilder(OpBuilder &outer, Location loc, const GroupDims &dims)
    : outer(outer), builder(outer.getContext()), loc(loc), dims(dims), body(new Block) {
  builder.setInsertionPointToEnd(body);
}

ChainBuilder::~ChainBuilder() { delete body; }

Names ChainBuilder::toNames(ArrayRef<GroupDims::Dims> axes) const {
  Names names;
  for (const GroupDims::Dims &axis : axes)
    for (unsigned dim : axis)
      names.push_back(dims.getName(dim));
  return names;
}

NamedType ChainBuilder::getType(ArrayRef<StringAttr> names, Type element) {
  return NamedType::get(builder.getContext(), names, element);
}

Value ChainBuilder::addInput(Value outerValue, NamedType type) {
  Value &argument = arguments[{outerValue, type}];
  if (!argument) {
    inputs.push_back(outerValue);
    argument = body->addArgument(type, outerValue.getLoc());
  }
  return argument;
}

Value ChainBuilder::lookup(Value tensor) {
  if (const MatchedOp *op = pending.lookup(tensor)) {
    pending.erase(tensor);
    Location saved = loc;
    addOp(*op);
    loc = saved;
  }
  return arrays.lookup(tensor);
}

Value ChainBuilder::getArray(const MatchedOp &op, unsigned operand) {
  Value value = op.operands[operand].value;
  if (Value array = lookup(value))
    return array;
  SmallVector<GroupDims::Dims> axes = dims.getAxisDims(op, operand);
  NamedType type = getType(toNames(axes), getElementTypeOrSelf(value.getType()));
  Value &argument = arguments[{value, type}];
  if (!argument) {
    inputs.push_back(isa<RankedTensorType>(value.getType())
                         ? toOneAxisPerDim(outer, value.getLoc(), value, axes, dims)
                         : value);
    argument = body->addArgument(type, value.getLoc());
  }
  return argument;
}

ChainBuilder::ScalarSource ChainBuilder::getScalarSource(Value scalar) {
  if (TypedAttr constant = getScalarConstant(scalar))
    return {Value(), constant};
  return {addInput(scalar, getType({}, scalar.getType())), TypedAttr()};
}

ChainBuilder::ScalarSource ChainBuilder::getSource(const MatchedOp &op, unsigned operand) {
  Value value = op.operands[operand].value;
  if (Value array = lookup(value))
    return {array, TypedAttr()};
  if (!isa<RankedTensorType>(value.getType()))
    return getScalarSource(value);
  OpFoldResult splat = getSplat(value);
  if (auto attr = dyn_cast_or_null<Attribute>(splat))
    return {Value(), cast<TypedAttr>(attr)};
  if (auto scalar = dyn_cast_or_null<Value>(splat))
    return getScalarSource(scalar);
  return {getArray(op, operand), TypedAttr()};
}

Names ChainBuilder::present(ArrayRef<StringAttr> wanted, ArrayRef<Value> arrays) {
  Names names;
  for (StringAttr name : wanted)
    if (llvm::any_of(arrays,
                     [&](Value array) { return cast<NamedType>(array.getType()).hasDim(name); }))
      names.push_back(name);
  return names;
}

Names ChainBuilder::getResultOrder(Value result) {
  auto it = orders.find(result);
  return it == orders.end() ? getNames(result) : it->second;
}

Value ChainBuilder::createMap(ArrayRef<StringAttr> names, Type element, ArrayRef<Value> inputs,
                              BodyBuilder buildBody) {
  auto map = MapOp::create(builder, loc, getType(names, element), inputs);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&map.getBody());
  for (Value input : inputs)
    block->addArgument(cast<NamedType>(input.getType()).getElementType(), loc);
  Value value = buildBody(builder, block->getArguments());
  YieldOp::create(builder, loc, value);
  return map;
}

Value ChainBuilder::withOrder(Value array, ArrayRef<StringAttr> order) {
  auto type = cast<NamedType>(array.getType());
  if (type.getDims() == order)
    return array;
  return createMap(order, type.getElementType(), array,
                   [](OpBuilder &, ValueRange args) { return args[0]; });
}

Value ChainBuilder::withDims(Value array, ArrayRef<StringAttr> wanted) {
  auto type = cast<NamedType>(array.getType());
  Names names(type.getDims());
  for (StringAttr name : wanted)
    if (!type.hasDim(name))
      names.push_back(name);
  return withOrder(array, names);
}

/// Puts the dims that some array of the chain has into the attribute, in the order of `all`.
static DimsAttr dropUnusedDims(DimsAttr all, Block &body) {
  llvm::DenseSet<StringAttr> used;
  auto visit = [&](Value value) {
    if (auto type = dyn_cast<NamedType>(value.getType()))
      used.insert_range(type.getDims());
  };
  llvm::for_each(body.getArguments(), visit);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), visit);
  SmallVector<DimAttr> dims;
  for (DimAttr dim : all.getDims())
    if (used.contains(dim.getName()))
      dims.push_back(dim);
  return DimsAttr::get(all.getContext(), dims);
}

SmallVector<Value> ChainBuilder::finish(ValueRange results) {
  SmallVector<Value> yielded;
  SmallVector<Type> types;
  for (Value result : results) {
    Value array = withOrder(arrays.lookup(result), getNames(result));
    auto type = cast<NamedType>(array.getType());
    SmallVector<int64_t> shape;
    for (const GroupDims::Dims &axis : dims.getAxisDims(result))
      for (unsigned dim : axis)
        shape.push_back(dims.getSize(dim));
    yielded.push_back(array);
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  YieldOp::create(builder, loc, yielded);
  DimsAttr dimsAttr = dropUnusedDims(dims.getDimsAttr(builder.getContext()), *body);
  auto chain = ChainOp::create(outer, loc, types, dimsAttr, inputs);
  chain.getBody().push_back(body);
  body = nullptr;
  mergeMaps(chain);
  splitLogSums(chain);
  SmallVector<Value> replacements;
  for (auto [result, output] : llvm::zip_equal(results, chain.getOutputs()))
    replacements.push_back(fromOneAxisPerDim(outer, loc, output,
                                             cast<RankedTensorType>(result.getType()),
                                             dims.getAxisDims(result), dims));
  return replacements;
}
