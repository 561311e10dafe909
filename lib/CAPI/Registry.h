//===- Registry.h - dialects and passes of the library ----------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_REGISTRY_H
#define MCFUSER_LIB_CAPI_REGISTRY_H

#include "mlir/IR/DialectRegistry.h"

namespace mcf::capi {

/// All dialects; passes are registered, too. Made at the first call, and only read afterwards.
const mlir::DialectRegistry &getRegistry();

} // namespace mcf::capi

#endif
