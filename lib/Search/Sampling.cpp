//===- Sampling.cpp - random candidates of a problem ----------------------===//
#include "MCFuser/Search/Sampling.h"
#include "MCFuser/Search/Random.h"
#include <set>

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

/// The region of the candidate; null if an earlier expression has the same schedules. Earlier ones
/// are asked for first, so that it does not matter in which order candidates are drawn.
static FailureOr<const TilingRegion *> getOwnRegion(TilingProblem &problem,
                                                    const Candidate &candidate) {
  FailureOr<const TilingRegion *> region = failure();
  Candidate other = candidate;
  for (unsigned expression = 0; expression <= candidate.expression; ++expression) {
    other.expression = expression;
    region = problem.getRegion(other);
    if (failed(region))
      return failure();
  }
  return (*region)->expression == candidate.expression ? *region : nullptr;
}

FailureOr<std::vector<Candidate>> mcf::search::sampleCandidates(TilingProblem &problem,
                                                                size_t count, uint64_t seed) {
  std::vector<Candidate> samples;
  const TilingSpace &space = problem.getSpace();
  ArrayRef<Mapping> mappings = problem.getAllMappings();
  if (space.getNumCandidates() == 0)
    return samples;
  // So many in a row that are refused or not new: probably there is nothing else.
  constexpr size_t maxRefusals = 200'000;
  Random random(seed);
  // Those that the bounds leave, kept by the rules or not.
  std::set<Candidate> seen;
  Candidate candidate;
  candidate.tiles.resize(space.getShape().dims.size());
  for (size_t refusals = 0; samples.size() < count && refusals < maxRefusals; ++refusals) {
    // Both are drawn anew after a refusal: so all that is left is equally likely.
    candidate.expression = random.below(space.getExpressions().size());
    for (auto [dim, tile] : llvm::enumerate(candidate.tiles))
      tile = space.getTileSizes(dim)[random.below(space.getTileSizes(dim).size())];
    if (mappings.size() > 1)
      candidate.mapping = mappings[random.below(mappings.size())];
    if (!space.fits(candidate.tiles))
      continue;
    FailureOr<const TilingRegion *> region = getOwnRegion(problem, candidate);
    if (failed(region))
      return failure();
    if (!*region || !problem.mayFit(**region, candidate.tiles) ||
        !llvm::is_contained(problem.getMappings(**region, candidate.tiles), candidate.mapping) ||
        !seen.insert(candidate).second ||
        problem.getRemovingRule(**region, candidate.tiles, candidate.mapping).first)
      continue;
    samples.push_back(candidate);
    refusals = 0;
  }
  return samples;
}
