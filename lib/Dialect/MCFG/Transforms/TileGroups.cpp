//===- TileGroups.cpp - copies that start together ------------------------===//
#include "TileGroups.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mcf::mcfg;

SmallVector<TileGroup> mcf::mcfg::findTileGroups(gpu::GPUFuncOp func) {
  SmallVector<TileGroup> groups;
  func.walk<WalkOrder::PreOrder>([&](Block *block) {
    bool isOpen = false;
    for (Operation &op : *block) {
      if (auto copy = dyn_cast<CopyTileOp>(op)) {
        if (!isOpen)
          groups.emplace_back();
        groups.back().copies.push_back(copy);
        isOpen = true;
      } else if (!isPure(&op)) {
        isOpen = false;
      }
    }
  });
  return groups;
}

/// The view of a slot of a buffer that a copy fills; null if the slot is no value.
static ViewLikeOpInterface getSlotView(CopyTileOp copy) {
  auto view = copy.getTarget().getDefiningOp<ViewLikeOpInterface>();
  while (view && !view.getViewSource().getDefiningOp<memref::AllocOp>())
    view = view.getViewSource().getDefiningOp<ViewLikeOpInterface>();
  if (!view || isa<TileViewOp>(view.getOperation()))
    return view;
  auto subview = dyn_cast<memref::SubViewOp>(view.getOperation());
  bool hasSlot = subview && subview.getSourceType().getRank() == 3 && subview.isDynamicOffset(0);
  return hasSlot ? view : ViewLikeOpInterface();
}

static void setSlot(ViewLikeOpInterface view, Value slot) {
  if (auto tile = dyn_cast<TileViewOp>(view.getOperation()))
    tile.getSlotMutable().assign(slot);
  else
    cast<memref::SubViewOp>(view).getOffsetsMutable().slice(0, 1).assign(slot);
}

/// Adds `value` and what it is computed from in `block`. False if that is no mere computation.
static bool collect(Value value, Block *block, llvm::SetVector<Operation *> &ops) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return argument.getOwner() != block || !loop || argument == loop.getInductionVar();
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != block || ops.contains(op) || isa<memref::AllocOp>(op))
    return true;
  if (!isPure(op) || op->getNumRegions())
    return false;
  for (Value operand : op->getOperands())
    if (!collect(operand, block, ops))
      return false;
  ops.insert(op);
  return true;
}

bool TileGroup::collectAddresses(llvm::SetVector<Operation *> &ops) const {
  return llvm::all_of(copies, [&](CopyTileOp copy) {
    return getSlotView(copy) && collect(copy.getSource(), getBlock(), ops) &&
           collect(copy.getTarget(), getBlock(), ops);
  });
}

Operation *TileGroup::getFirstOp() const {
  Operation *first = front();
  for (CopyTileOp copy : copies)
    if (Operation *view = getSlotView(copy); view->isBeforeInBlock(first))
      first = view;
  return first;
}

SmallVector<CopyTileOp> TileGroup::cloneCopies(OpBuilder &builder, Value counter, Value at,
                                               Value slot) const {
  llvm::SetVector<Operation *> addresses;
  collectAddresses(addresses);
  IRMapping mapping;
  mapping.map(counter, at);
  for (Operation *op : addresses)
    builder.clone(*op, mapping);
  SmallVector<CopyTileOp> clones;
  for (CopyTileOp copy : copies) {
    Value view = mapping.lookup(getSlotView(copy).getViewDest());
    setSlot(view.getDefiningOp<ViewLikeOpInterface>(), slot);
    clones.push_back(cast<CopyTileOp>(builder.clone(*copy.getOperation(), mapping)));
  }
  return clones;
}

Operation *TileGroup::findLastReader() const {
  Operation *last = nullptr;
  auto note = [&](Operation *op) {
    Operation *place = getBlock()->findAncestorOpInBlock(*op);
    if (!last || last->isBeforeInBlock(place))
      last = place;
  };
  for (CopyTileOp copy : copies) {
    SmallVector<Operation *> worklist{getSlotView(copy)};
    while (!worklist.empty())
      for (Operation *user : worklist.pop_back_val()->getUsers()) {
        if (isa<ViewLikeOpInterface>(user))
          worklist.push_back(user);
        if (isa<ViewLikeOpInterface, CopyTileOp>(user))
          continue;
        note(user);
        // A contraction reads its operands where it stands.
        llvm::for_each(user->getUsers(), note);
      }
  }
  return last;
}

void TileGroup::setSlots(Value slot, int64_t depth) const {
  for (CopyTileOp copy : copies) {
    ViewLikeOpInterface view = getSlotView(copy);
    setSlot(view, slot);
    auto buffer = view.getViewSource().getDefiningOp<memref::AllocOp>();
    SmallVector<int64_t> shape(buffer.getType().getShape());
    shape.front() = depth;
    buffer.getResult().setType(MemRefType::Builder(buffer.getType()).setShape(shape));
  }
}

bool mcf::mcfg::collectAddresses(scf::ForOp loop, llvm::SetVector<Operation *> &ops) {
  Block *block = loop->getBlock();
  bool isPlain = true;
  auto add = [&](Value value) { isPlain &= collect(value, block, ops); };
  for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    add(bound);
  for (const TileGroup &group : findTileGroups(loop->getParentOfType<gpu::GPUFuncOp>())) {
    llvm::SetVector<Operation *> inside;
    if (group.getBlock() != loop.getBody() || !group.collectAddresses(inside))
      continue;
    for (CopyTileOp copy : group.copies)
      inside.insert(copy);
    for (Operation *op : inside)
      for (Value operand : op->getOperands())
        add(operand);
  }
  return isPlain;
}
