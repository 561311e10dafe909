//===- Mappings.cpp - the mappings that make sense ------------------------===//
#include "MCFuser/CostModel/Mappings.h"
#include "ContractionForm.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

llvm::ArrayRef<Mapping> mcf::cost::getAllMappings() {
  static const llvm::SmallVector<Mapping, 5> mappings = [] {
    llvm::SmallVector<Mapping, 5> all;
    for (int64_t warps = 1; warps <= Mapping::maxWarps; warps *= 2)
      all.push_back({warps, {}, {}});
    return all;
  }();
  return mappings;
}

/// True if each thread of a block of so many warps has room for its part of the sums.
static bool haveRoom(llvm::ArrayRef<ContractionSizes> contractions, int64_t warps,
                     const hw::DeviceSpec &device) {
  int64_t most = getMostRegisters(warps, device);
  return llvm::all_of(contractions, [&](const ContractionSizes &sizes) {
    double threads = double(sizes.getBusyWarps(warps) * device.warpSize);
    // Sums are in 32 bits at least.
    return fitRegisters(getNeededRegisters(double(sizes.m * sizes.n) / threads), most);
  });
}

llvm::SmallVector<Mapping, 5> mcf::cost::getUsefulMappings(const ScheduleForm &form,
                                                           llvm::ArrayRef<int64_t> tiles,
                                                           const hw::DeviceSpec &device) {
  llvm::SmallVector<ContractionSizes, 4> contractions;
  int64_t mostBusy = 1;
  for (unsigned i = 0; i < form.values.size(); ++i)
    if (form.values[i].kind == ValueForm::Kind::Contraction) {
      contractions.push_back(ContractionForm::get(form, i, tiles).sizes);
      mostBusy = std::max(mostBusy, contractions.back().getBusyWarps(Mapping::maxWarps));
    }
  if (contractions.empty())
    return {{LoweringLimits::defaultWarps, {}, {}}};
  llvm::SmallVector<Mapping, 5> useful;
  for (const Mapping &mapping : getAllMappings())
    if (*mapping.warps <= mostBusy && haveRoom(contractions, *mapping.warps, device))
      useful.push_back(mapping);
  return useful;
}
