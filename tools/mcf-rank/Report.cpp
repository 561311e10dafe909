//===- Report.cpp - scores of cost models over many records ---------------===//
#include "Report.h"
#include "MCFuser/Support/Statistics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace mcf;
using namespace mcf::rank;

//===----------------------------------------------------------------------===//
// Summary
//===----------------------------------------------------------------------===//

static std::optional<double> getRatio(double a, double b) {
  return a > 0 && b > 0 ? std::optional<double>(a / b) : std::nullopt;
}

static void summarizeRatios(llvm::ArrayRef<std::optional<double>> ratios,
                            std::optional<double> &middle, std::optional<double> &worst) {
  std::vector<double> known;
  for (std::optional<double> ratio : ratios)
    if (ratio)
      known.push_back(*ratio);
  if (known.empty())
    return;
  worst = *llvm::max_element(known);
  middle = getQuantile(std::move(known), 0.5);
}

static ModelSummary summarize(llvm::ArrayRef<PricedRecord> records, size_t model) {
  ModelSummary summary;
  summary.model = records.front().scores[model].model;
  std::vector<double> ranks;
  std::vector<std::optional<double>> ofSample, ofEight, picked;
  for (const PricedRecord &r : records) {
    const ModelScore &score = r.scores[model];
    if (score.spearman) {
      if (ranks.empty() || *score.spearman < *summary.lowestSpearman) {
        summary.lowestSpearman = score.spearman;
        summary.lowestCase = r.record.name;
      }
      ranks.push_back(*score.spearman);
    }
    ofSample.push_back(getRatio(score.pickedOfSample.seconds, r.bestOfSample.seconds));
    ofEight.push_back(getRatio(score.bestOfEightSeconds, r.bestOfSample.seconds));
    picked.push_back(getRatio(score.picked.seconds, r.best.seconds));
  }
  summary.numCases = ranks.size();
  if (!ranks.empty())
    summary.medianSpearman = getQuantile(std::move(ranks), 0.5);
  summarizeRatios(ofSample, summary.medianOfSample, summary.worstOfSample);
  summarizeRatios(ofEight, summary.medianOfEight, summary.worstOfEight);
  summarizeRatios(picked, summary.medianPicked, summary.worstPicked);
  return summary;
}

