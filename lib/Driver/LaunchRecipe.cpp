//===- LaunchRecipe.cpp - a function that is one kernel launch ------------===//
#include "MCFuser/Driver/LaunchRecipe.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mcf;

//===----------------------------------------------------------------------===//
// Views of an array
//===----------------------------------------------------------------------===//

static std::string apply(const CollapseView &step, ArrayView &view) {
  ArrayView result{view.offset, {}, {}};
  for (const auto &group : step.groups) {
    // Axes of size 1 have no say in the stride.
    int64_t size = 1, stride = 1;
    for (int64_t axis : llvm::reverse(group)) {
      if (view.sizes[axis] != 1 && size != 1 && view.strides[axis] != stride * size)
        return "axes of it are to be one, but their strides do not allow that";
      if (size == 1)
        stride = view.strides[axis];
      size *= view.sizes[axis];
    }
    result.sizes.push_back(size);
    result.strides.push_back(stride);
  }
  view = std::move(result);
  return "";
}

static std::string apply(const ExpandView &step, ArrayView &view) {
  ArrayView result{view.offset, step.sizes, {}};
  result.strides.resize(step.sizes.size());
  for (auto [axis, group] : llvm::enumerate(step.groups)) {
    int64_t known = 1, unknown = -1;
    for (int64_t part : group)
      ShapedType::isDynamic(step.sizes[part]) ? unknown = part : known *= step.sizes[part];
    if (unknown >= 0)
      result.sizes[unknown] = known ? view.sizes[axis] / known : 0;
    int64_t product = unknown >= 0 ? known * result.sizes[unknown] : known;
    if (product != view.sizes[axis])
      return "expected axis " + std::to_string(axis) + " to be a multiple of " +
             std::to_string(known) + ", but got " + std::to_string(view.sizes[axis]);
    int64_t stride = view.strides[axis];
    for (int64_t part : llvm::reverse(group)) {
      result.strides[part] = stride;
      stride *= result.sizes[part];
    }
  }
  view = std::move(result);
  return "";
}

static std::string apply(const SliceView &step, ArrayView &view) {
  ArrayView result{view.offset, {}, {}};
  for (size_t axis = 0; axis < step.offsets.size(); ++axis) {
    int64_t size = step.sizes[axis];
    int64_t last = step.offsets[axis] + (size - 1) * step.strides[axis];
    if (size > 0 && last >= view.sizes[axis])
      return "expected axis " + std::to_string(axis) + " to have more than " +
             std::to_string(last) + " elements, but got " + std::to_string(view.sizes[axis]);
    result.offset += step.offsets[axis] * view.strides[axis];
    if (step.dropped[axis])
      continue;
    result.sizes.push_back(size);
    result.strides.push_back(step.strides[axis] * view.strides[axis]);
  }
  view = std::move(result);
  return "";
}

std::string mcf::applyStep(const ViewStep &step, ArrayView &view) {
  return std::visit([&](const auto &known) { return apply(known, view); }, step);
}

//===----------------------------------------------------------------------===//
// Reading a function
//===----------------------------------------------------------------------===//

static std::vector<SmallVector<int64_t, 2>> toGroups(ArrayRef<ReassociationIndices> groups) {
  std::vector<SmallVector<int64_t, 2>> result;
  for (const ReassociationIndices &group : groups)
    result.emplace_back(group.begin(), group.end());
  return result;
}

/// True if at most one size of each group is not known.
static bool areSizesFound(ArrayRef<ReassociationIndices> groups, ArrayRef<int64_t> sizes) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t part) { return ShapedType::isDynamic(sizes[part]); }) <
           2;
  });
}

/// The step from the operand of a view to its result, or nothing for what is no plain view.
static std::optional<ViewStep> readView(Operation *op) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return CollapseView{toGroups(collapse.getReassociationIndices())};
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    ArrayRef<int64_t> sizes = expand.getResultType().getShape();
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    if (!areSizesFound(groups, sizes))
      return std::nullopt;
    return ExpandView{toGroups(groups), SmallVector<int64_t>(sizes)};
  }
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || slice->getNumOperands() != 1)
    return std::nullopt; // a part whose place is computed
  SliceView step;
  step.offsets.assign(slice.getStaticOffsets().begin(), slice.getStaticOffsets().end());
  step.sizes.assign(slice.getStaticSizes().begin(), slice.getStaticSizes().end());
  step.strides.assign(slice.getStaticStrides().begin(), slice.getStaticStrides().end());
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  for (size_t axis = 0; axis < step.offsets.size(); ++axis)
    step.dropped.push_back(dropped.test(axis));
  return step;
}

/// The step back from the result of a reshape to its operand.
static std::optional<ViewStep> readInverse(Operation *op) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return CollapseView{toGroups(expand.getReassociationIndices())};
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  if (!collapse)
    return std::nullopt;
  ArrayRef<int64_t> sizes = collapse.getSrcType().getShape();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  if (!areSizesFound(groups, sizes))
    return std::nullopt;
  return ExpandView{toGroups(groups), SmallVector<int64_t>(sizes)};
}

