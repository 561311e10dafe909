//===- ChainGroups.cpp - which ops of a block become one chain ------------===//
#include "ChainGroups.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mcf::frontend;

//===----------------------------------------------------------------------===//
// ChainGroup
//===----------------------------------------------------------------------===//

SmallVector<const MatchedOp *> ChainGroup::getContractions() const {
  return llvm::filter_to_vector(
      members, [](const MatchedOp *op) { return op->kind == OpKind::Contraction; });
}

SmallVector<const MatchedOp *> ChainGroup::getAllOps() const {
  SmallVector<const MatchedOp *> all(prologue);
  llvm::append_range(all, members);
  return all;
}

bool ChainGroup::contains(Operation *op) const {
  auto isOp = [&](const MatchedOp *member) { return member->op == op; };
  return llvm::any_of(members, isOp) || llvm::any_of(prologue, isOp);
}

SmallVector<Value> ChainGroup::getResults() const {
  SmallVector<Value> results;
  for (const MatchedOp *member : members)
    for (Value result : member->op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) { return !contains(user); }))
        results.push_back(result);
  return results;
}

SmallVector<Value> ChainGroup::getInputs() const {
  llvm::SetVector<Value> inputs;
  auto add = [&](Value value) {
    if (Operation *def = value.getDefiningOp(); !def || !contains(def))
      inputs.insert(value);
  };
  for (const MatchedOp *member : getAllOps()) {
    for (auto [i, operand] : llvm::enumerate(member->operands)) {
      OpFoldResult splat = member->takesScalar(i) ? getSplat(operand.value) : OpFoldResult();
      if (auto scalar = dyn_cast_or_null<Value>(splat))
        add(scalar);
      else if (!splat)
        add(operand.value);
    }
    if (member->body)
      member->body->walk([&](Operation *inner) {
        for (Value value : inner->getOperands())
          if (value.getParentBlock() != member->body)
            add(value);
      });
  }
  return inputs.takeVector();
}

//===----------------------------------------------------------------------===//
// Growing groups
//===----------------------------------------------------------------------===//

/// Calls `visit` with each value that `op` or an op in it uses.
static void forEachUse(Operation *op, llvm::function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), visit); });
}

/// An op outside of `members` that depends on one of them and that one of them depends on, or null.
static Operation *findOutsidePath(ArrayRef<const MatchedOp *> members) {
  llvm::SmallPtrSet<Operation *, 16> inside;
  for (const MatchedOp *member : members)
    inside.insert(member->op);
  Block *block = members.front()->op->getBlock();
  Operation *first = members.front()->op;
  llvm::SmallPtrSet<Operation *, 16> visited;
  SmallVector<Operation *> worklist;
  auto visit = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != block || def->isBeforeInBlock(first))
      return;
    if (!inside.contains(def) && visited.insert(def).second)
      worklist.push_back(def);
  };
  for (const MatchedOp *member : members)
    forEachUse(member->op, visit);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    bool dependsOnMember = false;
    forEachUse(op, [&](Value value) {
      Operation *def = value.getDefiningOp();
      dependsOnMember |= def && inside.contains(def);
      visit(value);
    });
    if (dependsOnMember)
      return op;
  }
  return nullptr;
}

namespace {
class GroupFinder {
public:
  GroupFinder(const MatchedOps &ops, GroupOptions options, Obstacles &obstacles, Obstacles &ends)
      : ops(ops), options(options), obstacles(obstacles), ends(ends) {}

  SmallVector<ChainGroup> run() {
    if (ops.empty())
      return {};
    for (Operation &op : *ops.front().first->getBlock()) {
      auto it = ops.find(&op);
      if (it != ops.end())
        place(it->second);
      else
        pass(&op);
    }
    for (auto &members : groups)
      trim(members);
    SmallVector<ChainGroup> result;
    for (auto &members : groups) {
      if (members.empty())
        continue;
      ChainGroup &group = result.emplace_back();
      group.members = members;
      absorbPrologue(group, ops, options.widen,
                     [&](Operation *op) { return groupOf.contains(op); });
      shareInputs(group);
    }
    return result;
  }

private:
  /// Joins the groups of the producers of `matched`, or as many of them as go together.
  void place(const MatchedOp &matched) {
    llvm::SetVector<unsigned> producers;
    for (const MatchedOperand &operand : matched.operands)
      if (Operation *def = operand.value.getDefiningOp())
        if (auto it = groupOf.find(def); it != groupOf.end())
          producers.insert(it->second);
    SmallVector<unsigned> joined;
    Obstacle obstacle;
    if (!producers.empty() && canJoin(producers.getArrayRef(), matched, obstacle)) {
      joined = producers.takeVector();
    } else {
      // The larger array first: it costs more to write and read again.
      SmallVector<unsigned> order = producers.takeVector();
      llvm::sort(order, [&](unsigned a, unsigned b) {
        return std::make_pair(-getNumElementsOf(a, matched), a) <
               std::make_pair(-getNumElementsOf(b, matched), b);
      });
      for (unsigned producer : order) {
        SmallVector<unsigned> attempt(joined);
        attempt.push_back(producer);
        if (canJoin(attempt, matched, obstacle))
          joined = attempt;
        else
          noteEnd(groups[producer], obstacle);
      }
    }
    if (!obstacle.reason.empty()) {
      obstacles[matched.op] = obstacle;
      blocked.insert(matched.op);
    } else if (const Obstacle *found = joined.empty() ? findObstacle(matched.op) : nullptr) {
      Obstacle copy = *found;
      obstacles[matched.op] = std::move(copy);
      blocked.insert(matched.op);
    }
    if (joined.empty()) {
      if (matched.kind != OpKind::Contraction)
        return;
      joined.push_back(groups.size());
      groups.emplace_back();
    }
    SmallVector<const MatchedOp *> members = getMembers(joined, matched);
    for (unsigned group : joined)
      groups[group].clear();
    for (const MatchedOp *member : members)
      groupOf[member->op] = joined.front();
    groups[joined.front()] = std::move(members);
  }

