//===- Mappings.h - the mappings that make sense ----------------*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_MAPPINGS_H
#define MCFUSER_COSTMODEL_MAPPINGS_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::cost {

/// All mappings that a search for the device looks at, plain ones first.
llvm::ArrayRef<Mapping> getAllMappings(const hw::DeviceSpec &device);

/// Those of them that make sense with these tile sizes: no more warps than some contraction keeps
/// busy, and so many that a thread has room for the sums of each contraction. Without a contraction
/// the one that the lowering takes by itself.
llvm::SmallVector<Mapping, 5> getUsefulMappings(const ScheduleForm &form,
                                                llvm::ArrayRef<int64_t> tiles,
                                                const hw::DeviceSpec &device);

} // namespace mcf::cost

#endif
