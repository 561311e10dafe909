//===- InputFile.h - reads a file of IR -------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_INPUTFILE_H
#define MCFUSER_TOOLS_MCFC_INPUTFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mcf::mcfc {

/// Reads a file of IR (`-` is standard input) into the manager. What is wrong with it is printed,
/// with its lines.
mlir::OwningOpRef<mlir::ModuleOp> readInputFile(llvm::StringRef path,
                                                const std::shared_ptr<llvm::SourceMgr> &sources,
                                                mlir::MLIRContext &context);

} // namespace mcf::mcfc

#endif
