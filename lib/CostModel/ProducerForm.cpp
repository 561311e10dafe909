//===- ProducerForm.cpp - copies that warps of their own can make ---------===//
#include "ProducerForm.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "OverlapForm.h"

using namespace mcf;
using namespace mcf::cost;

bool mcf::cost::isBulkCopy(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           llvm::ArrayRef<ContractionForm> contractions,
                           llvm::ArrayRef<bool> onWarpgroups, unsigned value) {
  llvm::ArrayRef<unsigned> dims = form.values[value].dims;
  if (dims.size() < 2 || form.hasOpenSize(dims.back()) || form.dimSizes[dims.back()] % 8 ||
      !mcfg::isSwizzledTile(tiles[dims[dims.size() - 2]], tiles[dims.back()]))
    return false;
  for (auto [contraction, isOn] : llvm::zip(contractions, onWarpgroups))
    if (!isOn && (contraction.a == value || contraction.b == value))
      return false;
  return true;
}

bool mcf::cost::canProduce(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           llvm::ArrayRef<ContractionForm> contractions,
                           llvm::ArrayRef<bool> onWarpgroups) {
  bool isInLoop = false;
  for (const StatementForm &statement : form.statements) {
    bool isStaged = llvm::any_of(contractions, [&](const ContractionForm &contraction) {
      return contraction.a == statement.value || contraction.b == statement.value;
    });
    if (statement.kind != StatementForm::Kind::Load || !isStaged)
      continue;
    if (!isBulkCopy(form, tiles, contractions, onWarpgroups, statement.value))
      return false;
    if (statement.loop < 0 || form.loops[statement.loop].isBlock)
      continue;
    int parent = form.loops[statement.loop].parent;
    if (parent >= 0 && !form.loops[parent].isBlock)
      return false;
    isInLoop |= form.getTrips(form.loops[statement.loop].dim, tiles) > 1;
  }
  return isInLoop;
}

bool mcf::cost::canProduce(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           const Mapping &mapping, const hw::DeviceSpec &device) {
  llvm::SmallVector<ContractionForm, 4> contractions;
  for (unsigned i = 0; i < form.values.size(); ++i)
    if (form.values[i].kind == ValueForm::Kind::Contraction)
      contractions.push_back(ContractionForm::get(form, i, tiles));
  int64_t numWarps = placeWarps(contractions, mapping);
  llvm::SmallVector<bool, 4> onWarpgroups;
  for (const ContractionForm &contraction : contractions)
    onWarpgroups.push_back(fitsWarpgroups(form, contraction, numWarps, device));
  return canProduce(form, tiles, contractions, onWarpgroups);
}
