//===- StorageRanks.h - which dims of a tensor pick a kept tile -*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_STORAGERANKS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_STORAGERANKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mcf::mcfg {

/// True if the tensor of a tile program is an argument, a destination, or a part of one: memory,
/// not a tile.
bool isArray(mlir::Value tensor);

/// The number of leading dims of a storage that pick one of its tiles, for each tensor that is a
/// storage, a version of one, or some of its tiles. A slice drops the dims by which it picks.
class StorageRanks {
public:
  explicit StorageRanks(mlir::func::FuncOp function);
  unsigned lookup(mlir::Value tensor) { return rank.lookup(getLeader(tensor)); }
  /// The loops of an elementwise op that run over kept tiles.
  llvm::SmallBitVector getKeptLoops(mlir::linalg::GenericOp op);

private:
  mlir::Value getLeader(mlir::Value tensor);
  void join(mlir::Value a, mlir::Value b);
  bool raise(mlir::Value tensor, unsigned atLeast);
  bool propagate(mlir::linalg::GenericOp op);

  llvm::DenseMap<mlir::Value, mlir::Value> parent;
  llvm::DenseMap<mlir::Value, unsigned> rank;
};

} // namespace mcf::mcfg

#endif
