//===- KernelParameters.h - which parameters a kernel has -------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_IR_KERNELPARAMETERS_H
#define MCFUSER_LIB_DIALECT_MCFG_IR_KERNELPARAMETERS_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"

namespace mcf::mcfg {

/// Checks that these are the parameters of a kernel with these operands; all but the tensor maps
/// follow from the operands.
llvm::LogicalResult verifyParameters(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                     llvm::ArrayRef<KernelOperandAttr> operands,
                                     llvm::ArrayRef<KernelParameterAttr> parameters);

} // namespace mcf::mcfg

#endif
