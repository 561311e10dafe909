//===- SplitWarps.cpp - mcf-split-warps -----------------------------------===//
#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/IR/WarpRegisters.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mcf {
#define GEN_PASS_DEF_SPLITWARPS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// The named barriers of the two sides; 0 is that of all threads.
constexpr int64_t kComputeBarrier = 1, kCopyBarrier = 2;

/// Barriers behind the split are for one side.
void nameBarriers(Block &block, int64_t id, int64_t threads) {
  block.walk([&](gpu::BarrierOp barrier) {
    OpBuilder b(barrier);
    Location loc = barrier.getLoc();
    Value number = arith::ConstantIntOp::create(b, loc, id, 32);
    Value count = arith::ConstantIntOp::create(b, loc, threads, 32);
    NVVM::BarrierOp::create(b, loc, TypeRange(), number, count, NVVM::BarrierReductionAttr(),
                            Value());
    barrier.erase();
  });
}

struct SplitWarps : mcf::impl::SplitWarpsBase<SplitWarps> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    Block &top = func.getBody().front();
    auto produces = llvm::to_vector(top.getOps<ProduceOp>());
    if (produces.empty())
      return;
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    if (produces.size() != 1 || !block) {
      func.emitOpError("expected a known block size and one mcfg.produce, but got ")
          << produces.size();
      return signalPassFailure();
    }
    int64_t compute = (*block)[0];
    int64_t copy = produces.front().getWarps() * FragmentLayout::kLanes;
    split(produces.front(), compute, copy);
    setBlockSize(func, compute + copy);
  }

  void split(ProduceOp produce, int64_t compute, int64_t copy) {
    OpBuilder b(produce);
    Location loc = produce.getLoc();
    Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
    Value first = arith::ConstantIndexOp::create(b, loc, compute);
    Value copies = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, thread, first);
    auto branch = scf::IfOp::create(b, loc, copies, /*withElseRegion=*/true);
    Block &copyBlock = *branch.thenBlock(), &computeBlock = *branch.elseBlock();
    copyBlock.getOperations().splice(copyBlock.begin(), produce.getBody().front().getOperations());
    Block &top = *produce->getBlock();
    computeBlock.getOperations().splice(computeBlock.begin(), top.getOperations(),
                                        std::next(produce->getIterator()),
                                        top.getTerminator()->getIterator());
    nameBarriers(copyBlock, kCopyBarrier, copy);
    nameBarriers(computeBlock, kComputeBarrier, compute);
    if (std::optional<int64_t> raised = getRaisedRegisters(getRegisters(), compute, copy)) {
      b.setInsertionPointToStart(&copyBlock);
      NVVM::SetMaxRegisterOp::create(b, loc, kCopyRegisters, NVVM::SetMaxRegisterAction::decrease);
      b.setInsertionPointToStart(&computeBlock);
      NVVM::SetMaxRegisterOp::create(b, loc, *raised, NVVM::SetMaxRegisterAction::increase);
      // So ptxas knows what a thread has at first: an equal share of all registers.
      getOperation()->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), b.getI32IntegerAttr(1));
    }
    produce.erase();
  }

  int64_t getRegisters() {
    return numRegisters ? numRegisters
                        : llvm::cantFail(mcf::hw::lookupDevice("H200")).registersPerSM;
  }

  static void setBlockSize(gpu::GPUFuncOp func, int64_t threads) {
    OpBuilder b(func.getContext());
    func.setKnownBlockSizeAttr(b.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
    // There are more of them now than whoever asked for their numbers knew.
    func.walk([&](gpu::ThreadIdOp op) { op.setUpperBoundAttr(b.getIndexAttr(threads)); });
    StringRef planName = MCFGDialect::getLaunchPlanAttrName();
    if (auto plan = func->getAttrOfType<LaunchPlanAttr>(planName))
      func->setAttr(planName, plan.withBlock(threads, plan.getWorkgroupBytes()));
  }
};
} // namespace
