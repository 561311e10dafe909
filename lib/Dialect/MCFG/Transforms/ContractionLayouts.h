//===- ContractionLayouts.h - what a contraction asks of its operands -----===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONTRACTIONLAYOUTS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONTRACTIONLAYOUTS_H

#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mcf::mcfg {

/// A contraction of matrices and its operands: rows come from `a`, columns from `b`.
struct ContractionShape : ContractionSizes {
  /// The operands whose rows and columns make the rows and columns of the result.
  mlir::Value a, b;
};

/// Reads the roles, or says what this backend cannot contract.
mlir::FailureOr<ContractionShape> getContractionShape(mlir::vector::ContractionOp op);

} // namespace mcf::mcfg

#endif
