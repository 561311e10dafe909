//===- Functions.h - the functions of a program -----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_FUNCTIONS_H
#define MCFUSER_LIB_CAPI_FUNCTIONS_H

#include "Parameters.h"
#include "mlir/IR/BuiltinOps.h"

namespace mcf::capi {

/// The public functions with a body, as a caller sees them: written memrefs are outputs. Diagnoses
/// one whose memrefs are used in another way than read whole or written whole.
mlir::FailureOr<std::vector<Function>> readFunctions(mlir::ModuleOp program);

/// Says of each function how it is launched. The module is at stage `TileProgram`, with arrays
/// passed as tensors.
void readRecipes(mlir::ModuleOp tilePrograms, std::vector<Function> &functions);

} // namespace mcf::capi

#endif
