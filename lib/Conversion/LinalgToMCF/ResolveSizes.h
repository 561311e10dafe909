//===- ResolveSizes.h - sizes of results from sizes of operands -----*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_RESOLVESIZES_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_RESOLVESIZES_H

#include "mlir/IR/Operation.h"

namespace mcf::frontend {

/// Takes each `tensor.dim` of unknown size in `root` from what the op that gives the tensor takes
/// its size from. A program that asks for the size of an intermediate then does not use
/// the intermediate for it.
void resolveSizes(mlir::Operation *root);

} // namespace mcf::frontend

#endif
