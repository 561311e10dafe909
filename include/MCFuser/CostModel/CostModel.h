//===- CostModel.h - estimates the time of a schedule -----------*- C++ -*-===//
#ifndef MCFUSER_COSTMODEL_COSTMODEL_H
#define MCFUSER_COSTMODEL_COSTMODEL_H

#include "MCFuser/CostModel/ScheduleForm.h"

namespace mcf::cost {

/// What one statement takes.
struct StatementCost {
  /// Bytes of one tile (load, store), or floating-point operations of one tile (compute).
  double tileBytes = 0, tileFlops = 0;
  /// Trips of the loops around it, blocks included.
  double trips = 1;
  /// What it adds to the estimate; each model says how.
  double seconds = 0;
};

/// A part of an estimate that a reader can make something of.
struct CostTerm {
  llvm::StringRef name;
  double seconds = 0;
};

/// An estimate and what it is made of. Statements are in the order of the form.
struct CostBreakdown {
  std::vector<StatementCost> statements;
  /// Each model has its own, always the same in the same order. Their sum is the estimate, but for
  /// rounding.
  std::vector<CostTerm> terms;
  double memoryBytes = 0, computeFlops = 0;
  double numBlocks = 1;
  double totalSeconds = 0;

  /// Adds an estimate of the same schedule at other sizes; blocks are those of the larger one.
  void add(const CostBreakdown &other);
};

/// Estimates the time of a schedule on a device.
class CostModel {
public:
  virtual ~CostModel();
  virtual llvm::StringRef getName() const = 0;
  /// True if the estimate depends on the mapping: then a search looks at more than one.
  virtual bool pricesMappings() const { return false; }
  /// The estimate with these tile sizes, one per dim, which the form covers, and this mapping.
  virtual CostBreakdown estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                 const hw::DeviceSpec &device,
                                 const Mapping &mapping = {}) const = 0;
  /// `estimate(...).totalSeconds`, to the last bit. A search asks for it often: a model may
  /// override it to leave out the breakdown.
  virtual double estimateSeconds(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                 const hw::DeviceSpec &device, const Mapping &mapping = {}) const;
};

/// The formula of MCFuser (SC'24): `t = (t_mem + t_comp) * alpha`, see docs/CostModel.md. It does
/// not know of mappings.
class PaperCostModel : public CostModel {
public:
  llvm::StringRef getName() const override { return "paper"; }
  CostBreakdown estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                         const hw::DeviceSpec &device, const Mapping &mapping = {}) const override;
};

/// The names of all models, the default first.
llvm::ArrayRef<llvm::StringRef> getCostModelNames();
/// The model of this name. The error lists the names that are known.
llvm::Expected<std::unique_ptr<CostModel>> lookupCostModel(llvm::StringRef name);

} // namespace mcf::cost

#endif
