//===- ChunkCopy.h - a copy of a tile by the threads of a block -*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CHUNKCOPY_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CHUNKCOPY_H

#include "mlir/IR/Builders.h"

namespace mcf::mcfg {

/// The threads of a block that copy tiles together.
struct CopyingThreads {
  int64_t first, count;

  /// The number of this thread among them.
  mlir::Value getNumber(mlir::OpBuilder &builder, mlir::Location loc) const;
};

/// A copy of a tile by threads of the block: chunks of so many elements, asynchronously if that is
/// more than one.
void copyByThreads(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                   mlir::Value target, int64_t chunk, CopyingThreads threads);

} // namespace mcf::mcfg

#endif
