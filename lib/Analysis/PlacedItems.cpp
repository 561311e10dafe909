//===- PlacedItems.cpp - what is to be placed, and in which loops ---------===//
#include "PlacedItems.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

/// The loops of more than one trip around a statement, outermost first.
static SmallVector<PathLoop> getPath(ScheduleOp schedule, Operation *statement) {
  SmallVector<PathLoop> path;
  for (Operation *parent = statement->getParentOp(); isa<LoopOp>(parent);
       parent = parent->getParentOp()) {
    auto loop = cast<LoopOp>(parent);
    if (schedule.hasLoop(loop.getDim()))
      path.push_back({loop.getDimAttr(), loop.getBinding(), loop.getLoc()});
  }
  std::reverse(path.begin(), path.end());
  return path;
}

LogicalResult PlacedItems::addItem(Operation *op, Operation *compute, Operation *store) {
  auto chainOp = cast<ChainOpInterface>(op);
  Value value = op->getResult(0);
  PlacedItem item{value, /*isStore=*/false, compute->getLoc(), getPath(schedule, compute)};
  for (StringAttr dim : chainOp.getIterationDims()) {
    if (!schedule.hasLoop(dim))
      continue;
    if (llvm::none_of(item.path, [&](const PathLoop &loop) { return loop.dim == dim; }))
      return compute->emitOpError()
             << "expected a loop over '" << dim.getValue()
             << "' around it, or a tile that covers the dim, but got neither";
    item.needed.push_back(dim);
  }
  for (StringAttr dim : chainOp.getReductionDims())
    if (item.needs(dim))
      item.reduced.push_back(dim);
  items.push_back(item);
  if (!store)
    return success();
  item.isStore = true;
  item.loc = store->getLoc();
  llvm::erase_if(item.needed, [&](StringAttr dim) { return !named(value).hasDim(dim); });
  item.reduced.clear();
  items.push_back(item);
  return success();
}

LogicalResult PlacedItems::collect() {
  DenseMap<Value, Operation *> computes, stores;
  schedule.walk([&](Operation *op) {
    if (auto compute = dyn_cast<ComputeOp>(op))
      computes[compute.getValue()] = op;
    if (auto store = dyn_cast<StoreOp>(op))
      stores[store.getValue()] = op;
  });
  for (Operation &op : *chain.getBodyBlock())
    if (isa<ChainOpInterface>(op) &&
        failed(addItem(&op, computes[op.getResult(0)], stores.lookup(op.getResult(0)))))
      return failure();
  linkItems();
  return success();
}

/// Notes what comes before and after each item.
void PlacedItems::linkItems() {
  for (auto [index, item] : llvm::enumerate(items)) {
    for (Value operand : item.getOperands())
      if (PlacedItem *producer = getProducer(operand)) {
        item.reducedBefore.insert_range(producer->reducedBefore);
        item.reducedBefore.insert_range(producer->reduced);
      }
    if (!item.isStore)
      indexOf[item.value] = index;
  }
  for (PlacedItem &item : llvm::reverse(items))
    if (!item.isStore)
      for (Value operand : item.getOperands())
        if (PlacedItem *producer = getProducer(operand)) {
          producer->neededLater.insert_range(item.neededLater);
          producer->neededLater.insert_range(item.needed);
        }
}

/// A loop over a dim of unknown size may have no trips.
bool PlacedItems::mayBeEmpty(StringAttr dim) {
  return ShapedType::isDynamic(chain.getDimSize(dim));
}

PlacedItem *PlacedItems::getProducer(Value value) {
  auto it = indexOf.find(value);
  return it == indexOf.end() ? nullptr : &items[it->second];
}

bool PlacedItems::isInNest(PlacedItem &item, const PathLoop &loop) {
  StringAttr dim = loop.dim;
  // Blocks share nothing, so all of the program is in them.
  if (loop.binding == Binding::Block || item.needs(dim))
    return true;
  if (item.dropped.contains(dim) || item.reducedBefore.contains(dim))
    return false;
  // What is stored must be there without the loop.
  if (item.isStore && mayBeEmpty(dim))
    return false;
  for (Value operand : item.getOperands())
    if (PlacedItem *producer = getProducer(operand))
      if (producer->isIn(dim) && !producer->needs(dim))
        return true;
  if (item.isStore || !item.neededLater.contains(dim))
    return false;
  bool deeper = false;
  for (const PathLoop &inner : llvm::reverse(item.path)) {
    if (inner.dim == dim)
      break;
    deeper |= named(item.value).hasDim(inner.dim);
  }
  return deeper;
}

/// True if `user`, an op or store, reads `item`.
static bool reads(const PlacedItem &user, const PlacedItem &item) {
  return (user.isStore != item.isStore || user.value != item.value) && !item.isStore &&
         llvm::is_contained(user.getOperands(), item.value);
}

void PlacedItems::findNest(PlacedItem &item) {
  item.nest.clear();
  bool insideReduced = false;
  for (const PathLoop &loop : item.path) {
    if (!isInNest(item, loop))
      continue;
    // There each trip would add the same terms again.
    bool unneeded = !item.needs(loop.dim) && loop.binding != Binding::Block;
    if (unneeded && insideReduced) {
      item.dropped.insert(loop.dim);
      continue;
    }
    insideReduced |= llvm::is_contained(item.reduced, loop.dim);
    item.nest.push_back(loop);
  }
}

void PlacedItems::computeNests() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (PlacedItem &item : items)
      findNest(item);
    // What is recomputed in a loop must be used in it.
    for (PlacedItem &item : items)
      for (const PathLoop &loop : item.nest)
        if (!item.needs(loop.dim) && loop.binding != Binding::Block)
          for (PlacedItem &user : items)
            if (reads(user, item) && !user.isIn(loop.dim))
              changed |= item.dropped.insert(loop.dim);
  }
}
