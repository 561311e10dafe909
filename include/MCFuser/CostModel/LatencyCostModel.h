//===- LatencyCostModel.h - what a block waits for, in order ----*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_LATENCYCOSTMODEL_H
#define MCFUSER_COSTMODEL_LATENCYCOSTMODEL_H

#include "MCFuser/CostModel/CostModel.h"

namespace mcf::cost {

/// What the code of the present lowering takes, in SM cycles on the way of one block, unless the
/// comment says otherwise. These are properties of that code and not of a device: `mcf-rank fit`
/// fits them to measured kernels (docs/CostModel.md, "The latency model"), again each time that the
/// lowering changes.
struct LoweringCycles {
  /// Of copies to shared memory: the first ones of a block, which nothing hides, and those of a
  /// loop that begins anew; each KiB of the first tiles; warps that hand registers over to others.
  double firstCopy = 35.6, firstKilobyte = 12.8, handOver = 823;
  /// Of each copy of a tile by threads, and each of its chunks of up to 16 bytes in a thread; of
  /// one by TMA and each of its KiB, in a ring whose slots warps fill that also compute, and of
  /// others: by warps that only copy, or into a slot that is filled once.
  double copy = 163, chunk = 0.1;
  double bulkCopy = 225, bulkKilobyte = 2.56, producedCopy = 156, producedKilobyte = 0.1;
  /// Of a contraction on wgmma: once, and each 64 rows, 8 columns and 16 of the summed dim.
  double warpgroups = 119, warpgroupStep = 0.1;
  /// Of a loop that `Mapping::overlap` rotates, in a trip: what it takes more with the first
  /// contractions ahead or with the last ones behind, and each element of a thread of sums that are
  /// carried. What runs beside each other takes as long as the longer of both.
  double ahead = 192, behind = 0.1, carriedElement = 0.1;
  /// Of another contraction: once, each four matrices of 8 x 8 that ldmatrix reads, each element of
  /// a computed operand whose tail is masked.
  double contraction = 0.1, matrixRead = 0.1, maskedElement = 4.65;
  /// Each other read of a fragment from shared memory. Not fitted since ldmatrix reads 16-bit
  /// elements.
  double fragmentRead = 3.6;
  /// Of a contraction on fused multiply-adds: each of a thread.
  double multiplyAdd = 3;
  /// Of a map: each operation of a thread, divisions and their like. Of a reduction: each element
  /// and each result of a thread.
  double mapOperation = 1.62, slowOperation = 10.8;
  double reducedElement = 0.1, reducedResult = 14.6;
  /// Of a store, or of a load that goes to registers: once; each element that a thread loads; each
  /// that it stores, or group of them where rows are aligned for that. The last is not fitted: a
  /// fit takes it for what else grows with the columns of the result.
  double transfer = 1244, loadedElement = 44, storedElement = 100;
  /// Of a fragment that goes through shared memory because warps share what it is made of: once,
  /// each element of a thread, and once more before a contraction on wgmma, which waits for all of
  /// them. Of a reduction over columns that warps share: once, and each of them.
  double exchange = 0.1, exchangedElement = 2.71, warpgroupExchange = 457;
  double warpReduction = 0.1, reducedWarp = 44.1;
  /// What blocks on one SM cannot overlap, in cycles of the SM: each mma.sync of a warp, each step
  /// of a wgmma (64 rows, 8 columns, 16 of the summed dim), each operation of a map or reduction in
  /// a warp, each chunk of the threads of a warp, each KiB that is copied.
  double busyMma = 1.47, busyWarpgroup = 3.27, busyOperation = 0.25, busyChunk = 8.97,
         busyKilobyte = 0.1;
  /// Of all that blocks copy from the L2 cache, in cycles of the device: each KiB, by TMA and by
  /// threads.
  double cacheKilobyte = 0.1, cacheChunkKilobyte = 0.1;
  /// Registers of a thread beside its sums. Not cycles: fitted to what ptxas gave the same kernels,
  /// and good for how many blocks an SM holds; `estimateResources` does better and takes fifty
  /// times as long.
  double otherRegisters = 50;

  struct Field {
    llvm::StringLiteral name;
    double LoweringCycles::*member;
  };
  /// The constants that times are fitted by.
  static llvm::ArrayRef<Field> getFittedFields();
};

/// How long the kernel of the present lowering takes: mostly the latency of what a block waits for
/// in order, and how many blocks an SM works on one after the other. See docs/CostModel.md.
class LatencyCostModel : public CostModel {
public:
  explicit LatencyCostModel(LoweringCycles lowering = {}) : lowering(lowering) {}

  llvm::StringRef getName() const override { return "latency"; }
  bool pricesMappings() const override { return true; }
  CostBreakdown estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                         const hw::DeviceSpec &device, const Mapping &mapping = {}) const override;
  double estimateSeconds(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                         const hw::DeviceSpec &device, const Mapping &mapping = {}) const override;

private:
  LoweringCycles lowering;
};

} // namespace mcf::cost

#endif
