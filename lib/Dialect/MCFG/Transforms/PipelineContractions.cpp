//===- PipelineContractions.cpp - the next product before this softmax ----===//
#include "KernelMapping.h"
#include "LoopStages.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mcf {
#define GEN_PASS_DEF_PIPELINECONTRACTIONS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// What runs before and behind the loop, where that may have too few trips.
Operation *predicate(RewriterBase &rewriter, Operation *op, Value condition) {
  if (isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op))
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  if (auto branch = dyn_cast<scf::IfOp>(op); branch && branch.getNumResults() == 0) {
    Value both = arith::AndIOp::create(rewriter, loc, branch.getCondition(), condition);
    branch.getConditionMutable().assign(both);
    return op;
  }
  if (op->getNumResults() != 0)
    return nullptr;
  auto branch = scf::IfOp::create(rewriter, loc, condition, /*withElseRegion=*/false);
  rewriter.moveOpBefore(op, branch.thenYield());
  return branch;
}

struct PipelineContractions : mcf::impl::PipelineContractionsBase<PipelineContractions> {
  using Base::Base;

  void runOnOperation() override {
    int64_t wanted = overlap;
    if (wanted < 0)
      wanted = getMapping(getOperation()).overlap.value_or(0);
    if (wanted == 0)
      return;
    gpu::GPUFuncOp func = getOperation();
    SmallVector<scf::ForOp> loops;
    func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<APInt> trips = loop.getStaticTripCount();
      TwoStages stages(loop);
      if (trips && trips->slt(2))
        continue;
      if (wanted == 1 ? !stages.findFirst() : !stages.findLast())
        continue;
      if (!trips && stages.readsArraysFirst())
        continue;
      stages.separate();
      scf::PipeliningOption options;
      options.getScheduleFn = [&](scf::ForOp, auto &schedule) { stages.getSchedule(schedule); };
      options.supportDynamicLoops = !trips;
      options.predicateFn = predicate;
      IRRewriter rewriter(loop);
      if (failed(scf::pipelineForLoop(rewriter, loop, options))) {
        loop.emitOpError("expected a loop that can be pipelined");
        return signalPassFailure();
      }
    }
  }
};
} // namespace
