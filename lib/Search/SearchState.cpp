//===- SearchState.cpp - clock, counts and best candidates of a search ----===//
#include "SearchState.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

static double getTilePoints(const Candidate &candidate) {
  double points = 1;
  for (int64_t tile : candidate.tiles)
    points *= static_cast<double>(tile);
  return points;
}

bool PricedCandidate::operator<(const PricedCandidate &other) const {
  if (static_cast<float>(seconds) != static_cast<float>(other.seconds))
    return seconds < other.seconds;
  double points = getTilePoints(candidate), otherPoints = getTilePoints(other.candidate);
  return points != otherPoints ? points > otherPoints : candidate < other.candidate;
}

SearchState::SearchState(TilingProblem &problem, const SearchOptions &options)
    : problem(problem), options(options),
      start(options.start.value_or(std::chrono::steady_clock::now())),
      nextProgressSeconds(options.progressSeconds) {}

static double getSecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool SearchState::hasTime() {
  if (isTimeUp || (!options.timeLimitSeconds && !options.progress))
    return !isTimeUp;
  double elapsed = getSecondsSince(start);
  isTimeUp = options.timeLimitSeconds && elapsed >= *options.timeLimitSeconds;
  if (options.progress && elapsed >= nextProgressSeconds) {
    double bestSeconds = !best.empty()      ? best[0].seconds
                         : !offered.empty() ? offered.begin()->seconds
                                            : std::numeric_limits<double>::infinity();
    options.progress({numPriced, bestSeconds, elapsed});
    nextProgressSeconds = elapsed + options.progressSeconds;
  }
  return !isTimeUp;
}

bool SearchState::isAmongBest(double seconds) const {
  return best.size() < std::max(options.numBest, options.numMeasured) ||
         static_cast<float>(seconds) <= static_cast<float>(best.back().seconds);
}

bool SearchState::keep(const TilingRegion &region, ArrayRef<int64_t> tiles, const Mapping &mapping,
                       double seconds) {
  numAsked += 1;
  Candidate candidate{region.expression, {tiles.begin(), tiles.end()}, mapping};
  if (auto [rule, refusal] = problem.getRemovingRule(region, tiles, mapping); rule) {
    numRefused[rule] += 1;
    if (exampleOfRefusal.empty())
      exampleOfRefusal = problem.getExpression(candidate).str() + ": " + refusal;
    return false;
  }
  if (!isAmongBest(seconds))
    return true;
  PricedCandidate priced{seconds, std::move(candidate), std::nullopt};
  best.insert(llvm::lower_bound(best, priced), std::move(priced));
  if (best.size() > std::max(options.numBest, options.numMeasured))
    best.pop_back();
  return true;
}

// So many are remembered: some of them are refused.
static constexpr size_t maxOffered = 4096;

void SearchState::offer(const TilingRegion &region, ArrayRef<int64_t> tiles, const Mapping &mapping,
                        double seconds) {
  // Most are left out here.
  auto price = static_cast<float>(seconds);
  if (lastAsked && price < static_cast<float>(lastAsked->seconds))
    return;
  if (offered.size() == maxOffered && price > static_cast<float>(offered.rbegin()->seconds)) {
    hasMoreOffered = true;
    return;
  }
  PricedCandidate priced{
      seconds, {region.expression, {tiles.begin(), tiles.end()}, mapping}, std::nullopt};
  if (lastAsked && !(*lastAsked < priced))
    return;
  offered.insert(std::move(priced));
  if (offered.size() > maxOffered) {
    offered.erase(std::prev(offered.end()));
    hasMoreOffered = true;
  }
}

bool SearchState::settle() {
  size_t numWanted = std::max(options.numBest, options.numMeasured);
  for (const PricedCandidate &priced : offered) {
    if (best.size() >= numWanted)
      break;
    const Candidate &candidate = priced.candidate;
    // It was priced, so its region has a form.
    keep(**problem.getRegion(candidate), candidate.tiles, candidate.mapping, priced.seconds);
  }
  if (best.size() >= numWanted || !hasMoreOffered)
    return true;
  lastAsked = *offered.rbegin();
  offered.clear();
  hasMoreOffered = false;
  return false;
}

