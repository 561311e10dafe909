//===- OperandTypes.h - what two operands meet in ---------------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_OPERANDTYPES_H
#define MCFUSER_DIALECT_MCFG_IR_OPERANDTYPES_H

#include "mlir/IR/Types.h"

namespace mcf::mcfg {

/// The type that the operands of a contraction are brought to before their product: that of the sum
/// if they differ, but f16 or bf16 where an 8-bit float meets one of these or another 8-bit float,
/// which it holds.
mlir::Type getCommonType(mlir::Type lhs, mlir::Type rhs, mlir::Type sum);

} // namespace mcf::mcfg

#endif
