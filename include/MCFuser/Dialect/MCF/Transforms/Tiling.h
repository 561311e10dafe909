//===- Tiling.h - from a tiling expression to a schedule --------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCF_TRANSFORMS_TILING_H
#define MCFUSER_DIALECT_MCF_TRANSFORMS_TILING_H

#include "MCFuser/Analysis/TilingExpression.h"

namespace mcf {

/// Adds the raw schedule of the expression at the end of the chain: each operator's loads,
/// computes and stores in the innermost loop of its part. Fills in what the expression
/// leaves out. Diagnoses, and changes nothing, if the expression does not fit the chain.
mlir::FailureOr<ScheduleOp> applyTiling(ChainOp chain, analysis::TilingExpression expression);

/// Replaces the loops and statements of a raw schedule by the placed form. Diagnoses
/// a schedule that cannot be placed.
mlir::LogicalResult hoistStatements(ScheduleOp schedule);

} // namespace mcf

#endif
