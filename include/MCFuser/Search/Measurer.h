//===- Measurer.h - the time of candidates, measured ------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_MEASURER_H
#define MCFUSER_SEARCH_MEASURER_H

#include "MCFuser/Analysis/TilingExpression.h"

namespace mcf::search {

/// What is known of a candidate after it was tried.
struct Measurement {
  /// Why there is no time: failed to compile, to load or to run. Empty: it was measured.
  std::string error;
  /// There is no time because it was given up: the time was up, or it was stopped.
  bool wasGivenUp = false;
  /// Of one launch: the median of the samples, and the 10% and 90% quantiles.
  double medianSeconds = 0, lowSeconds = 0, highSeconds = 0;
  unsigned numSamples = 0;
  /// What the compile took.
  double compileSeconds = 0;
  std::optional<int64_t> registersPerThread;
  /// Local memory of a thread: mostly spilled registers.
  std::optional<int64_t> localBytesPerThread;
  /// Workgroup (shared) memory of a block.
  std::optional<int64_t> workgroupBytesPerBlock;
  std::optional<int64_t> threadsPerBlock;
  std::optional<int64_t> numBlocks;
};

/// How far a batch is.
struct MeasureProgress {
  /// `compile` or `measure`.
  llvm::StringRef phase;
  size_t numDone = 0, numAll = 0, numFailed = 0;
};

/// Measures candidates of one chain. A candidate that fails is reported and dropped; it never ends
/// the search.
class Measurer {
public:
  virtual ~Measurer();

  /// One measurement for each candidate, in their order. Candidates have all their tile sizes.
  virtual std::vector<Measurement>
  measure(llvm::ArrayRef<analysis::TilingExpression> candidates,
          llvm::function_ref<void(const MeasureProgress &)> progress) = 0;
};

} // namespace mcf::search

#endif
