//===- Mappings.h - the mappings that make sense ----------------*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_MAPPINGS_H
#define MCFUSER_COSTMODEL_MAPPINGS_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::cost {

/// All mappings that a search looks at, fewer warps first, then shorter rings.
llvm::ArrayRef<Mapping> getAllMappings();

/// Those of them that make sense with these tile sizes: no more warps than some contraction keeps
/// busy, so many that a thread has room for the sums of each contraction, and rings no deeper than
/// some loop has trips. Without a contraction
/// the one that the lowering takes by itself.
llvm::SmallVector<Mapping, 10> getUsefulMappings(const ScheduleForm &form,
                                                llvm::ArrayRef<int64_t> tiles,
                                                const hw::DeviceSpec &device);

} // namespace mcf::cost

#endif
