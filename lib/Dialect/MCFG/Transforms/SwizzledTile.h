//===- SwizzledTile.h - addresses in swizzled tiles -------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_SWIZZLEDTILE_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_SWIZZLEDTILE_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include <optional>

namespace mcf::mcfg {

/// A tile in a slot of a ring, with the layout `#mcfg.swizzle`.
struct SwizzledTile {
  mlir::Value ring, slot;
  SwizzleAttr layout;

  /// None if the buffer is no view of such a tile.
  static std::optional<SwizzledTile> get(mlir::Value buffer);

  int64_t getRows() const { return layout.getRows(); }
  /// Where an element lies in the slot, in elements.
  mlir::Value getIndex(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value row,
                       mlir::Value column) const;
  /// The address of the slot in workgroup memory, in bytes.
  mlir::Value getAddress(mlir::OpBuilder &builder, mlir::Location loc) const;
};

/// The buffer and the indices in it that an access to a view goes to: of a swizzled tile those in
/// its ring, of any other view these.
std::pair<mlir::Value, llvm::SmallVector<mlir::Value>> locate(mlir::OpBuilder &builder,
                                                              mlir::Location loc,
                                                              mlir::Value buffer,
                                                              llvm::ArrayRef<mlir::Value> position);

} // namespace mcf::mcfg

#endif
