//===- PrintDependentReductions.cpp - what may be deferred, as remarks ----===//
#include "MCFuser/Analysis/DependentReductions.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_PRINTDEPENDENTREDUCTIONS
#include "MCFuser/Dialect/MCF/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static StringRef stringifyFactorKind(FactorKind kind) {
  switch (kind) {
  case FactorKind::None:
    return "none";
  case FactorKind::Exponential:
    return "exponential";
  case FactorKind::Product:
    return "product";
  case FactorKind::Quotient:
    return "quotient";
  case FactorKind::ZeroIf:
    return "zero-if";
  case FactorKind::ZeroUnless:
    return "zero-unless";
  }
  llvm_unreachable("unknown kind");
}

namespace {
struct PrintDependentReductions
    : mcf::impl::PrintDependentReductionsBase<PrintDependentReductions> {
  void runOnOperation() override {
    getOperation()->walk([&](ChainOp chain) { print(chain); });
    markAllAnalysesPreserved();
  }

  void print(ChainOp chain) {
    DependentReductions analysis(chain);
    for (StringAttr dim : chain.getReducedDims())
      for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
        if (auto map = dyn_cast<MapOp>(*op))
          printMap(analysis, map, dim);
        auto factors = analysis.getPendingFactors(op->getResult(0), dim);
        if (factors.empty() || !llvm::is_contained(op.getReductionDims(), dim))
          continue;
        InFlightDiagnostic remark = op->emitRemark()
                                    << "loop '" << dim.getValue() << "': accumulated with";
        for (PendingFactor factor : factors)
          remark << " " << stringifyFactorKind(factor.kind);
        remark << " pending";
      }
  }

  void printMap(DependentReductions &analysis, MapOp map, StringAttr dim) {
    for (auto [i, input] : llvm::enumerate(map.getInputs())) {
      if (!analysis.isRowStatistic(input, dim) || !map.getType().hasDim(dim))
        continue;
      DependentReductions::Deferral deferral = analysis.getDeferral(map, i, dim);
      InFlightDiagnostic remark = map.emitRemark()
                                  << "loop '" << dim.getValue() << "': operand " << i << " ";
      if (deferral)
        remark << "is deferred as " << stringifyFactorKind(deferral.kind);
      else
        remark << "has to wait: " << deferral.reason;
    }
  }
};
} // namespace
