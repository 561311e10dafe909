//===- EvolutionarySearch.cpp - the paper's search ------------------------===//
#include "MCFuser/Search/Random.h"
#include "SearchState.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {
using Generation = std::vector<PricedCandidate>;

/// Draws and mutates the candidates of one search. What cannot be priced at all sets `isFailed`,
/// and nothing is drawn any more.
class Evolution {
public:
  Evolution(TilingProblem &problem, const SearchOptions &options)
      : problem(problem), options(options), state(problem, options), random(options.seed) {}

  FailureOr<SearchResult> run();

private:
  // A step may make a form, which takes longer than a look at the clock.
  bool goesOn() { return !isFailed && state.hasTime(); }
  /// The price, from memory if it has one; nothing if a rule removes the candidate. A mapping that
  /// makes no sense becomes the nearest one that does.
  std::optional<PricedCandidate> price(Candidate candidate);
  /// Gives the candidate the nearest mapping that makes sense; false if none does.
  bool fixMapping(const TilingRegion &region, Candidate &candidate) const;
  /// A random candidate that the rules keep; nothing if a number of tries found none.
  std::optional<PricedCandidate> draw();
  Mapping drawMapping() {
    auto mappings = problem.getAllMappings();
    return mappings.size() == 1 ? mappings[0] : mappings[random.below(mappings.size())];
  }
  /// The same, made of another by other tile sizes and now and then another expression or mapping.
  std::optional<PricedCandidate> mutate(const Candidate &parent);
  Generation getFirst();
  Generation getNext(const Generation &generation);

  TilingProblem &problem;
  const SearchOptions &options;
  SearchState state;
  Random random;
  /// Infinity for those that a rule removes.
  std::map<Candidate, double> prices;
  bool isFailed = false;
};
} // namespace

// So many tries at a candidate before it is given up.
static constexpr unsigned maxTries = 64;

bool Evolution::fixMapping(const TilingRegion &region, Candidate &candidate) const {
  auto mappings = problem.getMappings(region, candidate.tiles);
  if (mappings.empty())
    return false;
  // They are in order.
  auto next = llvm::lower_bound(mappings, candidate.mapping);
  candidate.mapping = next == mappings.end() ? mappings.back() : *next;
  return true;
}

std::optional<PricedCandidate> Evolution::price(Candidate candidate) {
  FailureOr<const TilingRegion *> region = problem.getRegion(candidate);
  if (failed(region)) {
    isFailed = true;
    return std::nullopt;
  }
  candidate.expression = (*region)->expression;
  if (!fixMapping(**region, candidate))
    return std::nullopt;
  auto [entry, isNew] = prices.try_emplace(candidate, std::numeric_limits<double>::infinity());
  // A mutation may lead out of what the bounds leave.
  if (isNew && problem.mayFit(**region, candidate.tiles)) {
    double seconds = state.price(**region, candidate.tiles, candidate.mapping);
    if (state.keep(**region, candidate.tiles, candidate.mapping, seconds))
      entry->second = seconds;
  }
  if (std::isinf(entry->second))
    return std::nullopt;
  return PricedCandidate{entry->second, std::move(candidate), std::nullopt};
}

std::optional<PricedCandidate> Evolution::draw() {
  for (unsigned i = 0; i < maxTries && goesOn(); ++i) {
    FailureOr<const TilingRegion *> found =
        problem.getRegion(random.below(problem.getNumRegions()));
    if (failed(found)) {
      isFailed = true;
      return std::nullopt;
    }
    const TilingRegion &region = (*found)->sameAs ? *(*found)->sameAs : **found;
    Candidate candidate{region.expression, region.getSmallestTiles()};
    if (!problem.mayFit(region, candidate.tiles))
      continue;
    candidate.mapping = drawMapping();
    // Each dim in turn takes one of the sizes that leave room for the smallest of the others; in
    // a random order, so that none always comes first.
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, region.sizes.size()));
    for (size_t left = order.size(); left > 1; --left)
      std::swap(order[left - 1], order[random.below(left)]);
    for (unsigned dim : order) {
      ArrayRef<int64_t> sizes = region.sizes[dim];
      auto end = llvm::partition_point(sizes, [&](int64_t size) {
        candidate.tiles[dim] = size;
        return problem.mayFit(region, candidate.tiles);
      });
      candidate.tiles[dim] = sizes[random.below(end - sizes.begin())];
    }
    if (std::optional<PricedCandidate> priced = price(std::move(candidate)))
      return priced;
  }
  return std::nullopt;
}

