//===- SmallFloats.h - arithmetic on 8-bit floats ----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_PIPELINES_SMALLFLOATS_H
#define MCFUSER_LIB_PIPELINES_SMALLFLOATS_H

#include "mlir/Dialect/Arith/Transforms/Passes.h"

namespace mcf {
/// Arithmetic on 8-bit floats in f32, each result rounded: no target of ours has it. Casts have to
/// be lowered right after it: a later pass would fold a cast to f8 and back away, since this one
/// says that it may.
inline mlir::arith::ArithEmulateUnsupportedFloatsOptions getSmallFloatEmulation() {
  mlir::arith::ArithEmulateUnsupportedFloatsOptions options;
  options.sourceTypeStrs = {"f8E4M3FN", "f8E5M2"};
  options.targetTypeStr = "f32";
  return options;
}
} // namespace mcf

#endif
