//===- Passes.h - passes between dialects ----------------------------*- C++ -*-===//
#ifndef MCFUSER_CONVERSION_PASSES_H
#define MCFUSER_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Conversion/Passes.h.inc"
} // namespace mcf

#endif
