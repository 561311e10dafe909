//===- KernelModule.h - the kernels of a module, and their plan -*- C++ -*-===//
#ifndef MCFUSER_DRIVER_KERNELMODULE_H
#define MCFUSER_DRIVER_KERNELMODULE_H

#include "MCFuser/Runtime/LaunchPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mcf {

/// True for a function, at any level, that the host launches.
bool isKernel(mlir::Operation *op);

/// One gpu.module with everything that the gpu.modules of `module` hold, for one PTX file. External
/// declarations of the same name become one, other symbols that meet are renamed; two kernels of
/// the same name are an error, and so is no kernel at all.
mlir::FailureOr<mlir::OwningOpRef<mlir::gpu::GPUModuleOp>> mergeKernels(mlir::ModuleOp module);

/// The launch plans of the kernels, from their attributes. A kernel without a plan is an error.
mlir::FailureOr<runtime::LaunchPlan> exportLaunchPlan(mlir::gpu::GPUModuleOp kernels,
                                                      llvm::StringRef chip);

} // namespace mcf

#endif
