//===- TileAxis.h - axes of tile values by name -----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEAXIS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

namespace mcf {

/// One axis of a tile value: the positions in the tile of a dim, or the trips of the loop
/// over it, where the tiles of all trips are kept.
struct TileAxis {
  mlir::StringAttr dim;
  bool isTrip = false;
  bool operator==(const TileAxis &other) const {
    return dim == other.dim && isTrip == other.isTrip;
  }
};

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
