//===- TakeTurns.cpp - mcf-take-turns -------------------------------------===//
#include "KernelMapping.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "RowAlignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mcf {
#define GEN_PASS_DEF_TAKETURNS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Threads of a warpgroup.
static constexpr int64_t kGroup = 128;

namespace {
/// Where the warpgroups of a block hold their turn in a loop: from `take` through the end of a trip
/// to `pass` in the next one.
struct Section {
  Operation *pass = nullptr, *take = nullptr;

  /// The longest way from the end of a contraction to the start of the next one is what the others'
  /// contractions should run beside. None if a contraction starts before another one is waited for.
  static std::optional<Section> find(scf::ForOp loop) {
    std::optional<Section> best;
    int64_t longest = 0, ops = 0;
    Operation *wait = nullptr;
    bool isRunning = false;
    for (Operation &op : loop.getBody()->without_terminator()) {
      ++ops;
      if (isa<WarpgroupWaitOp>(op)) {
        wait = &op;
        isRunning = false;
        ops = 0;
      } else if (isa<NVVM::WgmmaFenceAlignedOp>(op)) {
        if (isRunning)
          return std::nullopt;
        if (wait && ops > longest) {
          best = Section{wait, &op};
          longest = ops;
        }
        isRunning = true;
      }
    }
    return best;
  }
};

/// Turns of the warpgroups of a block, each with a named barrier that it waits at for the one before.
class Turns {
public:
  Turns(scf::ForOp loop, int64_t groups) : loop(loop), groups(groups) {}

  void insert(const Section &section) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    prepare(builder);
    Value isLast = isGroup(builder, groups - 1);
    pass(builder, isLast);
    take(builder);
    builder.setInsertionPoint(section.take);
    take(builder);
    builder.setInsertionPointAfter(section.pass);
    pass(builder, Value());
    builder.setInsertionPointAfter(loop);
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    pass(builder, arith::XOrIOp::create(builder, loc, isLast, yes));
  }

private:
  Value constant(OpBuilder &b, int64_t value) {
    return arith::ConstantIntOp::create(b, loop.getLoc(), value, 32);
  }
  Value isGroup(OpBuilder &b, int64_t number) {
    return arith::CmpIOp::create(b, loop.getLoc(), arith::CmpIPredicate::eq, group,
                                 constant(b, number));
  }

  void prepare(OpBuilder &b) {
    Location loc = loop.getLoc();
    Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
    thread = arith::IndexCastOp::create(b, loc, b.getI32Type(), thread);
    group = arith::DivUIOp::create(b, loc, thread, constant(b, kGroup));
    // All wait at a barrier of the block where threads copy: nobody may hold a turn then.
    loop.walk([&](BulkCopyTileOp copy) {
      Value aligned = testAlignment(b, loc, copy.getSource(), 16, /*ofArray=*/true);
      areAligned = areAligned ? arith::AndIOp::create(b, loc, areAligned, aligned) : aligned;
    });
    if (!areAligned)
      areAligned = arith::ConstantIntOp::create(b, loc, 1, 1);
    // Barrier 0 is that of the block.
    own = arith::AddIOp::create(b, loc, group, constant(b, 1));
    Value first = constant(b, 1);
    Value behind = arith::AddIOp::create(b, loc, own, first);
    next = arith::SelectOp::create(b, loc, isGroup(b, groups - 1), first, behind);
  }

  void emit(OpBuilder &b, Value condition, function_ref<void(OpBuilder &)> body) {
    if (condition)
      condition = arith::AndIOp::create(b, loop.getLoc(), areAligned, condition);
    else
      condition = areAligned;
    scf::IfOp::create(b, loop.getLoc(), condition, [&](OpBuilder &inner, Location loc) {
      body(inner);
      scf::YieldOp::create(inner, loc);
    });
  }

  void take(OpBuilder &b) {
    emit(b, Value(), [&](OpBuilder &inner) {
      NVVM::BarrierOp::create(inner, loop.getLoc(), TypeRange(), own, constant(inner, 2 * kGroup),
                              NVVM::BarrierReductionAttr(), Value());
    });
  }
  void pass(OpBuilder &b, Value condition) {
    emit(b, condition, [&](OpBuilder &inner) {
      NVVM::BarrierArriveOp::create(inner, loop.getLoc(), next, constant(inner, 2 * kGroup));
    });
  }

  scf::ForOp loop;
  int64_t groups;
  Value group, own, next, areAligned;
};

struct TakeTurns : mcf::impl::TakeTurnsBase<TakeTurns> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    int64_t groups = block ? (*block)[0] / kGroup : 0;
    if (getMapping(func).turns.value_or(0) == 0 || groups < 2)
      return;
    for (auto loop : llvm::to_vector(func.getBody().front().getOps<scf::ForOp>())) {
      bool waits = loop.walk([](gpu::BarrierOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (std::optional<Section> section = Section::find(loop); section && !waits)
        Turns(loop, groups).insert(*section);
    }
  }
};
} // namespace
