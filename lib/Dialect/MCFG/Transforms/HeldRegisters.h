//===- HeldRegisters.h - what a thread holds at once -------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_HELDREGISTERS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_HELDREGISTERS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mcf::mcfg {

struct HeldRegisters {
  int64_t most = 0;
  /// Where so many are held; null in a kernel without fragments.
  mlir::Operation *where = nullptr;
};

/// The most registers of 32 bits that the fragments of a thread take at the same time, by liveness,
/// in a kernel whose vectors have layouts. What is made where it is used takes none: constants,
/// positions, and operands of a contraction, which are read step by step.
HeldRegisters findMostHeld(mlir::gpu::GPUFuncOp func);

} // namespace mcf::mcfg

#endif
