//===- Mappings.cpp - the mappings that make sense ------------------------===//
#include "MCFuser/CostModel/Mappings.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "OverlapForm.h"
#include "ProducerForm.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

static constexpr int64_t kWarpgroup = 4;

static Mapping getMapping(int64_t warps, int64_t overlap, int64_t producers) {
  auto optional = [](int64_t value) { return value ? std::optional(value) : std::nullopt; };
  return {warps, {}, optional(overlap), optional(producers)};
}

llvm::ArrayRef<Mapping> mcf::cost::getAllMappings(const hw::DeviceSpec &device) {
  static constexpr unsigned numPlain = 5;
  static const llvm::SmallVector<Mapping, 24> mappings = [] {
    llvm::SmallVector<Mapping, 24> all;
    auto add = [&](int64_t overlap, bool producers) {
      for (int64_t warps = producers ? kWarpgroup : 1; warps <= Mapping::maxWarps; warps *= 2)
        // One warpgroup has registers enough for one more warp; of two and more those who copy hand
        // theirs over.
        all.push_back(getMapping(warps, overlap,
                                 !producers            ? 0
                                 : warps == kWarpgroup ? 1
                                                       : kWarpgroup));
    };
    for (int64_t overlap = 0; overlap <= Mapping::maxOverlap; ++overlap)
      add(overlap, /*producers=*/false);
    for (int64_t overlap = 0; overlap <= Mapping::maxOverlap; ++overlap)
      add(overlap, /*producers=*/true);
    return all;
  }();
  // Loops are rotated around wgmma, which alone takes what TMA copies.
  return device.hasWarpgroupMma() ? llvm::ArrayRef(mappings)
                                  : llvm::ArrayRef(mappings).take_front(numPlain);
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

/// True if fewer warps do the same on wgmma, and have room: warps that split columns share operands
/// through shared memory, which costs more than they save.
static bool isSharedForNothing(llvm::ArrayRef<ContractionSizes> contractions, int64_t warps,
                               const hw::DeviceSpec &device) {
  if (!device.hasWarpgroupMma())
    return false;
  for (int64_t fewer = warps / 2; fewer >= kWarpgroup; fewer /= 2) {
    bool isTaken = llvm::any_of(contractions, [&](const ContractionSizes &sizes) {
      return sizes.fitsWarpgroups(fewer) && 16 * warps > sizes.m;
    });
    if (isTaken && haveRoom(contractions, fewer, device))
      return true;
  }
  return false;
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
  for (const Mapping &mapping : getAllMappings(device))
    if (*mapping.warps <= mostBusy && haveRoom(contractions, *mapping.warps, device) &&
        !isSharedForNothing(contractions, *mapping.warps, device) &&
        (!mapping.overlap || isUseful(form, tiles, mapping, device)) &&
        (!mapping.producers || canProduce(form, tiles, mapping, device)))
      useful.push_back(mapping);
  return useful;
}
