//===- BlockFragments.h - how a block program lies over threads -*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_BLOCKFRAGMENTS_H
#define MCFUSER_LIB_COSTMODEL_BLOCKFRAGMENTS_H

#include "MCFuser/CostModel/ScheduleForm.h"
#include "MCFuser/Dialect/MCFG/IR/LayoutGraph.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

namespace mcf::cost {

/// Bits of an element; positions have 64.
int64_t getBits(mlir::Type type);

/// A fragment that an op needs in another layout than it has.
struct FragmentConversion {
  unsigned vector = 0;
  mcfg::FragmentLayout target;
  /// Of the buffer in workgroup memory that it goes through; 0: each thread has what it needs.
  int64_t bytes = 0;
  /// Only a contraction takes it: it is read from the buffer step by step.
  bool isLate = false;
};

/// What an op is with given tile sizes.
struct OpFragments {
  enum class Role { Nothing, Elementwise, Contraction, Reduction, Other };
  Role role = Role::Other;
  llvm::SmallVector<FragmentConversion, 1> conversions;
  /// Of a contraction. Its values are vectors, or matrices made of them by unit dims.
  mcfg::LayoutAnchor anchor;
  /// Of a contraction: the operands with the rows and the columns.
  unsigned rows = 0, columns = 0;
  /// Of a reduction: the buffer through which warps combine; 0: they need not.
  int64_t reductionBytes = 0;
};

/// A block program with tile sizes: shapes, warps and layouts, by the rules of mcf-assign-layouts.
class BlockFragments {
public:
  /// `hasWarpgroups`: the device has wgmma.
  BlockFragments(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping,
                 bool hasWarpgroups);

  /// Decides layouts. If the lowering refuses the program, returns why.
  std::string compute();

  int64_t getNumWarps() const { return numWarps; }
  const OpFragments &getOp(unsigned index) const { return ops[index]; }
  /// Copies of the body of an unrolled loop.
  int64_t getCopies(const BlockOp &loop) const {
    return loop.isUnrolled ? getTrips(loop.dims[0]) : 1;
  }
  int64_t getTrips(unsigned dim) const { return form.getTrips(dim, tiles); }
  bool hasLoop(unsigned dim) const { return form.hasLoop(dim, tiles); }
  /// Tiles of the vector that are kept.
  int64_t getNumTiles(unsigned vector) const;
  const mcfg::FragmentLayout &getLayout(unsigned vector) const { return graph.get(vector); }
  /// 32-bit registers of a thread for one tile.
  double getRegisters(const mcfg::FragmentLayout &layout, mlir::Type elementType) const;
  double getRegisters(unsigned vector) const {
    return getRegisters(graph.get(vector), program.vectors[vector].elementType);
  }
  /// The vector behind masks that have nothing to do.
  unsigned resolve(unsigned vector) const;
  /// Bytes of the buffer of a tile that contractions read from workgroup memory; 0: no such tile.
  int64_t getTileBytes(unsigned vector) const { return tileShapes[vector].bytes; }
  /// True if only contractions on wgmma take it, where it lies.
  bool isSwizzled(unsigned vector) const {
    return tileShapes[vector].bytes && !tileShapes[vector].isPlain;
  }
  /// What that buffer is aligned to, in bytes.
  int64_t getTileAlignment(unsigned vector) const {
    return tileShapes[vector].isPlain ? mcfg::kBufferAlignment : mcfg::kSwizzleAlignment;
  }
  /// True if TMA can copy the tile: what `BulkCopies` asks, of an array whose rows follow each
  /// other.
  bool fitsBulkCopies(unsigned vector) const;
  /// Slots of the ring of a tile that is read in a loop over this dim.
  int64_t getSlots(unsigned dim) const {
    return form.hasOpenSize(dim) ? getDepth() : std::min(getDepth(), getTrips(dim));
  }
  /// True if the loop has more trips than a ring has slots, or an unknown number of them.
  bool fillsSlotsAgain(unsigned dim) const {
    return form.hasOpenSize(dim) || getTrips(dim) > getDepth();
  }
  /// How far copies run ahead: slots of a ring.
  int64_t getDepth() const { return mapping.stages.value_or(mcfg::LoweringLimits::copyDepth); }
  /// Warps that only copy, if the kernel can have them.
  int64_t getProducers() const { return mapping.producers.value_or(0); }
  /// Bytes, with what aligns the next buffer, of a buffer for a column of elements of 32 bits or
  /// more over these dims.
  int64_t getColumnBytes(llvm::ArrayRef<unsigned> dims, int64_t bits = 32) const;
  /// True if the tile that is read there is the array: it has the array's shape.
  bool isWholeArray(unsigned vector) const;
  /// Bits of the vector's fragment in a thread.
  int64_t getFragmentBits(unsigned vector) const;
  /// True if the op is a contraction that takes the vector as it is.
  bool takesDirectly(unsigned op, unsigned vector) const;

private:
  std::string checkSizes();
  std::string checkTypes(const BlockOp &op) const;
  /// The roles of the dims of a contraction; why it is none of matrices if it is not.
  std::string addContraction(unsigned index);
  /// `condition`: a graph value that the op takes beside its operands.
  void addElementwise(const BlockOp &op, std::optional<unsigned> condition = std::nullopt);
  unsigned addRepeated(unsigned operand, llvm::ArrayRef<unsigned> dims);
  /// A tile that a contraction takes, on warpgroups or not.
  void addTile(unsigned vector, llvm::ArrayRef<int64_t> shape, bool onWarpgroups);
  bool isTile(unsigned vector) const;
  unsigned addMatrix(unsigned vector, llvm::ArrayRef<int64_t> shape);
  void resolveLayouts();
  /// `shaped`: the layout under the shape that the op gives the vector, if that is another.
  void require(unsigned op, unsigned vector, const mcfg::FragmentLayout &layout,
               const mcfg::FragmentLayout *shaped = nullptr);
  void resolveElementwise(unsigned index);
  void resolveContraction(unsigned index);
  llvm::SmallVector<unsigned, 2> getDims(unsigned vector) const;
  llvm::SmallVector<int64_t, 2> getShape(llvm::ArrayRef<unsigned> dims) const;
  /// The shape of a vector with the dims `own` among all `dims`: the others have one element.
  llvm::SmallVector<int64_t, 2> getShapeIn(llvm::ArrayRef<unsigned> dims,
                                           llvm::ArrayRef<unsigned> own) const;
  unsigned getPosition(unsigned vector, unsigned dim) const;

  const ScheduleForm &form;
  const BlockProgram &program;
  llvm::ArrayRef<int64_t> tiles;
  Mapping mapping;
  int64_t numWarps = 1;
  mcfg::LayoutGraph graph;
  std::vector<OpFragments> ops;
  /// The op that makes each vector.
  std::vector<unsigned> definitions;
  bool hasWarpgroups;
  struct TileShape {
    int64_t bytes = 0;
    /// Some contraction takes it in another way than wgmma: not swizzled.
    bool isPlain = false;
  };
  std::vector<TileShape> tileShapes;
};

} // namespace mcf::cost

#endif
