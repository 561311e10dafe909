//===- Report.h - scores of cost models over many records -------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_RANK_REPORT_H
#define MCFUSER_TOOLS_MCF_RANK_REPORT_H

#include "Price.h"

namespace mcf::rank {

/// One model over all records. Nothing where no record has the figure.
struct ModelSummary {
  std::string model;
  size_t numCases = 0;
  std::optional<double> medianSpearman, lowestSpearman;
  /// The record with the lowest.
  std::string lowestCase;
  /// Time of what the model picks within the sample over the best of the sample.
  std::optional<double> medianOfSample, worstOfSample;
  /// Time of the best of its first eight within the sample over the best of the sample.
  std::optional<double> medianOfEight, worstOfEight;
  /// Time of what a search by the model picks of the whole space over the best of all measured.
  std::optional<double> medianPicked, worstPicked;
};

/// Priced records and their summary.
struct Report {
  /// All records are priced by the same models.
  explicit Report(std::vector<PricedRecord> records);

  std::vector<PricedRecord> records;
  std::vector<ModelSummary> models;
};

/// A table by model and one by case.
std::string printMarkdown(const Report &report);
std::string printJSON(const Report &report);

} // namespace mcf::rank

#endif
