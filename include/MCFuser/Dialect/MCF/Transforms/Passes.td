//===- Passes.td - passes of the mcf dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_TRANSFORMS_PASSES_TD
#define MCFUSER_DIALECT_MCF_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif
