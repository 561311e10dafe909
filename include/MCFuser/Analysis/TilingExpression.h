//===- TilingExpression.h - loop structure and tile sizes -------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_TILINGEXPRESSION_H
#define MCFUSER_ANALYSIS_TILINGEXPRESSION_H

#include "MCFuser/Analysis/ChainOperators.h"
#include <optional>

namespace mcf::analysis {

/// The largest number of loops for which all orders are enumerated: chains with more are cut.
/// Parallel batch dims, whose loops stand outside of all others, do not count.
constexpr unsigned maxEnumeratedLoops = 8;

/// Loops in order, outermost first, and then nothing or a split of the operators into
/// consecutive parts, each with its own loops.
struct ExpressionNode {
  std::vector<std::string> loops;
  std::vector<ExpressionNode> parts;

  bool operator==(const ExpressionNode &other) const {
    return loops == other.loops && parts == other.parts;
  }
};

/// The operators [begin, end) run in the innermost loop of a leaf of the expression.
struct LeafOperators {
  unsigned begin, end;
};

/// A tiling expression of MCFuser, for any number of operators: how the loops of a chain
/// nest, which of them run on different blocks, and the tile size of each.
///
/// Text form, with the dims' names matched longest first and separated by spaces or dots
/// where that is needed:
///
///     expression ::= node (`{` tile (`,` tile)* `}`)? (`[` field (`,` field)* `]`)?
///     node       ::= (dim | `|`)* (`(` node (`,` node)+ `)`)?
///     tile       ::= dim `=` integer
///     field      ::= (`warps` | `stages` | `overlap`) `=` integer
///
/// for example `mn(k,h){m=64,n=32,k=16,h=64}[warps=8]` or `b0.m.n(k,h)`. Loops before `|` are bound
/// to blocks. It stands once at most, before any split. Without it the longest prefix of
/// parallel dims is bound. Parallel batch dims that are not written become the outermost
/// loops, bound to blocks.
class TilingExpression {
public:
  ExpressionNode root;
  /// How many of the root's loops are bound to blocks. Nothing: the default.
  std::optional<unsigned> numBlockLoops;
  /// Tile size by dim, in elements.
  std::vector<std::pair<std::string, int64_t>> tiles;
  /// How a block runs its tiles; what is not given is left to the lowering.
  Mapping mapping;

  TilingExpression() = default;
  explicit TilingExpression(ExpressionNode root) : root(std::move(root)) {}

  /// Reads the text form; `dims` are the names that may occur. On failure `error` says at
  /// which column what was expected.
  static mlir::FailureOr<TilingExpression>
  parse(llvm::StringRef text, llvm::ArrayRef<std::string> dims, std::string &error);

  void print(llvm::raw_ostream &os) const;
  std::string str() const;

  std::optional<int64_t> getTile(llvm::StringRef dim) const;
  void setTile(llvm::StringRef dim, int64_t size);

  /// The operators of each leaf, leaves from left to right, if the expression is one over
  /// operators with these dims: all dims of an operator have a loop on the way to its leaf,
  /// every leaf has an operator and every loop is used. Where more than one assignment is
  /// possible, operators go to the leftmost leaf. On failure `error` says why.
  mlir::FailureOr<std::vector<LeafOperators>> assignOperators(const OperatorDims &operators,
                                                              std::string &error) const;

  /// Fills in what the text form may leave out (batch dims, binding, tile sizes) and checks
  /// the expression against the chain. On failure `error` says why.
  mlir::LogicalResult complete(ChainOp chain, std::string &error);

  /// An expression that is right for any chain, and sensible for chains of contractions:
  /// first the parallel dims that every operator needs, on blocks, then the dims that tie
  /// operators together, then those private to one operator.
  static TilingExpression getDefault(ChainOp chain);
};

/// The default tile size, in elements, of a dim that is not a batch dim: `min(64, size)`
/// rounded up to 16.
int64_t getDefaultTileSize(int64_t dimSize);

} // namespace mcf::analysis

#endif
