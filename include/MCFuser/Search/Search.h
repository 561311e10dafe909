//===- Search.h - algorithms that choose a tiling ---------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_SEARCH_H
#define MCFUSER_SEARCH_SEARCH_H

#include "MCFuser/Search/Measurer.h"
#include "MCFuser/Search/SearchResult.h"
#include "MCFuser/Search/TilingProblem.h"
#include <chrono>
#include <functional>

namespace mcf::search {

/// `Auto`: exhaustive where the space that the rules leave is small, else evolutionary.
enum class Algorithm { Auto, Exhaustive, Evolutionary };

/// Name in options and reports: `exhaustive`.
llvm::StringRef getAlgorithmName(Algorithm algorithm);
/// The algorithm of this name. The error lists the names that are known.
llvm::Expected<Algorithm> lookupAlgorithm(llvm::StringRef name);

/// How far a search is.
struct SearchProgress {
  uint64_t numPriced = 0;
  /// Of the best candidate so far; infinity if there is none yet.
  double bestSeconds = 0;
  double elapsedSeconds = 0;
};

/// The shortest and the longest time limit, in seconds.
constexpr double minTimeLimitSeconds = 1e-3, maxTimeLimitSeconds = 86400;

struct SearchOptions {
  Algorithm algorithm = Algorithm::Auto;
  /// Of the random numbers. The same seed gives the same result unless the time limit is hit.
  uint64_t seed = 1;
  /// Wall time after which the search stops and keeps the best so far; nothing: no limit.
  std::optional<double> timeLimitSeconds;
  /// When the clock started; nothing: as the search begins. `chooseTiling` starts it before the
  /// space is made.
  std::optional<std::chrono::steady_clock::time_point> start;
  /// `Auto` searches spaces of at most so many candidates exhaustively. Counted are those that the
  /// bounds of the rules leave, and not the whole product.
  uint64_t maxExhaustiveCandidates = uint64_t(1) << 17;
  /// How many of the best candidates the result lists.
  unsigned numBest = 10;
  /// Evolutionary: size of a generation.
  unsigned populationSize = 100;
  /// Measured are so many of the best by the model (evolutionary: in each generation).
  unsigned numMeasured = 8;
  /// Evolutionary: stop when the best improves by less than this part of it ...
  double epsilon = 0.01;
  /// ... for so many generations; one suffices where candidates are measured, as in the paper.
  unsigned numStillGenerations = 16;
  unsigned maxGenerations = 1000;
  /// Times candidates on a device; null: the model alone decides. What cannot be measured is
  /// dropped.
  Measurer *measurer = nullptr;
  /// Called at most once in `progressSeconds`, and not before they have passed.
  std::function<void(const SearchProgress &)> progress;
  double progressSeconds = 1;
};

/// The time limit in seconds that the text spells in units of `unitSeconds`. The error says what
/// was expected: a number in the range above.
llvm::Expected<double> parseTimeLimit(llvm::StringRef text, double unitSeconds = 1);
/// The seed that the text spells. The error says what was expected.
llvm::Expected<uint64_t> parseSeed(llvm::StringRef text);

/// Prices every candidate that the rules leave. With a measurer the best by the model are
/// measured and the fastest wins. Fails, with a diagnostic, if no candidate is left or
/// none was priced within the time limit.
mlir::FailureOr<SearchResult> searchExhaustive(TilingProblem &problem,
                                               const SearchOptions &options);

/// The paper's search: a random generation, of which the best by the model are measured; then
/// generations drawn from the last one with weight `1 / estimate` and mutated, until the best
/// stands still. Without a measurer the best estimate has to stand still. Fails as above.
mlir::FailureOr<SearchResult> searchEvolutionary(TilingProblem &problem,
                                                 const SearchOptions &options);

/// The search that the options ask for.
mlir::FailureOr<SearchResult> search(TilingProblem &problem, const SearchOptions &options);

} // namespace mcf::search

#endif
