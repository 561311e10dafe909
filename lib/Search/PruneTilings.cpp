//===- PruneTilings.cpp - the funnel of a chain as remarks ----------------===//
#include "MCFuser/Search/Passes.h"
#include "MCFuser/Search/TilingSpace.h"
#include "PassDevice.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace mcf {
#define GEN_PASS_DEF_PRUNETILINGS
#include "MCFuser/Search/Passes.h.inc"
} // namespace mcf

namespace {
struct PruneTilingsPass : mcf::impl::PruneTilingsBase<PruneTilingsPass> {
  using PruneTilingsBase::PruneTilingsBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    FailureOr<hw::DeviceSpec> device = search::getDevice(getOperation(), deviceName);
    if (failed(device))
      return signalPassFailure();
    // Not a number fails the comparison as well.
    if (!(sharedMemoryLimitBytes >= 0)) {
      getOperation()->emitError() << "expected a shared memory limit of at least 0 bytes, but got "
                                  << sharedMemoryLimitBytes.getValue();
      return signalPassFailure();
    }
    double limitBytes = sharedMemoryLimitBytes;
    if (limitBytes == 0)
      limitBytes = PaperSharedMemoryRule::paperFactor * device->smemPerBlockBytes;
    WalkResult walk = getOperation()->walk([&](ChainOp chain) -> WalkResult {
      return failed(report(chain, limitBytes, *device)) ? WalkResult::interrupt()
                                                        : WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult report(ChainOp chain, double limitBytes, const hw::DeviceSpec &device) {
    FailureOr<ChainShape> shape = getEnumerableShape(chain);
    if (failed(shape))
      return failure();
    TilingSpace space(std::move(*shape));
    std::vector<std::shared_ptr<const PruningRule>> rules = getPaperRules(
        dividing ? PaddingRule::Form::Dividing : PaddingRule::Form::Ratio, limitBytes);
    if (resources)
      rules.push_back(std::make_shared<ResourceBoundRule>(device));
    PruningReport report = prune(space, rules);
    for (const RuleReport &row : report.rows) {
      std::string text;
      llvm::raw_string_ostream os(text);
      row.print(os);
      chain.emitRemark() << text;
    }
    if (report.isEmpty())
      return chain.emitError() << "no candidate is left: removed by " << report.getRemovingRules();
    InFlightDiagnostic remark = chain.emitRemark() << "expressions left: ";
    llvm::interleaveComma(space.getExpressions(), remark,
                          [&](const auto &expression) { remark << expression.str(); });
    return success();
  }
};
} // namespace
