//===- StartConstantCopies.cpp - mcf-start-constant-copies ----------------===//
#include "ConstantOperands.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mcf {
#define GEN_PASS_DEF_STARTCONSTANTCOPIES
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Moves an op, and what it needs between `place` and itself, before `place`. What it needs is
/// pure.
static void moveWithOperands(Operation *op, Operation *place) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Operation *> work{op};
  while (!work.empty()) {
    Operation *next = work.pop_back_val();
    if (!needed.insert(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *from = operand.getDefiningOp();
          from && from->getBlock() == place->getBlock() && place->isBeforeInBlock(from))
        work.push_back(from);
  }
  for (Operation &moved : llvm::make_early_inc_range(
           llvm::make_range(place->getIterator(), std::next(op->getIterator()))))
    if (needed.contains(&moved))
      moved.moveBefore(place);
}

namespace {
struct StartConstantCopies : mcf::impl::StartConstantCopiesBase<StartConstantCopies> {
  void runOnOperation() override {
    ConstantOperands constants(getOperation());
    if (constants.empty())
      return;
    // Between the first copy of something else and whatever waits for a copy.
    Operation *place = nullptr;
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBody().front())) {
      auto bulk = dyn_cast<BulkCopyTileOp>(op);
      bool isConstant = bulk && constants.contain(bulk.getSource());
      if (isConstant && place)
        moveWithOperands(&op, place);
      else if (!place && (bulk ? !isConstant : isa<CopyTileOp>(op)))
        place = &op;
      else if (place && !bulk && !isPure(&op) && !isa<CopyTileOp, CommitCopiesOp>(op))
        return;
    }
  }
};
} // namespace
