//===- ContractionForm.h - contractions of a form -------------*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_CONTRACTIONFORM_H
#define MCFUSER_LIB_COSTMODEL_CONTRACTIONFORM_H

#include "MCFuser/CostModel/ScheduleForm.h"
#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"

namespace mcf::cost {

/// A contraction of a form with its tile sizes.
struct ContractionForm {
  mcfg::ContractionSizes sizes;
  /// Values with the rows and the columns of the result, and the dims of its columns.
  unsigned a = 0, b = 0;
  llvm::SmallVector<unsigned, 2> columnDims = {};
  /// Warps that work on its rows and on its columns; others do the same as these.
  mcfg::WarpGrid warps = {};
  /// Of a multiply-add, against one of f32.
  double slowness = 1;

  /// The contraction that is this value.
  static ContractionForm get(const ScheduleForm &form, unsigned value,
                             llvm::ArrayRef<int64_t> tiles);
};

/// The warps of a block that runs these contractions. Gives each of them its part, as
/// mcf-assign-layouts does.
int64_t placeWarps(llvm::MutableArrayRef<ContractionForm> contractions, const Mapping &mapping);

} // namespace mcf::cost

#endif
