//===- FoldEmptyOps.h - ops that compute nothing --------------------*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_FOLDEMPTYOPS_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_FOLDEMPTYOPS_H

#include "mlir/IR/Operation.h"

namespace mcf::frontend {

/// Replaces each structured op of which a loop is known to have no trip by its start values: such
/// an op writes nothing. A remark at each contraction says so.
void foldEmptyOps(mlir::Operation *root);

} // namespace mcf::frontend

#endif
