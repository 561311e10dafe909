//===- ResolveReshapes.h - tensor.reshape as merged and split axes -*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_RESOLVERESHAPES_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_RESOLVERESHAPES_H

#include "mlir/IR/Operation.h"

namespace mcf::frontend {

/// Replaces each `tensor.reshape` whose axes are products of those of its source, as far as the
/// sizes tell, by `tensor.collapse_shape` and `tensor.expand_shape`.
void resolveReshapes(mlir::Operation *root);

} // namespace mcf::frontend

#endif
