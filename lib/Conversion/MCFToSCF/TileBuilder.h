//===- TileBuilder.h - builds ops on tile values by axis names --*- C++ -*-===//
#ifndef MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEBUILDER_H
#define MCFUSER_LIB_CONVERSION_MCFTOSCF_TILEBUILDER_H

#include "MCFuser/Analysis/NeutralElement.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "TileAxis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mcf {

/// Builds the ops of a tile program: every operand and result is a tile value whose axes
/// have names, so that maps, transpositions and broadcasts follow from names.
class TileBuilder {
public:
  TileBuilder(mlir::OpBuilder &builder, ScheduleOp schedule)
      : builder(builder), schedule(schedule), chain(schedule.getChain()) {}

  /// Builds the scalar body of an elementwise op. `position` gives the position along a
  /// dim in the array.
  using BodyBuilder = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::ValueRange, llvm::function_ref<mlir::Value(mlir::StringAttr)>)>;

  void setLoc(mlir::Location location) { loc = location; }
  mlir::Location getLoc() const { return loc; }

  /// Says what the size of a dim is that the chain does not know.
  void setSize(mlir::StringAttr dim, mlir::Value size) { sizes[dim] = size; }
  /// Elements of the dim in the array.
  mlir::OpFoldResult getSize(mlir::StringAttr dim);
  /// Trips of the loop over the dim.
  mlir::OpFoldResult getTripCount(mlir::StringAttr dim);

  /// Says that the current code runs in trip `iv` of the loop over `dim`.
  void enterLoop(mlir::StringAttr dim, mlir::Value iv);
  void leaveLoop(mlir::StringAttr dim) { trips.erase(dim); }
  bool isInLoop(mlir::StringAttr dim) const { return trips.contains(dim); }

  /// The trip of the loop over `dim` that the current code runs in, or null.
  mlir::Value getTrip(mlir::StringAttr dim) const {
    auto it = trips.find(dim);
    return it == trips.end() ? mlir::Value() : it->second.iv;
  }

  /// True if the chain does not know the size.
  bool isDynamic(mlir::StringAttr dim) const { return sizes.contains(dim); }
  /// True if the last tile reaches beyond the array.
  bool hasTail(mlir::StringAttr dim);
  /// First element of the tile in the array.
  mlir::OpFoldResult getOffset(mlir::StringAttr dim);
  /// Elements of the tile that lie in the array.
  mlir::OpFoldResult getValidSize(mlir::StringAttr dim);

  mlir::RankedTensorType getType(llvm::ArrayRef<TileAxis> axes, mlir::Type elementType);
  /// Axes of a tile with these dims.
  llvm::SmallVector<TileAxis> getTileAxes(llvm::ArrayRef<mlir::StringAttr> dims);

  TileValue empty(llvm::ArrayRef<TileAxis> axes, mlir::Type elementType);
  TileValue fill(llvm::ArrayRef<TileAxis> axes, mlir::TypedAttr value);

  /// The current tile of an array, padded with zeros.
  TileValue load(mlir::Value array, NamedType type);
  /// The tile with its axes as the dims of the type stand.
  TileValue inOrder(const TileValue &tile, NamedType type);
  /// Writes the valid part of the tile to its place in `destination`, which begins at the
  /// current tile of each dim in `startDims` and elsewhere at 0.
  mlir::Value store(const TileValue &given, mlir::Value destination, NamedType type,
                    llvm::ArrayRef<mlir::StringAttr> startDims);

  /// The part of a storage for the current trips; axes of trips that no loop around runs
  /// over, or that lack in `only`, stay.
  TileValue slice(const TileValue &storage);
  /// Writes such a part back. Returns the storage.
  TileValue insert(const TileValue &part, const TileValue &storage);

  /// An elementwise op. `inPlace`, if given, is the last argument of the body and is
  /// overwritten; else the result is new.
  TileValue elementwise(llvm::ArrayRef<TileAxis> axes, mlir::Type elementType,
                        llvm::ArrayRef<TileValue> inputs, BodyBuilder body,
                        const TileValue &inPlace = {});
  /// `accumulator + lhs * rhs`, summed over the axes that the accumulator lacks.
  TileValue contract(const TileValue &lhs, const TileValue &rhs, const TileValue &accumulator,
                     bool tf32);
  TileValue reduce(mlir::vector::CombiningKind kind, const TileValue &input,
                   const TileValue &accumulator);
  /// Replaces what lies beyond the array along `dims`.
  TileValue maskTail(const TileValue &tile, llvm::ArrayRef<mlir::StringAttr> dims,
                     mlir::TypedAttr neutral);
  TileValue castFloat(const TileValue &tile, mlir::Type elementType);

private:
  struct Trip {
    mlir::Value iv;
    mlir::OpFoldResult offset, validSize;
  };
  int64_t getExtent(TileAxis axis);
  mlir::AffineMap getMap(llvm::ArrayRef<TileAxis> axes, llvm::ArrayRef<TileAxis> space);
  mlir::Value getValue(mlir::OpFoldResult result);
  void getStorageSlice(const TileValue &storage, llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
                       llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes,
                       llvm::SmallVectorImpl<TileAxis> &axes);

  mlir::OpBuilder &builder;
  ScheduleOp schedule;
  ChainOp chain;
  mlir::Location loc = mlir::UnknownLoc::get(builder.getContext());
  llvm::DenseMap<mlir::StringAttr, Trip> trips;
  llvm::DenseMap<mlir::StringAttr, mlir::Value> sizes;
};

/// Casts a float scalar.
mlir::Value castFloatScalar(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                            mlir::Type type);

} // namespace mcf

#endif
