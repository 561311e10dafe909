//===- PrintCost.cpp - the estimate of each schedule as remarks -----------===//
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Search/Passes.h"
#include "PassDevice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;

namespace mcf {
#define GEN_PASS_DEF_PRINTCOST
#include "MCFuser/Search/Passes.h.inc"
} // namespace mcf

/// Microseconds with three digits behind the point.
static std::string printTime(double seconds) {
  return llvm::formatv("{0:f3} us", seconds * 1e6).str();
}

/// A whole number of bytes or flops.
static std::string printAmount(double amount) { return llvm::formatv("{0:f0}", amount).str(); }

namespace {
struct PrintCostPass : mcf::impl::PrintCostBase<PrintCostPass> {
  using PrintCostBase::PrintCostBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    FailureOr<hw::DeviceSpec> device = search::getDevice(getOperation(), deviceName);
    if (failed(device))
      return signalPassFailure();
    llvm::Expected<std::unique_ptr<CostModel>> model = lookupCostModel(modelName);
    if (!model) {
      getOperation()->emitError() << llvm::toString(model.takeError());
      return signalPassFailure();
    }
    WalkResult walk = getOperation()->walk([&](ScheduleOp schedule) -> WalkResult {
      for (DimAttr dim : schedule.getChain().getDims().getDims())
        if (dim.isDynamic())
          return schedule.emitError()
                 << "expected dims of static size to estimate a time, but got '"
                 << dim.getName().getValue() << "' of unknown size";
      FailureOr<ScheduleForm> form = ScheduleForm::get(schedule);
      if (failed(form))
        return WalkResult::interrupt();
      print(schedule, *form, (*model)->estimate(*form, form->tiles, *device, form->mapping),
            *device, (*model)->getName());
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  static void print(ScheduleOp schedule, const ScheduleForm &form, const CostBreakdown &cost,
                    const hw::DeviceSpec &device, StringRef model) {
    for (auto [statement, part] : llvm::zip_equal(form.statements, cost.statements)) {
      bool isCompute = statement.kind == StatementForm::Kind::Compute;
      StringRef verb = isCompute                                     ? "compute takes "
                       : statement.kind == StatementForm::Kind::Load ? "load moves "
                                                                     : "store moves ";
      emitRemark(*statement.loc) << verb
                                 << printAmount((isCompute ? part.tileFlops : part.tileBytes) *
                                                part.trips)
                                 << (isCompute ? " flops: " : " bytes: ")
                                 << printTime(part.seconds);
    }
    InFlightDiagnostic remark = schedule.emitRemark()
                                << model << " model on " << device.getTitle() << ": ";
    for (const CostTerm &term : cost.terms)
      remark << term.name << " " << printTime(term.seconds) << ", ";
    remark << "total " << printTime(cost.totalSeconds) << " (" << printAmount(cost.numBlocks)
           << " blocks)";
  }
};
} // namespace
