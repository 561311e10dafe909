//===- Nesting.h - how deep a text nests ------------------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_NESTING_H
#define MCFUSER_LIB_CAPI_NESTING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mcf::capi {

/// Why a text nests too deep for parsers, which recurse; an empty text if it does not. `name` is
/// that of the text. Strings and comments (`//`) do not count.
std::string checkNesting(llvm::StringRef text, llvm::StringRef name);

} // namespace mcf::capi

#endif
