//===- Passes.td - passes of the mcfg dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD
#define MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif
