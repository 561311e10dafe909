//===- Fit.h - fits the latency model to measured candidates ----*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_RANK_FIT_H
#define MCFUSER_TOOLS_MCF_RANK_FIT_H

#include "MCFuser/CostModel/LatencyCostModel.h"
#include "Price.h"

namespace mcf::rank {

/// The constants that fit records best, and how well the old and the new ones do.
struct Fitted {
  cost::LoweringCycles before, after;
  /// Root of the mean square of log(estimate / time); each record counts the same.
  double errorBefore = 0, errorAfter = 0;
  /// The constants that no candidate depends on: left as they were.
  std::vector<bool> isDetermined;
};

/// Least squares of the logarithms over all measured candidates (Levenberg and Marquardt). All
/// constants stay positive. Diagnoses records that do not fit their programs.
mlir::FailureOr<Fitted> fitLatencyModel(llvm::ArrayRef<Record> records, mlir::MLIRContext &context);

/// A table of the constants, before and after.
std::string printFitted(const Fitted &fitted);

} // namespace mcf::rank

#endif
