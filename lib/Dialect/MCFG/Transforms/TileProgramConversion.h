//===- TileProgramConversion.h - tile programs to block vectors -*- C++ -*-===//
// The steps of mcf-vectorize-tile-program.
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEPROGRAMCONVERSION_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEPROGRAMCONVERSION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mcf::mcfg {

/// Unrolls the loops of a tile program whose counters index kept tiles, at most
/// `maxCopies` copies of a body.
llvm::LogicalResult unrollKeptTileLoops(mlir::func::FuncOp function, int64_t maxCopies);

/// What became of a converted tile program.
struct ConvertedTileProgram {
  mlir::func::FuncOp function;
  /// For each result of the tile program, the argument that is its destination.
  llvm::SmallVector<unsigned> destinations;
};

/// Makes a function on memrefs and vectors of a tile program whose linalg ops are
/// vectorized already: tile tensors become vectors, arrays become memrefs, and destinations are
/// written in place. The new function stands before the old one and has its name;
/// the old one stays. `layouts` says how each array lies in memory; null is dense.
llvm::FailureOr<ConvertedTileProgram>
convertTileProgram(mlir::func::FuncOp function,
                   llvm::ArrayRef<mlir::MemRefLayoutAttrInterface> layouts);

/// True for a sum of products of two matrices into a matrix (m, n), iterators (m, n, k).
bool isMatrixContraction(mlir::vector::ContractionOp op);

/// A contraction of vectors of any rank as one of two matrices into a matrix (m, n): unit dims are
/// added or left out, and a result (n, m) swaps the operands. Fails if a role (m, n, k) has more
/// than one dim of more than one element, or if there is a batch dim of that kind. `maps` belong to
/// `lhs`, `rhs` and `acc`.
llvm::FailureOr<mlir::Value> buildMatrixContraction(mlir::OpBuilder &builder, mlir::Location loc,
                                                    mlir::Value lhs, mlir::Value rhs,
                                                    mlir::Value acc,
                                                    llvm::ArrayRef<mlir::AffineMap> maps,
                                                    bool tf32);

/// Brings broadcasts along rows to a unit dim that is stretched, and comparisons of positions to
/// 32 bits.
void populateBlockVectorPatterns(mlir::RewritePatternSet &patterns);

/// Moves constant factors out of maxima of rows and into exponentials.
void populateScalePatterns(mlir::RewritePatternSet &patterns);

/// Puts masks under tests that a tile is cut by them. Other patterns see masks without these.
void populateMaskPatterns(mlir::RewritePatternSet &patterns);

} // namespace mcf::mcfg

#endif
