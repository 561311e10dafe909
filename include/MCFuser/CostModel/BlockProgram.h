//===- BlockProgram.h - what a block computes, without tile sizes -*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_BLOCKPROGRAM_H
#define MCFUSER_COSTMODEL_BLOCKPROGRAM_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

namespace mcf::cost {

/// A tile value, or several: one for each trip of `tripDims`. Dims are those of the form.
struct BlockVector {
  /// In the order in which the tile has them. Those with tile size 1 are no dims of the tile.
  llvm::SmallVector<unsigned, 2> tileDims;
  llvm::SmallVector<unsigned, 1> tripDims;
  mlir::Type elementType;
  /// The vector that this one is some tiles of, or that it is written into: both are in the same
  /// registers. Itself if there is none.
  unsigned home = 0;
  /// A step on the way to another vector, which takes over its registers one by one.
  bool isStep = false;
};

/// A step of a block program. Operands and results are vectors.
struct BlockOp {
  enum class Kind {
    /// Reads a tile of an array.
    Read,
    /// The same value everywhere: no registers, any layout.
    Constant,
    /// Elementwise; operands may lack dims of the result. Asks for positions along `dims`.
    Map,
    /// A map that only replaces what lies beyond the array: nothing if no dim of `dims` has a tail.
    Mask,
    /// `operands[2] + operands[0] * operands[1]`, summed over `dims`.
    Contraction,
    /// `operands[1]` combined with `operands[0]` over `dims`.
    Reduction,
    /// Some tiles of a storage, or a storage with some tiles replaced: operands[0] with the part
    /// operands[1], if there is one.
    Alias,
    /// Writes a tile to an array.
    Write,
    /// A loop over `dims[0]`: operands are what is carried into it, results what its trips see.
    LoopBegin,
    /// The end of the loop that began at op `begin`: operands are what is carried to the next trip,
    /// results what is there after the loop.
    LoopEnd,
  };
  Kind kind = Kind::Map;
  llvm::SmallVector<unsigned, 3> operands, results;
  llvm::SmallVector<unsigned, 2> dims;
  unsigned begin = 0;
  /// Of a loop: it indexes kept tiles and is unrolled if it has more than one trip.
  bool isUnrolled = false;
  /// Of a contraction of f32: its operands may be rounded to TF32.
  bool isTF32 = false;
};

/// What the lowering makes of a placed schedule up to the layouts: the statements with all that
/// their tiles need (accumulators and kept tiles, what is applied late, masks), for any tile
/// sizes that leave the loops as they are.
struct BlockProgram {
  std::vector<BlockVector> vectors;
  std::vector<BlockOp> ops;
  /// Why the lowering refuses the schedule whatever the tile sizes; empty if it does not.
  std::string refusal;

  /// The program of a placed schedule. Emits no diagnostic: see `refusal`.
  static BlockProgram get(ScheduleOp schedule);
};

} // namespace mcf::cost

#endif
