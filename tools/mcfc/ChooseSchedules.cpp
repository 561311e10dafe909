//===- ChooseSchedules.cpp - schedules from a record or a search ----------===//
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/TuningSizes.h"
#include "Report.h"
#include "Session.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

LogicalResult Session::applyTuningRecord(ModuleOp chains) {
  OwningOpRef<ModuleOp> record = readModule(options.tuningRecord);
  if (!record)
    return failure();
  FailureOr<unsigned> count = mcf::applyTuningRecord(chains, *record);
  if (failed(count))
    return failure();
  recordSummary = (*count == 1 ? "the schedule of 1 chain is"
                               : "the schedules of " + std::to_string(*count) + " chains are") +
                  " from " + options.tuningRecord;
  emitRemark(chains.getLoc()) << recordSummary;
  return success();
}

static void printProgress(size_t chain, const search::SearchProgress &progress) {
  llvm::errs() << "mcfc: searching chain " << chain << ": " << formatCount(progress.numPriced)
               << " candidates priced, ";
  if (std::isfinite(progress.bestSeconds))
    llvm::errs() << llvm::format("best %.3f us, ", progress.bestSeconds * 1e6);
  llvm::errs() << llvm::format("%.0f s\n", progress.elapsedSeconds);
}

LogicalResult Session::chooseSchedules(ModuleOp chains) {
  if (!options.tuningRecord.empty() && failed(applyTuningRecord(chains)))
    return failure();
  choices.clear();
  const StageOptions &stages = compiler.getOptions().stages;
  SmallVector<ChainOp> all;
  chains.walk([&](ChainOp chain) { all.push_back(chain); });
  if (!stages.tuneFor.empty() &&
      failed(search::setTuningSizes(all, llvm::cantFail(search::TuningSizes::parse(stages.tuneFor)),
                                    chains.getLoc())))
    return failure();
  if (!stages.searches())
    return success();
  // All of this was checked with the command line.
  search::ProblemOptions problem =
      search::ProblemOptions::get(llvm::cantFail(hw::resolveDevice(stages.device)),
                                  llvm::cantFail(cost::lookupCostModel(stages.model)));
  search::SearchOptions searchOptions;
  searchOptions.algorithm = llvm::cantFail(search::lookupAlgorithm(stages.search));
  searchOptions.seed = stages.seed;
  searchOptions.timeLimitSeconds = stages.timeLimitSeconds;
  if (options.progress || llvm::errs().is_displayed())
    searchOptions.progress = [&](const search::SearchProgress &progress) {
      printProgress(choices.size(), progress);
    };
  for (ChainOp chain : all) {
    std::optional<search::TilingChoice> choice;
    if (!chain.getSchedule()) {
      FailureOr<search::TilingChoice> found =
          search::chooseTilingOrDefault(chain, problem, searchOptions);
      if (failed(found))
        return failure();
      if (found->result)
        searchSeconds += found->result->elapsedSeconds;
      choice = std::move(*found);
    }
    choices.push_back(std::move(choice));
  }
  return success();
}
