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

struct GroupOptions {
  /// Most contractions in a group; 0: any number.
  unsigned maxContractions = 0;
  /// Ask `checkBlocksStayApart` and `checkNumLoops` too.
  bool cut = true;
  /// Contractions may read operands in a narrower type than the program gives them.
  bool widen = true;
};

/// Groups the ops of one block. `obstacles` holds the ops that could not be matched; those that
/// could not join a group are added. `ends` gets the contractions whose users could not.
llvm::SmallVector<ChainGroup> findChainGroups(const MatchedOps &ops, GroupOptions options,
                                              Obstacles &obstacles, Obstacles &ends);

/// Takes in views, cheap maps and scales of operands in front of the members that are in no other
/// group. `mayWiden`: also scales to a wider type.
void absorbPrologue(ChainGroup &group, const MatchedOps &ops, bool mayWiden,
                    llvm::function_ref<bool(mlir::Operation *)> isTaken);

/// Finds what contractions side by side share, such as the input of a gated layer: one loop then
/// serves both. Where one contraction depends on the other the dims stay apart.
void shareInputs(ChainGroup &group);

/// Fails with a reason if `last`, a contraction that depends on others of `members`, can be fused
/// with them only so that blocks do work twice or depend on each other (see docs/Fusion.md, "Where
/// chains are cut"). True of any other op.
mlir::LogicalResult checkBlocksStayApart(llvm::ArrayRef<const MatchedOp *> members,
                                         const MatchedOp &last, const GroupDims &dims,
                                         std::string &reason);

/// Fails with a reason if the contractions of `members` and `last`, which is one, have more loops
/// than a search takes.
mlir::LogicalResult checkNumLoops(llvm::ArrayRef<const MatchedOp *> members, const MatchedOp &last,
                                  const GroupDims &dims, std::string &reason);

/// Removes from the end of the group what cannot be moved into the chain, and finds the place of
/// the chain: before the returned op. Fails with a reason if fewer than two contractions are left.
mlir::FailureOr<mlir::Operation *> findPlace(ChainGroup &group, std::string &reason);

} // namespace mcf::frontend

#endif
