//===- ThreadOps.h - how long the program of a thread gets -------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_THREADOPS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_THREADOPS_H

#include "FragmentDistributor.h"

namespace mcf::mcfg {

/// About how many ops the distribution of the vectors of a kernel makes, whose vectors have layouts
/// (`ThreadOps.h`).
int64_t countThreadOps(mlir::gpu::GPUFuncOp func, const FragmentDistributor &distributor);

} // namespace mcf::mcfg

#endif
