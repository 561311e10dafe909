//===- Price.h - what cost models say of measured candidates ----*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_RANK_PRICE_H
#define MCFUSER_TOOLS_MCF_RANK_PRICE_H

#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Search/ScheduleForms.h"
#include "Program.h"
#include "Record.h"

namespace mcf::rank {

/// A candidate and the time it takes; 0 if it has none.
struct Timed {
  std::string tiling;
  double seconds = 0;
};

/// How well one model ranks the measured random candidates of a record.
struct ModelScore {
  std::string model;
  /// Estimate of each entry of the record, in seconds.
  std::vector<double> estimateSeconds;
  std::optional<double> spearman, kendall;
  /// Linear correlation of the logarithms of estimate and time.
  std::optional<double> pearsonLog;
  /// Of the random candidates that with the lowest estimate.
  Timed pickedOfSample;
  /// The fastest of the eight with the lowest estimates.
  double bestOfEightSeconds = 0;
  /// What a search by the model picked of the whole space when the record was made. Older records
  /// have none.
  Timed picked;
};

/// What a record says, and what the models make of it.
struct PricedRecord {
  Record record;
  /// As `hw::DeviceSpec::getTitle` says it.
  std::string deviceTitle;
  /// Random candidates that have a time, and those that have a reason for none.
  size_t numMeasured = 0, numFailed = 0;
  /// The fastest random candidate, and the fastest of all entries.
  Timed bestOfSample, best;
  /// Of the compiler's default; 0 if it has no time.
  double defaultSeconds = 0;
  std::vector<ModelScore> scores;
};

/// The candidates of a record, placed once, so that any number of models can price them.
class PreparedRecord {
public:
  /// Diagnoses a record whose candidates do not fit its program.
  static mlir::FailureOr<std::unique_ptr<PreparedRecord>> get(const Record &record,
                                                              mlir::MLIRContext &context);
  double estimateSeconds(const cost::CostModel &model, size_t candidate) const {
    return model.estimateSeconds(*forms[candidate], tiles[candidate], device, mappings[candidate]);
  }
  const hw::DeviceSpec &getDevice() const { return device; }
  size_t size() const { return forms.size(); }

private:
  hw::DeviceSpec device;
  mlir::FailureOr<Program> program = mlir::failure();
  std::unique_ptr<search::ScheduleForms> allForms;
  std::vector<const cost::ScheduleForm *> forms;
  std::vector<llvm::SmallVector<int64_t>> tiles;
  std::vector<Mapping> mappings;
};

/// Prices all candidates of a record by these models. Diagnoses a record whose candidates do not
/// fit its program, and unknown models.
mlir::FailureOr<PricedRecord> price(Record record, llvm::ArrayRef<std::string> models,
                                    mlir::MLIRContext &context);

} // namespace mcf::rank

#endif
