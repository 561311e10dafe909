//===- Tuner.h - searches with progress and measurements --------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_TUNER_H
#define MCFUSER_DRIVER_TUNER_H

#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/GPUMeasurer.h"
#include <chrono>
#include <map>

namespace mcf {

struct TunerOptions {
  /// Measure the best candidates; else the model alone decides.
  bool measures = false;
  unsigned numMeasured = search::SearchOptions().numMeasured;
  /// The device, and in which process it is used.
  int ordinal = 0;
  bool inThisProcess = false;
  /// For all chains together; each chain may have a limit of its own (StageOptions).
  std::optional<double> timeLimitSeconds = std::nullopt;
  double progressSeconds = 0.1;
};

/// How far tuning is.
struct TuningProgress {
  /// `search`, `compile` or `measure`.
  llvm::StringRef phase = "search";
  size_t chain = 0, numChains = 0;
  /// Candidates of the phase. A search does not know how many there will be: 0.
  uint64_t numDone = 0, numAll = 0, numFailed = 0;
  /// Of the best by the model so far; infinity if there is none.
  double bestSeconds = std::numeric_limits<double>::infinity();
  double elapsedSeconds = 0;
};

/// What tuning adds to a choice of schedules: it reports, may be stopped, and measures.
class Tuner {
public:
  /// False stops all searches and measurements; each chain keeps the best that it has.
  using Report = std::function<bool(const TuningProgress &)>;
  /// Candidates that failed, and why.
  using Failures = std::vector<std::pair<std::string, std::string>>;

  /// Processes that compile make their contexts by `makeContext`.
  Tuner(const Compiler &compiler, GPUMeasurer::ContextFactory makeContext, TunerOptions options,
        Report report);
  ~Tuner();

  /// Fills in the request, which may be used while this lives and has its cache already. Returns
  /// why there can be no measurements, or an empty text.
  std::string prepare(ScheduleRequest &request);
  /// By chain.
  std::map<size_t, Failures> takeDropped() { return std::move(dropped); }

private:
  class ChainMeasurer;
  bool report(TuningProgress progress);
  /// Reports again if it is time to, so that the listener can stop what takes long.
  bool goesOn();
  double getElapsedSeconds() const;

  const Compiler &compiler;
  GPUMeasurer::ContextFactory makeContext;
  TunerOptions options;
  Report listener;
  std::chrono::steady_clock::time_point start;
  std::unique_ptr<ChainMeasurer> measurer;
  std::map<size_t, Failures> dropped;
  bool isStopped = false;
  /// As they were last reported: of the search, and of any phase.
  TuningProgress lastSearch, last;
};

} // namespace mcf

#endif
