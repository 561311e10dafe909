//===- AllocateWorkgroupMemory.cpp - mcf-allocate-workgroup-memory --------===//
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_ALLOCATEWORKGROUPMEMORY
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

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

/// Finds the first and the last op of the kernel's block in which the buffer is touched.
static void findUses(memref::AllocOp op, BufferPlace &buffer, Block &top,
                     const llvm::DenseMap<Operation *, int64_t> &positions) {
  SmallVector<Operation *> worklist(op->getUsers());
  buffer.first = buffer.last = positions.lookup(top.findAncestorOpInBlock(*op));
  bool found = false;
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    // A view is a use of its own users only: it may stand far from them.
    if (isa<ViewLikeOpInterface>(user)) {
      llvm::append_range(worklist, user->getUsers());
      continue;
    }
    int64_t position = positions.lookup(top.findAncestorOpInBlock(*user));
    buffer.first = found ? std::min(buffer.first, position) : position;
    buffer.last = found ? std::max(buffer.last, position) : position;
    found = true;
  }
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
    Block &top = func.getBody().front();
    llvm::DenseMap<Operation *, int64_t> positions;
    for (Operation &op : top)
      positions[&op] = positions.size();
    // Whoever writes a buffer first (any slot of a ring) waits at a barrier (mcf-schedule-copies,
    // mcf-distribute-vectors), so that the readers of what lay there before are done.
    SmallVector<BufferPlace> buffers;
    for (memref::AllocOp op : allocs) {
      for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      FailureOr<int64_t> bytes = getBytes(op);
      if (failed(bytes))
        return signalPassFailure();
      buffers.push_back({*bytes});
      buffers.back().alignment = std::max<int64_t>(op.getAlignment().value_or(0), kBufferAlignment);
      findUses(op, buffers.back(), top, positions);
    }
    std::optional<int64_t> packed = packBuffers(buffers);
    if (!packed) {
      func.emitOpError("expected workgroup memory whose bytes fit 64 bits");
      return signalPassFailure();
    }
    int64_t total = *packed;
    int64_t limit = maxWorkgroupBytes;
    if (limit == 0)
      limit = llvm::cantFail(mcf::hw::lookupDevice("H200")).getMostWorkgroupBytes();
    if (total > limit) {
      func.emitOpError("expected at most ")
          << limit << " bytes of workgroup memory, but got " << total;
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
      for (auto [op, buffer] : llvm::zip(allocs, buffers)) {
        builder.setInsertionPoint(op);
        Value start = arith::ConstantIndexOp::create(builder, op.getLoc(), buffer.offset);
        Value view =
            memref::ViewOp::create(builder, op.getLoc(), op.getType(), arena, start, ValueRange());
        // An address is taken of the arena: a view has no place for its start.
        for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
          if (auto pointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user)) {
            builder.setInsertionPoint(pointer);
            Value base =
                memref::ExtractAlignedPointerAsIndexOp::create(builder, op.getLoc(), arena);
            pointer.replaceAllUsesWith(
                arith::AddIOp::create(builder, op.getLoc(), base, start).getResult());
            pointer.erase();
          }
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
