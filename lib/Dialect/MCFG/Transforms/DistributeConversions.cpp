//===- DistributeConversions.cpp - a fragment in another layout -----------===//
#include "FragmentDistributor.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

using namespace mlir;
using namespace mcf::mcfg;

LogicalResult FragmentDistributor::distributeConversion(ConvertLayoutOp op) {
  FailureOr<FragmentLayout> source = getLayout(op.getSource(), op);
  if (failed(source))
    return failure();
  FragmentLayout target = op.getLayout().getLayout();
  if (target.getNumWarps() != numWarps)
    return op.emitOpError("expected a layout over ")
           << numWarps << " warps, but got " << target.getNumWarps();
  SmallVector<int64_t> order;
  if (getLayoutConversion(*source, target, &order) != LayoutConversion::Workgroup) {
    SmallVector<Value> registers;
    for (int64_t reg : order)
      registers.push_back(getRegister(op.getSource(), reg));
    setFragment(op.getResult(), target, registers);
    return success();
  }

  auto type = cast<VectorType>(op.getResult().getType());
  Type storage = type.getElementType();
  if (storage.isInteger(1))
    storage = builder.getI8Type();
  SmallVector<int64_t> shape = getConversionBufferShape(
      type.getShape(), storage.isIntOrFloat() ? storage.getIntOrFloatBitWidth() : 64);
  int64_t alignment = shape.empty() ? 1 : (shape.back() & -shape.back());
  Value buffer = allocateWorkgroup(shape, storage);
  // The first barrier waits for readers of what the buffer held in the last trip of a loop.
  gpu::BarrierOp::create(builder, loc);
  storeRegisters(op.getSource(), buffer);
  gpu::BarrierOp::create(builder, loc);

  SmallVector<Value> indices(shape.size(), constantIndex(0));
  auto dims = llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
  Fragment fragment{target, SmallVector<Value>(target.getNumRegisters()), {}};
  Type elementType = type.getElementType();
  fragment.load = [=](Fragment &self, int64_t reg) {
    SmallVector<Value> before = self.registers;
    loadRegisters(self, reg, buffer, indices, dims, alignment);
    if (storage == elementType)
      return;
    for (auto [old, loaded] : llvm::zip(before, self.registers))
      if (!old && loaded)
        loaded = arith::TruncIOp::create(builder, loc, elementType, loaded);
  };
  bool late = canLoadLate(op, /*buffer=*/Value(), target);
  fragments[op.getResult()] = std::move(fragment);
  for (int64_t reg = 0; !late && reg < target.getNumRegisters(); ++reg)
    getRegister(op.getResult(), reg);
  return success();
}
