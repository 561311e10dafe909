//===- ChooseTiling.cpp - searches each chain and applies the winner ------===//
#include "MCFuser/Search/ChooseTiling.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/Passes.h"
#include "MCFuser/Search/TuningSizes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace mcf {
#define GEN_PASS_DEF_CHOOSETILING
#include "MCFuser/Search/Passes.h.inc"
} // namespace mcf

FailureOr<SearchResult> mcf::search::chooseTiling(ChainOp chain, const ProblemOptions &problem,
                                                  const SearchOptions &options) {
  SearchOptions started = options;
  if (!started.start)
    started.start = std::chrono::steady_clock::now();
  FailureOr<std::unique_ptr<TilingProblem>> created = TilingProblem::create(chain, problem);
  if (failed(created))
    return failure();
  FailureOr<SearchResult> result = search(**created, started);
  if (failed(result) || failed(applyTiling(chain, result->getWinner().expression)))
    return failure();
  return result;
}

void mcf::search::emitSearchRemarks(ChainOp chain, const SearchResult &result) {
  for (const RuleReport &row : result.funnel.rows) {
    std::string text;
    llvm::raw_string_ostream os(text);
    row.print(os);
    chain.emitRemark() << text;
  }
  chain.emitRemark() << result.getSummary();
  const RankedCandidate &winner = result.getWinner();
  chain.emitRemark() << "chose " << winner.expression.str() << ", estimated to take "
                     << llvm::formatv("{0:f3}", winner.cost.totalSeconds * 1e6).str() << " us";
}

FailureOr<TilingChoice> mcf::search::chooseTilingOrDefault(ChainOp chain,
                                                           const ProblemOptions &problem,
                                                           const SearchOptions &options) {
  TilingChoice choice;
  {
    ScopedDiagnosticHandler handler(chain.getContext(), [&](Diagnostic &diagnostic) {
      choice.whyDefault += (choice.whyDefault.empty() ? "" : "; ") + diagnostic.str();
      return success();
    });
    if (FailureOr<SearchResult> result = chooseTiling(chain, problem, options); succeeded(result))
      choice.result = std::move(*result);
  }
  if (choice.result) {
    emitSearchRemarks(chain, *choice.result);
    return choice;
  }
  chain.emitRemark() << "takes the plain default tiling: " << choice.whyDefault;
  if (failed(applyTiling(chain, analysis::TilingExpression::getDefault(chain))))
    return failure();
  return choice;
}

namespace {
struct ChooseTilingPass : mcf::impl::ChooseTilingBase<ChooseTilingPass> {
  using ChooseTilingBase::ChooseTilingBase;

  void runOnOperation() override {
    ProblemOptions problem;
    SearchOptions options;
    if (failed(readOptions(problem, options)))
      return signalPassFailure();
    SmallVector<ChainOp> chains;
    getOperation()->walk([&](ChainOp chain) { chains.push_back(chain); });
    if (!tuneFor.empty()) {
      llvm::Expected<TuningSizes> sizes = TuningSizes::parse(tuneFor);
      if (!sizes) {
        getOperation()->emitError() << llvm::toString(sizes.takeError());
        return signalPassFailure();
      }
      if (failed(setTuningSizes(chains, *sizes, getOperation()->getLoc())))
        return signalPassFailure();
    }
    for (ChainOp chain : chains)
      // A schedule that is there was chosen by somebody who knew more.
      if (!chain.getSchedule() && failed(choose(chain, problem, options)))
        return signalPassFailure();
  }

  LogicalResult readOptions(ProblemOptions &problem, SearchOptions &options) {
    llvm::Error error = llvm::Error::success();
    auto read = [&](auto expected, auto set) {
      if (expected)
        set(*expected);
      else
        error = llvm::joinErrors(std::move(error), expected.takeError());
    };
    read(hw::resolveDevice(deviceName), [&](auto &device) { problem.device = device; });
    read(cost::lookupCostModel(modelName), [&](auto &model) { problem.model = std::move(model); });
    read(lookupAlgorithm(algorithm), [&](Algorithm value) { options.algorithm = value; });
    read(parseSeed(seed), [&](uint64_t value) { options.seed = value; });
    if (!timeLimitMs.empty())
      read(parseTimeLimit(timeLimitMs, 1e-3),
           [&](double value) { options.timeLimitSeconds = value; });
    if (error)
      return getOperation()->emitError() << llvm::toString(std::move(error));
    problem = ProblemOptions::get(problem.device, problem.model);
    return success();
  }

  LogicalResult choose(ChainOp chain, const ProblemOptions &problem, const SearchOptions &options) {
    if (fallBack)
      return chooseTilingOrDefault(chain, problem, options);
    FailureOr<SearchResult> result = chooseTiling(chain, problem, options);
    if (failed(result))
      return failure();
    emitSearchRemarks(chain, *result);
    return success();
  }
};
} // namespace
