//===- RowAlignment.h - how rows of a memref are aligned ------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_ROWALIGNMENT_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_ROWALIGNMENT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mcf::mcfg {

/// The most elements, a power of two up to 16 bytes of them, that divide the distance between any
/// two rows as far as it is known: where `testAlignment` says so, all rows start at a multiple of
/// them. 1 if elements of a row are not known to be neighbours.
int64_t getRowChunk(mlir::MemRefType type);

/// The largest power of two up to `limit` that the distance in elements from the start of the
/// buffer to that of the view is known to be a multiple of.
int64_t getOffsetMultiple(mlir::Value view, int64_t limit);

/// True at run time if the memref starts at a multiple of `bytes`, and strides that the type does
/// not know are multiples of it.
mlir::Value testAlignment(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value memref,
                          int64_t bytes);

} // namespace mcf::mcfg

#endif
