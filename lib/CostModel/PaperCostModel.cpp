//===- PaperCostModel.cpp - the formula of MCFuser (SC'24) ----------------===//
#include "MCFuser/CostModel/CostModel.h"

using namespace mcf;
using namespace mcf::cost;

CostModel::~CostModel() = default;

double CostModel::estimateSeconds(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                  const hw::DeviceSpec &device) const {
  return estimate(form, tiles, device).totalSeconds;
}

CostBreakdown PaperCostModel::estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                       const hw::DeviceSpec &device) const {
  CostBreakdown result;
  for (const StatementForm &statement : form.statements) {
    StatementCost cost;
    for (unsigned dim : statement.loopDims)
      cost.trips *= form.getTrips(dim, tiles);
    double elements = 1;
    for (unsigned dim : statement.tileDims)
      elements *= tiles[dim];
    if (statement.kind == StatementForm::Kind::Compute) {
      cost.tileFlops = elements * statement.flopsPerPoint;
      cost.computeSeconds =
          cost.tileFlops * cost.trips / device.getPeakFlopPerSec(statement.rateType);
    } else {
      cost.tileBytes = elements * statement.elementBits / 8;
      cost.memorySeconds = cost.tileBytes * cost.trips / device.bandwidthBytesPerSec;
    }
    result.memoryBytes += cost.tileBytes * cost.trips;
    result.computeFlops += cost.tileFlops * cost.trips;
    result.memorySeconds += cost.memorySeconds;
    result.computeSeconds += cost.computeSeconds;
    result.statements.push_back(cost);
  }
  for (unsigned dim : form.blockDims)
    result.numBlocks *= form.getTrips(dim, tiles);
  result.alpha = (result.numBlocks + device.numSMs) / result.numBlocks;
  result.totalSeconds = (result.memorySeconds + result.computeSeconds) * result.alpha;
  return result;
}

llvm::Expected<std::unique_ptr<CostModel>> mcf::cost::lookupCostModel(llvm::StringRef name) {
  if (name == "paper")
    return std::make_unique<PaperCostModel>();
  return llvm::createStringError("expected a cost model of paper, but got '" + name + "'");
}
