//===- TileConverter.h - tile tensors to vectors, arrays to memrefs -*- C++ -*-===//
// A tile program is small and regular: a tensor is either an array (an argument, a destination, or
// a part of one) or a tile. So the values are mapped in one walk, and whatever does not fit is an
// error. General bufferization would instead make a hidden copy of it.
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILECONVERTER_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILECONVERTER_H

#include "StorageRanks.h"
#include "TileProgramConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace mcf::mcfg {

/// What a tensor of the tile program has become.
struct Converted {
  enum class Kind { Array, Tile, Part, Undefined } kind = Kind::Undefined;
  /// Array: its memref.
  mlir::Value memref;
  /// Array: written, not read.
  bool isDestination = false;
  /// Tile: one vector for each point of `kept`. Part: one vector.
  llvm::SmallVector<mlir::Value> vectors;
  /// Tile: trips of the loops that index it, outermost first.
  llvm::SmallVector<int64_t> kept;

  static Converted array(mlir::Value memref, bool isDestination) {
    Converted converted;
    converted.kind = Kind::Array;
    converted.memref = memref;
    converted.isDestination = isDestination;
    return converted;
  }
  static Converted tile(llvm::ArrayRef<mlir::Value> vectors, llvm::ArrayRef<int64_t> kept = {}) {
    Converted converted;
    converted.kind = Kind::Tile;
    converted.vectors.assign(vectors.begin(), vectors.end());
    converted.kept.assign(kept.begin(), kept.end());
    return converted;
  }
  static Converted part(mlir::Value vector) {
    Converted converted;
    converted.kind = Kind::Part;
    converted.vectors.push_back(vector);
    return converted;
  }
};

/// Converts one tile program.
class TileConverter {
public:
  explicit TileConverter(mlir::func::FuncOp function)
      : function(function), ranks(function), builder(function) {}
  llvm::FailureOr<ConvertedTileProgram>
  run(llvm::ArrayRef<mlir::MemRefLayoutAttrInterface> layouts);

private:
  llvm::LogicalResult convertBlock(mlir::Block &block);
  llvm::LogicalResult convert(mlir::Operation &op);
  llvm::LogicalResult convert(mlir::scf::ForallOp op);
  llvm::LogicalResult convert(mlir::scf::ForOp op);
  llvm::LogicalResult convert(mlir::tensor::PadOp op);
  llvm::LogicalResult convert(mlir::tensor::ExtractSliceOp op);
  llvm::LogicalResult convertInsert(mlir::Operation *op, mlir::Value source, mlir::Value dest,
                                    mlir::Value result, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                    llvm::ArrayRef<mlir::OpFoldResult> strides,
                                    const llvm::SmallBitVector &dropped);
  llvm::LogicalResult convert(mlir::vector::TransferReadOp op);
  llvm::LogicalResult convert(mlir::vector::TransferWriteOp op);
  llvm::LogicalResult convertReshape(mlir::Operation *op);

  /// The vector of an array (or part of one) that is one whole tile.
  llvm::FailureOr<mlir::Value> readArray(mlir::Operation *user, mlir::Value tensor,
                                         const Converted &array);
  /// The tile that `tensor` became, with `keptRank` leading dims split off.
  llvm::FailureOr<Converted> getTile(mlir::Operation *user, mlir::Value tensor, unsigned keptRank);
  /// The whole tile as one vector.
  llvm::FailureOr<mlir::Value> getVector(mlir::Operation *user, mlir::Value tensor) {
    llvm::FailureOr<Converted> tile = getTile(user, tensor, 0);
    if (failed(tile))
      return llvm::failure();
    return tile->vectors.front();
  }
  Converted split(mlir::Value vector, unsigned keptRank);
  /// The vectors of `tile` that a slice picks.
  llvm::FailureOr<llvm::MutableArrayRef<mlir::Value>>
  pickKept(mlir::Operation *op, Converted &tile, const llvm::SmallBitVector &dropped,
           llvm::ArrayRef<mlir::OpFoldResult> offsets);
  llvm::SmallVector<mlir::OpFoldResult> remap(llvm::ArrayRef<mlir::OpFoldResult> values) {
    return llvm::map_to_vector(values, [&](mlir::OpFoldResult value) -> mlir::OpFoldResult {
      if (auto dynamic = mlir::dyn_cast<mlir::Value>(value))
        return mapping.lookupOrDefault(dynamic);
      return value;
    });
  }
  mlir::Value makeSubview(mlir::Location loc, mlir::Value memref, llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<mlir::OpFoldResult> offsets,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes,
                          llvm::ArrayRef<mlir::OpFoldResult> strides);
  static mlir::VectorType getVectorType(mlir::Value tensor);
  void writeVector(mlir::Location loc, mlir::Value vector, mlir::Value memref);
  mlir::Value zeros(mlir::Location loc, int64_t rank) {
    return rank ? mlir::Value(mlir::arith::ConstantIndexOp::create(builder, loc, 0))
                : mlir::Value();
  }

  mlir::func::FuncOp function;
  StorageRanks ranks;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, Converted> tensors;
  llvm::DenseMap<mlir::Value, mlir::Value> wholeReads;
  /// Body of the new scf.forall.
  mlir::Block *blockBody = nullptr;
};

} // namespace mcf::mcfg

#endif
