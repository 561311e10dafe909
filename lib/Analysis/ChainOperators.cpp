//===- ChainOperators.cpp - what a tiling expression is over --------------===//
#include "MCFuser/Analysis/ChainOperators.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

ChainOperators::ChainOperators(ChainOp chain) {
  constexpr unsigned none = ~0u;
  llvm::DenseMap<Operation *, unsigned> owner;
  unsigned numContractions = 0;
  for (Operation &op : *chain.getBodyBlock()) {
    if (!isa<ChainOpInterface>(op))
      continue;
    if (isa<ContractOp>(op)) {
      owner[&op] = numContractions++;
      continue;
    }
    unsigned last = none;
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp())
        if (unsigned index = owner.lookup(producer); owner.count(producer) && index != none)
          last = last == none ? index : std::max(last, index);
    owner[&op] = last;
  }
  // Users come later, so going backwards all of them are known.
  for (Operation &op : llvm::reverse(*chain.getBodyBlock())) {
    auto it = owner.find(&op);
    if (it == owner.end() || it->second != none)
      continue;
    unsigned first = none;
    for (Operation *user : op.getUsers())
      if (auto userIt = owner.find(user); userIt != owner.end())
        first = std::min(first, userIt->second);
    it->second = first == none ? 0 : first;
  }

  ops.resize(std::max(numContractions, 1u));
  dims.resize(ops.size());
  SmallVector<llvm::DenseSet<StringAttr>> needed(ops.size());
  for (Operation &op : *chain.getBodyBlock()) {
    auto chainOp = dyn_cast<ChainOpInterface>(op);
    if (!chainOp)
      continue;
    unsigned index = owner.lookup(&op);
    ops[index].push_back(&op);
    for (StringAttr dim : chainOp.getIterationDims())
      needed[index].insert(dim);
  }
  for (auto [index, set] : llvm::enumerate(needed))
    for (DimAttr dim : chain.getDims().getDims())
      if (set.contains(dim.getName()))
        dims[index].push_back(dim.getName());
}

OperatorDims ChainOperators::getOperatorDims() const {
  OperatorDims result;
  for (ArrayRef<StringAttr> list : dims) {
    std::vector<std::string> &names = result.emplace_back();
    for (StringAttr dim : list)
      names.push_back(dim.getValue().str());
  }
  return result;
}
