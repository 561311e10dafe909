//===- LaunchDependents.cpp - mcf-launch-dependents -----------------------===//
#include "ConstantOperands.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mcf {
#define GEN_PASS_DEF_LAUNCHDEPENDENTS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// True unless what the value points to is known to be memory of the block.
static bool mayPointToGlobal(Value value) {
  if (auto memref = dyn_cast<BaseMemRefType>(value.getType())) {
    auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(memref.getMemorySpace());
    return !space || space.getValue() == gpu::AddressSpace::Global;
  }
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(value.getType());
  return pointer && pointer.getAddressSpace() != unsigned(NVVM::NVVMMemorySpace::Shared) &&
         pointer.getAddressSpace() != unsigned(NVVM::NVVMMemorySpace::SharedCluster);
}

/// True unless the op itself, without what is nested in it, is known to leave global memory alone,
/// but for the constant arrays, if given. That is so for what has no effects, and for what is given
/// no address there: barriers, fences.
static bool mayTouchGlobal(Operation *op, const ConstantOperands *constants = nullptr) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op))
    return false;
  // Their addresses may be in numbers, or in code elsewhere.
  if (isa<CallOpInterface, LLVM::InlineAsmOp, NVVM::InlinePtxOp>(op))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return mayPointToGlobal(operand) && !(constants && constants->contain(operand));
  });
}

static bool storesToGlobal(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue() &&
           mayPointToGlobal(effect.getValue());
  });
}

/// True if it is so of the op or of one that is nested in it.
static bool hasOp(Operation &op, llvm::function_ref<bool(Operation *)> is) {
  return op
      .walk([&](Operation *nested) {
        return is(nested) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What takes most of a kernel's time.
static bool isWork(Operation *op) {
  return isa<LoopLikeOpInterface, WarpgroupMmaOp, WarpgroupWaitOp, NVVM::MmaOp>(op);
}

/// The first op of the block that may touch global memory, or the block's last op.
static Operation *findFirstAccess(Block &block, const ConstantOperands &constants) {
  for (Operation &op : block)
    if (hasOp(op, [&](Operation *nested) { return mayTouchGlobal(nested, &constants); }))
      return &op;
  return block.getTerminator();
}

/// The op before which the block is done but for storing its results, or null if that is not clear.
static Operation *findEpilogue(Block &block) {
  Operation *place = nullptr;
  for (Operation &op : block) {
    if (hasOp(op, storesToGlobal)) {
      // A loop that loads and stores in turn is no epilogue.
      bool isClear =
          !hasOp(op, [](Operation *nested) { return isa<LoopLikeOpInterface>(nested); }) ||
          !hasOp(op, [](Operation *nested) {
            return mayTouchGlobal(nested) && !storesToGlobal(nested);
          });
      if (!isClear)
        return nullptr;
      return place ? place : &op;
    }
    if (hasOp(op, isWork))
      place = op.getNextNode();
  }
  return nullptr;
}

namespace {
struct LaunchDependents : mcf::impl::LaunchDependentsBase<LaunchDependents> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    StringRef planName = MCFGDialect::getLaunchPlanAttrName();
    auto plan = func->getAttrOfType<LaunchPlanAttr>(planName);
    if (!plan || plan.getProgrammatic())
      return;
    int64_t sms = numSMs;
    if (sms == 0)
      sms = llvm::cantFail(mcf::hw::lookupDevice("H200")).numSMs;
    Block &entry = func.getBody().front();
    bool fitsTwice = plan.getTripCounts().empty() && 2 * plan.getGrid() <= sms;
    ConstantOperands constants(func);
    Operation *epilogue =
        fitsTwice || !func.getBody().hasOneBlock() ? nullptr : findEpilogue(entry);

    Operation *access = findFirstAccess(entry, constants);
    OpBuilder builder(access);
    NVVM::GriddepcontrolOp::create(builder, func.getLoc(), NVVM::GridDepActionKind::wait);
    // Never before the wait: else the grids of many launches would wait on the device at once.
    if (epilogue && access->isBeforeInBlock(epilogue))
      builder.setInsertionPoint(epilogue);
    if (fitsTwice || epilogue)
      NVVM::GriddepcontrolOp::create(builder, func.getLoc(),
                                     NVVM::GridDepActionKind::launch_dependents);
    func->setAttr(planName, plan.withProgrammaticLaunch());
  }
};
} // namespace
