//===- ThreadOps.h - how long the program of a thread gets ------*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_THREADOPS_H
#define MCFUSER_LIB_COSTMODEL_THREADOPS_H

#include "BlockFragments.h"
#include "KernelWalk.h"

namespace mcf::cost {

/// About how many ops the lowering makes of a block program for a thread, with the copies of
/// unrolled loops (MCFuser/Dialect/MCFG/IR/ThreadOps.h).
int64_t countThreadOps(const BlockProgram &program, const BlockFragments &fragments,
                       const KernelWalk &kernel);

} // namespace mcf::cost

#endif
