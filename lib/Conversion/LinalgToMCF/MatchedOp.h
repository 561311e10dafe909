//===- MatchedOp.h - an op of linalg as a chain sees it -------------*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_MATCHEDOP_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_MATCHEDOP_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mcf::frontend {

enum class OpKind {
  Contraction, ///< acc + ext(lhs) * ext(rhs)
  Map,         ///< elementwise with broadcasts, any number of results
  Reduction,   ///< acc (combiner) f(operands)
  Softmax,     ///< over one loop
  View,        ///< the operand with its axes permuted or broadcast
  Reshape      ///< the operand with axes merged or split
};

/// A tensor or a scalar that an op reads.
struct MatchedOperand {
  mlir::Value value;
  /// For each axis the loop that indexes it; -1 for an axis of size 1 that none does.
  llvm::SmallVector<int> loops;
};

/// A parallel loop that some map divides: `d floordiv size` and `d mod size`.
struct LoopSplit {
  unsigned loop;
  int64_t size;
};

/// How one result of a contraction or reduction is accumulated.
struct Accumulation {
  mlir::vector::CombiningKind combiner = mlir::vector::CombiningKind::ADD;
  /// Reduction: the value of the body that is reduced; null if nothing uses the result.
  mlir::Value value;
  /// The operand that is the start value, if it has a meaning.
  std::optional<unsigned> start;
};

/// An op on tensors that can be part of a chain: loops, what it reads, what it computes.
struct MatchedOp {
  mlir::Operation *op = nullptr;
  OpKind kind = OpKind::Map;
  llvm::SmallVector<int64_t> loopSizes;
  /// Split `i` stands for two more loops after those of the op: its quotient and its remainder.
  llvm::SmallVector<LoopSplit> splits;
  /// True for each loop that is reduced over.
  llvm::SmallVector<bool> reduced;
  /// What is read. A contraction has lhs and rhs first. Start values are last.
  llvm::SmallVector<MatchedOperand> operands;
  /// For each result and axis the loop.
  llvm::SmallVector<llvm::SmallVector<int>> resultLoops;
  /// The scalar program, or null where the op itself is one (elementwise `arith` on tensors).
  mlir::Block *body = nullptr;
  /// For each argument of the body the operand, or -1.
  llvm::SmallVector<int> argOperands;
  /// Contraction and reduction: for each result how.
  llvm::SmallVector<Accumulation> accumulations;
  /// Softmax: the loop.
  int softmaxLoop = -1;
  /// Reshape: the groups of axes of the larger rank, and which side that is.
  llvm::SmallVector<mlir::ReassociationIndices> groups;
  bool expands = false;

  mlir::RankedTensorType getResultType(unsigned i = 0) const;
  /// True if of a tensor that holds one value (see `getSplat`) only the value is read.
  bool takesScalar(unsigned operand) const {
    return kind == OpKind::Map || llvm::any_of(accumulations, [&](const Accumulation &each) {
             return each.start == operand;
           });
  }
  bool isView() const { return kind == OpKind::View || kind == OpKind::Reshape; }
};

/// A function of `math` of an 8-bit float, which no target has.
bool isMathOnSmallFloats(mlir::Operation *op);

/// Why an op cannot be part of a chain.
struct MatchFailure {
  std::string reason;
  /// It is what a chain is made of, so that the user should hear of it.
  bool isCandidate = false;
  /// It reads what was never written.
  bool isUndefined = false;
};

/// Matches `op`, or says why not. An empty reason: not an op we know.
mlir::FailureOr<MatchedOp> matchOp(mlir::Operation *op, MatchFailure &failure);

/// The value that all elements of the tensor have, if that can be told: an attribute of the
/// element type, or a scalar value of it.
mlir::OpFoldResult getSplat(mlir::Value tensor);

/// Number of elements, with a usual size for each that is not known.
double getUsualNumElements(mlir::RankedTensorType type);

/// The scalar constant behind `value`, or null.
mlir::TypedAttr getScalarConstant(mlir::Value value);

/// The combining kind of `op` (`a <op> b`), if it has one.
std::optional<mlir::vector::CombiningKind> getCombiningKind(mlir::Operation *op);

/// Fills in kind, operands and bodies of a linalg op whose loops are known (MatchBodies.cpp).
mlir::LogicalResult matchBody(MatchedOp &matched, MatchFailure &failure);

} // namespace mcf::frontend

#endif
