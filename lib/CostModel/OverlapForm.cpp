//===- OverlapForm.cpp - contractions that may run beside threads ---------===//
#include "OverlapForm.h"

using namespace mcf;
using namespace mcf::cost;

bool mcf::cost::fitsWarpgroups(const ScheduleForm &form, const ContractionForm &contraction,
                               int64_t numWarps, const hw::DeviceSpec &device) {
  // What `ContractionSizes::fitsWarpgroups` asks, and that the columns come from an array.
  const ValueForm &a = form.values[contraction.a], &b = form.values[contraction.b];
  return device.hasWarpgroupMma() && b.kind == ValueForm::Kind::Input && a.elementBits == 16 &&
         b.elementBits == 16 && contraction.sizes.fitsWarpgroups(numWarps);
}

std::optional<OverlapForm> mcf::cost::findOverlap(const ScheduleForm &form,
                                                  llvm::ArrayRef<int64_t> tiles,
                                                  llvm::ArrayRef<ContractionForm> contractions,
                                                  llvm::ArrayRef<int> loops, int64_t numWarps,
                                                  const hw::DeviceSpec &device) {
  for (int loop = 0, e = form.loops.size(); loop < e; ++loop) {
    // Rings with barriers are those of loops that run once.
    int parent = form.loops[loop].parent;
    bool isTop = parent < 0 || form.loops[parent].isBlock;
    if (form.loops[loop].isBlock || !isTop || form.getTrips(form.loops[loop].dim, tiles) < 2)
      continue;
    OverlapForm overlap;
    overlap.loop = loop;
    for (auto [i, contraction] : llvm::enumerate(contractions)) {
      if (loops[i] != loop)
        continue;
      if (contraction.warps.columns > 1 || !fitsWarpgroups(form, contraction, numWarps, device))
        return std::nullopt;
      bool isComputed = form.values[contraction.a].kind != ValueForm::Kind::Input;
      (isComputed ? overlap.last : overlap.first).push_back(i);
    }
    if (!overlap.first.empty() && !overlap.last.empty())
      return overlap;
  }
  return std::nullopt;
}

std::optional<OverlapRegisters> mcf::cost::getOverlapRegisters(const ScheduleForm &form,
                                                               llvm::ArrayRef<int64_t> tiles,
                                                               const Mapping &mapping,
                                                               const hw::DeviceSpec &device) {
  llvm::SmallVector<ContractionForm, 4> contractions;
  llvm::SmallVector<int, 4> loops;
  for (const StatementForm &statement : form.statements)
    if (statement.kind == StatementForm::Kind::Compute &&
        form.values[statement.value].kind == ValueForm::Kind::Contraction) {
      contractions.push_back(ContractionForm::get(form, statement.value, tiles));
      loops.push_back(statement.loop);
    }
  int64_t numWarps = placeWarps(contractions, mapping);
  std::optional<OverlapForm> overlap =
      findOverlap(form, tiles, contractions, loops, numWarps, device);
  if (!overlap)
    return std::nullopt;
  auto count = [&](llvm::ArrayRef<unsigned> which) {
    double elements = 0;
    for (unsigned i : which)
      elements += double(contractions[i].sizes.m * contractions[i].sizes.n);
    return elements / double(numWarps * device.warpSize);
  };
  // Ahead: sums of two trips. Behind: operands of two trips, in 16 bits.
  double first = count(overlap->first);
  double carried = 0;
  if (int64_t rotation = mapping.overlap.value_or(0))
    carried = rotation == 1 ? first : first / 2;
  return OverlapRegisters{first + count(overlap->last), carried};
}
