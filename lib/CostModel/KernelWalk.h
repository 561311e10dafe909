//===- KernelWalk.h - a block program as the kernel runs it -----*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_KERNELWALK_H
#define MCFUSER_LIB_COSTMODEL_KERNELWALK_H

#include "BlockFragments.h"
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include <map>
#include <set>

namespace mcf::cost {

/// Walks over a block program as unrolling over kept tiles and the removal of common
/// subexpressions leave it, and notes each buffer in workgroup memory with the ops at the top of
/// the kernel between which it is in use.
class KernelWalk {
public:
  KernelWalk(const BlockProgram &program, const BlockFragments &fragments);

  void run();

  /// Bytes of all buffers, sharing what is not in use together; none beyond 64 bits.
  std::optional<int64_t> getBytes() const;
  /// Bytes that buffers of vectors with one dim may take beyond that.
  int64_t getUnsureBytes() const { return unsureBytes; }
  /// What a contraction reads from workgroup memory step by step, next to its use.
  bool isLate(unsigned vector) const { return late[vector]; }

  /// Warps that only copy, where TMA makes all copies: as mcf-schedule-copies decides.
  int64_t getProducers() const { return canProduce() ? fragments.getProducers() : 0; }

  /// Places in the code that copy a tile to workgroup memory.
  int64_t getNumCopies() const { return tileBuffers.size(); }

private:
  /// Of what is computed, by number: two that are equal are computed once.
  using Instances = llvm::SmallVector<unsigned, 1>;
  /// A tile that was copied to workgroup memory.
  struct TileRead {
    unsigned vector = 0, block = 0;
    int buffer = -1;
    /// Ops that take it, and what is known of the last one.
    unsigned numUses = 0, useBlock = 0;
    int64_t usePosition = 0;
    bool isDirect = false;
  };

  void walk(unsigned from, unsigned to);
  void walkLoop(unsigned begin, unsigned end);
  void visit(unsigned index);
  void visitRead(unsigned index);
  void visitAlias(const BlockOp &op);
  void visitCompute(unsigned index);
  void addConversions(unsigned index);
  void addUnsure(const BlockOp &op);
  void addBuffer(int64_t bytes) { buffers.push_back({bytes, position, position}); }
  void use(unsigned index, unsigned vector);
  /// The item of a tile that is read here, whose group is new or the one before.
  int getItem(bool isNewGroup);
  void finishReads();
  /// True if TMA can copy all tiles, at the top and in loops there, of which there are some.
  bool canProduce() const;
  /// Copies start ahead of where tiles are wanted.
  void startAhead();
  /// The barriers of those that TMA makes.
  void addBarriers();
  /// Which tiles of a storage the open unrolled loops pick, as (first, count, step) of its tiles.
  llvm::SmallVector<unsigned> getPicked(unsigned storage) const;
  unsigned findEnd(unsigned begin) const;
  unsigned number(std::vector<unsigned> key);
  bool isTop() const { return blocks.size() == 1; }

  const BlockProgram &program;
  const BlockFragments &fragments;
  /// Of each vector, of each of its tiles.
  std::vector<Instances> instances;
  unsigned numInstances = 0, numBlocks = 1;
  /// Blocks around the current point and what was computed in each.
  struct OpenBlock {
    unsigned id = 0;
    /// Of a loop: its dim, where it begins, and its item.
    unsigned dim = 0;
    int64_t begin = 0;
    int item = -1;
    std::map<std::vector<unsigned>, unsigned> known, knownReads;
    /// Fragments that were converted, with their layouts.
    std::vector<std::pair<unsigned, mcfg::FragmentLayout>> converted;
  };
  std::vector<OpenBlock> blocks;
  /// Dim and current copy of the unrolled loops around the current point.
  llvm::SmallVector<std::pair<unsigned, unsigned>> copies;
  /// Of fragments that change their layout or are reduced, and of tiles.
  std::vector<mcfg::BufferPlace> buffers, tileBuffers;
  /// Of each tile: its group, and whether it is an array that is one tile.
  std::vector<std::pair<int, bool>> tileOrder;
  /// Groups of tiles at the top and loops with rings there, in program order: where each is wanted.
  std::vector<int64_t> items;
  /// Of each tile: its item; -1: deeper in loops.
  std::vector<int> tileItems;
  /// Some item is a loop.
  bool hasRings = false;
  /// Of each tile: whether TMA can copy it, and how many barriers its slots then have.
  std::vector<std::pair<bool, int64_t>> bulkTiles;
  std::vector<int64_t> wanted;
  std::map<unsigned, TileRead> reads;
  std::vector<bool> late;
  /// The first buffer of the tiles that stand together; -1: none.
  int group = -1;
  int64_t position = 0;
  /// Block, dim and copy of each vector of positions.
  std::set<std::tuple<unsigned, unsigned, unsigned>> positions;
  int64_t unsureBytes = 0;
};

} // namespace mcf::cost

#endif
