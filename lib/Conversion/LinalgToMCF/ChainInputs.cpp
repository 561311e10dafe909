//===- ChainInputs.cpp - what stands in front of the contractions ---------===//
#include "ChainGroups.h"
#include "SinkScales.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mcf::frontend;

/// True for a map that becomes a factor of products.
static bool isSunk(const ChainGroup &group, const MatchedOp &matched, bool mayWiden) {
  return isScale(matched, mayWiden) && feedsSums(group, matched.op->getResult(0), mayWiden);
}

/// True if only maps of the group use the value (which stay maps), or views of it that may repeat
/// elements.
static bool feedsMaps(const ChainGroup &group, Value value, bool throughViews, bool mayWiden) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return llvm::any_of(group.getAllOps(), [&](const MatchedOp *member) {
      if (member->op != user)
        return false;
      if (member->isView())
        return throughViews && feedsMaps(group, user->getResult(0), true, mayWiden);
      return member->kind == OpKind::Map && !isSunk(group, *member, mayWiden);
    });
  });
}

/// True for maps that are cheaper to compute in the chain than to load: those whose users are
/// maps of the chain only, which need each element once or are repeated out of simple arithmetic;
/// and those that give more elements than they read, out of such (broadcasts, masks from
/// positions).
static bool isCheap(const ChainGroup &group, const MatchedOp &matched, bool mayWiden) {
  if (matched.kind != OpKind::Map || matched.op->getNumResults() != 1)
    return false;
  bool hasMath = matched.op->getName().getDialectNamespace() == "math" ||
                 (matched.body && llvm::any_of(*matched.body, [](Operation &op) {
                    return op.getName().getDialectNamespace() == "math";
                  }));
  if (feedsMaps(group, matched.op->getResult(0), /*throughViews=*/!hasMath, mayWiden))
    return true;
  double read = 0;
  for (const MatchedOperand &operand : matched.operands)
    if (auto type = dyn_cast<RankedTensorType>(operand.value.getType());
        type && !getSplat(operand.value))
      read += getUsualNumElements(type);
  if (read >= getUsualNumElements(matched.getResultType()))
    return false;
  return !hasMath;
}

/// True if a transpose, a broadcast, a scale or what reads nothing (positions) stands before the
/// reshape.
static bool hidesInput(const MatchedOp &matched, const MatchedOps &ops, bool mayWiden) {
  Operation *def = matched.operands[0].value.getDefiningOp();
  auto it = def ? ops.find(def) : ops.end();
  if (it == ops.end())
    return false;
  if (it->second.kind == OpKind::Reshape)
    return hidesInput(it->second, ops, mayWiden);
  return it->second.isView() || it->second.operands.empty() || isScale(it->second, mayWiden);
}

void mcf::frontend::absorbPrologue(ChainGroup &group, const MatchedOps &ops, bool mayWiden,
                                   llvm::function_ref<bool(Operation *)> isTaken) {
  for (auto &[op, matched] : llvm::reverse(ops)) {
    if (isTaken(op) ||
        (!matched.isView() && !isSunk(group, matched, mayWiden) &&
         !isCheap(group, matched, mayWiden)) ||
        !llvm::is_contained(group.getInputs(), op->getResult(0)))
      continue;
    // A reshape of an input is free: it only helps to see what is before it.
    if (matched.kind == OpKind::Reshape && !hidesInput(matched, ops, mayWiden))
      continue;
    ChainGroup attempt = group;
    attempt.prologue.insert(attempt.prologue.begin(), &matched);
    std::string reason;
    if (succeeded(GroupDims::infer(attempt.getAllOps(), reason)))
      group = std::move(attempt);
  }
}

/// True if the two read the operand in the same way: what one sums over the other does too.
static bool isReadAlike(const MatchedOp &a, unsigned i, const MatchedOp &b, unsigned j) {
  return llvm::all_of(llvm::zip_equal(a.operands[i].loops, b.operands[j].loops), [&](auto loops) {
    auto [x, y] = loops;
    return x >= 0 && y >= 0 && a.reduced[x] == b.reduced[y];
  });
}

/// The members that `op` depends on.
static llvm::SmallPtrSet<Operation *, 16> getProducers(const ChainGroup &group, Operation *op) {
  llvm::SmallPtrSet<Operation *, 16> producers;
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && group.contains(def) && producers.insert(def).second)
        worklist.push_back(def);
  return producers;
}

void mcf::frontend::shareInputs(ChainGroup &group) {
  SmallVector<const MatchedOp *> contractions = group.getContractions();
  for (auto [index, second] : llvm::enumerate(contractions)) {
    llvm::SmallPtrSet<Operation *, 16> before = getProducers(group, second->op);
    for (const MatchedOp *first : ArrayRef(contractions).take_front(index))
      for (unsigned i : {0, 1})
        for (unsigned j : {0, 1}) {
          Value value = first->operands[i].value;
          if (before.contains(first->op) || value != second->operands[j].value ||
              (value.getDefiningOp() && group.contains(value.getDefiningOp())) ||
              !isReadAlike(*first, i, *second, j))
            continue;
          group.shared.push_back({first, second, i, j});
          std::string reason;
          if (failed(GroupDims::infer(group.getAllOps(), reason, group.shared)))
            group.shared.pop_back();
        }
  }
}
