//===- EntryFormat.h - words in the file of an entry ------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CACHE_ENTRYFORMAT_H
#define MCFUSER_LIB_CACHE_ENTRYFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mcf::cache {

/// How a file starts, up to the checksum of all lines below. The number is the version of the form.
constexpr llvm::StringLiteral firstLineStart =
    "// MCFuser tuning entry 1, SHA-256 of the lines below: ";
std::string getChecksum(llvm::StringRef text);

namespace field {
constexpr llvm::StringLiteral tuning = "mcf.tuning", target = "target", method = "method",
                              complete = "complete", candidates = "candidates", tiling = "tiling",
                              estimate = "estimate_us", median = "median_us", low = "low_us",
                              high = "high_us", samples = "samples", registers = "registers",
                              localBytes = "local_bytes", workgroupBytes = "workgroup_bytes",
                              error = "error", wasGivenUp = "given_up";
} // namespace field

} // namespace mcf::cache

#endif
