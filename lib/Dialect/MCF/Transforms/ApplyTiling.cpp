//===- ApplyTiling.cpp - builds the raw schedule of an expression ---------===//
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace mcf {
#define GEN_PASS_DEF_APPLYTILING
#include "MCFuser/Dialect/MCF/Transforms/Passes.h.inc"
} // namespace mcf

namespace {
/// Builds the loops and statements of one expression.
class RawScheduleBuilder {
public:
  RawScheduleBuilder(ChainOp chain, const TilingExpression &expression,
                     ArrayRef<LeafOperators> leaves)
      : chain(chain), operators(chain), expression(expression), leaves(leaves),
        builder(chain.getContext()) {}

  ScheduleOp build() {
    builder.setInsertionPoint(chain.getYield());
    SmallVector<StringAttr> names;
    SmallVector<int64_t> sizes;
    for (const auto &[name, size] : expression.tiles) {
      names.push_back(builder.getStringAttr(name));
      sizes.push_back(size);
    }
    MappingAttr mapping;
    if (!expression.mapping.isEmpty())
      mapping = MappingAttr::get(builder.getContext(), expression.mapping);
    auto schedule =
        ScheduleOp::create(builder, chain.getLoc(),
                           TilesAttr::get(builder.getContext(), names, sizes), mapping, UnitAttr());
    builder.createBlock(&schedule.getBody());
    buildNode(expression.root, /*isRoot=*/true);
    return schedule;
  }

private:
  void buildNode(const ExpressionNode &node, bool isRoot) {
    OpBuilder::InsertionGuard guard(builder);
    unsigned numBlockLoops = isRoot ? *expression.numBlockLoops : 0;
    for (const auto &[i, loop] : llvm::enumerate(node.loops)) {
      auto op = LoopOp::create(builder, chain.getLoc(), builder.getStringAttr(loop),
                               i < numBlockLoops ? Binding::Block : Binding::Serial);
      builder.createBlock(&op.getBody());
    }
    if (node.parts.empty())
      buildLeaf(leaves[nextLeaf++]);
    for (const ExpressionNode &part : node.parts)
      buildNode(part, /*isRoot=*/false);
  }

  void buildLeaf(LeafOperators range) {
    SmallVector<Operation *> ops;
    for (unsigned i = range.begin; i < range.end; ++i)
      llvm::append_range(ops, operators.getOps(i));
    llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    llvm::SetVector<Value> inputs, results;
    for (Operation *op : ops) {
      for (Value operand : op->getOperands())
        if (isa<BlockArgument>(operand))
          inputs.insert(operand);
      if (llvm::is_contained(chain.getYield().getValues(), op->getResult(0)))
        results.insert(op->getResult(0));
    }
    for (Value input : inputs)
      LoadOp::create(builder, input.getLoc(), input);
    for (Operation *op : ops)
      ComputeOp::create(builder, op->getLoc(), op->getResult(0));
    for (Value result : results)
      StoreOp::create(builder, result.getLoc(), result);
  }

  ChainOp chain;
  ChainOperators operators;
  const TilingExpression &expression;
  ArrayRef<LeafOperators> leaves;
  unsigned nextLeaf = 0;
  OpBuilder builder;
};

struct ApplyTilingPass : mcf::impl::ApplyTilingBase<ApplyTilingPass> {
  using ApplyTilingBase::ApplyTilingBase;

  void runOnOperation() override {
    SmallVector<ChainOp> chains;
    getOperation()->walk([&](ChainOp chain) { chains.push_back(chain); });
    if (chain >= 0) {
      if (static_cast<size_t>(chain) >= chains.size()) {
        getOperation()->emitError() << "expected a chain index below the number of chains, "
                                    << chains.size() << ", but got " << chain.getValue();
        return signalPassFailure();
      }
      chains = {chains[chain]};
    }
    for (ChainOp op : chains)
      if (failed(applyTo(op)))
        return signalPassFailure();
  }

  LogicalResult applyTo(ChainOp op) {
    if (tiling.empty()) {
      // A schedule that is there was chosen by somebody who knew more.
      if (op.getSchedule())
        return success();
      return applyTiling(op, TilingExpression::getDefault(op));
    }
    if (op.getSchedule())
      return op.emitError("expected a chain without a schedule, but it has one");
    std::vector<std::string> dims;
    for (DimAttr dim : op.getDims().getDims())
      dims.push_back(dim.getName().getValue().str());
    std::string error;
    FailureOr<TilingExpression> expression = TilingExpression::parse(tiling, dims, error);
    if (failed(expression))
      return op.emitError() << "tiling expression '" << tiling << "' " << error;
    return applyTiling(op, *expression);
  }
};
} // namespace

FailureOr<ScheduleOp> mcf::applyTiling(ChainOp chain, TilingExpression expression) {
  std::string error;
  if (failed(expression.complete(chain, error)))
    return chain.emitError() << "tiling expression '" << expression.str() << "': " << error;
  FailureOr<std::vector<LeafOperators>> leaves =
      expression.assignOperators(ChainOperators(chain).getOperatorDims(), error);
  assert(succeeded(leaves) && "checked by complete");
  return RawScheduleBuilder(chain, expression, *leaves).build();
}
