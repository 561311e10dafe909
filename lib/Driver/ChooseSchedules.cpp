//===- ChooseSchedules.cpp - schedules from a record or a search ----------===//
#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/TuningSizes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

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

namespace {
/// Keeps all that another measurer says.
class KeepingMeasurer : public Measurer {
public:
  explicit KeepingMeasurer(Measurer &measurer) : measurer(measurer) {}

  std::vector<Measurement>
  measure(ArrayRef<analysis::TilingExpression> candidates,
          llvm::function_ref<void(const MeasureProgress &)> progress) override {
    std::vector<Measurement> measurements = measurer.measure(candidates, progress);
    for (auto [candidate, measurement] : llvm::zip_equal(candidates, measurements))
      kept.emplace_back(candidate.str(), measurement);
    return measurements;
  }

  std::vector<std::pair<std::string, Measurement>> kept;

private:
  Measurer &measurer;
};
} // namespace

// A search that took less is not worth a file.
static constexpr double minKeptSeconds = 0.25;

/// The candidates of a result and all that was measured: the winner first.
static std::vector<cache::TimedCandidate>
getCandidates(const SearchResult &result,
              ArrayRef<std::pair<std::string, Measurement>> measurements) {
  std::vector<cache::TimedCandidate> candidates;
  for (const RankedCandidate &entry : result.best)
    candidates.push_back({entry.expression.str(), entry.cost.totalSeconds});
  for (const auto &[expression, seconds] : result.dropped)
    candidates.push_back({expression.str(), seconds});
  for (const auto &[tiling, measurement] : measurements) {
    auto found = llvm::find_if(
        candidates, [&, &tiling = tiling](const auto &other) { return other.tiling == tiling; });
    if (found == candidates.end())
      candidates.push_back({tiling, std::nullopt, measurement});
    else
      found->measurement = measurement;
  }
  return candidates;
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

std::vector<std::string> ScheduleChoices::getSummaries() const {
  std::vector<std::string> lines;
  if (!recordSummary.empty())
    lines.push_back(recordSummary);
  for (const auto &[chain, entry] : cached)
    lines.push_back(llvm::formatv("the schedule of chain {0} is from the tuning cache: {1} (entry "
                                  "{2}; cache=off searches)",
                                  chain, entry.describeWinner(), entry.key.getShortHash()));
  return lines;
}

/// Gives the chain a schedule of the cache, if there is one.
static bool applyCached(size_t number, ChainOp chain, const cache::TuningKey &key,
                        const ScheduleRequest &request, ScheduleChoices &chosen) {
  if (request.ignoresCached)
    return false;
  std::optional<cache::TuningEntry> entry = request.cache->apply(chain, key);
  if (!entry)
    return false;
  chain.emitRemark() << "takes the schedule of entry " << entry->key.getShortHash()
                     << " of the tuning cache: " << entry->describeWinner();
  chosen.cached.emplace(number, std::move(*entry));
  return true;
}

/// Keeps what a search found, if it is worth it.
static void keep(size_t number, ChainOp chain, cache::TuningEntry entry, double seconds,
                 const ScheduleRequest &request, ScheduleChoices &chosen) {
  bool isMeasured = entry.getWinner().getMeasuredSeconds().has_value();
  // Of what the model chose only what another search would choose again.
  bool isWorthIt = entry.key.isMeasured() ? isMeasured
                                          : entry.isComplete && (seconds >= minKeptSeconds ||
                                                                 request.keepsModelChoices);
  if (isWorthIt && request.cache->getMode() == cache::CacheMode::On) {
    std::string error = request.cache->keep(chain, entry);
    if (error.empty())
      chosen.kept.insert(number);
    else if (chosen.whyNotKept.empty())
      chosen.whyNotKept = std::move(error);
  }
  chosen.found.emplace(number, std::move(entry));
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
  cache::TuningChooser chooser{problem.device, stages.search, stages.model, stages.seed};
  bool isStopped = false;
  const std::vector<std::pair<std::string, Measurement>> noMeasurements;
  for (auto [index, chain] : llvm::enumerate(all)) {
    std::optional<TilingChoice> choice;
    // Only chains of known sizes are measured.
    chooser.method = chain.getDims().isDynamic() ? std::nullopt : request.method;
    std::optional<cache::TuningKey> key;
    if (request.cache && !chain.getSchedule())
      key = cache::TuningKey::get(chain, chooser);
    if (!chain.getSchedule() && !(key && applyCached(index, chain, *key, request, chosen))) {
      SearchOptions options;
      options.algorithm = llvm::cantFail(lookupAlgorithm(stages.search));
      options.seed = stages.seed;
      options.timeLimitSeconds = stages.timeLimitSeconds;
      options.progressSeconds = request.progressSeconds;
      options.numMeasured = request.numMeasured;
      std::optional<KeepingMeasurer> measurer;
      if (Measurer *given = request.getMeasurer ? request.getMeasurer(index, chain) : nullptr) {
        options.measurer = &measurer.emplace(*given);
        // All that was measured is listed.
        options.numBest = std::max(options.numBest, options.numMeasured);
      }
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
      auto wasGivenUp = [](const auto &kept) { return kept.second.wasGivenUp; };
      bool stoppedEarly =
          isStopped || (measurer && llvm::any_of(measurer->kept, wasGivenUp)) ||
          (options.timeLimitSeconds && elapsed.count() >= *options.timeLimitSeconds);
      chosen.stoppedEarly |= stoppedEarly;
      choice = std::move(*found);
      if (key && choice->result)
        keep(index, chain,
             {*key, !stoppedEarly,
              getCandidates(*choice->result, measurer ? measurer->kept : noMeasurements)},
             elapsed.count(), request, chosen);
    }
    chosen.choices.push_back(std::move(choice));
  }
  return chosen;
}
