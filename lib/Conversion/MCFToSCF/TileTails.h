//===- TileTails.h - what lies beyond the array in a tile -------*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILETAILS_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILETAILS_H

#include "TileBuilder.h"

namespace mcf {

/// What the tail of a tile is that is filled with `value`.
Tail getTail(mlir::TypedAttr value);

/// Sets what the tail of `tile`, the result of a map, is, as far as that follows from the tails of
/// `inputs`: exp(-inf - x) is 0 for any number x of a row. `deferred` says what is left out of an
/// input (empty: nothing).
///
/// NaN in a tail: where x is NaN, so is each element of the row; and so they are where x is -inf,
/// if x is the maximum of the row. A reduction of the row is NaN then whatever the tail is. A
/// tile has at least one element in the array.
void setTail(TileValue &tile, MapOp map, llvm::ArrayRef<TileValue> inputs,
             llvm::ArrayRef<FactorKind> deferred, TileBuilder &tiles);

} // namespace mcf

#endif
