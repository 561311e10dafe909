//===- Passes.h - passes of the search ------------------------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_PASSES_H
#define MCFUSER_SEARCH_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Search/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Search/Passes.h.inc"
} // namespace mcf

#endif
