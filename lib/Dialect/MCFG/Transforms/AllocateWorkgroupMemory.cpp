//===- AllocateWorkgroupMemory.cpp - mcf-allocate-workgroup-memory --------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_ALLOCATEWORKGROUPMEMORY
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Buffers start in the first bank, at what bulk copies and 16-byte accesses want.
static constexpr int64_t kBufferAlignment = 128;

static FailureOr<int64_t> getBytes(memref::AllocOp op) {
  MemRefType type = op.getType();
  Type elementType = type.getElementType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return op.emitOpError("expected a buffer of static shape and no layout, but got ") << type;
  int64_t elementBytes = 8;
  if (elementType.isIntOrFloat())
    elementBytes = llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
  else if (!elementType.isIndex())
    return op.emitOpError("expected elements that are numbers, but got ") << elementType;
  int64_t bytes = elementBytes;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(bytes, size, bytes))
      return op.emitOpError("expected a buffer whose bytes fit 64 bits, but got ") << type;
  return bytes;
}

namespace {
struct AllocateWorkgroupMemory : mcf::impl::AllocateWorkgroupMemoryBase<AllocateWorkgroupMemory> {
  using AllocateWorkgroupMemoryBase::AllocateWorkgroupMemoryBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    SmallVector<memref::AllocOp> allocs;
    func.walk([&](memref::AllocOp op) {
      if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(op.getType()))
        allocs.push_back(op);
    });
    SmallVector<int64_t> offsets;
    int64_t total = 0;
    for (memref::AllocOp op : allocs) {
      FailureOr<int64_t> bytes = getBytes(op);
      if (failed(bytes))
        return signalPassFailure();
      offsets.push_back(llvm::alignTo(total, kBufferAlignment));
      if (llvm::AddOverflow(offsets.back(), *bytes, total)) {
        op.emitOpError("expected workgroup memory whose bytes fit 64 bits");
        return signalPassFailure();
      }
    }
    if (total > maxWorkgroupBytes) {
      func.emitOpError("expected at most ")
          << maxWorkgroupBytes.getValue() << " bytes of workgroup memory, but got " << total;
      return signalPassFailure();
    }

    if (!allocs.empty()) {
      OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
      auto space =
          gpu::AddressSpaceAttr::get(&getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
      Value arena = gpu::DynamicSharedMemoryOp::create(
          builder, func.getLoc(),
          MemRefType::get({ShapedType::kDynamic}, builder.getI8Type(), MemRefLayoutAttrInterface(),
                          space));
      for (auto [op, offset] : llvm::zip(allocs, offsets)) {
        for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
          if (isa<memref::DeallocOp>(user))
            user->erase();
        builder.setInsertionPoint(op);
        Value start = arith::ConstantIndexOp::create(builder, op.getLoc(), offset);
        Value view =
            memref::ViewOp::create(builder, op.getLoc(), op.getType(), arena, start, ValueRange());
        op.replaceAllUsesWith(view);
        op.erase();
      }
    }
    StringRef planName = MCFGDialect::getLaunchPlanAttrName();
    if (auto plan = func->getAttrOfType<LaunchPlanAttr>(planName))
      func->setAttr(planName, plan.withBlock(plan.getBlock(), total));
  }
};
} // namespace
