//===- Assertions.h - what a program expects of its inputs ------*- C++ -*-===//
#ifndef MCFUSER_LIB_TARGET_CPU_ASSERTIONS_H
#define MCFUSER_LIB_TARGET_CPU_ASSERTIONS_H

#include "MCFuser/Target/CPU/Executor.h"

namespace mcf::cpu {

/// Asserts (`cf.assert`) that each `tensor.extract` stays inside of its tensor, and numbers all
/// assertions of the module, so that `mcf-lower-assertions` tells the runtime which one failed.
/// Returns them by number.
llvm::SmallVector<CheckedOp> addAssertions(mlir::ModuleOp module);

} // namespace mcf::cpu

#endif
