//===- Price.cpp - what cost models say of measured candidates ------------===//
#include "Price.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Support/Statistics.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::rank;

FailureOr<std::unique_ptr<PreparedRecord>> PreparedRecord::get(const Record &record,
                                                               MLIRContext &context) {
  Location loc = FileLineColLoc::get(&context, record.name, 1, 1);
  auto prepared = std::make_unique<PreparedRecord>();
  llvm::Expected<hw::DeviceSpec> device = hw::resolveDevice(record.device);
  if (!device)
    return emitError(loc) << llvm::toString(device.takeError());
  prepared->device = *device;
  prepared->program = Program::parse(record.program, record.name, *device, context);
  if (failed(prepared->program))
    return failure();
  const Program &program = *prepared->program;
  if (program.getSignature() != record.chain)
    return emitError(loc) << "record '" << record.name << "' is for another chain: expected "
                          << program.getSignature() << ", but got " << record.chain;
  llvm::StringMap<unsigned> numbers;
  std::vector<analysis::TilingExpression> expressions;
  std::vector<unsigned> expressionOf;
  for (const RecordEntry &entry : record.entries) {
    std::string error;
    auto candidate = program.parseCandidate(entry.tiling, error);
    if (failed(candidate))
      return program.chain->emitError("record '")
             << record.name << "': candidate '" << entry.tiling
             << "' does not fit the chain of its program: " << error;
    SmallVector<int64_t> &tiles = prepared->tiles.emplace_back();
    for (const std::string &name : program.dimNames)
      tiles.push_back(candidate->getTile(name).value_or(1));
    prepared->mappings.push_back(candidate->mapping);
    candidate->tiles.clear();
    candidate->mapping = {};
    auto [it, isNew] = numbers.try_emplace(candidate->str(), expressions.size());
    if (isNew)
      expressions.push_back(*candidate);
    expressionOf.push_back(it->second);
  }
  prepared->allForms = std::make_unique<search::ScheduleForms>(program.chain, expressions);
  for (auto [expression, tiles] : llvm::zip_equal(expressionOf, prepared->tiles)) {
    FailureOr<const cost::ScheduleForm *> form = prepared->allForms->get(expression, tiles);
    if (failed(form))
      return failure();
    prepared->forms.push_back(*form);
  }
  return prepared;
}

/// Correlations and picks over the random candidates with a time.
static void score(const PricedRecord &priced, ModelScore &score) {
  std::vector<double> estimates, times, logEstimates, logTimes;
  std::vector<std::pair<double, size_t>> order;
  for (auto [index, entry] : llvm::enumerate(priced.record.entries)) {
    if (entry.kind != "sample" || !entry.isMeasured())
      continue;
    estimates.push_back(score.estimateSeconds[index]);
    times.push_back(entry.measurement.medianSeconds);
    logEstimates.push_back(std::log(estimates.back()));
    logTimes.push_back(std::log(times.back()));
    order.push_back({estimates.back(), index});
  }
  score.spearman = getSpearman(estimates, times);
  score.kendall = getKendall(estimates, times);
  score.pearsonLog = getPearson(logEstimates, logTimes);
  llvm::sort(order);
  for (auto [rank, pair] : llvm::enumerate(ArrayRef(order).take_front(8))) {
    const RecordEntry &entry = priced.record.entries[pair.second];
    double seconds = entry.measurement.medianSeconds;
    if (rank == 0) {
      score.pickedOfSample = {entry.tiling, seconds};
      score.bestOfEightSeconds = seconds;
    }
    score.bestOfEightSeconds = std::min(score.bestOfEightSeconds, seconds);
  }
  for (const RecordEntry &entry : priced.record.entries)
    if (entry.kind == "model " + score.model) {
      score.picked.tiling = entry.tiling;
      score.picked.seconds = entry.isMeasured() ? entry.measurement.medianSeconds : 0;
    }
}

/// What the record says without any model.
static void collect(PricedRecord &priced) {
  auto keepFaster = [](Timed &best, const RecordEntry &entry) {
    if (best.tiling.empty() || entry.measurement.medianSeconds < best.seconds)
      best = {entry.tiling, entry.measurement.medianSeconds};
  };
  for (const RecordEntry &entry : priced.record.entries) {
    bool isSample = entry.kind == "sample";
    if (isSample) {
      priced.numMeasured += entry.isMeasured();
      priced.numFailed += !entry.measurement.error.empty();
    }
    if (!entry.isMeasured())
      continue;
    keepFaster(priced.best, entry);
    if (isSample)
      keepFaster(priced.bestOfSample, entry);
    if (entry.kind == "default")
      priced.defaultSeconds = entry.measurement.medianSeconds;
  }
}

FailureOr<PricedRecord> mcf::rank::price(Record record, ArrayRef<std::string> models,
                                         MLIRContext &context) {
  FailureOr<std::unique_ptr<PreparedRecord>> prepared = PreparedRecord::get(record, context);
  if (failed(prepared))
    return failure();
  PricedRecord priced;
  priced.record = std::move(record);
  priced.deviceTitle = (*prepared)->getDevice().getTitle();
  collect(priced);
  for (const std::string &name : models) {
    llvm::Expected<std::unique_ptr<cost::CostModel>> model = cost::lookupCostModel(name);
    if (!model)
      return emitError(FileLineColLoc::get(&context, priced.record.name, 1, 1))
             << llvm::toString(model.takeError());
    ModelScore &result = priced.scores.emplace_back();
    result.model = name;
    for (size_t i = 0; i < (*prepared)->size(); ++i)
      result.estimateSeconds.push_back((*prepared)->estimateSeconds(**model, i));
    score(priced, result);
  }
  return priced;
}
