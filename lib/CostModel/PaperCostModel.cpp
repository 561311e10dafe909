//===- PaperCostModel.cpp - the formula of MCFuser (SC'24) ----------------===//
#include "MCFuser/CostModel/CostModel.h"

using namespace mcf;
using namespace mcf::cost;

CostBreakdown PaperCostModel::estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                       const hw::DeviceSpec &device,
                                       const Mapping & /*mapping*/) const {
  CostBreakdown result;
  double memorySeconds = 0, computeSeconds = 0;
  for (const StatementForm &statement : form.statements) {
    StatementCost cost;
    cost.trips = form.getRuns(statement, tiles);
    double elements = 1;
    for (unsigned dim : statement.tileDims)
      elements *= tiles[dim];
    if (statement.kind == StatementForm::Kind::Compute) {
      cost.tileFlops = elements * statement.flopsPerPoint;
      cost.seconds = cost.tileFlops * cost.trips / device.getPeakFlopPerSec(statement.rateType);
      computeSeconds += cost.seconds;
    } else {
      cost.tileBytes = elements * statement.elementBits / 8;
      cost.seconds = cost.tileBytes * cost.trips / device.bandwidthBytesPerSec;
      memorySeconds += cost.seconds;
    }
    result.memoryBytes += cost.tileBytes * cost.trips;
    result.computeFlops += cost.tileFlops * cost.trips;
    result.statements.push_back(cost);
  }
  for (unsigned dim : form.blockDims)
    result.numBlocks *= form.getTrips(dim, tiles);
  double alpha = (result.numBlocks + device.numSMs) / result.numBlocks;
  result.totalSeconds = (memorySeconds + computeSeconds) * alpha;
  result.terms = {{"memory", memorySeconds},
                  {"compute", computeSeconds},
                  {"idle SMs", (memorySeconds + computeSeconds) * (alpha - 1)}};
  return result;
}
