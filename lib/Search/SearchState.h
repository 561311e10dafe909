//===- SearchState.h - what the algorithms share ----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_SEARCH_SEARCHSTATE_H
#define MCFUSER_LIB_SEARCH_SEARCHSTATE_H

#include "MCFuser/Search/Search.h"
#include <chrono>
#include <set>

namespace mcf::search {

/// A candidate with what it is estimated to take.
struct PricedCandidate {
  double seconds = 0;
  Candidate candidate;
  std::optional<double> measuredSeconds;

  /// Faster first. What agrees to 24 bits is equally fast: then the one of fewer and larger tiles
  /// is first, since each trip has costs that a model may not know. Last comes a fixed order.
  bool operator<(const PricedCandidate &other) const;
};

/// The clock, the counts and the best candidates of one search.
class SearchState {
public:
  SearchState(TilingProblem &problem, const SearchOptions &options);

  /// False when the time limit is hit. Looks at the clock each time.
  bool hasTime();
  /// The same, but looks at the clock now and then.
  bool hasTimeNowAndThen() { return ++numCalls % 16 != 0 ? !isTimeUp : hasTime(); }

  /// Prices a candidate of the region.
  double price(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping) {
    numPriced += 1;
    return problem.estimateSeconds(region, tiles, mapping);
  }
  /// True if a candidate of this price would be one of the best.
  bool isAmongBest(double seconds) const;
  /// Asks the schedule rules about a candidate, and keeps it if they do and it is one of the best.
  /// Returns whether they keep it.
  bool keep(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping,
            double seconds);
  /// Remembers a candidate if it may be among the best that the schedule rules keep. They take
  /// longer than a price, so `settle` asks them, best first, until there are enough.
  void offer(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping,
             double seconds);
  /// Makes the best of what was offered. False if too much of it was refused for what was
  /// remembered: then all has to be offered once more, and what was asked about is left out.
  bool settle();
  /// The best by the model, in order.
  llvm::ArrayRef<PricedCandidate> getBest() const { return best; }

  /// Measures the first `numMeasured` of the list, which is best first, unless that was done
  /// before or the time is up. Does nothing where nothing is measured.
  void measureBest(llvm::ArrayRef<PricedCandidate> list);
  /// Time of the best so far: measured, or by the model where nothing is measured. Infinity if
  /// there is none.
  double getBestSeconds() const;

  /// What was found. If that is nothing, a diagnostic says why. `isComplete`: what was not priced
  /// was excluded by bounds.
  mlir::FailureOr<SearchResult> finish(bool isComplete, Algorithm algorithm);

  uint64_t numPriced = 0;
  /// Mappings that make no sense with tile sizes that were looked at.
  uint64_t numUseless = 0;
  bool isTimeUp = false;

private:
  void addFunnel(SearchResult &result, bool isComplete);
  std::vector<PricedCandidate> getRanked() const;

  TilingProblem &problem;
  const SearchOptions &options;
  std::chrono::steady_clock::time_point start;
  double nextProgressSeconds;
  uint64_t numCalls = 0, numAsked = 0;
  std::vector<PricedCandidate> best;
  /// What was offered, and whether there was more; the last of what was asked about before.
  std::set<PricedCandidate> offered;
  bool hasMoreOffered = false;
  std::optional<PricedCandidate> lastAsked;
  /// In the order in which they were measured. One without a time cannot run.
  std::vector<PricedCandidate> measured;
  std::map<const ScheduleRule *, uint64_t> numRefused;
  /// The first candidate that a schedule rule removed, and why.
  std::string exampleOfRefusal;
};

/// Visits the candidates of the region in a fixed order, skipping what bounds exclude, until the
/// function returns false. Returns whether it went through.
bool walkRegion(const TilingProblem &problem, const TilingRegion &region,
                llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> function);

} // namespace mcf::search

#endif
