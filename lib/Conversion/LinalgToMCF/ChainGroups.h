//===- ChainGroups.h - which ops of a block become one chain --------*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_CHAINGROUPS_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_CHAINGROUPS_H

#include "GroupDims.h"
#include "MatchedOp.h"
#include "llvm/ADT/MapVector.h"

namespace mcf::frontend {

/// The ops of a block that were matched, in program order.
using MatchedOps = llvm::MapVector<mlir::Operation *, MatchedOp>;

/// Ops that become one chain.
struct ChainGroup {
  /// In program order. Each is a contraction or depends on one of the group.
  llvm::SmallVector<const MatchedOp *> members;
  /// Ops before the contractions that the chain computes again: views of inputs, and maps
  /// that read less than they give. In program order.
  llvm::SmallVector<const MatchedOp *> prologue;
  /// Inputs that contractions side by side share: their dims are the same.
  llvm::SmallVector<SharedInput> shared;

  llvm::SmallVector<const MatchedOp *> getContractions() const;
  /// Prologue and members.
  llvm::SmallVector<const MatchedOp *> getAllOps() const;
  bool contains(mlir::Operation *op) const;
  /// Results of members that something outside of the chain uses.
  llvm::SmallVector<mlir::Value> getResults() const;
  /// Tensors and scalars from outside that the chain reads.
  llvm::SmallVector<mlir::Value> getInputs() const;
};

/// What keeps an op from the contractions that it depends on: an op, and why it is none of a chain.
struct Obstacle {
  /// Of the op, which may be gone when somebody asks.
  std::optional<mlir::Location> loc;
  std::string reason;
};
using Obstacles = llvm::DenseMap<mlir::Operation *, Obstacle>;

/// Groups the ops of one block, with at most `maxContractions` in a group if that is not 0.
/// `obstacles` holds the ops that could not be matched; those that could not join a group are
/// added.
llvm::SmallVector<ChainGroup> findChainGroups(const MatchedOps &ops, unsigned maxContractions,
                                              Obstacles &obstacles);

/// Removes from the end of the group what cannot be moved into the chain, and finds the place of
/// the chain: before the returned op. Fails with a reason if fewer than two contractions are left.
mlir::FailureOr<mlir::Operation *> findPlace(ChainGroup &group, std::string &reason);

} // namespace mcf::frontend

#endif