std::optional<PricedCandidate> Evolution::mutate(const Candidate &parent) {
  const TilingSpace &space = problem.getSpace();
  for (unsigned i = 0; i < maxTries && goesOn(); ++i) {
    Candidate child = parent;
    if (random.below(8) == 0)
      child.expression = random.below(space.getExpressions().size());
    uint64_t least = 1;
    if (problem.getAllMappings().size() > 1 && random.below(3) == 0) {
      child.mapping = drawMapping();
      least = 0;
    }
    for (uint64_t change = 0, count = least + random.below(2); change < count; ++change) {
      unsigned dim = random.below(child.tiles.size());
      ArrayRef<int64_t> sizes = space.getTileSizes(dim);
      if (random.below(2) == 0) {
        child.tiles[dim] = sizes[random.below(sizes.size())];
        continue;
      }
      // Up to three sizes up or down.
      int64_t step = 1 + static_cast<int64_t>(random.below(3));
      int64_t index = llvm::lower_bound(sizes, child.tiles[dim]) - sizes.begin() +
                      (random.below(2) == 0 ? step : -step);
      child.tiles[dim] = sizes[std::clamp<int64_t>(index, 0, sizes.size() - 1)];
    }
    if (std::optional<PricedCandidate> priced = price(std::move(child)))
      return priced;
  }
  return std::nullopt;
}

static void sortAndUnique(Generation &generation) {
  llvm::sort(generation);
  auto isSame = [](const auto &a, const auto &b) { return a.candidate == b.candidate; };
  generation.erase(std::unique(generation.begin(), generation.end(), isSame), generation.end());
}

Generation Evolution::getFirst() {
  Generation generation;
  for (unsigned i = 0; i < options.populationSize && goesOn(); ++i)
    if (std::optional<PricedCandidate> drawn = draw())
      generation.push_back(std::move(*drawn));
  // If chance finds nothing, go through the space until something fits.
  for (size_t i = 0; i < problem.getNumRegions() && generation.empty() && goesOn(); ++i) {
    FailureOr<const TilingRegion *> region = problem.getRegion(i);
    isFailed |= failed(region);
    if (isFailed)
      break;
    // These have no bounds of their own, and nothing new.
    if ((*region)->sameAs)
      continue;
    walkRegion(problem, **region, [&](ArrayRef<int64_t> tiles) {
      for (const Mapping &mapping : problem.getMappings(**region, tiles))
        if (auto priced = price({(*region)->expression, {tiles.begin(), tiles.end()}, mapping}))
          generation.push_back(std::move(*priced));
      return generation.empty() && goesOn();
    });
  }
  sortAndUnique(generation);
  return generation;
}

Generation Evolution::getNext(const Generation &generation) {
  std::vector<double> cumulativeWeights;
  double sum = 0;
  for (const PricedCandidate &priced : generation)
    cumulativeWeights.push_back(sum += 1 / priced.seconds);
  // The best stay: without them a generation could be worse than the one before.
  Generation next(generation.begin(),
                  generation.begin() + std::min<size_t>(options.numMeasured, generation.size()));
  while (next.size() < options.populationSize && goesOn()) {
    // New blood, for optima that no mutation of the best leads to.
    if (random.below(8) == 0) {
      if (std::optional<PricedCandidate> drawn = draw())
        next.push_back(std::move(*drawn));
      else
        next.push_back(generation.front());
      continue;
    }
    size_t parent =
        llvm::upper_bound(cumulativeWeights, random.unit() * sum) - cumulativeWeights.begin();
    parent = std::min(parent, generation.size() - 1);
    std::optional<PricedCandidate> child = mutate(generation[parent].candidate);
    // One that has no neighbours stands for itself.
    next.push_back(child ? std::move(*child) : generation[parent]);
  }
  sortAndUnique(next);
  return next;
}

FailureOr<SearchResult> Evolution::run() {
  double best = std::numeric_limits<double>::infinity();
  unsigned numStill = 0, numGenerations = 0;
  unsigned patience = options.measurer ? 1 : options.numStillGenerations;
  for (Generation generation = getFirst(); !generation.empty() && !isFailed && state.hasTime();
       generation = getNext(generation)) {
    ++numGenerations;
    state.measureBest(generation);
    double bestNow = state.getBestSeconds();
    // Infinity, where nothing could be measured, stands still too.
    numStill = bestNow < best * (1 - options.epsilon) ? 0 : numStill + 1;
    best = std::min(best, bestNow);
    if (numStill >= patience || numGenerations >= options.maxGenerations)
      break;
  }
  if (isFailed)
    return failure();
  // Without a first generation the whole space was gone through.
  FailureOr<SearchResult> result =
      state.finish(/*isComplete=*/numGenerations == 0, Algorithm::Evolutionary);
  if (succeeded(result))
    result->numGenerations = numGenerations;
  return result;
}

FailureOr<SearchResult> mcf::search::searchEvolutionary(TilingProblem &problem,
                                                        const SearchOptions &options) {
  return Evolution(problem, options).run();
}
