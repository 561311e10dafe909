//===- BulkCopies.h - copies of a kernel by TMA -----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_BULKCOPIES_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_BULKCOPIES_H

#include "TileGroups.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mcf::mcfg {

/// The copies of a kernel that TMA makes: their barriers, and the tensor maps that the kernel is
/// given.
class BulkCopies {
public:
  explicit BulkCopies(mlir::gpu::GPUFuncOp kernel);

  /// True if TMA can copy all tiles of the group: swizzled tiles of arrays of known sizes and
  /// strides whose rows start at multiples of 16 bytes if the arrays do.
  bool takes(const TileGroup &group) const;
  /// Gives the group a barrier for each of `depth` slots; returns the first one.
  int64_t addBarriers(const TileGroup &group, int64_t depth);
  /// Adds a barrier for each of `depth` slots at which every warp arrives when it has left the
  /// slot; returns the first one.
  int64_t addReleases(int64_t depth) { return addBarriers(depth, kOneOfEachWarp); }
  /// Makes a bulk copy of the copy, into the slot with this barrier.
  void start(CopyTileOp copy, mlir::Value barrier);
  /// Waits for the tiles of the slot with this barrier.
  mlir::Operation *wait(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value barrier,
                        mlir::Value parity);
  /// The warp leaves the slot of which this is the barrier for that.
  void release(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value barrier);
  /// Initializes the barriers where the builder stands, and says in the launch plan which tensor
  /// maps the kernel takes.
  void finish(mlir::OpBuilder &builder);

  bool isEmpty() const { return counts.empty(); }

private:
  /// The box of an array that a tile is.
  struct Box {
    mlir::BlockArgument array;
    llvm::SmallVector<int64_t> sizes;
    llvm::SmallVector<mlir::OpFoldResult> coordinates;
  };
  static std::optional<Box> getBox(CopyTileOp copy);
  /// How many warps there are is known when layouts are assigned.
  static constexpr int64_t kOneOfEachWarp = 0;
  int64_t addBarriers(int64_t depth, int64_t count);
  mlir::Value getMap(const Box &box);
  mlir::Value getBarriers();

  mlir::gpu::GPUFuncOp kernel;
  mlir::memref::AllocOp barriers;
  /// Arrivals at each barrier: the copies under it.
  llvm::SmallVector<int64_t> counts;
  struct Map {
    unsigned array;
    llvm::SmallVector<int64_t> box;
    mlir::Value argument;
  };
  llvm::SmallVector<Map> maps;
};

} // namespace mcf::mcfg

#endif
