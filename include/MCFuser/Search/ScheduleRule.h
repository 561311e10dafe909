//===- ScheduleRule.h - which schedules can run on a device -----*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SCHEDULERULE_H
#define MCFUSER_SEARCH_SCHEDULERULE_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::search {

/// A rule that has to know where the statements of a candidate run: it looks at the form of the
/// placed schedule and a tile vector that the form covers. Rules that need only expressions
/// or tile sizes are `PruningRule`s, which remove many candidates at once.
class ScheduleRule {
public:
  virtual ~ScheduleRule();

  /// Name for reports, in lower case.
  virtual llvm::StringRef getName() const = 0;
  /// Whether the schedule can run on the device.
  virtual bool fits(const cost::ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                    const hw::DeviceSpec &device) const = 0;
  /// A bound for whole parts of the space: false only if `fits` is false for this tile
  /// vector and for every one that the form covers and that has no smaller tile.
  virtual bool mayFit(const cost::ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                      const hw::DeviceSpec &device) const {
    return true;
  }
};

} // namespace mcf::search

#endif
