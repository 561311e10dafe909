//===- RenewWarpgroupOperands.cpp - mcf-renew-warpgroup-operands ----------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mcf {
#define GEN_PASS_DEF_RENEWWARPGROUPOPERANDS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// True if the rows of the contraction come from registers.
static bool hasRegisters(WarpgroupMmaOp op) { return op.getA().front().getType().isInteger(32); }

namespace {
/// What a loop leaves as it is, also where it computes it again in each trip: LLVM moves that out.
class Invariants {
public:
  explicit Invariants(scf::ForOp loop) : loop(loop) {}

  bool contain(Value value) {
    Region &body = loop.getRegion();
    if (!body.isAncestor(value.getParentRegion()))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    auto [entry, isNew] = known.try_emplace(op, false);
    if (!isNew)
      return entry->second;
    bool isInvariant = op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                       llvm::all_of(op->getOperands(), [&](Value v) { return contain(v); });
    return known[op] = isInvariant;
  }

private:
  scf::ForOp loop;
  llvm::DenseMap<Operation *, bool> known;
};

struct RenewWarpgroupOperands : mcf::impl::RenewWarpgroupOperandsBase<RenewWarpgroupOperands> {
  using Base::Base;

  void runOnOperation() override {
    zero = nullptr;
    llvm::SetVector<Operation *> stale;
    getOperation()->walk([&](scf::ForOp loop) { collect(loop, stale); });
    for (Operation *op : stale)
      renew(cast<WarpgroupMmaOp>(op));
  }

private:
  /// The contractions in a loop whose rows the loop leaves in the same registers while others get
  /// theirs anew.
  static void collect(scf::ForOp loop, llvm::SetVector<Operation *> &stale) {
    Invariants invariants(loop);
    SmallVector<Operation *> kept;
    bool isAnyNew = false;
    loop->walk([&](WarpgroupMmaOp op) {
      if (!hasRegisters(op))
        return;
      if (llvm::any_of(op.getA(), [&](Value v) { return invariants.contain(v); }))
        kept.push_back(op);
      else
        isAnyNew = true;
    });
    if (isAnyNew)
      stale.insert_range(kept);
  }

  void renew(WarpgroupMmaOp op) {
    Location loc = op.getLoc();
    auto loop = op->getParentOfType<scf::ForOp>();
    OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
    Type word = builder.getI32Type();
    Value trip = arith::IndexCastOp::create(builder, loc, word, loop.getInductionVar());
    Value nothing = arith::AndIOp::create(builder, loc, trip, getZero());
    for (OpOperand &operand : op.getAMutable()) {
      setPlace(builder, op, operand.get());
      operand.set(arith::XOrIOp::create(builder, loc, operand.get(), nothing));
    }
  }

  /// Before the fence behind which the registers are read, where they are known there.
  static void setPlace(OpBuilder &builder, WarpgroupMmaOp op, Value value) {
    Operation *definition = value.getDefiningOp();
    for (Operation *place = op->getPrevNode(); place && place != definition;
         place = place->getPrevNode())
      if (isa<NVVM::WgmmaFenceAlignedOp>(place))
        return builder.setInsertionPoint(place);
    builder.setInsertionPoint(op);
  }

  /// 0, which neither LLVM nor ptxas knows: no lane is both before and not before a lane.
  Value getZero() {
    if (zero)
      return zero;
    Location loc = getOperation().getLoc();
    OpBuilder builder = OpBuilder::atBlockBegin(&getOperation().getBody().front());
    Type word = builder.getI32Type();
    Value before = NVVM::LaneMaskLtOp::create(builder, loc, word);
    Value after = NVVM::LaneMaskGeOp::create(builder, loc, word);
    return zero = arith::AndIOp::create(builder, loc, before, after);
  }

  Value zero;
};
} // namespace
