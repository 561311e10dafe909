//===- LayoutAssignment.cpp - a layout for every block vector -------------===//
#include "LayoutAssignment.h"
#include "ContractionLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf::mcfg;

using Relation = LayoutGraph::Relation;
using Kind = Relation::Kind;

bool mcf::mcfg::isElementwise(Operation *op) { return OpTrait::hasElementwiseMappableTraits(op); }

bool mcf::mcfg::isCheapInAnyLayout(Operation *op) {
  if (isa_and_nonnull<arith::ConstantOp, vector::StepOp>(op))
    return true;
  // Positions in a tile.
  if (isa_and_nonnull<arith::IndexCastOp, arith::AddIOp>(op) &&
      isa<VectorType>(op->getResult(0).getType()))
    return llvm::all_of(op->getOperands(),
                        [](Value operand) { return isCheapInAnyLayout(operand.getDefiningOp()); });
  auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op);
  return broadcast && !isa<VectorType>(broadcast.getSourceType());
}

FragmentLayout mcf::mcfg::getBroadcastSourceLayout(vector::BroadcastOp op,
                                                   const FragmentLayout &layout) {
  return getRepeatedLayout(layout, cast<VectorType>(op.getSourceType()).getShape());
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

void LayoutAssignment::addValue(Value value) {
  if (auto type = dyn_cast<VectorType>(value.getType()))
    numbers[value] = graph.addValue(type.getShape());
}

void LayoutAssignment::set(Value value, const FragmentLayout &layout) {
  if (!has(value))
    addValue(value);
  graph.set(numbers.lookup(value), layout);
}

/// By which relations an op passes layouts on between its operands and results.
void LayoutAssignment::addOp(Operation *op) {
  std::vector<Relation> relations;
  auto add = [&](Kind kind, ArrayRef<Value> values, ArrayRef<int64_t> dims = {}) {
    Relation relation{kind, {}, SmallVector<int64_t, 2>(dims)};
    for (Value value : values)
      if (auto found = numbers.find(value); found != numbers.end())
        relation.values.push_back(found->second);
    if (relation.values.size() > 1)
      relations.push_back(std::move(relation));
  };
  if (isElementwise(op)) {
    SmallVector<Value> values(op->getResults());
    llvm::append_range(values, op->getOperands());
    add(Kind::Same, values);
  }
  TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        for (auto [result, arg, init, yielded] :
             llvm::zip(loop.getResults(), loop.getRegionIterArgs(), loop.getInitArgs(),
                       loop.getYieldedValues()))
          add(Kind::Same, {result, arg, yielded, init});
      })
      .Case([&](scf::IfOp branch) {
        for (auto [i, result] : llvm::enumerate(branch.getResults()))
          add(Kind::Same,
              {result, branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
      })
      .Case([&](vector::ContractionOp contract) {
        add(Kind::Same, {contract.getResult(), contract.getAcc()});
      })
      .Case([&](vector::MultiDimReductionOp reduction) {
        add(Kind::Sliced, {reduction.getSource(), reduction.getResult()},
            reduction.getReductionDims());
        add(Kind::Same, {reduction.getResult(), reduction.getAcc()});
      })
      .Case([&](vector::BroadcastOp broadcast) {
        add(Kind::Repeated, {broadcast.getResult(), broadcast.getSource()});
      })
      .Case([&](vector::TransposeOp transpose) {
        ArrayRef<int64_t> permutation = transpose.getPermutation();
        add(Kind::Permuted, {transpose.getVector(), transpose.getResult()}, permutation);
        add(Kind::Permuted, {transpose.getResult(), transpose.getVector()},
            invertPermutationVector(permutation));
      })
      .Case([&](vector::ShapeCastOp cast) {
        add(Kind::Reshaped, {cast.getSource(), cast.getResult()});
        add(Kind::Reshaped, {cast.getResult(), cast.getSource()});
      });
  graph.addOp(std::move(relations));
}

FailureOr<LayoutAssignment> LayoutAssignment::compute(gpu::GPUFuncOp func,
                                                      std::optional<int64_t> mappedWarps) {
  LayoutAssignment assignment;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          assignment.addValue(argument);
    for (Value result : op->getResults())
      assignment.addValue(result);
  });
  SmallVector<LayoutAnchor> anchors;
  bool failed = false;
  func.walk([&](vector::ContractionOp op) {
    FailureOr<ContractionShape> shape = getContractionShape(op);
    failed |= mlir::failed(shape);
    if (failed)
      return;
    auto number = [&](Value value) { return assignment.numbers.lookup(value); };
    anchors.push_back({*shape, number(shape->a), number(shape->b), number(op.getResult())});
  });
  if (failed)
    return failure();
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { assignment.addOp(op); });
  assignment.numWarps = mcf::mcfg::getNumWarps(anchors, mappedWarps);
  func.walk([&](ConvertLayoutOp op) {
    assignment.graph.suggest(assignment.numbers.lookup(op.getResult()), op.getLayout().getLayout());
  });
  assignLayouts(assignment.graph, anchors, assignment.numWarps);
  return assignment;
}
