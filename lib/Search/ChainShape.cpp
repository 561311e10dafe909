//===- ChainShape.cpp - what the search has to know of a chain ------------===//
#include "MCFuser/Search/ChainShape.h"
#include "MCFuser/Analysis/StatementVolume.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::search;

int ChainShape::getDimIndex(StringRef name) const {
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim.name == name)
      return index;
  return -1;
}

std::array<llvm::SmallVector<unsigned>, 3> ShapeOperator::getRoles() const {
  std::array<llvm::SmallVector<unsigned>, 3> roles;
  if (operands.empty())
    return roles;
  for (unsigned dim : result.dims) {
    bool isRow = llvm::is_contained(operands[0].dims, dim);
    if (isRow != llvm::is_contained(operands[1].dims, dim))
      roles[isRow ? 0 : 1].push_back(dim);
  }
  roles[2].assign(reduced.begin(), reduced.end());
  return roles;
}

OperatorDims ChainShape::getOperatorDims() const {
  OperatorDims result;
  for (const ShapeOperator &op : operators) {
    std::vector<std::string> &names = result.emplace_back();
    for (unsigned dim : op.dims)
      if (!dims[dim].isBatch || !dims[dim].isParallel)
        names.push_back(dims[dim].name);
  }
  return result;
}

/// True if a contraction reads the value, or what is computed from it.
static bool reachesContraction(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      if (isa<ContractOp>(user))
        return true;
      for (Value result : user->getResults())
        if (isa<ChainOpInterface>(user) && seen.insert(result).second)
          worklist.push_back(result);
    }
  return false;
}

FailureOr<ChainShape> ChainShape::get(ChainOp chain) {
  ChainShape shape;
  SmallVector<StringAttr> batch = chain.getBatchDims(), parallel = chain.getParallelDims();
  auto points = chain.getDims().getTuningPoints();
  for (auto [index, dim] : llvm::enumerate(chain.getDims().getDims())) {
    ShapeDim &entry = shape.dims.emplace_back();
    entry.name = dim.getName().getValue().str();
    for (ArrayRef<int64_t> point : points)
      entry.size = std::max(entry.size, point[index]);
    if (dim.isDynamic())
      for (ArrayRef<int64_t> point : points)
        entry.openSizes.push_back(point[index]);
    entry.isBatch = llvm::is_contained(batch, dim.getName());
    entry.isParallel = llvm::is_contained(parallel, dim.getName());
    if (entry.size > maxDimSize)
      return chain.emitError() << "expected dims of at most " << maxDimSize
                               << " elements to enumerate tile sizes, but got '" << entry.name
                               << "' of " << entry.size;
  }
  auto getArray = [&](Value value) {
    auto type = cast<NamedType>(value.getType());
    ShapeArray array;
    for (StringAttr dim : type.getDims())
      array.dims.push_back(shape.getDimIndex(dim));
    array.elementBits = getElementBits(type.getElementType());
    return array;
  };

  ChainOperators operators(chain);
  for (unsigned index = 0; index < operators.size(); ++index) {
    ShapeOperator &op = shape.operators.emplace_back();
    for (StringAttr dim : operators.getDims(index))
      op.dims.push_back(shape.getDimIndex(dim));
    for (Operation *inner : operators.getOps(index)) {
      auto contract = dyn_cast<ContractOp>(inner);
      if (!contract)
        continue;
      op.operands = {getArray(contract.getLhs()), getArray(contract.getRhs())};
      int64_t mmaBits =
          mcfg::getMmaBits(contract.getLhs().getType().getElementType(),
                           contract.getRhs().getType().getElementType(),
                           TilePlan::getAccumulatorType(contract), contract.getTf32());
      // Operands of two types are brought to one in registers.
      bool isOneType = contract.getLhs().getType().getElementType() ==
                       contract.getRhs().getType().getElementType();
      op.operands[0].isCopied = isOneType && !contract.getLhs().getDefiningOp();
      op.operands[1].isCopied = isOneType && !contract.getRhs().getDefiningOp();
      op.result = getArray(contract.getResult());
      for (StringAttr dim : cast<ChainOpInterface>(inner).getIterationDims())
        if (unsigned position = shape.getDimIndex(dim);
            !llvm::is_contained(op.result.dims, position))
          op.reduced.push_back(position);
      op.isIntermediate = reachesContraction(contract.getResult());
      for (unsigned dim : op.reduced)
        if (mmaBits != 0)
          shape.dims[dim].granule =
              std::max(shape.dims[dim].granule, mcfg::ContractionSizes::getMmaStep(mmaBits));
    }
    for (const auto &role : op.getRoles())
      for (unsigned dim : role)
        shape.dims[dim].sharesRole |= role.size() > 1;
  }
  return shape;
}
