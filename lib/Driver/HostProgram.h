//===- HostProgram.h - what runs on the host around kernels -----*- C++ -*-===//
#ifndef MCFUSER_LIB_DRIVER_HOSTPROGRAM_H
#define MCFUSER_LIB_DRIVER_HOSTPROGRAM_H

#include "MCFuser/Runtime/LaunchPlan.h"
#include "mlir/IR/BuiltinOps.h"

namespace mcf {

/// `void (i64)`, called once for each operand of a launch, in order: the address of an array on the
/// host, or the bits of a scalar.
llvm::StringRef getTakeOperandName();
/// `void (i64)`, called after an operand for each size of it that the plan does not know.
llvm::StringRef getTakeSizeName();
/// `void (i64)`, called after the sizes of an array for the stride of each of its dims on the host,
/// in elements.
llvm::StringRef getTakeStrideName();
/// `void (i64)`, called with the number of the kernel in the plan after its operands.
llvm::StringRef getLaunchKernelName();

/// Replaces the body of each tile program by calls of the functions above, so that the module
/// runs on the host and its kernels elsewhere. Each tile program must agree with the kernel of its
/// name in the plan.
mlir::LogicalResult makeHostProgram(mlir::ModuleOp module, const runtime::LaunchPlan &plan);

} // namespace mcf

#endif