Report::Report(std::vector<PricedRecord> pricedRecords) : records(std::move(pricedRecords)) {
  if (!records.empty())
    for (size_t model = 0; model < records.front().scores.size(); ++model)
      models.push_back(summarize(records, model));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string print(std::optional<double> value, const char *format = "{0:f3}") {
  return value ? llvm::formatv(format, *value).str() : "-";
}

static std::string printRatio(std::optional<double> value) { return print(value, "{0:f2}"); }

static std::string printTime(double seconds) {
  return seconds > 0 ? llvm::formatv("{0:f2}", seconds * 1e6).str() : "-";
}

using Row = std::vector<std::string>;

/// A Markdown table that can be read as it is. The first row is the head.
static void printTable(llvm::raw_ostream &os, llvm::ArrayRef<Row> rows) {
  std::vector<size_t> widths(rows.front().size(), 3);
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  auto printRow = [&](const Row &row) {
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      os << "| " << llvm::left_justify(cell, width) << " ";
    os << "|\n";
  };
  printRow(rows.front());
  for (size_t width : widths)
    os << "| " << std::string(width, '-') << " ";
  os << "|\n";
  for (const Row &row : rows.drop_front())
    printRow(row);
}

std::string mcf::rank::printMarkdown(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::vector<Row> rows = {{"model", "cases", "Spearman: median", "lowest",
                            "picked / best of sample: median", "worst", "best of 8: median",
                            "worst", "search's pick / best of all: median", "worst"}};
  for (const ModelSummary &m : report.models)
    rows.push_back(
        {m.model, std::to_string(m.numCases), print(m.medianSpearman),
         print(m.lowestSpearman) + (m.lowestCase.empty() ? "" : " (" + m.lowestCase + ")"),
         printRatio(m.medianOfSample), printRatio(m.worstOfSample), printRatio(m.medianOfEight),
         printRatio(m.worstOfEight), printRatio(m.medianPicked), printRatio(m.worstPicked)});
  printTable(os, rows);
  os << "\n";
  rows = {{"case", "model", "measured", "failed", "Spearman", "Kendall", "Pearson of logs",
           "best of sample, us", "picked / best of sample", "best of 8", "best of all, us",
           "search's pick / best of all", "default / best of all"}};
  for (const PricedRecord &r : report.records)
    for (const ModelScore &s : r.scores)
      rows.push_back({r.record.name, s.model, std::to_string(r.numMeasured),
                      std::to_string(r.numFailed), print(s.spearman), print(s.kendall),
                      print(s.pearsonLog), printTime(r.bestOfSample.seconds),
                      printRatio(getRatio(s.pickedOfSample.seconds, r.bestOfSample.seconds)),
                      printRatio(getRatio(s.bestOfEightSeconds, r.bestOfSample.seconds)),
                      printTime(r.best.seconds),
                      printRatio(getRatio(s.picked.seconds, r.best.seconds)),
                      printRatio(getRatio(r.defaultSeconds, r.best.seconds))});
  if (rows.size() > 1)
    printTable(os, rows);
  return text;
}

/// JSON has no NaN.
static llvm::json::Value toJSON(std::optional<double> value) {
  return value && std::isfinite(*value) ? llvm::json::Value(*value) : llvm::json::Value(nullptr);
}

/// Null where there is no time.
static llvm::json::Value toTime(double seconds) {
  return seconds > 0 ? llvm::json::Value(seconds) : llvm::json::Value(nullptr);
}

static void printTimed(llvm::json::OStream &json, llvm::StringRef name, const Timed &timed) {
  json.attribute(name, timed.tiling);
  json.attribute((name + "_seconds").str(), toTime(timed.seconds));
}

static void printScore(llvm::json::OStream &json, const ModelScore &s) {
  json.object([&] {
    json.attribute("model", s.model);
    json.attribute("spearman", toJSON(s.spearman));
    json.attribute("kendall", toJSON(s.kendall));
    json.attribute("pearson_log", toJSON(s.pearsonLog));
    printTimed(json, "picked_of_sample", s.pickedOfSample);
    json.attribute("best_of_eight_seconds", toTime(s.bestOfEightSeconds));
    printTimed(json, "picked", s.picked);
  });
}

static void printRecord(llvm::json::OStream &json, const PricedRecord &r) {
  json.object([&] {
    json.attribute("name", r.record.name);
    json.attribute("device", r.deviceTitle);
    json.attribute("measured", r.numMeasured);
    json.attribute("failed", r.numFailed);
    printTimed(json, "best_of_sample", r.bestOfSample);
    printTimed(json, "best", r.best);
    json.attribute("default_seconds", toTime(r.defaultSeconds));
    json.attributeArray("models", [&] {
      for (const ModelScore &s : r.scores)
        printScore(json, s);
    });
    json.attributeArray("candidates", [&] {
      for (auto [index, entry] : llvm::enumerate(r.record.entries))
        json.object([&, index = index, &entry = entry] {
          json.attribute("tiling", entry.tiling);
          json.attribute("kind", entry.kind);
          json.attribute("measured_seconds",
                         toTime(entry.isMeasured() ? entry.measurement.medianSeconds : 0));
          json.attributeObject("estimate_seconds", [&] {
            for (const ModelScore &s : r.scores)
              json.attribute(s.model, toJSON(s.estimateSeconds[index]));
          });
        });
    });
  });
}

std::string mcf::rank::printJSON(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attributeArray("summary", [&] {
      for (const ModelSummary &m : report.models)
        json.object([&] {
          json.attribute("model", m.model);
          json.attribute("cases", m.numCases);
          json.attribute("median_spearman", toJSON(m.medianSpearman));
          json.attribute("lowest_spearman", toJSON(m.lowestSpearman));
          json.attribute("lowest_case", m.lowestCase);
          json.attribute("median_picked_of_sample_over_best", toJSON(m.medianOfSample));
          json.attribute("worst_picked_of_sample_over_best", toJSON(m.worstOfSample));
          json.attribute("median_best_of_eight_over_best", toJSON(m.medianOfEight));
          json.attribute("worst_best_of_eight_over_best", toJSON(m.worstOfEight));
          json.attribute("median_picked_over_best", toJSON(m.medianPicked));
          json.attribute("worst_picked_over_best", toJSON(m.worstPicked));
        });
    });
    json.attributeArray("cases", [&] {
      for (const PricedRecord &r : report.records)
        printRecord(json, r);
    });
  });
  os << "\n";
  return text;
}
