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

LogicalResult mcf::hoistStatements(ScheduleOp schedule) {
  FailureOr<StatementPlacement> placement = StatementPlacement::get(schedule);
  if (failed(placement))
    return failure();
  placement->apply(schedule);
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
