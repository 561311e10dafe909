//===- LayoutAssignment.cpp - a layout for every block vector -------------===//
#include "LayoutAssignment.h"
#include "ContractionLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf::mcfg;

bool mcf::mcfg::isElementwise(Operation *op) { return OpTrait::hasElementwiseMappableTraits(op); }

bool mcf::mcfg::isCheapInAnyLayout(Operation *op) {
  if (isa_and_nonnull<arith::ConstantOp, vector::StepOp>(op))
    return true;
  auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op);
  return broadcast && !isa<VectorType>(broadcast.getSourceType());
}

FragmentLayout mcf::mcfg::getBroadcastSourceLayout(vector::BroadcastOp op,
                                                   const FragmentLayout &layout) {
  auto source = cast<VectorType>(op.getSourceType());
  int64_t leading = op.getResultVectorType().getRank() - source.getRank();
  FragmentLayout result = layout;
  for (int64_t i = 0; i < leading; ++i)
    result = result.slice(0);
  for (int64_t i = 0; i < source.getRank(); ++i)
    if (source.getDimSize(i) != result.getShape()[i])
      result = result.collapse(i);
  return result;
}

FragmentLayout mcf::mcfg::getReductionLayout(vector::MultiDimReductionOp op,
                                             const FragmentLayout &layout) {
  SmallVector<int64_t> dims(op.getReductionDims());
  llvm::sort(dims, std::greater<>());
  FragmentLayout result = layout;
  for (int64_t dim : dims)
    result = result.slice(dim);
  return result;
}

void LayoutAssignment::suggest(Value value, const FragmentLayout &layout) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getShape() != layout.getShape() || !layouts.try_emplace(value, layout).second)
    return;
  if (Operation *def = value.getDefiningOp())
    worklist.insert(def);
  else
    worklist.insert(value.getParentBlock()->getParentOp());
  for (Operation *user : value.getUsers())
    worklist.insert(isa<scf::YieldOp>(user) ? user->getParentOp() : user);
}

/// All of them have one layout: the first that has one gives it to the others.
static void join(ArrayRef<Value> values, const LayoutAssignment &assignment,
                 function_ref<void(Value, const FragmentLayout &)> suggest) {
  for (Value value : values)
    if (assignment.has(value)) {
      FragmentLayout layout = assignment.get(value);
      for (Value other : values)
        suggest(other, layout);
      return;
    }
}

void LayoutAssignment::visit(Operation *op) {
  auto joinAll = [&](ArrayRef<Value> values) {
    join(values, *this, [&](Value v, const FragmentLayout &layout) { suggest(v, layout); });
  };
  if (isElementwise(op)) {
    SmallVector<Value> values(op->getResults());
    llvm::append_range(values, op->getOperands());
    return joinAll(values);
  }
  TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        for (auto [result, arg, init, yielded] :
             llvm::zip(loop.getResults(), loop.getRegionIterArgs(), loop.getInitArgs(),
                       loop.getYieldedValues()))
          joinAll({result, arg, yielded, init});
      })
      .Case([&](scf::IfOp branch) {
        for (auto [i, result] : llvm::enumerate(branch.getResults()))
          joinAll({result, branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
      })
      .Case([&](vector::ContractionOp contract) {
        joinAll({contract.getResult(), contract.getAcc()});
      })
      .Case([&](vector::MultiDimReductionOp reduction) {
        if (has(reduction.getSource()) && isa<VectorType>(reduction.getResult().getType()))
          suggest(reduction.getResult(), getReductionLayout(reduction, get(reduction.getSource())));
        joinAll({reduction.getResult(), reduction.getAcc()});
      })
      .Case([&](vector::BroadcastOp broadcast) {
        if (has(broadcast.getResult()) && isa<VectorType>(broadcast.getSourceType()))
          suggest(broadcast.getSource(),
                  getBroadcastSourceLayout(broadcast, get(broadcast.getResult())));
      })
      .Case([&](vector::TransposeOp transpose) {
        ArrayRef<int64_t> permutation = transpose.getPermutation();
        if (has(transpose.getVector()))
          suggest(transpose.getResult(), get(transpose.getVector()).transpose(permutation));
        if (has(transpose.getResult()))
          suggest(transpose.getVector(),
                  get(transpose.getResult()).transpose(invertPermutationVector(permutation)));
      })
      .Case([&](vector::ShapeCastOp cast) {
        auto pass = [&](Value from, Value to) {
          if (!has(from))
            return;
          if (auto layout = get(from).reshape(llvm::cast<VectorType>(to.getType()).getShape()))
            suggest(to, *layout);
        };
        pass(cast.getSource(), cast.getResult());
        pass(cast.getResult(), cast.getSource());
      })
      .Case([&](ConvertLayoutOp convert) {
        suggest(convert.getResult(), convert.getLayout().getLayout());
      });
}

void LayoutAssignment::propagate() {
  while (!worklist.empty()) {
    // First in, first out: layouts spread evenly from the anchors.
    Operation *op = worklist.front();
    worklist.erase(worklist.begin());
    visit(op);
  }
}

FailureOr<LayoutAssignment> LayoutAssignment::compute(gpu::GPUFuncOp func, int64_t maxWarps) {
  LayoutAssignment assignment;
  SmallVector<std::pair<vector::ContractionOp, ContractionShape>> contractions;
  bool failed = false;
  func.walk([&](vector::ContractionOp op) {
    FailureOr<ContractionShape> shape = getContractionShape(op);
    if (succeeded(shape))
      contractions.push_back({op, *shape});
    else
      failed = true;
  });
  if (failed)
    return failure();
  assignment.numWarps = contractions.empty() ? maxWarps : 1;
  for (auto &[op, shape] : contractions)
    assignment.numWarps = std::max(assignment.numWarps, shape.getWarps(maxWarps));
  int64_t warps = assignment.numWarps;

  for (auto &[op, shape] : contractions)
    assignment.suggest(op.getResult(), getAccumulatorLayout(shape, warps));
  func.walk([&](ConvertLayoutOp op) { assignment.visit(op); });
  assignment.propagate();
  for (auto &[op, shape] : contractions) {
    assignment.suggest(shape.a, getOperandALayout(shape, warps));
    assignment.suggest(shape.b, getOperandBLayout(shape, warps));
    assignment.propagate();
  }
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    SmallVector<Value> values;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
    llvm::append_range(values, op->getResults());
    for (Value value : values)
      if (auto type = dyn_cast<VectorType>(value.getType())) {
        assignment.suggest(value, FragmentLayout::blocked(type.getShape(), warps));
        assignment.propagate();
      }
  });
  return assignment;
}
