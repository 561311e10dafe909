//===- ArgumentShapes.cpp - sizes for a program that leaves them open -----===//
#include "MCFuser/Reference/ArgumentShapes.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;

llvm::Expected<SizeSet> mcf::parseSizes(StringRef text) {
  SizeSet sizes;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, number] = part.split('=');
    int64_t size;
    if (name.empty() || number.getAsInteger(10, size) || size < 0)
      return llvm::createStringError("expected sizes such as m=77,n=1025, but got '" + text + "'");
    if (!sizes.emplace(name.str(), size).second)
      return llvm::createStringError("expected one size for '" + name + "', but got two");
  }
  return sizes;
}

std::string mcf::toText(const SizeSet &sizes) {
  std::string text;
  for (const auto &[name, size] : sizes)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(size);
  return text;
}

namespace {
/// Where an axis of a tensor comes from: an axis of an argument.
struct Origin {
  BlockArgument argument;
  int64_t axis;
};
} // namespace

/// The one axis of the group that is no axis of size 1, or -1.
static int64_t getOnlyAxis(RankedTensorType type, ArrayRef<int64_t> group) {
  int64_t found = -1;
  for (int64_t axis : group) {
    if (type.getDimSize(axis) == 1)
      continue;
    if (found >= 0)
      return -1;
    found = axis;
  }
  return found;
}

static std::optional<Origin> trace(Value tensor, int64_t axis) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    if (isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return Origin{argument, axis};
    return std::nullopt;
  }
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return isa<RankedTensorType>(cast.getSource().getType()) ? trace(cast.getSource(), axis)
                                                             : std::nullopt;
  if (auto op = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    int64_t from = getOnlyAxis(op.getSrcType(), op.getReassociationIndices()[axis]);
    return from >= 0 ? trace(op.getSrc(), from) : std::nullopt;
  }
  if (auto op = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    for (auto [from, group] : llvm::enumerate(op.getReassociationIndices()))
      if (getOnlyAxis(op.getResultType(), group) == axis)
        return trace(op.getSrc(), from);
  return std::nullopt;
}

FailureOr<ArgumentDims> ArgumentDims::get(ModuleOp fused, StringRef name) {
  auto function = fused.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return emitError(fused.getLoc(), "expected a function '") << name << "', but there is none";
  ArgumentDims dims(function.getLoc());
  dims.type = function.getFunctionType();
  for (auto [i, type] : llvm::enumerate(dims.type.getInputs()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t axis = 0; axis < tensor.getRank(); ++axis)
        if (tensor.isDynamicDim(axis))
          dims.axes.push_back({unsigned(i),
                               unsigned(axis),
                               {"arg" + std::to_string(i) + "." + std::to_string(axis)}});
  function.walk([&](func::CallOp call) {
    auto callee = fused.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee)
      return;
    for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
      auto names = callee.getArgAttrOfType<ArrayAttr>(i, MCFDialect::getDimsAttrName());
      if (!names || !isa<RankedTensorType>(operand.getType()))
        continue;
      for (auto [axis, dim] : llvm::enumerate(names.getAsRange<StringAttr>())) {
        std::optional<Origin> origin = trace(operand, axis);
        if (!origin)
          continue;
        for (Axis &known : dims.axes)
          if (known.argument == origin->argument.getArgNumber() && known.axis == origin->axis &&
              !llvm::is_contained(known.names, dim.getValue()))
            known.names.push_back(dim.getValue().str());
      }
    }
  });
  return dims;
}

SizeSet ArgumentDims::getDefaultSizes() const {
  static constexpr int64_t sizes[] = {77, 50, 33, 65, 19};
  SizeSet result;
  for (const Axis &axis : axes)
    result.emplace(axis.names.back(), sizes[result.size() % std::size(sizes)]);
  return result;
}

FailureOr<ArgumentShapes> ArgumentDims::getShapes(const SizeSet &sizes) const {
  ArgumentShapes shapes;
  for (Type t : type.getInputs()) {
    auto tensor = dyn_cast<RankedTensorType>(t);
    shapes.emplace_back(tensor ? tensor.getShape() : ArrayRef<int64_t>());
  }
  for (const auto &[name, size] : sizes)
    if (llvm::none_of(
            axes, [&, n = name](const Axis &axis) { return llvm::is_contained(axis.names, n); })) {
      SmallVector<std::string> known;
      for (const Axis &axis : axes)
        for (const std::string &other : axis.names)
          if (!llvm::is_contained(known, other))
            known.push_back(other);
      return emitError(loc, "expected sizes of ")
             << (known.empty() ? "nothing, since all are known" : llvm::join(known, ", "))
             << ", but got one of '" << name << "'";
    }
  for (const Axis &axis : axes) {
    int64_t &target = shapes[axis.argument][axis.axis];
    for (const std::string &name : axis.names) {
      auto it = sizes.find(name);
      if (it == sizes.end())
        continue;
      if (!ShapedType::isDynamic(target) && target != it->second)
        return emitError(loc, "expected one size for axis ")
               << axis.axis << " of argument " << axis.argument << ", but got " << target << " and "
               << it->second;
      target = it->second;
    }
    if (ShapedType::isDynamic(target))
      return emitError(loc, "expected a size for axis ")
             << axis.axis << " of argument " << axis.argument << ", such as " << axis.names.back()
             << "=77, but got none";
  }
  constexpr int64_t maxElements = int64_t(1) << 32;
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    int64_t count = 1;
    for (int64_t size : shape)
      if (llvm::MulOverflow(count, size, count) || count > maxElements)
        return emitError(loc, "expected arguments of at most ")
               << maxElements << " elements, but got more for argument " << i;
  }
  return shapes;
}
