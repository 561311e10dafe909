//===- RuntimeSymbols.h - what JIT-compiled code calls ---------------*- C++ -*-===//
#ifndef MCFUSER_LIB_TARGET_CPU_RUNTIMESYMBOLS_H
#define MCFUSER_LIB_TARGET_CPU_RUNTIMESYMBOLS_H

#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"

namespace mcf::cpu {
/// malloc and free that count and poison, and the conversions of 16-bit floats that
/// compilers call by name: a self-contained binary has no library to find them in.
llvm::orc::SymbolMap getRuntimeSymbols(llvm::orc::MangleAndInterner &interner);

/// Calls compiled code. Returns the number of the assertion that failed and ended the call, or -1.
/// What the code had allocated until then is freed.
int64_t callGuarded(void (*function)(void **), void **arguments);
} // namespace mcf::cpu

#endif
