//===- Tune.h - mcfc tune ---------------------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_TUNE_H
#define MCFUSER_TOOLS_MCFC_TUNE_H

#include "TuneOptions.h"
#include "mlir/IR/DialectRegistry.h"

namespace mcf::mcfc {

/// Tunes the chains of a file. Returns the exit code.
int tune(const mlir::DialectRegistry &registry, const TuneOptions &options,
         CompilerOptions compilerOptions);

} // namespace mcf::mcfc

#endif
