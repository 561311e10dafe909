//===- ProducerForm.h - copies that warps of their own can make -*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_PRODUCERFORM_H
#define MCFUSER_LIB_COSTMODEL_PRODUCERFORM_H

#include "ContractionForm.h"

namespace mcf::cost {

/// True if TMA copies the tiles of the input, which only wgmma takes: see `mcfg::isSwizzledTile`.
/// `onWarpgroups`: of each contraction.
bool isBulkCopy(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                llvm::ArrayRef<ContractionForm> contractions, llvm::ArrayRef<bool> onWarpgroups,
                unsigned value);

/// True if the warps of `Mapping::producers` can make all copies to shared memory: TMA makes them,
/// some in a loop, and each loop with copies runs once.
bool canProduce(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                llvm::ArrayRef<ContractionForm> contractions, llvm::ArrayRef<bool> onWarpgroups);

/// The same for a mapping.
bool canProduce(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping,
                const hw::DeviceSpec &device);

} // namespace mcf::cost

#endif
