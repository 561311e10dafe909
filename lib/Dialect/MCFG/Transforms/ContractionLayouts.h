//===- ContractionLayouts.h - what a contraction asks of its operands -----===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONTRACTIONLAYOUTS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONTRACTIONLAYOUTS_H

#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mcf::mcfg {

/// A contraction of matrices by its roles: rows come from operand `a`, columns from operand `b`.
struct ContractionShape {
  int64_t m = 0, n = 0, k = 0;
  /// The operands whose rows and columns make the rows and columns of the result.
  mlir::Value a, b;
  /// a is stored (k, m), b is stored (n, k).
  bool transposedA = false, transposedB = false;
  /// Runs on tensor cores (mma.sync m16n8k16), else on fused multiply-adds.
  bool tensorCores = false;

  /// The warps it can keep busy, a power of two.
  int64_t getWarps(int64_t maxWarps) const;
};

/// Reads the roles, or says what this backend cannot contract.
mlir::FailureOr<ContractionShape> getContractionShape(mlir::vector::ContractionOp op);

/// Layouts of the operands, each in the order of its own dimensions.
FragmentLayout getAccumulatorLayout(const ContractionShape &shape, int64_t numWarps);
FragmentLayout getOperandALayout(const ContractionShape &shape, int64_t numWarps);
FragmentLayout getOperandBLayout(const ContractionShape &shape, int64_t numWarps);

} // namespace mcf::mcfg

#endif
