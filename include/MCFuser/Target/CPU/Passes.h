//===- Passes.h - passes of the CPU target ---------------------------*- C++ -*-===//
#ifndef MCFUSER_TARGET_CPU_PASSES_H
#define MCFUSER_TARGET_CPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Target/CPU/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

#endif
