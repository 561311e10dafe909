//===- Mappings.cpp - the mappings that make sense ------------------------===//
#include "MCFuser/CostModel/Mappings.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "OverlapForm.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

static Mapping getMapping(int64_t warps, int64_t overlap) {
  return {warps, {}, overlap ? std::optional<int64_t>(overlap) : std::nullopt};
}

llvm::ArrayRef<Mapping> mcf::cost::getAllMappings() {
  static const llvm::SmallVector<Mapping, 15> mappings = [] {
    llvm::SmallVector<Mapping, 15> all;
    for (int64_t warps = 1; warps <= Mapping::maxWarps; warps *= 2)
      for (int64_t overlap = 0; overlap <= Mapping::maxOverlap; ++overlap)
        all.push_back(getMapping(warps, overlap));
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

/// True if a loop can be rotated so, and each thread has room for what that carries.
static bool isUseful(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                     const Mapping &mapping, const hw::DeviceSpec &device) {
  std::optional<OverlapRegisters> registers = getOverlapRegisters(form, tiles, mapping, device);
  return registers && fitRegisters(getNeededRegisters(registers->sums + registers->carried),
                                   getMostRegisters(*mapping.warps, device));
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
    if (*mapping.warps <= mostBusy && haveRoom(contractions, *mapping.warps, device) &&
        (!mapping.overlap || isUseful(form, tiles, mapping, device)))
      useful.push_back(mapping);
  return useful;
}
