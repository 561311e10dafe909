//===- DelayWarpgroupWaits.cpp - mcf-delay-warpgroup-waits ----------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mcf {
#define GEN_PASS_DEF_DELAYWARPGROUPWAITS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// True if the op may run while tensor cores read tiles and write sums that it does not use.
static bool mayRunMeanwhile(Operation &op) {
  if (isa<WarpgroupMmaOp, WaitTileOp, NVVM::WgmmaFenceAlignedOp, NVVM::WgmmaGroupSyncAlignedOp>(op))
    return true;
  if (isMemoryEffectFree(&op))
    return true;
  if (op.getNumRegions() == 0)
    return hasSingleEffect<MemoryEffects::Read>(&op);
  // A bulk copy goes to a slot that this warp has left, behind the wait for what read it.
  WalkResult walked = op.walk([&](Operation *nested) {
    bool isKnown =
        nested == &op || isa<WaitTileOp, BulkCopyTileOp>(nested) || isMemoryEffectFree(nested);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walked.wasInterrupted();
}

/// The buffers whose tiles the contraction of a wait reads.
static llvm::SmallPtrSet<Value, 4> getRings(WarpgroupWaitOp wait) {
  SmallVector<Value> values(wait.getSums());
  llvm::SmallPtrSet<Value, 4> rings;
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (auto address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
      rings.insert(address.getSource());
    // The sums themselves, and descriptors.
    else if (isa<WarpgroupMmaOp>(op) || op->getResultTypes().front().isIntOrIndex())
      llvm::append_range(values, op->getOperands());
  }
  return rings;
}

/// Moves a wait, with the parts of its sums that are taken right after it, to what first needs
/// them.
static void delay(WarpgroupWaitOp wait) {
  llvm::SetVector<Operation *> bundle;
  bundle.insert(wait);
  for (Operation *user : wait->getUsers())
    if (isa<LLVM::ExtractValueOp>(user) && user->getBlock() == wait->getBlock())
      bundle.insert(user);
  auto needs = [&](Operation &op) {
    WalkResult walked = op.walk([&](Operation *nested) {
      bool uses = llvm::any_of(nested->getOperands(), [&](Value operand) {
        return bundle.contains(operand.getDefiningOp());
      });
      return uses ? WalkResult::interrupt() : WalkResult::advance();
    });
    return walked.wasInterrupted();
  };
  llvm::SmallPtrSet<Value, 4> rings = getRings(wait);
  auto leavesOther = [&](Operation &op) {
    auto release = dyn_cast<ReleaseTileOp>(op);
    return release && !release.getRings().empty() &&
           llvm::none_of(release.getRings(), [&](Value ring) { return rings.contains(ring); });
  };
  int64_t groups = wait.getPending();
  Operation *place = wait->getNextNode();
  for (; !place->hasTrait<OpTrait::IsTerminator>(); place = place->getNextNode()) {
    if (bundle.contains(place))
      continue;
    if (needs(*place) || (!leavesOther(*place) && !mayRunMeanwhile(*place)))
      break;
    groups += isa<NVVM::WgmmaGroupSyncAlignedOp>(place);
  }
  for (Operation *op : bundle)
    op->moveBefore(place);
  wait.setPending(groups);
}

namespace {
struct DelayWarpgroupWaits : mcf::impl::DelayWarpgroupWaitsBase<DelayWarpgroupWaits> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<WarpgroupWaitOp> waits;
    getOperation()->walk([&](WarpgroupWaitOp wait) { waits.push_back(wait); });
    // From the last one: an earlier one does not pass a later one.
    for (WarpgroupWaitOp wait : llvm::reverse(waits))
      delay(wait);
  }
};
} // namespace
