//===- ScheduleForm.h - a schedule without its tile sizes -------*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_SCHEDULEFORM_H
#define MCFUSER_COSTMODEL_SCHEDULEFORM_H

#include "MCFuser/Analysis/IndexRegion.h"
#include "MCFuser/Analysis/StatementPlacement.h"
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include <memory>

namespace mcf::cost {

/// An array of the chain: an input, or what an op computes. Dims are indices into
/// `ScheduleForm::dimNames`, other values indices into `ScheduleForm::values`.
struct ValueForm {
  enum class Kind { Input, Contraction, Reduction, Map };
  Kind kind = Kind::Input;
  llvm::SmallVector<unsigned> dims;
  /// Of the type that the chain spells.
  uint64_t elementBits = 0;
  bool isFloat = true;
  /// Of a contraction: see `mcfg::getMmaBits`.
  int64_t mmaBits = 0;
  /// What the op reads, in order; of a contraction left and right operand.
  llvm::SmallVector<unsigned> operands;
  /// Dims that the op reduces over.
  llvm::SmallVector<unsigned> reducedDims;
  /// Sums over it need no mask: it is 0 in what sticks out of the array.
  bool hasZeroTail = false;
  /// Some result of the chain is this value.
  bool isResult = false;
};

/// A loop of the schedule.
struct LoopForm {
  unsigned dim = 0;
  bool isBlock = false;
  /// Index of the loop around it in `ScheduleForm::loops`; -1: none.
  int parent = -1;
  /// Where it has something to do; null if each trip runs.
  std::shared_ptr<const analysis::IndexRegion> live = nullptr;
};

/// A statement and what is around it. Dims are indices into `ScheduleForm::dimNames`.
struct StatementForm {
  enum class Kind { Load, Compute, Store };
  Kind kind = Kind::Load;
  /// Index into `ScheduleForm::values`.
  unsigned value = 0;
  /// Index of the innermost loop around it in `ScheduleForm::loops`; -1: none.
  int loop = -1;
  /// Of the tile (load, store) or of the points that are computed.
  llvm::SmallVector<unsigned> tileDims;
  /// Of a load or store.
  uint64_t elementBits = 0;
  /// Of a compute: operations at each point, and how many of them are divisions or functions that a
  /// GPU has no instruction for.
  double flopsPerPoint = 0, slowOpsPerPoint = 0;
  /// Of a map: a product or quotient with a statistic of a loop around it, which is left to what
  /// was accumulated after the loop.
  bool isDeferred = false;
  /// Of a compute: the type whose rate holds, and whether that is the rate of contractions.
  hw::ElementType rateType = hw::ElementType::F32;
  /// Loops around the statement, blocks included.
  llvm::SmallVector<unsigned> loopDims;
  /// Of the statement; forms made by hand have none.
  std::optional<mlir::Location> loc;
};

/// Statements and loops of a placed schedule, without tile sizes. Where statements stand depends on
/// the expression and on which loops have one trip, and on nothing else of the tile
/// sizes. So one form prices all tile vectors for which `covers` holds, without IR.
struct ScheduleForm {
  llvm::SmallVector<std::string> dimNames;
  llvm::SmallVector<int64_t> dimSizes;
  /// Of a dim of unknown size: `dimSizes` holds one that it may have. Empty: none is.
  llvm::SmallVector<bool> isOpen;
  /// Dims of the loops that are bound to blocks.
  llvm::SmallVector<unsigned> blockDims;
  /// Inputs first, then what the ops compute, in program order.
  std::vector<ValueForm> values;
  /// Outer loops before inner ones, otherwise in the order in which they run.
  std::vector<LoopForm> loops;
  /// In the order in which they run.
  std::vector<StatementForm> statements;
  /// The tile sizes that the schedule was built with.
  llvm::SmallVector<int64_t> tiles;
  /// The mapping that the schedule has.
  Mapping mapping;
  /// What the lowering makes of the schedule; forms made by hand have none.
  std::shared_ptr<const BlockProgram> program;

  /// The form of a schedule; a raw one as `mcf-hoist-statements` would place it. Diagnoses what
  /// cannot be placed, and contractions of a type without a rate. Dims of unknown size have the
  /// last of the sizes to tune for.
  static mlir::FailureOr<ScheduleForm> get(ScheduleOp schedule);

  /// True if the size of the dim is not known.
  bool hasOpenSize(unsigned dim) const { return !isOpen.empty() && isOpen[dim]; }
  /// True if the last tile may reach beyond the array.
  bool hasTail(unsigned dim, llvm::ArrayRef<int64_t> tileSizes) const {
    return hasOpenSize(dim) ? tileSizes[dim] > 1 : dimSizes[dim] % tileSizes[dim] != 0;
  }
  /// True if the dim has a loop: more than one trip, or a number that is not known.
  bool hasLoop(unsigned dim, llvm::ArrayRef<int64_t> tileSizes) const {
    return hasOpenSize(dim) || getTrips(dim, tileSizes) > 1;
  }
  /// `ceil(size / tile)`.
  int64_t getTrips(unsigned dim, llvm::ArrayRef<int64_t> tileSizes) const;
  /// How often a statement runs: the trips of the loops around it, blocks included, that a mask
  /// does not leave out.
  double getRuns(const StatementForm &statement, llvm::ArrayRef<int64_t> tileSizes) const;
  /// The same of the body of a loop, per block, on average over the blocks.
  double getRunsPerBlock(int loop, llvm::ArrayRef<int64_t> tileSizes) const;
  /// True if `outer` is `inner` or one of the loops around it; -1 stands for the whole schedule.
  bool isAround(int outer, int inner) const;
  /// True if the same loops have one trip as with `tiles`.
  bool covers(llvm::ArrayRef<int64_t> tileSizes) const;
};

} // namespace mcf::cost

#endif
