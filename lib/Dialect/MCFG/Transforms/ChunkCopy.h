//===- ChunkCopy.h - a copy of a tile by the threads of a block -*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CHUNKCOPY_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CHUNKCOPY_H

#include "mlir/IR/Builders.h"

namespace mcf::mcfg {

/// A copy of a tile by the threads of the block: chunks of so many elements, asynchronously if that
/// is more than one.
void copyByThreads(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                   mlir::Value target, int64_t chunk, int64_t threads);

} // namespace mcf::mcfg

#endif
