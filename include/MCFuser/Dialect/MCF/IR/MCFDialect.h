//===- MCFDialect.h - the mcf dialect: ops, types, attributes ---*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFDIALECT_H
#define MCFUSER_DIALECT_MCF_IR_MCFDIALECT_H

#include "MCFuser/Dialect/MCF/IR/Mapping.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mcf {
class ChainOp;
class ContractOp;
class LoopOp;
class MapOp;
class ScheduleOp;
class YieldOp;

/// How the result of an elementwise op depends on one of its operands `r`.
enum class FactorKind {
  None,        ///< in no way that can be taken out of a sum
  Exponential, ///< c * exp(e - r)
  Product,     ///< s * r
  Quotient,    ///< s / r
  ZeroIf,      ///< r ? 0 : s
  ZeroUnless   ///< r ? s : 0
};

/// True for a factor that is applied when a sum is complete; until then the sum lacks it.
inline bool isAppliedLast(FactorKind kind) {
  return kind != FactorKind::None && kind != FactorKind::Exponential;
}
} // namespace mcf

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h.inc"
#include "MCFuser/Dialect/MCF/IR/MCFEnums.h.inc"
#include "MCFuser/Dialect/MCF/IR/MCFInterfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFTypes.h.inc"
#define GET_OP_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFOps.h.inc"

namespace mcf {
/// True if a dim may have this name: letters, digits, `_`, `$` and `.`, no digit, `$` or `.` first.
bool isDimName(llvm::StringRef name);
/// The contractions of a chain in program order.
llvm::SmallVector<ContractOp> getContractions(ChainOp chain);
} // namespace mcf

#endif