static std::string describe(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += " at line " + std::to_string(loc.getLine());
  return text;
}

static bool isTileProgram(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  return callee && callee->hasAttr("mcf.tile_program");
}

namespace {
class Reader {
public:
  explicit Reader(func::FuncOp function) : function(function) {}

  LaunchRecipe read() {
    recipe.reason = findReason();
    if (!recipe.reason.empty())
      recipe.operands.clear();
    return std::move(recipe);
  }

private:
  std::string findReason() {
    func::CallOp launch;
    function.walk([&](func::CallOp call) {
      if (isTileProgram(call)) {
        launch = call;
        ++recipe.numKernels;
      }
    });
    if (recipe.numKernels == 0)
      return "nothing in it was fused";
    if (recipe.numKernels > 1)
      return "it is " + std::to_string(recipe.numKernels) + " kernels" + getOthers(", and ");
    if (launch->getParentOp() != function)
      return "its kernel is launched inside of " + describe(launch->getParentOp());
    recipe.kernel = launch.getCallee().str();
    recipe.operands.resize(launch.getNumOperands());
    if (std::string reason = readOutputs(launch); !reason.empty())
      return reason;
    unsigned numInputs = launch.getNumOperands() - launch.getNumResults();
    for (unsigned i = 0; i < numInputs; ++i)
      if (std::string reason = readInput(launch.getOperand(i), recipe.operands[i]); !reason.empty())
        return reason;
    return "";
  }

  /// What else the function does, with a word before it; empty if that is nothing.
  std::string getOthers(StringRef before) {
    std::string text;
    unsigned count = 0;
    for (Operation &op : function.getBody().front()) {
      auto call = dyn_cast<func::CallOp>(op);
      if ((call && isTileProgram(call)) || op.hasTrait<OpTrait::IsTerminator>() || readView(&op) ||
          op.hasTrait<OpTrait::ConstantLike>() ||
          isa<tensor::EmptyOp, tensor::DimOp, tensor::CastOp>(op))
        continue;
      if (++count == 1)
        text = describe(&op);
    }
    if (count > 1)
      text += " and " + std::to_string(count - 1) + " ops more";
    return count ? before.str() + text : "";
  }

  std::string readOutputs(func::CallOp launch) {
    if (!function.getBody().hasOneBlock())
      return "it branches";
    unsigned numInputs = launch.getNumOperands() - launch.getNumResults();
    Operation *end = function.getBody().front().getTerminator();
    llvm::SmallBitVector isRead(launch.getNumResults());
    for (auto [position, value] : llvm::enumerate(end->getOperands())) {
      OperandSource source;
      source.isOutput = true;
      source.position = static_cast<unsigned>(position);
      Value at = value;
      while (at.getDefiningOp() && at.getDefiningOp() != launch) {
        if (auto cast = at.getDefiningOp<tensor::CastOp>()) {
          at = cast.getSource();
          continue;
        }
        std::optional<ViewStep> step = readInverse(at.getDefiningOp());
        if (!step)
          return "output " + std::to_string(position) + " is made by " +
                 describe(at.getDefiningOp());
        source.steps.push_back(std::move(*step));
        at = at.getDefiningOp()->getOperand(0);
      }
      if (at.getDefiningOp() != launch)
        return "output " + std::to_string(position) + " is an input";
      unsigned result = cast<OpResult>(at).getResultNumber();
      if (isRead.test(result))
        return "output " + std::to_string(position) + " is the same as another";
      isRead.set(result);
      recipe.operands[numInputs + result] = std::move(source);
    }
    if (!isRead.all())
      return "the kernel computes an array that is no output" +
             getOthers(", but perhaps of use to ");
    return "";
  }

  std::string readInput(Value value, OperandSource &source) {
    std::vector<ViewStep> steps;
    while (Operation *op = value.getDefiningOp()) {
      if (auto cast = dyn_cast<tensor::CastOp>(op)) {
        value = cast.getSource();
        continue;
      }
      std::optional<ViewStep> step = readView(op);
      if (!step)
        return "an operand of its kernel is made by " + describe(op);
      steps.push_back(std::move(*step));
      value = op->getOperand(0);
    }
    auto argument = cast<BlockArgument>(value);
    if (argument.getOwner() != &function.getBody().front())
      return "an operand of its kernel is made inside of it";
    source.position = argument.getArgNumber();
    source.steps.assign(std::make_move_iterator(steps.rbegin()),
                        std::make_move_iterator(steps.rend()));
    return "";
  }

  func::FuncOp function;
  LaunchRecipe recipe;
};
} // namespace

LaunchRecipe LaunchRecipe::get(func::FuncOp function) { return Reader(function).read(); }
