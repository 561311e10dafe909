//===- PrintMasks.cpp - where values are masked, as remarks ---------------===//
#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_PRINTMASKS
#include "MCFuser/Dialect/MCF/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace {
struct PrintMasks : mcf::impl::PrintMasksBase<PrintMasks> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([&](ChainOp chain) {
      printConstants(chain);
      ScheduleOp schedule = chain.getSchedule();
      if (schedule && schedule.getPlaced() && failed(printLoops(chain)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  void printConstants(ChainOp chain) {
    ConstantRegions constants(chain);
    for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>())
      for (const ConstantRegion &constant : constants.get(op->getResult(0)).constants) {
        InFlightDiagnostic remark = op.emitRemark();
        printNumber(constant.value, remark);
        remark << " where " << constant.region.toString(constants.getDimNames());
      }
  }

  static void printNumber(TypedAttr value, InFlightDiagnostic &remark) {
    auto number = dyn_cast<FloatAttr>(value);
    if (!number) {
      remark << value;
      return;
    }
    SmallString<16> text;
    number.getValue().toString(text);
    remark << text.str() << " : " << number.getType();
  }

  LogicalResult printLoops(ChainOp chain) {
    TilePlan plan(chain);
    if (failed(plan.compute()))
      return failure();
    SkippedTiles skipped(chain, plan);
    const ConstantRegions &constants = skipped.getConstants();
    for (const auto &[loop, skip] : skipped.getLoops()) {
      InFlightDiagnostic remark = LoopOp(loop).emitRemark();
      if (!skip.reason.empty()) {
        remark << "no trip is left out: " << skip.reason;
        continue;
      }
      uint64_t all = 1;
      for (LoopOp around = loop; around; around = around->getParentOfType<LoopOp>())
        all *= chain.getSchedule().getTypicalTripCount(around.getDim());
      remark << "runs where " << skip.live.toString(constants.getDimNames()) << ": "
             << skipped.countTrips(loop) << " of " << all << " trips";
    }
    return success();
  }
};
} // namespace