static bool walk(const TilingProblem &problem, const TilingRegion &region, unsigned depth,
                 MutableArrayRef<int64_t> tiles, function_ref<bool(ArrayRef<int64_t>)> function) {
  if (depth == tiles.size())
    return function(tiles);
  bool goOn = true;
  for (int64_t size : region.sizes[depth]) {
    tiles[depth] = size;
    // Dims to come have their smallest tile: what does not fit now never does.
    if (!problem.mayFit(region, tiles))
      break;
    goOn = walk(problem, region, depth + 1, tiles, function);
    if (!goOn)
      break;
  }
  tiles[depth] = region.sizes[depth].front();
  return goOn;
}

bool mcf::search::walkRegion(const TilingProblem &problem, const TilingRegion &region,
                             function_ref<bool(ArrayRef<int64_t>)> function) {
  llvm::SmallVector<int64_t, 8> tiles = region.getSmallestTiles();
  return walk(problem, region, 0, tiles, function);
}

/// `a - b` of counts that saturate: what is too large stays too large.
static uint64_t subtract(uint64_t a, uint64_t b) {
  return a == UINT64_MAX ? a : a - std::min(a, b);
}

void SearchState::addFunnel(SearchResult &result, bool isComplete) {
  result.funnel = problem.getPruning();
  uint64_t left = problem.getSpace().getNumCandidates();
  auto addRow = [&](const Twine &name, uint64_t removed, uint64_t neverVisited) {
    RuleReport &row = result.funnel.rows.emplace_back();
    row.name = name.str();
    row.isProduct = false;
    row.isLowerBound = problem.getSpace().isLowerBound();
    row.numRemoved = removed;
    row.numNeverVisited = neverVisited;
    left = subtract(left, removed);
    row.numCandidatesLeft = left;
  };
  // Until now expressions and tile sizes were counted.
  uint64_t numMappings = problem.getAllMappings().size();
  if (numMappings > 1) {
    left = llvm::SaturatingMultiply(left, numMappings);
    addRow("times " + std::to_string(numMappings) + " mappings", 0, 0);
  }
  // What an exhaustive search did not price was excluded by bounds of the schedule rules, or is
  // the same as something that it priced.
  uint64_t same = isComplete && numPriced != 0 ? problem.countSameCandidates() : 0;
  same = llvm::SaturatingMultiply(same, numMappings);
  addRow("same schedule as another", same, same);
  if (numMappings > 1)
    addRow("warps without work or registers", numUseless, 0);
  uint64_t rest = subtract(left, numPriced);
  for (const auto &rule : problem.getOptions().scheduleRules) {
    // With more than one rule, what bounds exclude counts for the first.
    uint64_t cut = isComplete ? std::exchange(rest, 0) : 0;
    addRow(rule->getName(), llvm::SaturatingAdd(numRefused[rule.get()], cut), cut);
    result.funnel.rows.back().numAsked = numAsked;
  }
  if (!isComplete)
    addRow("not looked at", rest, rest);
}

void SearchState::measureBest(ArrayRef<PricedCandidate> list) {
  if (!options.measurer || !hasTime())
    return;
  std::vector<analysis::TilingExpression> expressions;
  size_t numBefore = measured.size();
  for (const PricedCandidate &priced : list.take_front(options.numMeasured))
    if (llvm::none_of(measured,
                      [&](const auto &other) { return other.candidate == priced.candidate; })) {
      measured.push_back(priced);
      expressions.push_back(problem.getExpression(priced.candidate));
    }
  std::vector<Measurement> measurements =
      options.measurer->measure(expressions, [&](const MeasureProgress &) { hasTime(); });
  for (auto [entry, measurement] :
       llvm::zip_equal(llvm::drop_begin(measured, numBefore), measurements))
    if (measurement.error.empty())
      entry.measuredSeconds = measurement.medianSeconds;
}

