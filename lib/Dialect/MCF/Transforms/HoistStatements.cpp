//===- HoistStatements.cpp - from a raw schedule to a placed one ----------===//
#include "MCFuser/Analysis/StatementPlacement.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace mcf {
#define GEN_PASS_DEF_HOISTSTATEMENTS
#include "MCFuser/Dialect/MCF/Transforms/Passes.h.inc"
} // namespace mcf

static void buildNode(OpBuilder &builder, const PlacedNode &node) {
  OpBuilder::InsertionGuard guard(builder);
  switch (node.kind) {
  case PlacedNode::Kind::Root:
    break;
  case PlacedNode::Kind::Loop: {
    auto loop = LoopOp::create(builder, node.loc, node.dim, node.binding);
    builder.createBlock(&loop.getBody());
    break;
  }
  case PlacedNode::Kind::Load:
    LoadOp::create(builder, node.loc, node.value);
    return;
  case PlacedNode::Kind::Compute:
    ComputeOp::create(builder, node.loc, node.value);
    return;
  case PlacedNode::Kind::Store:
    StoreOp::create(builder, node.loc, node.value);
    return;
  }
  for (const auto &child : node.children)
    buildNode(builder, *child);
}

LogicalResult mcf::hoistStatements(ScheduleOp schedule) {
  FailureOr<StatementPlacement> placement = StatementPlacement::get(schedule);
  if (failed(placement))
    return failure();
  Block &body = schedule.getBody().front();
  while (!body.empty())
    body.back().erase();
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  buildNode(builder, placement->getRoot());
  schedule.setPlaced(true);
  // Placing and checking are two readings of the same rules.
  return verifyPlacement(schedule);
}

namespace {
struct HoistStatementsPass : mcf::impl::HoistStatementsBase<HoistStatementsPass> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([](ScheduleOp schedule) -> WalkResult {
      LogicalResult result =
          schedule.getPlaced() ? verifyPlacement(schedule) : hoistStatements(schedule);
      return failed(result) ? WalkResult::interrupt() : WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
