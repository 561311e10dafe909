//===- ThreadOps.cpp - how long the program of a thread gets ---------------===//
#include "ThreadOps.h"
#include "ContractionLayouts.h"
#include "MCFuser/Dialect/MCFG/IR/ThreadOps.h"

using namespace mlir;
using namespace mcf::mcfg;

/// None of what is no vector.
static std::optional<FragmentLayout> getLayout(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    if (auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
        loop && arg != loop.getInductionVar())
      return getLayout(loop.getTiedLoopResult(arg));
  auto result = dyn_cast<OpResult>(value);
  if (!result || !isa<VectorType>(value.getType()))
    return std::nullopt;
  auto layouts = result.getOwner()->getAttrOfType<ArrayAttr>(kLayoutsAttrName);
  unsigned index = result.getResultNumber();
  auto layout = layouts && index < layouts.size() ? dyn_cast<LayoutAttr>(layouts[index]) : nullptr;
  return layout ? std::optional(layout.getLayout()) : std::nullopt;
}

/// Only contractions take it, and read it where they do.
static bool isReadLate(Value value) {
  return llvm::all_of(value.getUsers(),
                      [](Operation *user) { return isa<vector::ContractionOp>(user); });
}

static int64_t countOps(vector::ContractionOp op, const FragmentDistributor &distributor) {
  FailureOr<ContractionShape> shape = getContractionShape(op);
  // Who distributes it says why it is none.
  if (failed(shape))
    return 0;
  int64_t numWarps = distributor.getNumWarps();
  return distributor.takesTile(op, shape->b) ? countWarpgroupOps(*shape, numWarps)
                                             : countContractionOps(*shape, numWarps);
}

int64_t mcf::mcfg::countThreadOps(gpu::GPUFuncOp func, const FragmentDistributor &distributor) {
  int64_t count = 0;
  func.walk([&](Operation *op) {
    if (auto contraction = dyn_cast<vector::ContractionOp>(op)) {
      count += countOps(contraction, distributor);
      return;
    }
    if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
      if (std::optional<FragmentLayout> layout = getLayout(write.getValueToStore()))
        count += countAccessOps(*layout);
      return;
    }
    if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op)) {
      if (std::optional<FragmentLayout> source = getLayout(reduction.getSource()))
        count += countReductionOps(*source, getReductionLayout(reduction, *source));
      return;
    }
    std::optional<FragmentLayout> layout =
        op->getNumResults() == 1 ? getLayout(op->getResult(0)) : std::nullopt;
    if (!layout)
      return;
    if (isa<vector::TransferReadOp>(op)) {
      count += isReadLate(op->getResult(0)) ? 0 : countAccessOps(*layout);
    } else if (auto conversion = dyn_cast<ConvertLayoutOp>(op)) {
      std::optional<FragmentLayout> source = getLayout(conversion.getSource());
      if (source && getLayoutConversion(*source, *layout) == LayoutConversion::Workgroup)
        count += countConversionOps(*source, *layout, isReadLate(conversion));
    } else if (isElementwise(op)) {
      count += layout->getNumRegisters();
    }
  });
  return count;
}
