//===- Passes.h - passes of the reference ---------------------------*- C++ -*-===//
#ifndef MCFUSER_REFERENCE_PASSES_H
#define MCFUSER_REFERENCE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Reference/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Reference/Passes.h.inc"
} // namespace mcf

#endif
