//===- SizeChecks.h - whether ops fit at the sizes of a run -----*- C++ -*-===//
#ifndef MCFUSER_LIB_TARGET_CPU_SIZECHECKS_H
#define MCFUSER_LIB_TARGET_CPU_SIZECHECKS_H

#include "MCFuser/Target/CPU/Executor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mcf::cpu {

/// True for a tensor with a size that its type does not know.
bool hasOpenSizes(mlir::Type type);

/// Adds a public function of this name with the arguments of `function`, which returns a
/// `tensor<1xi64>` with the number of the first op that does not fit, or -1: a
/// `tensor.extract_slice` that reaches beyond its tensor, a `tensor.expand_shape` into parts whose
/// product is not the axis, a linalg op whose operands differ in the size of a dim. Returns what it
/// looks at, in order; without any nothing is added. Ops in regions, and those whose place or sizes
/// depend on data or calls, are not looked at.
llvm::SmallVector<CheckedOp> addSizeCheck(mlir::func::FuncOp function, llvm::StringRef name,
                                          mlir::SymbolTable &symbols);

} // namespace mcf::cpu

#endif
