//===- CostModel.cpp - cost models by name --------------------------------===//
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/CostModel/LatencyCostModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace mcf;
using namespace mcf::cost;

CostModel::~CostModel() = default;

void CostBreakdown::add(const CostBreakdown &other) {
  for (auto [mine, its] : llvm::zip_equal(statements, other.statements)) {
    mine.trips += its.trips;
    mine.seconds += its.seconds;
  }
  for (auto [mine, its] : llvm::zip_equal(terms, other.terms))
    mine.seconds += its.seconds;
  memoryBytes += other.memoryBytes;
  computeFlops += other.computeFlops;
  numBlocks = std::max(numBlocks, other.numBlocks);
  totalSeconds += other.totalSeconds;
}

double CostModel::estimateSeconds(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                  const hw::DeviceSpec &device, const Mapping &mapping) const {
  return estimate(form, tiles, device, mapping).totalSeconds;
}

llvm::ArrayRef<llvm::StringRef> mcf::cost::getCostModelNames() {
  static constexpr llvm::StringRef names[] = {"latency", "paper"};
  return names;
}

llvm::Expected<std::unique_ptr<CostModel>> mcf::cost::lookupCostModel(llvm::StringRef name) {
  if (name == "latency")
    return std::make_unique<LatencyCostModel>();
  if (name == "paper")
    return std::make_unique<PaperCostModel>();
  return llvm::createStringError("expected a cost model of " +
                                 llvm::join(getCostModelNames(), ", ") + ", but got '" + name +
                                 "'");
}
