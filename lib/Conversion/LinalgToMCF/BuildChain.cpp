//===- BuildChain.cpp - inputs, results and reshapes of a chain -----------===//
#include "BuildChain.h"
#include "SinkScales.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallPtrSet.h"

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
  /// Of the tensor itself, as far as the chain knows it; with merged axes split; as in the chain.
  SmallVector<int64_t> shape, splitShape, finalShape;
  /// Dims of `splitShape`; none for axes of size 1 that have none.
  SmallVector<std::optional<unsigned>> splitDims;
  SmallVector<ReassociationIndices> splitGroups, dropGroups;
  bool splits = false, drops = false;

  AxisSteps(ArrayRef<GroupDims::Dims> axes, const GroupDims &dims) {
    bool leading = true;
    for (const GroupDims::Dims &axis : axes) {
      ReassociationIndices &splitGroup = splitGroups.emplace_back();
      shape.push_back(1);
      auto append = [&](int64_t size, std::optional<unsigned> dim) {
        bool hasDim = dim.has_value();
        int64_t index = splitShape.size();
        splitGroup.push_back(index);
        splitShape.push_back(size);
        splitDims.push_back(dim);
        bool isKnown = !ShapedType::isDynamic(size) && !ShapedType::isDynamic(shape.back());
        shape.back() = isKnown ? shape.back() * size : ShapedType::kDynamic;
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
        append(dims.getSize(dim), dim);
      if (axis.empty())
        append(1, std::nullopt);
      splits |= axis.size() > 1;
      drops |= axis.empty();
    }
    if (finalShape.empty())
      dropGroups.clear();
  }
};
} // namespace

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
                         ? toOneAxisPerDim(value.getLoc(), value, axes)
                         : value);
    argument = body->addArgument(type, value.getLoc());
  }
  return argument;
}

ChainBuilder::ScalarSource ChainBuilder::getScalarSource(Value scalar) {
  if (TypedAttr constant = getScalarConstant(scalar))
    return {Value(), constant};
  // Arrays hold no index.
  if (scalar.getType().isIndex()) {
    Value &number = indexInputs[scalar];
    if (!number)
      number = arith::IndexCastOp::create(outer, scalar.getLoc(), outer.getI64Type(), scalar);
    scalar = number;
  }
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

//===----------------------------------------------------------------------===//
// From tensors to arrays of the chain and back
//===----------------------------------------------------------------------===//

OpFoldResult ChainBuilder::getSize(unsigned dim) {
  if (!dims.isDynamic(dim))
    return outer.getIndexAttr(dims.getSize(dim));
  if (Value size = sizes.lookup(dim))
    return size;
  const SizeSource &source = dims.getSizeSource(dim);
  Location at = source.tensor.getLoc();
  Value size = tensor::DimOp::create(outer, at, source.tensor, source.axis);
  for (unsigned other : source.others) {
    Value divisor = getValueOrCreateConstantIndexOp(outer, at, getSize(other));
    // Of an empty axis the other sizes may be 0.
    if (dims.isDynamic(other))
      divisor =
          arith::MaxUIOp::create(outer, at, divisor, arith::ConstantIndexOp::create(outer, at, 1));
    size = arith::DivUIOp::create(outer, at, size, divisor);
  }
  sizes[dim] = size;
  return size;
}

static Value expand(OpBuilder &builder, Location loc, RankedTensorType type, Value tensor,
                    ArrayRef<ReassociationIndices> groups, ArrayRef<OpFoldResult> sizes) {
  if (type.hasStaticShape())
    return builder.createOrFold<tensor::ExpandShapeOp>(loc, type, tensor, groups);
  return tensor::ExpandShapeOp::create(builder, loc, type, tensor, groups, sizes);
}

static Value castTo(OpBuilder &builder, Location loc, RankedTensorType type, Value tensor) {
  return tensor.getType() == type ? tensor : tensor::CastOp::create(builder, loc, type, tensor);
}

Value ChainBuilder::toOneAxisPerDim(Location at, Value tensor, ArrayRef<GroupDims::Dims> axes) {
  AxisSteps steps(axes, dims);
  Type element = getElementTypeOrSelf(tensor.getType());
  tensor = castTo(outer, at, RankedTensorType::get(steps.shape, element), tensor);
  if (steps.splits) {
    auto sizes = llvm::map_to_vector(steps.splitDims, [&](std::optional<unsigned> dim) {
      return dim ? getSize(*dim) : OpFoldResult(outer.getIndexAttr(1));
    });
    tensor = expand(outer, at, RankedTensorType::get(steps.splitShape, element), tensor,
                    steps.splitGroups, sizes);
  }
  if (steps.drops)
    tensor = outer.createOrFold<tensor::CollapseShapeOp>(
        at, RankedTensorType::get(steps.finalShape, element), tensor, steps.dropGroups);
  return tensor;
}

Value ChainBuilder::fromOneAxisPerDim(Value tensor, RankedTensorType type,
                                      ArrayRef<GroupDims::Dims> axes) {
  AxisSteps steps(axes, dims);
  Type element = type.getElementType();
  if (steps.drops) {
    auto sizes = llvm::map_to_vector(steps.splitDims, [&](std::optional<unsigned> dim) {
      return dim ? getSize(*dim) : OpFoldResult(outer.getIndexAttr(1));
    });
    tensor = expand(outer, loc, RankedTensorType::get(steps.splitShape, element), tensor,
                    steps.dropGroups, sizes);
  }
  if (steps.splits)
    tensor = tensor::CollapseShapeOp::create(
        outer, loc, RankedTensorType::get(steps.shape, element), tensor, steps.splitGroups);
  return castTo(outer, loc, type, tensor);
}

/// Maps of inputs come first. Statements are placed in order: a map of rows that stood behind a
/// contraction would come behind its loops, and what uses it would need loops of its own.
static void moveInputMapsFirst(Block &body) {
  llvm::SmallPtrSet<Operation *, 8> moved;
  Operation *first = &body.front();
  for (auto map : llvm::to_vector(body.getOps<MapOp>()))
    if (llvm::all_of(map.getInputs(), [&](Value input) {
          return isa<BlockArgument>(input) || moved.contains(input.getDefiningOp());
        })) {
      moved.insert(map);
      if (first == map)
        first = map->getNextNode();
      else
        map->moveBefore(first);
    }
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
  sinkScales(chain);
  splitLogSums(chain);
  readGuardsOffMaxima(chain);
  moveInputMapsFirst(*chain.getBodyBlock());
  SmallVector<Value> replacements;
  for (auto [result, output] : llvm::zip_equal(results, chain.getOutputs()))
    replacements.push_back(fromOneAxisPerDim(output, cast<RankedTensorType>(result.getType()),
                                             dims.getAxisDims(result)));
  return replacements;
}
