//===- ChainOperators.h - what a tiling expression is over ------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_CHAINOPERATORS_H
#define MCFUSER_ANALYSIS_CHAINOPERATORS_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include <string>
#include <vector>

namespace mcf::analysis {

/// The dims that each operator of a chain needs, in program order: all that a tiling
/// expression has to know of a chain.
using OperatorDims = std::vector<std::vector<std::string>>;

/// The operators of a chain: its contractions in program order, each with the other ops
/// that belong to it. An op belongs to the last contraction that it depends on; one that
/// depends on none belongs to the first operator that uses it. So an op never belongs
/// to an earlier operator than what it uses. A chain without contractions is one
/// operator.
class ChainOperators {
public:
  explicit ChainOperators(ChainOp chain);

  unsigned size() const { return ops.size(); }
  /// Ops of the operator in program order.
  llvm::ArrayRef<mlir::Operation *> getOps(unsigned index) const { return ops[index]; }
  /// Dims that some op of the operator needs, in the order of the chain's dims.
  llvm::ArrayRef<mlir::StringAttr> getDims(unsigned index) const { return dims[index]; }
  /// The same for all operators, as plain strings.
  OperatorDims getOperatorDims() const;

private:
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> ops;
  llvm::SmallVector<llvm::SmallVector<mlir::StringAttr>> dims;
};

} // namespace mcf::analysis

#endif
