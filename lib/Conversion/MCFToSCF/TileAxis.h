//===- TileAxis.h - tile values by the names of axes -----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H

#include "MCFuser/Analysis/TilePlan.h"
#include "mlir/IR/Value.h"

namespace mcf {

using analysis::TileAxis;

/// A tensor with an axis per extent, or a scalar without axes. Dims with tile size 1 have
/// no axis.
struct TileValue {
  mlir::Value value;
  llvm::SmallVector<TileAxis> axes;
  /// True if the tail beyond the array is zero: the value was loaded.
  bool hasZeroTail = false;
  explicit operator bool() const { return bool(value); }
};

} // namespace mcf

#endif
