//===- ConstantArrays.h - arrays that stay as they are ----------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_CONSTANTARRAYS_H
#define MCFUSER_ANALYSIS_CONSTANTARRAYS_H

#include "mlir/IR/Value.h"

namespace mcf::analysis {

/// True if no kernel that may still run when one that reads the array is launched writes to it: it
/// is a constant, an argument of a function that is said to be (`mcf.constant`), or a view of one.
bool isConstantArray(mlir::Value array);

} // namespace mcf::analysis

#endif
