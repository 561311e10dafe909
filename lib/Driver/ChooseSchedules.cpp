//===- ChooseSchedules.cpp - schedules from a record or a search ----------===//
#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/TuningSizes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

static LogicalResult applyRecord(ModuleOp chains, const ScheduleRequest &request,
                                 std::string &summary) {
  FailureOr<unsigned> count = applyTuningRecord(chains, request.record);
  if (failed(count))
    return failure();
  summary = (*count == 1 ? "the schedule of 1 chain is"
                         : "the schedules of " + std::to_string(*count) + " chains are") +
            " from " + request.recordName;
  emitRemark(chains.getLoc()) << summary;
  return success();
}

/// A search that its progress can stop: it reads the options until it ends.
static FailureOr<SearchResult> searchUntilStopped(ChainOp chain, const ProblemOptions &problem,
                                                  SearchOptions &options) {
  options.start = std::chrono::steady_clock::now();
  FailureOr<std::unique_ptr<TilingProblem>> created = TilingProblem::create(chain, problem);
  if (failed(created))
    return failure();
  FailureOr<SearchResult> result = search::search(**created, options);
  if (failed(result) || failed(applyTiling(chain, result->getWinner().expression)))
    return failure();
  return result;
}

static FailureOr<TilingChoice> choose(ChainOp chain, const ProblemOptions &problem,
                                      SearchOptions &options, const bool &isStopped) {
  TilingChoice choice;
  if (!isStopped) {
    ScopedDiagnosticHandler handler(chain.getContext(), [&](Diagnostic &diagnostic) {
      choice.whyDefault += (choice.whyDefault.empty() ? "" : "; ") + diagnostic.str();
      return success();
    });
    if (FailureOr<SearchResult> result = searchUntilStopped(chain, problem, options);
        succeeded(result))
      choice.result = std::move(*result);
  }
  if (choice.result) {
    emitSearchRemarks(chain, *choice.result);
    return choice;
  }
  if (isStopped)
    choice.whyDefault = "the search was stopped before it had priced a candidate";
  chain.emitRemark() << "takes the plain default tiling: " << choice.whyDefault;
  if (failed(applyTiling(chain, analysis::TilingExpression::getDefault(chain))))
    return failure();
  return choice;
}

FailureOr<ScheduleChoices> mcf::chooseSchedules(ModuleOp chains, const StageOptions &stages,
                                                const ScheduleRequest &request) {
  ScheduleChoices chosen;
  if (request.record && failed(applyRecord(chains, request, chosen.recordSummary)))
    return failure();
  SmallVector<ChainOp> all;
  chains.walk([&](ChainOp chain) { all.push_back(chain); });
  if (!stages.tuneFor.empty() &&
      failed(
          setTuningSizes(all, llvm::cantFail(TuningSizes::parse(stages.tuneFor)), chains.getLoc())))
    return failure();
  if (!stages.searches())
    return chosen;
  ProblemOptions problem = ProblemOptions::get(llvm::cantFail(hw::resolveDevice(stages.device)),
                                               llvm::cantFail(cost::lookupCostModel(stages.model)));
  bool isStopped = false;
  for (auto [index, chain] : llvm::enumerate(all)) {
    std::optional<TilingChoice> choice;
    if (!chain.getSchedule()) {
      SearchOptions options;
      options.algorithm = llvm::cantFail(lookupAlgorithm(stages.search));
      options.seed = stages.seed;
      options.timeLimitSeconds = stages.timeLimitSeconds;
      options.progressSeconds = request.progressSeconds;
      options.numMeasured = request.numMeasured;
      if (request.getMeasurer)
        options.measurer = request.getMeasurer(index, chain);
      if (request.progress)
        options.progress = [&, number = index](const SearchProgress &progress) {
          if (isStopped || request.progress(number, all.size(), progress))
            return;
          isStopped = true;
          // Out of time at the next look at the clock.
          options.timeLimitSeconds = 0;
        };
      auto begin = std::chrono::steady_clock::now();
      FailureOr<TilingChoice> found = choose(chain, problem, options, isStopped);
      if (failed(found))
        return failure();
      std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
      chosen.searchSeconds += elapsed.count();
      chosen.stoppedEarly |=
          isStopped || (options.timeLimitSeconds && elapsed.count() >= *options.timeLimitSeconds);
      choice = std::move(*found);
    }
    chosen.choices.push_back(std::move(choice));
  }
  return chosen;
}