  /// Elements of the largest array that `matched` takes from the group.
  double getNumElementsOf(unsigned group, const MatchedOp &matched) {
    double most = 0;
    for (const MatchedOperand &operand : matched.operands)
      if (Operation *def = operand.value.getDefiningOp())
        if (auto it = groupOf.find(def); it != groupOf.end() && it->second == group)
          most =
              std::max(most, getUsualNumElements(cast<RankedTensorType>(operand.value.getType())));
    return most;
  }

  /// Keeps why the group could not go on, for contractions that stay alone.
  void noteEnd(ArrayRef<const MatchedOp *> members, const Obstacle &obstacle) {
    for (const MatchedOp *member : members)
      if (member->kind == OpKind::Contraction)
        ends.try_emplace(member->op, obstacle);
  }

  /// What stands between the operands of `op` and the contractions they depend on, if anything.
  const Obstacle *findObstacle(Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp(); def && blocked.contains(def))
        return &obstacles.find(def)->second;
    return nullptr;
  }

  /// An op that could not be matched: an obstacle if it depends on a contraction.
  void pass(Operation *op) {
    bool depends = false;
    llvm::SetVector<unsigned> producers;
    forEachUse(op, [&](Value value) {
      Operation *def = value.getDefiningOp();
      depends |= def && (groupOf.contains(def) || blocked.contains(def));
      if (auto it = groupOf.find(def); def && it != groupOf.end())
        producers.insert(it->second);
    });
    if (!depends || !obstacles.contains(op))
      return;
    blocked.insert(op);
    if (!op->hasTrait<OpTrait::ReturnLike>() || !isa<FunctionOpInterface>(op->getParentOp()))
      for (unsigned producer : producers)
        noteEnd(groups[producer], getObstacle(op));
  }

  SmallVector<const MatchedOp *> getMembers(ArrayRef<unsigned> joined, const MatchedOp &matched) {
    SmallVector<const MatchedOp *> members;
    for (unsigned group : joined)
      llvm::append_range(members, groups[group]);
    members.push_back(&matched);
    llvm::sort(members, [](const MatchedOp *a, const MatchedOp *b) {
      return a->op->isBeforeInBlock(b->op);
    });
    return members;
  }

  bool canJoin(ArrayRef<unsigned> joined, const MatchedOp &matched, Obstacle &obstacle) {
    SmallVector<const MatchedOp *> members = getMembers(joined, matched);
    unsigned numContractions = llvm::count_if(
        members, [](const MatchedOp *member) { return member->kind == OpKind::Contraction; });
    obstacle.loc = matched.op->getLoc();
    if (options.maxContractions != 0 && numContractions > options.maxContractions) {
      obstacle.reason = "the chain would have more than " +
                        std::to_string(options.maxContractions) + " contractions";
      return false;
    }
    if (Operation *between = findOutsidePath(members)) {
      obstacle = getObstacle(between);
      return false;
    }
    std::string reason;
    FailureOr<GroupDims> dims = GroupDims::infer(members, reason);
    if (failed(dims) ||
        (options.cut && (failed(checkBlocksStayApart(members, matched, *dims, reason)) ||
                         failed(checkNumLoops(members, matched, *dims, reason))))) {
      obstacle.reason = reason;
      return false;
    }
    return true;
  }

  /// Why `op`, which is in no group of what it depends on, is not.
  Obstacle getObstacle(Operation *op) const {
    if (auto it = obstacles.find(op); it != obstacles.end())
      return it->second;
    return {op->getLoc(), op->getName().getStringRef().str() + " cannot be part of the chain"};
  }

  /// Gives up members that another chain may take in front of it: of a contraction that stays alone
  /// all that follows it; else reshapes at the end, which cost nothing outside and need no further
  /// dims here, and views that repeat elements.
  void trim(SmallVector<const MatchedOp *> &members) {
    bool isAlone = llvm::count_if(members, [](const MatchedOp *member) {
                     return member->kind == OpKind::Contraction;
                   }) < 2;
    for (auto it = members.rbegin(); it != members.rend();) {
      const MatchedOp &member = **it;
      auto getNumElements = [](Value value) {
        return getUsualNumElements(cast<RankedTensorType>(value.getType()));
      };
      bool isFree = member.kind == OpKind::Reshape ||
                    (member.kind == OpKind::View && getNumElements(member.operands[0].value) <
                                                        getNumElements(member.op->getResult(0)));
      bool isUsed = llvm::any_of(member.op->getUsers(), [&](Operation *user) {
        return llvm::any_of(members, [&](const MatchedOp *other) { return other->op == user; });
      });
      if (isAlone ? member.kind != OpKind::Contraction : isFree && !isUsed) {
        groupOf.erase(member.op);
        it = decltype(it)(members.erase(std::next(it).base()));
      } else {
        ++it;
      }
    }
  }

  const MatchedOps &ops;
  GroupOptions options;
  Obstacles &obstacles, &ends;
  SmallVector<SmallVector<const MatchedOp *>> groups;
  llvm::DenseMap<Operation *, unsigned> groupOf;
  /// Ops of `obstacles` that depend on a contraction.
  llvm::SmallPtrSet<Operation *, 16> blocked;
};
} // namespace

SmallVector<ChainGroup> mcf::frontend::findChainGroups(const MatchedOps &ops, GroupOptions options,
                                                       Obstacles &obstacles, Obstacles &ends) {
  return GroupFinder(ops, options, obstacles, ends).run();
}
