//===- Counts.h - counts that processes share ------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_COUNTS_H
#define MCFUSER_TOOLS_MCF_FUZZ_COUNTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mcf::fuzz {

/// How often each of a few texts was counted, by this process and those it forks.
class Counts {
public:
  Counts();

  /// Texts that differ in numbers only count as one. The table is long enough.
  void add(llvm::StringRef text, int64_t count = 1);
  int64_t get(llvm::StringRef text) const;
  /// Texts with this prefix, which is cut off, the most frequent first.
  std::vector<std::pair<std::string, int64_t>> getAll(llvm::StringRef prefix) const;

private:
  struct Table;
  Table *table;
};

} // namespace mcf::fuzz

#endif
