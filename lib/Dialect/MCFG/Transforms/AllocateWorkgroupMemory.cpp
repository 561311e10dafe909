//===- AllocateWorkgroupMemory.cpp - mcf-allocate-workgroup-memory --------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
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
/// A buffer, the ops at the top of the kernel between which it is in use, and where it lies.
struct Buffer {
  memref::AllocOp op;
  int64_t order = 0, bytes = 0, first = 0, last = 0, offset = 0;

  bool inUseWith(const Buffer &other) const { return first <= other.last && other.first <= last; }
};
} // namespace

/// Finds the first and the last op of the kernel's block in which the buffer is touched.
static void findUses(Buffer &buffer, Block &top,
                     const llvm::DenseMap<Operation *, int64_t> &positions) {
  SmallVector<Operation *> worklist(buffer.op->getUsers());
  buffer.first = buffer.last = positions.lookup(top.findAncestorOpInBlock(*buffer.op));
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
    // In the order of their first use, each takes the lowest place that is free as long as it is in
    // use. Whoever writes a buffer first waits at a barrier (mcf-place-tiles,
    // mcf-distribute-vectors), so that the readers of what lay there before are done.
    SmallVector<Buffer> buffers;
    for (memref::AllocOp op : allocs) {
      for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      FailureOr<int64_t> bytes = getBytes(op);
      if (failed(bytes))
        return signalPassFailure();
      buffers.push_back({op, static_cast<int64_t>(buffers.size()), *bytes});
      findUses(buffers.back(), top, positions);
    }
    llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
      return std::make_pair(a.first, a.order) < std::make_pair(b.first, b.order);
    });
    int64_t total = 0;
    for (size_t i = 0; i < buffers.size(); ++i) {
      Buffer &buffer = buffers[i];
      int64_t end = 0;
      for (bool moved = true; moved;) {
        moved = false;
        if (llvm::AddOverflow(buffer.offset, buffer.bytes, end)) {
          buffer.op.emitOpError("expected workgroup memory whose bytes fit 64 bits");
          return signalPassFailure();
        }
        for (const Buffer &other : ArrayRef(buffers).take_front(i))
          if (buffer.inUseWith(other) && buffer.offset < other.offset + other.bytes &&
              other.offset < end) {
            buffer.offset = llvm::alignTo(other.offset + other.bytes, kBufferAlignment);
            moved = true;
            break;
          }
      }
      total = std::max(total, end);
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
      for (const Buffer &buffer : buffers) {
        memref::AllocOp op = buffer.op;
        builder.setInsertionPoint(op);
        Value start = arith::ConstantIndexOp::create(builder, op.getLoc(), buffer.offset);
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