double SearchState::getBestSeconds() const {
  double seconds = std::numeric_limits<double>::infinity();
  if (!options.measurer)
    return best.empty() ? seconds : best.front().seconds;
  for (const PricedCandidate &priced : measured)
    seconds = std::min(seconds, priced.measuredSeconds.value_or(seconds));
  return seconds;
}

/// The measured ones by their time, then the others by their price. What cannot run is left out.
std::vector<PricedCandidate> SearchState::getRanked() const {
  std::vector<PricedCandidate> ranked;
  llvm::copy_if(measured, std::back_inserter(ranked),
                [](const auto &priced) { return priced.measuredSeconds.has_value(); });
  llvm::sort(ranked, [](const auto &a, const auto &b) {
    return *a.measuredSeconds != *b.measuredSeconds ? *a.measuredSeconds < *b.measuredSeconds
                                                    : a < b;
  });
  llvm::copy_if(best, std::back_inserter(ranked), [&](const auto &priced) {
    return llvm::none_of(measured,
                         [&](const auto &other) { return other.candidate == priced.candidate; });
  });
  if (ranked.size() > options.numBest)
    ranked.resize(options.numBest);
  return ranked;
}

FailureOr<SearchResult> SearchState::finish(bool isComplete, Algorithm algorithm) {
  SearchResult result;
  result.algorithm = getAlgorithmName(algorithm).str();
  const ProblemOptions &problemOptions = problem.getOptions();
  result.device = problemOptions.device.getTitle();
  result.model = problemOptions.model->getName().str();
  result.seed = options.seed;
  for (const ShapeDim &dim : problem.getShape().dims)
    if (dim.isOpen()) {
      result.openDims.push_back(dim.name);
      result.tunedFor.resize(dim.openSizes.size());
      for (auto [point, size] : llvm::zip_equal(result.tunedFor, dim.openSizes))
        point.push_back(size);
    }
  result.hitTimeLimit = isTimeUp;
  result.numPriced = numPriced;
  result.numMeasured = measured.size();
  addFunnel(result, isComplete && !isTimeUp);
  std::vector<PricedCandidate> ranked = getRanked();
  if (ranked.empty()) {
    if (isTimeUp)
      return problem.getChain().emitError()
             << "no candidate was priced within the time limit of "
             << llvm::formatv("{0:f3}", *options.timeLimitSeconds).str() << " s";
    InFlightDiagnostic error = problem.getChain().emitError() << "no candidate is left: removed by "
                                                              << result.funnel.getRemovingRules();
    if (!exampleOfRefusal.empty())
      error << "; for example " << exampleOfRefusal;
    return failure();
  }
  for (const PricedCandidate &priced : ranked) {
    FailureOr<const TilingRegion *> region = problem.getRegion(priced.candidate);
    if (failed(region))
      return failure();
    RankedCandidate &entry = result.best.emplace_back();
    entry.candidate = priced.candidate;
    entry.expression = problem.getExpression(priced.candidate);
    entry.cost = problem.explain(**region, priced.candidate.tiles, priced.candidate.mapping);
    entry.resources = cost::estimateResources(*(*region)->form, priced.candidate.tiles,
                                              problemOptions.device, priced.candidate.mapping);
    entry.measuredSeconds = priced.measuredSeconds;
  }
  for (const PricedCandidate &priced : measured)
    if (!priced.measuredSeconds)
      result.dropped.emplace_back(problem.getExpression(priced.candidate), priced.seconds);
  for (RankedCandidate &entry : llvm::drop_begin(result.best))
    entry.reason = explainLoss(result.getWinner().cost, entry.cost, problemOptions.device);
  result.elapsedSeconds = getSecondsSince(start);
  return result;
}
