//===- FragmentDistributor.h - block vectors to registers -----------------===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_FRAGMENTDISTRIBUTOR_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_FRAGMENTDISTRIBUTOR_H

#include "ContractionLayouts.h"
#include "LayoutAssignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include <functional>
#include <optional>
#include <vector>

namespace mcf::mcfg {

/// What one thread holds of a block vector: a scalar per register.
struct Fragment {
  FragmentLayout layout;
  /// Null where a register is not loaded yet.
  llvm::SmallVector<mlir::Value> registers;
  /// Loads a register (and perhaps its neighbours) where the builder stands.
  std::function<void(Fragment &, int64_t)> load;
  /// The swizzled tile in workgroup memory that holds all of it wherever it is used, if there is
  /// one.
  mlir::Value tile;
};

/// How lanes swap registers so that each holds more neighbours of a row (DistributeStores.cpp).
struct LaneSwaps {
  /// What they hold then.
  FragmentLayout layout;
  /// Bits of the lane, from the first on, that change places with bits of the register; how many
  /// neighbours one word has; how far apart the words of a lane are before.
  unsigned count;
  int64_t held, far;
};
/// None if lanes hold `wanted` neighbours, or cannot hold more than they do.
std::optional<LaneSwaps> getLaneSwaps(const FragmentLayout &layout, int64_t wanted);

/// Rewrites one kernel on block vectors into the program of one thread. Each op kind has one rule,
/// each rule takes and leaves registers in the map from block vectors to fragments.
class FragmentDistributor {
public:
  FragmentDistributor(mlir::gpu::GPUFuncOp func, int64_t numWarps);

  mlir::LogicalResult run();

  int64_t getNumWarps() const { return numWarps; }
  /// True if the contraction runs on warpgroups and takes the operand where it lies
  /// (DistributeWarpgroups.cpp).
  bool takesTile(mlir::vector::ContractionOp op, mlir::Value operand) const;
  /// The buffer that a chain of subviews looks into.
  static mlir::Value getRootBuffer(mlir::Value buffer);

private:
  // Structure: DistributeVectors.cpp.
  mlir::LogicalResult distributeBlock(mlir::Block &block);
  mlir::LogicalResult distributeOps(mlir::Block::iterator from, mlir::Block::iterator to);
  mlir::LogicalResult distribute(mlir::Operation *op);
  llvm::SmallVector<mlir::Value> getCarried(mlir::Value value, const FragmentLayout &layout);
  void bindCarried(mlir::Value value, const FragmentLayout &layout, mlir::ValueRange &flat);
  mlir::LogicalResult distributeLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult distributeBranch(mlir::scf::IfOp branch);
  void distributeYield(mlir::scf::YieldOp yield);
  void distributeElementwise(mlir::Operation *op);
  mlir::LogicalResult distributeBookkeeping(mlir::Operation *op);

  // DistributeContractions.cpp
  mlir::LogicalResult distributeContraction(mlir::vector::ContractionOp op);
  // DistributeWarpgroups.cpp
  void distributeOnWarpgroups(mlir::vector::ContractionOp op, const ContractionShape &shape,
                              const FragmentLayout &acc);
  // DistributeReductions.cpp
  mlir::LogicalResult distributeReduction(mlir::vector::MultiDimReductionOp op);
  mlir::Value reduceLanes(mlir::vector::CombiningKind kind, mlir::Value value, int64_t lane);
  // DistributeTransfers.cpp
  mlir::LogicalResult distributeRead(mlir::vector::TransferReadOp op);
  mlir::LogicalResult distributeWrite(mlir::vector::TransferWriteOp op);
  // DistributeStores.cpp
  llvm::SmallVector<mlir::Value> swapLanes(mlir::Value vector, const LaneSwaps &swaps);
  // DistributeConversions.cpp
  mlir::LogicalResult distributeConversion(ConvertLayoutOp op);

  // Helpers: FragmentDistributor.cpp.

  /// The layout that mcf-assign-layouts gave to a value; an error on `op` if there is none.
  mlir::FailureOr<FragmentLayout> getLayout(mlir::Value value, mlir::Operation *op);
  mlir::Value getRegister(mlir::Value vector, int64_t reg);
  void setFragment(mlir::Value vector, const FragmentLayout &layout,
                   llvm::SmallVector<mlir::Value> registers);
  mlir::Value constantIndex(int64_t value);
  /// Coordinates that lane and warp add, one index per dimension; computed once, at the entry.
  llvm::SmallVector<mlir::Value> getThreadOffset(const FragmentLayout &layout);
  /// True in one thread of those that hold the same; null if no two do. Warps that differ in
  /// `distinctWarpBits` do not hold the same.
  mlir::Value getOwnerPredicate(const FragmentLayout &layout, int64_t distinctWarpBits = 0);
  mlir::Value addConstant(mlir::Value value, int64_t constant);
  /// A buffer in workgroup memory that lives as long as the kernel.
  mlir::Value allocateWorkgroup(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
  /// True if the loads of `op`'s result out of `buffer` (none: one that only `op` writes) may be
  /// put where its one user wants them.
  static bool canLoadLate(mlir::Operation *op, mlir::Value buffer, const FragmentLayout &layout);
  /// True if nobody writes to `buffer` between `op` and its user, whatever loops are on the way.
  static bool staysUntil(mlir::Operation *op, mlir::Operation *user, mlir::Value buffer);

  /// Reads a register of a fragment out of a buffer that holds the whole tile at `indices`, in
  /// bounds, several at once where `alignment` (elements) allows.
  void loadRegisters(Fragment &fragment, int64_t reg, mlir::Value buffer,
                     llvm::ArrayRef<mlir::Value> indices, llvm::ArrayRef<unsigned> dims,
                     int64_t alignment);
  /// The same by `ldmatrix`, up to four 8 x 8 matrices at once; false if the fragment, the buffer
  /// or its alignment is not made for it (DistributeMatrixLoads.cpp).
  bool loadMatrices(Fragment &fragment, int64_t reg, mlir::Value buffer,
                    llvm::ArrayRef<mlir::Value> indices, llvm::ArrayRef<unsigned> dims,
                    int64_t alignment);
  /// Writes all registers of a vector to a workgroup buffer of its shape.
  void storeRegisters(mlir::Value vector, mlir::Value buffer);

  mlir::gpu::GPUFuncOp func;
  int64_t numWarps;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Value lane, warp;
  /// The last op of the prologue; what is computed once goes after it.
  mlir::Operation *prologueEnd = nullptr;
  llvm::DenseMap<mlir::Value, Fragment> fragments;
  llvm::DenseMap<int64_t, mlir::Value> constants;
  std::vector<std::pair<FragmentLayout, llvm::SmallVector<mlir::Value>>> threadOffsets;
  llvm::SmallVector<std::pair<std::pair<int64_t, int64_t>, mlir::Value>> ownerPredicates;
  llvm::SmallVector<mlir::Operation *> erased;
};

} // namespace mcf::mcfg

#endif
