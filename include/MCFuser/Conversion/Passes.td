//===- Passes.td - passes between dialects -------------------*- tablegen -*-===//
#ifndef MCFUSER_CONVERSION_PASSES_TD
#define MCFUSER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif
