//===- Passes.h - passes of the mcfg dialect --------------------------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_H
#define MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

#endif
