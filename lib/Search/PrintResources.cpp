//===- PrintResources.cpp - what a block of each schedule takes -----------===//
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Search/Passes.h"
#include "PassDevice.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;

namespace mcf {
#define GEN_PASS_DEF_PRINTRESOURCES
#include "MCFuser/Search/Passes.h.inc"
} // namespace mcf

namespace {
struct PrintResourcesPass : mcf::impl::PrintResourcesBase<PrintResourcesPass> {
  using PrintResourcesBase::PrintResourcesBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    FailureOr<hw::DeviceSpec> device = search::getDevice(getOperation(), deviceName);
    if (failed(device))
      return signalPassFailure();
    WalkResult walk = getOperation()->walk([&](ScheduleOp schedule) -> WalkResult {
      FailureOr<ScheduleForm> form = ScheduleForm::get(schedule);
      if (failed(form))
        return WalkResult::interrupt();
      print(schedule, estimateResources(*form, form->tiles, *device, form->mapping), *device);
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  static void print(ScheduleOp schedule, const ResourceEstimate &estimate,
                    const hw::DeviceSpec &device) {
    InFlightDiagnostic remark = schedule.emitRemark();
    if (estimate.threadsPerBlock) {
      remark << "a block takes " << estimate.threadsPerBlock << " threads, "
             << estimate.workgroupBytesPerBlock << " bytes of workgroup memory";
      if (estimate.mostWorkgroupBytesPerBlock > estimate.workgroupBytesPerBlock)
        remark << " (at most " << estimate.mostWorkgroupBytesPerBlock << ")";
      remark << ", " << estimate.neededRegistersPerThread << " registers per thread (expected "
             << estimate.registersPerThread << "); ";
    }
    if (estimate.fits())
      remark << estimate.residentBlocksPerSM << " blocks fit an SM of " << device.name;
    else
      remark << "does not fit: " << estimate.refusal;
  }
};
} // namespace
