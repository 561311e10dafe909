//===- NeutralElement.h - what a reduction starts from ---------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_NEUTRALELEMENT_H
#define MCFUSER_ANALYSIS_NEUTRALELEMENT_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mcf::analysis {

/// The value that a reduction of this kind starts from.
mlir::TypedAttr getNeutral(mlir::vector::CombiningKind kind, mlir::Type type);

} // namespace mcf::analysis

#endif
