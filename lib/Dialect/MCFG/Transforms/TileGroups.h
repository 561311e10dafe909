//===- TileGroups.h - copies that start together ----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEGROUPS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEGROUPS_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace mcf::mcfg {

/// Copies of a block with nothing but address computations between them: closed and waited for
/// together.
struct TileGroup {
  llvm::SmallVector<CopyTileOp> copies;

  CopyTileOp front() const { return copies.front(); }
  CopyTileOp back() const { return copies.back(); }
  mlir::Block *getBlock() const { return front()->getBlock(); }
  /// The copies and the views that they fill begin here.
  mlir::Operation *getFirstOp() const;
  mlir::Location getLoc() const { return front().getLoc(); }

  /// Adds what the addresses of the copies are computed from in their block. False if they also
  /// depend on something else, such as memory or what a loop carries.
  bool collectAddresses(llvm::SetVector<mlir::Operation *> &ops) const;
  /// The same copies with `counter` replaced by `at`, into the slot `slot` of each buffer.
  llvm::SmallVector<CopyTileOp> cloneCopies(mlir::OpBuilder &builder, mlir::Value counter,
                                            mlir::Value at, mlir::Value slot) const;
  /// The last op of the block in which a tile of the group may be read; null if none is.
  mlir::Operation *findLastReader() const;
  /// Makes each buffer a ring of `depth` slots, of which the tiles of the group are `slot`.
  void setSlots(mlir::Value slot, int64_t depth) const;
};

/// In program order; those of inner blocks stand where their loop does.
llvm::SmallVector<TileGroup> findTileGroups(mlir::gpu::GPUFuncOp func);

/// Adds what the bounds of the loop and the copies in its body take from the block around it. False
/// if they also depend on something else.
bool collectAddresses(mlir::scf::ForOp loop, llvm::SetVector<mlir::Operation *> &ops);

} // namespace mcf::mcfg

#endif
