//===- ScheduleForms.h - the forms of all expressions of a chain -*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SCHEDULEFORMS_H
#define MCFUSER_SEARCH_SCHEDULEFORMS_H

#include "MCFuser/Analysis/TilingExpression.h"
#include "MCFuser/CostModel/ScheduleForm.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>

namespace mcf::search {

/// Forms of the placed schedules of a chain, made when they are asked for and kept: one for each
/// expression and each set of loops that have one trip. So a search prices any number of tile
/// vectors with a handful of placements. Works on copies of the chain, which it does not change.
class ScheduleForms {
public:
  /// Keeps its own copy of the expressions; their tile sizes do not matter.
  ScheduleForms(ChainOp chain, llvm::ArrayRef<analysis::TilingExpression> expressions);

  llvm::ArrayRef<analysis::TilingExpression> getExpressions() const { return expressions; }
  /// The form of the expression of this number for the tile vector, one size per dim of the chain
  /// in its order. It lives as long as this object. Diagnoses an expression that does not fit the
  /// chain and what cannot be placed or priced (`ScheduleForm::get`).
  mlir::FailureOr<const cost::ScheduleForm *> get(unsigned expression,
                                                  llvm::ArrayRef<int64_t> tiles);
  /// How many forms there are by now.
  size_t getNumForms() const;

private:
  mlir::FailureOr<ScheduleOp> getRawSchedule(unsigned expression);

  ChainOp chain;
  std::vector<analysis::TilingExpression> expressions;
  llvm::SmallVector<std::string> dimNames;
  /// Dynamic for dims of unknown size.
  llvm::SmallVector<int64_t> dimSizes;
  /// A copy of the chain with the raw schedule of each expression.
  std::vector<mlir::OwningOpRef<ChainOp>> copies;
  /// By the set of dims of one trip, of which bit i is dim i.
  std::vector<std::map<uint64_t, cost::ScheduleForm>> forms;
};

} // namespace mcf::search

#endif
