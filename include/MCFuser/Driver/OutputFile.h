//===- OutputFile.h - writes a file whole or not at all ---------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_OUTPUTFILE_H
#define MCFUSER_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mcf {

/// Writes `text` to a file beside `path` and renames it, so that `path` never holds half of it. `-`
/// is standard output. Returns what went wrong, or an empty text.
std::string writeOutput(llvm::StringRef path, llvm::StringRef text);

} // namespace mcf

#endif
