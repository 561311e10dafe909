//===- ScheduleRule.h - which schedules can run on a device -----*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SCHEDULERULE_H
#define MCFUSER_SEARCH_SCHEDULERULE_H

#include "MCFuser/CostModel/ScheduleForm.h"
#include <memory>

namespace mcf::search {

/// What a rule knows of all candidates with one form.
class ScheduleBound {
public:
  virtual ~ScheduleBound();
  /// False only if the rule removes this tile vector and every one that the form covers and that
  /// has no smaller tile. So a search can skip whole parts of the space.
  virtual bool mayFit(llvm::ArrayRef<int64_t> tiles) const = 0;
};

/// A rule that has to know where the statements of a candidate run: it looks at the form of the
/// placed schedule and a tile vector that the form covers. Rules that need only expressions
/// or tile sizes are `PruningRule`s, which remove many candidates at once.
class ScheduleRule {
public:
  virtual ~ScheduleRule();

  /// Name for reports, in lower case.
  virtual llvm::StringRef getName() const = 0;
  /// Why the schedule cannot run on the device; empty if it can.
  virtual std::string getRefusal(const cost::ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                 const Mapping &mapping, const hw::DeviceSpec &device) const = 0;
  /// A bound, which must not outlive the form; null if there is none.
  virtual std::unique_ptr<ScheduleBound> getBound(const cost::ScheduleForm &form,
                                                  const hw::DeviceSpec &device) const {
    return nullptr;
  }
};

/// Removes what the lowering refuses and what no SM of the device holds a block of: shared memory
/// and registers by liveness (`cost::estimateResources`).
class ResourcesRule : public ScheduleRule {
public:
  llvm::StringRef getName() const override { return "resources of a block"; }
  std::string getRefusal(const cost::ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                         const Mapping &mapping, const hw::DeviceSpec &device) const override;
  std::unique_ptr<ScheduleBound> getBound(const cost::ScheduleForm &form,
                                          const hw::DeviceSpec &device) const override;
};

} // namespace mcf::search

#endif
