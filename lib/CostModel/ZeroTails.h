//===- ZeroTails.h - values that are 0 beyond the array ---------*- C++ -*-===//
#ifndef MCFUSER_LIB_COSTMODEL_ZEROTAILS_H
#define MCFUSER_LIB_COSTMODEL_ZEROTAILS_H

#include "mlir/IR/Value.h"

namespace mcf::cost {

/// True for exp(x - r) with a maximum r of the row, and for what rounding and factors of rows make
/// of it: `convert-mcf-to-scf` masks x before the maximum, and no sum of this needs a mask.
bool hasZeroTail(mlir::Value value);

} // namespace mcf::cost

#endif
