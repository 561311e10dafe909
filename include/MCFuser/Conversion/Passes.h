//===- Passes.h - passes between dialects ----------------------------*- C++ -*-===//
#ifndef MCFUSER_CONVERSION_PASSES_H
#define MCFUSER_CONVERSION_PASSES_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
}

namespace mcf {
/// Which contractions `convert-linalg-to-mcf` fuses.
enum class FuseMode {
  Legal, ///< all that are legal to fuse
  MBCI   ///< only memory-bound ones
};

/// In what f32 contractions are multiplied.
enum class Precision {
  Full, ///< f32
  TF32  ///< TF32, where the target has it
};

#define GEN_PASS_DECL
#include "MCFuser/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Conversion/Passes.h.inc"
} // namespace mcf

#endif
