//===- StatementPlacement.cpp - where each statement runs -----------------===//
#include "MCFuser/Analysis/StatementPlacement.h"
#include "MCFuser/Analysis/DependentReductions.h"
#include "PlacedItems.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

//===----------------------------------------------------------------------===//
// PlacedNode
//===----------------------------------------------------------------------===//

size_t PlacedNode::getIndex() const {
  for (size_t i = 0;; ++i)
    if (parent->children[i].get() == this)
      return i;
}

bool PlacedNode::isInside(const PlacedNode *loop) const {
  for (const PlacedNode *node = this; node; node = node->parent)
    if (node == loop)
      return true;
  return false;
}

PlacedNode *PlacedNode::insert(std::unique_ptr<PlacedNode> child, size_t index) {
  child->parent = this;
  index = std::min(index, children.size());
  return children.insert(children.begin() + index, std::move(child))->get();
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

namespace {
/// A map that runs in a loop before its operand is final.
struct Deferral {
  MapOp user;
  unsigned operandIndex;
  PlacedNode *loop;
};

class Placer {
public:
  explicit Placer(ScheduleOp schedule)
      : schedule(schedule), dependent(schedule.getChain()), items(schedule) {}

  /// Null after a diagnostic.
  std::unique_ptr<PlacedNode> run() {
    if (failed(items.collect()))
      return nullptr;
    // Every round rules out a loop or a deferral, so this ends.
    do
      items.computeNests();
    while (!placeItems());
    placeLoads(*root);
    return std::move(root);
  }

private:
  enum class Order { Inside, Before, After };

  /// Where `node` lies, seen from the loop. What is outside of the scope of the loop is before it:
  /// that was checked when the scope was entered.
  static Order getOrder(PlacedNode *node, PlacedNode *loop) {
    for (PlacedNode *at = node; at; at = at->parent) {
      if (at == loop)
        return Order::Inside;
      if (at->parent == loop->parent)
        return at->getIndex() < loop->getIndex() ? Order::Before : Order::After;
    }
    return Order::Before;
  }

  /// True if the value is there, and final as far as the loop goes, for who enters the loop.
  bool isReadyIn(Value value, PlacedNode *loop) {
    PlacedItem *producer = items.getProducer(value);
    if (!producer)
      return true;
    Order order = getOrder(producer->node, loop);
    if (order == Order::After ||
        (order == Order::Inside && llvm::is_contained(producer->reduced, loop->dim)))
      return false;
    // Reading it outside of a loop applies the factors that were deferred in that loop.
    for (auto [statistic, deferredIn] : pending.lookup(value))
      if (!loop->isInside(deferredIn) && !isReadyIn(statistic, loop))
        return false;
    return true;
  }

  /// True if `item` may enter the loop; collects what has to be deferred for it.
  bool mayEnter(PlacedItem &item, PlacedNode *loop, SmallVectorImpl<Deferral> &wanted) {
    for (auto [index, value] : llvm::enumerate(item.getOperands())) {
      auto map = item.isStore ? MapOp() : dyn_cast<MapOp>(item.getOp());
      bool isDeferred = llvm::any_of(deferrals, [&, index = index](const Deferral &deferral) {
        return deferral.user == map && deferral.operandIndex == index;
      });
      SmallVector<Value> bases = dependent.getBases(value, loop->dim);
      bool isOpen = llvm::any_of(bases, [&](Value base) {
        return getOrder(items.getProducer(base)->node, loop) == Order::Inside;
      });
      if (isReadyIn(value, loop) && !(isDeferred && isOpen))
        continue;
      if (!map || !isOpen || refused.contains({map, loop->dim}))
        return false;
      FactorKind kind = dependent.getDeferral(map, index, loop->dim).kind;
      // The running maximum must have seen this tile; other factors come after the loop.
      if (kind == FactorKind::None ||
          (kind == FactorKind::Exponential && llvm::any_of(bases, [&](Value base) {
             return getOrder(items.getProducer(base)->node, loop) == Order::After;
           })))
        return false;
      wanted.push_back({map, static_cast<unsigned>(index), loop});
    }
    return true;
  }

  PlacedNode *enterLoop(PlacedItem &item, PlacedNode *scope, const PathLoop &path) {
    for (auto &child : llvm::reverse(scope->children)) {
      if (child->kind != PlacedNode::Kind::Loop || child->dim != path.dim)
        continue;
      SmallVector<Deferral> wanted;
      if (!mayEnter(item, child.get(), wanted))
        break;
      for (Deferral &deferral : wanted)
        addDeferral(deferral);
      return child.get();
    }
    auto loop = std::make_unique<PlacedNode>(PlacedNode::Kind::Loop, path.loc);
    loop->dim = path.dim;
    loop->binding = path.binding;
    return scope->insert(std::move(loop));
  }

  /// The values that the deferred factor of `deferral` reaches: on the way, and at the ends the
  /// accumulations over the loop's dim.
  static void followFactor(const Deferral &deferral, llvm::SetVector<Operation *> &way,
                           llvm::SetVector<Operation *> &ends) {
    SmallVector<Operation *> work{deferral.user};
    while (!work.empty()) {
      for (Operation *user : work.pop_back_val()->getUsers()) {
        auto chainOp = dyn_cast<ChainOpInterface>(user);
        if (!chainOp)
          continue;
        if (llvm::is_contained(chainOp.getReductionDims(), deferral.loop->dim))
          ends.insert(user);
        else if (way.insert(user))
          work.push_back(user);
      }
    }
  }

  void addDeferral(const Deferral &deferral) {
    deferrals.push_back(deferral);
    MapOp map = deferral.user;
    if (map.getFactorKind(deferral.operandIndex) == FactorKind::Exponential)
      return;
    llvm::SetVector<Operation *> way, ends;
    followFactor(deferral, way, ends);
    for (Operation *end : ends)
      pending[end->getResult(0)].push_back({map->getOperand(deferral.operandIndex), deferral.loop});
  }

  /// False if something had to be ruled out and all has to be placed again.
  bool placeItems() {
    root = std::make_unique<PlacedNode>(PlacedNode::Kind::Root, schedule.getLoc());
    deferrals.clear();
    pending.clear();
    for (PlacedItem &item : items) {
      PlacedNode *scope = root.get();
      for (const PathLoop &loop : item.nest)
        scope = enterLoop(item, scope, loop);
      auto node = std::make_unique<PlacedNode>(
          item.isStore ? PlacedNode::Kind::Store : PlacedNode::Kind::Compute, item.loc);
      node->value = item.value;
      item.node = scope->insert(std::move(node));
      if (!keepsShared(item))
        return false;
    }
    return keepsDeferrals();
  }

  /// Checks that what `item` reads is not recomputed in a loop that it does not stand in.
  bool keepsShared(PlacedItem &item) {
    bool ok = true;
    for (Value value : item.getOperands()) {
      PlacedItem *producer = items.getProducer(value);
      if (!producer)
        continue;
      for (PlacedNode *loop = producer->node->parent; loop; loop = loop->parent)
        if (loop->kind == PlacedNode::Kind::Loop && loop->binding != Binding::Block &&
            !producer->needs(loop->dim) && !item.node->isInside(loop)) {
          producer->dropped.insert(loop->dim);
          ok = false;
        }
    }
    return ok;
  }

  /// Checks that all that a deferred factor reaches is accumulated in the same loop.
  bool keepsDeferrals() {
    bool ok = true;
    for (const Deferral &deferral : deferrals) {
      llvm::SetVector<Operation *> reached, ends;
      followFactor(deferral, reached, ends);
      reached.insert_range(ends);
      for (Operation *op : reached)
        if (!items.getProducer(op->getResult(0))->node->isInside(deferral.loop)) {
          refused.insert({deferral.user, deferral.loop->dim});
          ok = false;
        }
    }
    return ok;
  }

  /// Puts a load of each input that a compute reads as deep as the input's dims ask, unless there
  /// is one already that it sees.
  void placeLoads(PlacedNode &scope) {
    for (size_t i = 0; i < scope.children.size(); ++i) {
      PlacedNode *child = scope.children[i].get();
      if (child->kind == PlacedNode::Kind::Loop)
        placeLoads(*child);
      if (child->kind == PlacedNode::Kind::Compute)
        for (Value operand : child->value.getDefiningOp()->getOperands())
          if (isa<BlockArgument>(operand))
            placeLoad(operand, child);
      // Loads may have come in before the child.
      i = child->getIndex();
    }
  }

  void placeLoad(Value input, PlacedNode *user) {
    PlacedNode *scope = user->parent;
    while (scope->kind == PlacedNode::Kind::Loop && scope->binding != Binding::Block &&
           !named(input).hasDim(scope->dim))
      scope = scope->parent;
    PlacedNode *before = user;
    while (before->parent != scope)
      before = before->parent;
    size_t end = before->getIndex();
    for (size_t i = 0; i < end; ++i)
      if (scope->children[i]->kind == PlacedNode::Kind::Load && scope->children[i]->value == input)
        return;
    auto load = std::make_unique<PlacedNode>(PlacedNode::Kind::Load, input.getLoc());
    load->value = input;
    scope->insert(std::move(load), end);
  }

  ScheduleOp schedule;
  DependentReductions dependent;
  PlacedItems items;
  std::unique_ptr<PlacedNode> root;
  /// What is deferred, and for each accumulation the factors that its readers have to apply.
  SmallVector<Deferral> deferrals;
  DenseMap<Value, SmallVector<std::pair<Value, PlacedNode *>>> pending;
  /// Maps that cannot be deferred in a loop over a dim because of where their uses stand.
  llvm::SetVector<std::pair<Operation *, StringAttr>> refused;
};
} // namespace

FailureOr<StatementPlacement> StatementPlacement::get(ScheduleOp schedule) {
  std::unique_ptr<PlacedNode> root = Placer(schedule).run();
  if (!root)
    return failure();
  return StatementPlacement(std::move(root));
}
