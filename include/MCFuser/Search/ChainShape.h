//===- ChainShape.h - what the search has to know of a chain ----*- C++ -*-===//
#ifndef MCFUSER_SEARCH_CHAINSHAPE_H
#define MCFUSER_SEARCH_CHAINSHAPE_H

#include "MCFuser/Analysis/ChainOperators.h"

namespace mcf::search {

/// The largest dim whose tile sizes are enumerated, in elements.
constexpr int64_t maxDimSize = int64_t(1) << 24;

/// A dim of a chain.
struct ShapeDim {
  std::string name;
  /// In elements; of a dim of unknown size the largest to tune for.
  int64_t size = 0;
  /// Of a dim of unknown size: the sizes to tune for, by point. Else empty.
  std::vector<int64_t> openSizes = {};
  /// In both operands and the result of a contraction: its tile size is 1.
  bool isBatch = false;
  /// No op reduces over it and every result has it.
  bool isParallel = false;
  /// Some contraction has another dim in the same role (rows, columns or sum): only one of them
  /// can be tiled, so tile size 1 is one of its sizes.
  bool sharesRole = false;
  /// What arrays are padded to along the dim, whatever the tile: 16, or more where a contraction
  /// sums elements of fewer bits over it.
  int64_t granule = 16;

  bool isOpen() const { return !openSizes.empty(); }
  /// True if a loop with this tile size has one trip.
  bool hasOneTrip(int64_t tile) const { return !isOpen() && tile >= size; }
};

/// An operand or result of a contraction.
struct ShapeArray {
  /// Indices of its dims in `ChainShape::dims`.
  std::vector<unsigned> dims;
  unsigned elementBits = 16;
  /// An input of the chain that its contraction takes as it is: its tiles are copied to workgroup
  /// memory.
  bool isCopied = false;
};

/// An operator of a chain: a contraction and the ops that belong to it.
struct ShapeOperator {
  /// Indices of the dims that some op of the operator needs.
  std::vector<unsigned> dims;
  /// Of the contraction. None if the chain has no contraction.
  std::vector<ShapeArray> operands;
  ShapeArray result;
  /// Indices of the dims that the contraction reduces over.
  std::vector<unsigned> reduced;
  /// Another operator depends on its contraction.
  bool isIntermediate = false;

  bool needs(unsigned dim) const { return llvm::is_contained(dims, dim); }
  /// The dims of the contraction that are rows (of the left operand and the result), columns (of
  /// the right one and the result), or reduced over.
  std::array<llvm::SmallVector<unsigned>, 3> getRoles() const;
};

/// Dims and operators of a chain as plain data: rules and counts need no IR.
struct ChainShape {
  std::vector<ShapeDim> dims;
  std::vector<ShapeOperator> operators;

  /// Diagnoses a chain with a dim that is too large.
  static mlir::FailureOr<ChainShape> get(ChainOp chain);

  /// Index of the dim, or -1.
  int getDimIndex(llvm::StringRef name) const;
  /// What tiling expressions of the chain are over: batch dims that are parallel are left
  /// out, because they are always outermost.
  analysis::OperatorDims getOperatorDims() const;
};

} // namespace mcf::search

#endif
