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
  /// loop that begins anew.
  double firstCopy = 1;
  /// Of each copy of a tile by threads, and each of its chunks of up to 16 bytes in a thread; of
  /// one by TMA.
  double copy = 122, chunk = 9.4, bulkCopy = 1;
  /// Of a contraction on wgmma: once, and each 64 rows, 8 columns and 16 of the summed dim.
  double warpgroups = 316, warpgroupStep = 0.1;
  /// Of one that runs beside what threads compute (`Mapping::overlap`), where it takes the place of
  /// both of these in all trips but one; each element of a thread of sums that are carried.
  double overlapped = 30, carriedElement = 1;
  /// Of another contraction: once, each four matrices of 8 x 8 that ldmatrix reads, each element of
  /// a computed operand whose tail is masked.
  double contraction = 1, matrixRead = 1.6, maskedElement = 1.9;
  /// Each other read of a fragment from shared memory. Not fitted since ldmatrix reads 16-bit
  /// elements.
  double fragmentRead = 3.6;
  /// Of a contraction on fused multiply-adds: each of a thread.
  double multiplyAdd = 3;
  /// Of a map: each operation of a thread, divisions and their like. Of a reduction: each element
  /// and each result of a thread.
  double mapOperation = 3.8, slowOperation = 21;
  double reducedElement = 2.3, reducedResult = 17;
  /// Of a store, or of a load that goes to registers: once; each element that a thread loads; each
  /// that it stores, or pair of them where rows are aligned for pairs.
  double transfer = 280, loadedElement = 44, storedElement = 26;
  /// Of a fragment that goes through shared memory because warps share what it is made of: once,
  /// and each element of a thread. Of a reduction over columns that warps share: once, and each of
  /// them.
  double exchange = 1, exchangedElement = 1.5, warpReduction = 41, reducedWarp = 101;
  /// What blocks on one SM cannot overlap, in cycles of the SM: each mma.sync of a warp, each step
  /// of a wgmma (64 rows, 8 columns, 16 of the summed dim), each operation of a map or reduction in
  /// a warp, each chunk of the threads of a warp, each KiB that is copied.
  double busyMma = 2.7, busyWarpgroup = 7.0, busyOperation = 0.25, busyChunk = 10,
         busyKilobyte = 5.7;
  /// Registers of a thread beside its sums. Not cycles: fitted to what ptxas gave the same kernels,
  /// and good for how many blocks an SM holds; `estimateResources` does better and takes fifty
  /// times as long.
  double otherRegisters = 70;

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
