//===- Price.cpp - what cost models say of measured candidates ------------===//
#include "Price.h"
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/ScheduleForms.h"
#include "MCFuser/Support/Statistics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::rank;

namespace {
/// The forms of a record's candidates.
struct PreparedCandidates {
  std::vector<const cost::ScheduleForm *> forms;
  std::vector<SmallVector<int64_t>> tiles;
};
} // namespace

/// Places every candidate of the record once, whatever the number of models.
static LogicalResult prepare(const Record &record, const Program &program,
                             std::unique_ptr<search::ScheduleForms> &allForms,
                             PreparedCandidates &prepared) {
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
    SmallVector<int64_t> &tiles = prepared.tiles.emplace_back();
    for (const std::string &name : program.dimNames)
      tiles.push_back(candidate->getTile(name).value_or(1));
    candidate->tiles.clear();
    auto [it, isNew] = numbers.try_emplace(candidate->str(), expressions.size());
    if (isNew)
      expressions.push_back(*candidate);
    expressionOf.push_back(it->second);
  }
  allForms = std::make_unique<search::ScheduleForms>(program.chain, expressions);
  for (auto [expression, tiles] : llvm::zip_equal(expressionOf, prepared.tiles)) {
    FailureOr<const cost::ScheduleForm *> form = allForms->get(expression, tiles);
    if (failed(form))
      return failure();
    prepared.forms.push_back(*form);
  }
  return success();
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
      score.picked = entry.tiling;
      score.pickedSeconds = score.bestOfEightSeconds = seconds;
    }
    score.bestOfEightSeconds = std::min(score.bestOfEightSeconds, seconds);
  }
}

FailureOr<PricedRecord> mcf::rank::price(Record record, ArrayRef<std::string> models,
                                         MLIRContext &context) {
  Location loc = FileLineColLoc::get(&context, record.name, 1, 1);
  llvm::Expected<hw::DeviceSpec> device = hw::resolveDevice(record.device);
  if (!device)
    return emitError(loc) << llvm::toString(device.takeError());
  FailureOr<Program> program = Program::parse(record.program, record.name, *device, context);
  if (failed(program))
    return failure();
  if (program->getSignature() != record.chain)
    return emitError(loc) << "record '" << record.name << "' is for another chain: expected "
                          << program->getSignature() << ", but got " << record.chain;
  std::unique_ptr<search::ScheduleForms> forms;
  PreparedCandidates prepared;
  if (failed(prepare(record, *program, forms, prepared)))
    return failure();
  PricedRecord priced;
  priced.record = std::move(record);
  priced.deviceTitle = device->getTitle();
  for (const RecordEntry &entry : priced.record.entries) {
    double seconds = entry.measurement.medianSeconds;
    if (entry.kind == "default")
      priced.defaultSeconds = entry.isMeasured() ? seconds : 0;
    if (entry.kind != "sample")
      continue;
    ++(entry.isMeasured() ? priced.numMeasured : priced.numFailed);
    if (entry.isMeasured() && (priced.best.empty() || seconds < priced.bestSeconds)) {
      priced.best = entry.tiling;
      priced.bestSeconds = seconds;
    }
  }
  for (const std::string &name : models) {
    llvm::Expected<std::unique_ptr<cost::CostModel>> model = cost::lookupCostModel(name);
    if (!model)
      return emitError(loc) << llvm::toString(model.takeError());
    ModelScore &result = priced.scores.emplace_back();
    result.model = name;
    for (auto [form, tiles] : llvm::zip_equal(prepared.forms, prepared.tiles))
      result.estimateSeconds.push_back((*model)->estimate(*form, tiles, *device).totalSeconds);
    score(priced, result);
  }
  return priced;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string print(std::optional<double> value) {
  return value ? llvm::formatv("{0:f3}", *value).str() : "-";
}

static std::string printRatio(double a, double b) {
  return a > 0 && b > 0 ? llvm::formatv("{0:f2}", a / b).str() : "-";
}

static std::string printTime(double seconds) {
  return seconds > 0 ? llvm::formatv("{0:f2}", seconds * 1e6).str() : "-";
}

std::string mcf::rank::printMarkdown(ArrayRef<PricedRecord> records) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "| case | model | measured | failed | Spearman | Kendall | Pearson of logs | picked, us | "
        "best of sample, us | picked / best | best of 8 / best | default / best |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const PricedRecord &r : records)
    for (const ModelScore &s : r.scores)
      os << "| " << r.record.name << " | " << s.model << " | " << r.numMeasured << " | "
         << r.numFailed << " | " << print(s.spearman) << " | " << print(s.kendall) << " | "
         << print(s.pearsonLog) << " | " << printTime(s.pickedSeconds) << " | "
         << printTime(r.bestSeconds) << " | " << printRatio(s.pickedSeconds, r.bestSeconds) << " | "
         << printRatio(s.bestOfEightSeconds, r.bestSeconds) << " | "
         << printRatio(r.defaultSeconds, r.bestSeconds) << " |\n";
  return text;
}

/// JSON has no NaN.
static llvm::json::Value toJSON(std::optional<double> value) {
  return value && std::isfinite(*value) ? llvm::json::Value(*value) : llvm::json::Value(nullptr);
}

std::string mcf::rank::printJSON(ArrayRef<PricedRecord> records) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.array([&] {
    for (const PricedRecord &r : records)
      json.object([&] {
        json.attribute("name", r.record.name);
        json.attribute("device", r.deviceTitle);
        json.attribute("measured", r.numMeasured);
        json.attribute("failed", r.numFailed);
        json.attribute("best", r.best);
        json.attribute("best_seconds", r.bestSeconds);
        json.attribute("default_seconds", r.defaultSeconds);
        json.attributeArray("models", [&] {
          for (const ModelScore &s : r.scores)
            json.object([&] {
              json.attribute("model", s.model);
              json.attribute("spearman", toJSON(s.spearman));
              json.attribute("kendall", toJSON(s.kendall));
              json.attribute("pearson_log", toJSON(s.pearsonLog));
              json.attribute("picked", s.picked);
              json.attribute("picked_seconds", s.pickedSeconds);
              json.attribute("best_of_eight_seconds", s.bestOfEightSeconds);
            });
        });
        json.attributeArray("candidates", [&] {
          for (auto [index, entry] : llvm::enumerate(r.record.entries))
            json.object([&, index = index, &entry = entry] {
              json.attribute("tiling", entry.tiling);
              json.attribute("kind", entry.kind);
              json.attribute("measured_seconds", entry.isMeasured()
                                                     ? toJSON(entry.measurement.medianSeconds)
                                                     : llvm::json::Value(nullptr));
              json.attributeObject("estimate_seconds", [&] {
                for (const ModelScore &s : r.scores)
                  json.attribute(s.model, toJSON(s.estimateSeconds[index]));
              });
            });
        });
      });
  });
  os << "\n";
  return text;
}
