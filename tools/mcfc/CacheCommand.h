//===- CacheCommand.h - mcfc cache ------------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_CACHECOMMAND_H
#define MCFUSER_TOOLS_MCFC_CACHECOMMAND_H

#include "CacheOptions.h"
#include "mlir/IR/DialectRegistry.h"

namespace mcf::mcfc {

/// Lists, shows or removes entries. Returns the exit code.
int runCacheCommand(const mlir::DialectRegistry &registry, const CacheOptions &options);

} // namespace mcf::mcfc

#endif
