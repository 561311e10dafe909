//===- ProducerForm.cpp - copies that warps of their own can make ---------===//
#include "ProducerForm.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "OverlapForm.h"

using namespace mcf;
using namespace mcf::cost;

/// Loops of the kernel around what stands in `loop`: those over kept tiles are unrolled.
static int countLoops(const ScheduleForm &form, int loop) {
  auto isUnrolled = [&](unsigned dim) {
    return form.program && llvm::any_of(form.program->ops, [&](const BlockOp &op) {
             return op.kind == BlockOp::Kind::LoopBegin && op.isUnrolled && op.dims[0] == dim;
           });
  };
  int depth = 0;
  for (; loop >= 0; loop = form.loops[loop].parent)
    depth += !form.loops[loop].isBlock && !isUnrolled(form.loops[loop].dim);
  return depth;
}

bool mcf::cost::isBulkCopy(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           llvm::ArrayRef<ContractionForm> contractions,
                           llvm::ArrayRef<bool> onWarpgroups, unsigned value) {
  llvm::ArrayRef<unsigned> dims = form.values[value].dims;
  if (dims.size() < 2 || form.hasOpenSize(dims.back()) || form.dimSizes[dims.back()] % 8 ||
      !mcfg::isSwizzledTile(tiles[dims[dims.size() - 2]], tiles[dims.back()]) ||
      !mcfg::arePanelsInside(form.dimSizes[dims.back()], tiles[dims.back()]))
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
    if (!isBulkCopy(form, tiles, contractions, onWarpgroups, statement.value) ||
        llvm::is_contained(form.isOpen, true))
      return false;
    // Columns are copied in panels.
    llvm::ArrayRef<unsigned> rows = form.values[statement.value].dims;
    if (llvm::any_of(rows.drop_back(),
                     [&](unsigned dim) { return tiles[dim] > mcfg::kMostBoxElements; }))
      return false;
    int depth = countLoops(form, statement.loop);
    if (depth > 1)
      return false;
    isInLoop |= depth == 1;
  }
  return isInLoop;
}

bool mcf::cost::canProduce(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           const Mapping &mapping, const hw::DeviceSpec &device) {
  if (mapping.stages.value_or(mcfg::LoweringLimits::copyDepth) < 2)
    return false;
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

int64_t mcf::cost::findProducers(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                 const hw::DeviceSpec &device, const Mapping &mapping) {
  int64_t wanted = mapping.producers.value_or(0);
  return wanted && canProduce(form, tiles, mapping, device) ? wanted : 0;
}
