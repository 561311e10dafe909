//===- CutChains.cpp - where a legal chain would not pay ------------------===//
#include "ChainGroups.h"
#include "MCFuser/Analysis/TilingExpression.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mcf::frontend;

namespace {
/// The dims of one contraction by the operands that have them.
struct ContractionDims {
  using Set = llvm::SmallSetVector<unsigned, 8>;
  /// Of both operands and the result.
  Set batch;
  /// Of one operand and the result.
  Set own[2];
  /// Summed over.
  Set sums;

  ContractionDims(const MatchedOp &op, const GroupDims &dims) {
    Set operands[2], result;
    auto flatten = [](ArrayRef<GroupDims::Dims> axes, Set &set) {
      for (const GroupDims::Dims &axis : axes)
        set.insert_range(axis);
    };
    for (unsigned i : {0, 1})
      flatten(dims.getAxisDims(op, i), operands[i]);
    flatten(dims.getAxisDims(op.op->getResult(0)), result);
    for (unsigned i : {0, 1})
      for (unsigned dim : operands[i]) {
        bool isInOther = operands[1 - i].contains(dim);
        (!result.contains(dim) ? sums : isInOther ? batch : own[i]).insert(dim);
      }
  }
};

bool intersects(const ContractionDims::Set &a, const ContractionDims::Set &b) {
  return llvm::any_of(a, [&](unsigned dim) { return b.contains(dim); });
}
} // namespace

/// The members that `values` depend on.
static llvm::SmallPtrSet<Operation *, 16>
getProducers(Value value, const llvm::SmallPtrSetImpl<Operation *> &inside) {
  llvm::SmallPtrSet<Operation *, 16> producers;
  SmallVector<Value> worklist{value};
  while (!worklist.empty())
    if (Operation *def = worklist.pop_back_val().getDefiningOp();
        def && inside.contains(def) && producers.insert(def).second)
      llvm::append_range(worklist, def->getOperands());
  return producers;
}

LogicalResult mcf::frontend::checkBlocksStayApart(ArrayRef<const MatchedOp *> members,
                                                  const MatchedOp &last, const GroupDims &dims,
                                                  std::string &reason) {
  if (last.kind != OpKind::Contraction)
    return success();
  llvm::SmallPtrSet<Operation *, 16> inside;
  for (const MatchedOp *member : members)
    inside.insert(member->op);
  ContractionDims lastDims(last, dims);
  bool depends[2] = {false, false};
  llvm::SmallPtrSet<Operation *, 16> producers[2];
  for (unsigned i : {0, 1})
    producers[i] = getProducers(last.operands[i].value, inside);
  for (const MatchedOp *member : members) {
    if (member->kind != OpKind::Contraction)
      continue;
    bool isProducer = false;
    for (unsigned i : {0, 1}) {
      bool contains = producers[i].contains(member->op);
      depends[i] |= contains && !producers[1 - i].contains(member->op);
      isProducer |= contains;
    }
    if (!isProducer)
      continue;
    ContractionDims before(*member, dims);
    if (intersects(before.batch, lastDims.sums)) {
      reason =
          "it sums over a batch dim of a contraction before it, so that blocks could not share "
          "the batch";
      return failure();
    }
    for (const ContractionDims::Set &own : before.own)
      if (intersects(own, lastDims.batch) && intersects(own, lastDims.sums)) {
        reason = "it has a batch dim that a contraction before it has in one operand only, which "
                 "would read the other one again for each";
        return failure();
      }
  }
  if (depends[0] && depends[1] && !lastDims.own[0].empty() && !lastDims.own[1].empty()) {
    reason = "both of its operands are computed by contractions, so that each tile of one would "
             "compute the other again";
    return failure();
  }
  return success();
}

LogicalResult mcf::frontend::checkNumLoops(ArrayRef<const MatchedOp *> members,
                                           const MatchedOp &last, const GroupDims &dims,
                                           std::string &reason) {
  if (last.kind != OpKind::Contraction)
    return success();
  ContractionDims::Set all, batch, sums;
  auto add = [&](const MatchedOp &op) {
    ContractionDims own(op, dims);
    for (const ContractionDims::Set *set : {&own.batch, &own.own[0], &own.own[1], &own.sums})
      all.insert_range(*set);
    batch.insert_range(own.batch);
    sums.insert_range(own.sums);
  };
  for (const MatchedOp *member : members)
    if (member->kind == OpKind::Contraction)
      add(*member);
  add(last);
  size_t numLoops =
      llvm::count_if(all, [&](unsigned dim) { return !batch.contains(dim) || sums.contains(dim); });
  if (numLoops <= analysis::maxEnumeratedLoops)
    return success();
  reason = ("the chain would have " + llvm::Twine(numLoops) + " loops, more than the " +
            llvm::Twine(analysis::maxEnumeratedLoops) + " that a search takes")
               .str();
  return failure();
}
