//===- TuningSizes.h - which sizes to tune for ------------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_TUNINGSIZES_H
#define MCFUSER_SEARCH_TUNINGSIZES_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "llvm/Support/Error.h"

namespace mcf::search {

/// Sizes to tune for: for each dim a list or a range.
struct TuningSizes {
  struct Entry {
    std::string dim;
    int64_t minSize = 0, maxSize = DimAttr::largestSize;
    /// Empty: the range says it.
    std::vector<int64_t> likelySizes;
  };
  std::vector<Entry> entries;

  /// Reads `m=512:1024,n=1..4096`. The error says what was expected.
  static llvm::Expected<TuningSizes> parse(llvm::StringRef text);
};

/// States in the dims of the chains what to tune for. Diagnoses a name that is no dim of unknown
/// size of any of them.
mlir::LogicalResult setTuningSizes(llvm::ArrayRef<ChainOp> chains, const TuningSizes &sizes,
                                   mlir::Location loc);

} // namespace mcf::search

#endif
