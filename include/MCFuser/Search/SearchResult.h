//===- SearchResult.h - what a search found, and why ------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SEARCHRESULT_H
#define MCFUSER_SEARCH_SEARCHRESULT_H

#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Search/PruningReport.h"
#include "MCFuser/Search/TilingProblem.h"

namespace llvm::json {
class OStream;
}

namespace mcf::search {

/// One of the best candidates.
struct RankedCandidate {
  Candidate candidate;
  /// The candidate as it is written, with its tile sizes.
  analysis::TilingExpression expression;
  cost::CostBreakdown cost;
  cost::ResourceEstimate resources;
  /// Where it was measured.
  std::optional<double> measuredSeconds;
  /// Why it is not the winner, in words with numbers; of the winner empty.
  std::string reason;
};

/// What a search found and how.
struct SearchResult {
  /// The winner first. Measured ones stand before those that were not.
  std::vector<RankedCandidate> best;
  /// What could not be measured, with its estimate.
  std::vector<std::pair<analysis::TilingExpression, double>> dropped = {};
  /// The device as `hw::DeviceSpec::getTitle` says it: with a note unless it was measured.
  std::string algorithm, device, model;
  uint64_t seed = 0;
  /// The dims of unknown size, and the points that estimates are a sum over. Empty if all are
  /// known.
  std::vector<std::string> openDims = {};
  std::vector<std::vector<int64_t>> tunedFor = {};
  /// The time limit was hit: there may be better candidates than these.
  bool hitTimeLimit = false;
  double elapsedSeconds = 0;
  uint64_t numPriced = 0;
  uint64_t numMeasured = 0;
  /// Of an evolutionary search.
  unsigned numGenerations = 0;
  /// What each rule removed, what is the same as another candidate, and what the search did not
  /// look at.
  PruningReport funnel;

  const RankedCandidate &getWinner() const { return best.front(); }
  /// `m = 128, n = 128; m = 512, n = 512`.
  std::string getTunedForText() const;
  /// One line: `exhaustive search priced 1,764 candidates ...`.
  std::string getSummary() const;
  /// The funnel and the best candidates as tables.
  void print(llvm::raw_ostream &os) const;
  /// The same as one JSON object.
  void printJSON(llvm::json::OStream &json) const;
};

/// Why `loser` takes longer than `winner`: the term of the model that makes the largest part of the
/// difference, with both times, and what may be behind it: `moves 1.40x the bytes`, `fills 64 of
/// 132 SMs`.
std::string explainLoss(const cost::CostBreakdown &winner, const cost::CostBreakdown &loser,
                        const hw::DeviceSpec &device);

} // namespace mcf::search

#endif
