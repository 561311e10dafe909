//===- PlaceChain.cpp - where a chain stands in its block -----------------===//
#include "ChainGroups.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mcf::frontend;

/// True if the members hang together by the arrays that pass between them.
static bool isConnected(const ChainGroup &group) {
  llvm::SmallPtrSet<Operation *, 16> reached;
  SmallVector<Operation *> worklist{group.members.front()->op};
  reached.insert(worklist[0]);
  auto visit = [&](Operation *op) {
    if (op && llvm::any_of(group.members, [&](auto *member) { return member->op == op; }) &&
        reached.insert(op).second)
      worklist.push_back(op);
  };
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    for (Value operand : op->getOperands())
      visit(operand.getDefiningOp());
    llvm::for_each(op->getUsers(), visit);
  }
  return reached.size() == group.members.size();
}

/// The last op of the block that gives an input, and the first that uses a result.
static std::pair<Operation *, Operation *> getBounds(const ChainGroup &group) {
  Block *block = group.members.front()->op->getBlock();
  Operation *lastDef = nullptr, *firstUser = nullptr;
  for (Value input : group.getInputs())
    if (Operation *def = input.getDefiningOp(); def && def->getBlock() == block)
      if (!lastDef || lastDef->isBeforeInBlock(def))
        lastDef = def;
  for (Value result : group.getResults())
    for (Operation *user : result.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || group.contains(ancestor))
        continue;
      if (!firstUser || ancestor->isBeforeInBlock(firstUser))
        firstUser = ancestor;
    }
  return {lastDef, firstUser};
}

FailureOr<Operation *> mcf::frontend::findPlace(ChainGroup &group, std::string &reason) {
  while (group.getContractions().size() >= 2 && isConnected(group)) {
    auto [lastDef, firstUser] = getBounds(group);
    Operation *place = group.members.back()->op;
    if (firstUser && firstUser->isBeforeInBlock(place))
      place = firstUser;
    if (!lastDef || lastDef->isBeforeInBlock(place))
      return place;
    reason = "an op that uses an intermediate stands before an op that gives an input";
    const MatchedOp *removed = group.members.pop_back_val();
    llvm::erase_if(group.shared, [&](const SharedInput &input) {
      return input.first == removed || input.second == removed;
    });
  }
  return failure();
}
