//===- ChooseSchedules.h - schedules from a record or a search --*- C++ -*-===//
#ifndef MCFUSER_DRIVER_CHOOSESCHEDULES_H
#define MCFUSER_DRIVER_CHOOSESCHEDULES_H

#include "MCFuser/Cache/TuningCache.h"
#include "MCFuser/Pipelines/Stages.h"
#include "MCFuser/Search/ChooseTiling.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <set>

namespace mcf {

/// What a search of the chains of a module may be given beside its options.
struct ScheduleRequest {
  /// IR with schedules of chains that are the same, and what a remark calls it; null: none.
  mlir::ModuleOp record;
  std::string recordName = "";
  /// Called while chain number `chain` of `numChains` is searched. False stops all searches; each
  /// keeps the best that it has, or takes the plain default tiling.
  std::function<bool(size_t chain, size_t numChains, const search::SearchProgress &)> progress = {};
  double progressSeconds = 1;
  /// What times candidates of a chain; nothing, or null: the model alone decides. It lives until
  /// the next call.
  std::function<search::Measurer *(size_t chain, ChainOp)> getMeasurer = {};
  unsigned numMeasured = search::SearchOptions().numMeasured;
  /// How that measures; nothing: not at all.
  std::optional<cache::MeasuringMethod> method = std::nullopt;
  /// Where results are looked for and kept; null: nowhere. What the model chose within an instant
  /// is not kept, unless asked for.
  cache::TuningCache *cache = nullptr;
  bool keepsModelChoices = false;
  /// Searches what the cache has, too.
  bool ignoresCached = false;
};

/// What was chosen.
struct ScheduleChoices {
  /// By chain in program order: what a search found. Nothing for those that had a schedule, or got
  /// one from the cache.
  std::vector<std::optional<search::TilingChoice>> choices;
  /// By number of the chain, where a cache was given: what came from it, and what was found.
  std::map<size_t, cache::TuningEntry> cached, found;
  /// The chains of which what was found is in the cache now.
  std::set<size_t> kept;
  /// Why results were not kept; mostly empty.
  std::string whyNotKept;
  double searchSeconds = 0;
  /// A search was stopped, or ran out of time: there may be better tilings.
  bool stoppedEarly = false;
  /// What came from the record.
  std::string recordSummary;

  /// Lines on what did not come from a search.
  std::vector<std::string> getSummaries() const;
};

/// Gives each chain without a schedule that of the record, or else, unless a tiling is given, that
/// of the cache or the one that a search finds. The options have been checked.
mlir::FailureOr<ScheduleChoices> chooseSchedules(mlir::ModuleOp chains, const StageOptions &stages,
                                                 const ScheduleRequest &request = {});

} // namespace mcf

#endif
