//===- TileAxis.h - tile values by the names of axes -----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H

#include "MCFuser/Analysis/TilePlan.h"
#include "mlir/IR/Value.h"

namespace mcf {

using analysis::TileAxis;

/// What is known of the elements of a tile that lie beyond the array.
enum class Tail {
  Unknown,
  Zero,
  MinusInfinity,
};

/// A tensor with an axis per extent, or a scalar without axes. Dims with tile size 1 have
/// no axis.
struct TileValue {
  mlir::Value value;
  llvm::SmallVector<TileAxis> axes;
  /// What lies beyond the array along `tailDims`. It may be NaN instead in a row of whose elements
  /// in the array each is NaN, too.
  Tail tail = Tail::Unknown;
  llvm::SmallVector<mlir::StringAttr> tailDims;

  bool hasTail(Tail kind, mlir::StringAttr dim) const {
    return tail == kind && llvm::is_contained(tailDims, dim);
  }
  void forgetTail() {
    tail = Tail::Unknown;
    tailDims.clear();
  }
  explicit operator bool() const { return bool(value); }
};

} // namespace mcf

#endif
