//===- TilingProblem.h - what a search searches -----------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_TILINGPROBLEM_H
#define MCFUSER_SEARCH_TILINGPROBLEM_H

#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Search/ScheduleForms.h"
#include "MCFuser/Search/ScheduleRule.h"
#include "MCFuser/Search/TilingSpace.h"

namespace mcf::search {

/// A tiling of the chain of a problem.
struct Candidate {
  /// Index into the expressions of the problem's space.
  unsigned expression = 0;
  /// One tile size per dim of the chain.
  llvm::SmallVector<int64_t, 8> tiles;
  /// How a block runs them; empty where the model does not price mappings.
  Mapping mapping = {};

  bool operator==(const Candidate &other) const {
    return expression == other.expression && tiles == other.tiles && mapping == other.mapping;
  }
  /// A fixed order, for ties.
  bool operator<(const Candidate &other) const {
    return std::tie(expression, tiles, mapping) <
           std::tie(other.expression, other.tiles, other.mapping);
  }
};

/// The candidates of one expression that have the same loops of one trip: one form prices all
/// of them.
struct TilingRegion {
  unsigned expression = 0;
  const cost::ScheduleForm *form = nullptr;
  /// Where sizes are not known: the form at each point to tune for. Else empty.
  std::vector<cost::ScheduleForm> points;
  /// Tile sizes of each dim, ascending, none of them empty.
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 8> sizes;
  /// Of the schedule rules that have one.
  std::vector<std::shared_ptr<const ScheduleBound>> bounds;
  /// A region of an earlier expression whose candidates have the same schedules; else null.
  const TilingRegion *sameAs = nullptr;

  llvm::SmallVector<int64_t, 8> getSmallestTiles() const;
  /// Number of tile vectors, saturated at 64 bits; rules on whole tile vectors do not count.
  uint64_t getNumTileVectors() const;
};

/// What a problem is made of besides the chain.
struct ProblemOptions {
  hw::DeviceSpec device;
  std::shared_ptr<const cost::CostModel> model;
  std::vector<std::shared_ptr<const PruningRule>> rules;
  std::vector<std::shared_ptr<const ScheduleRule>> scheduleRules;

  /// The rules that a search uses unless it is told otherwise: 1 to 3 of the paper, and what the
  /// lowering can put on the device.
  static ProblemOptions get(const hw::DeviceSpec &device,
                            std::shared_ptr<const cost::CostModel> model);
};

/// A chain, the tilings that the rules leave, and what each is estimated to take. Algorithms are
/// free functions on it (Search.h). Nothing here changes the chain.
class TilingProblem {
public:
  /// Diagnoses a chain whose tilings cannot be enumerated, and one of which the rules on
  /// expressions and tile sizes leave nothing.
  static mlir::FailureOr<std::unique_ptr<TilingProblem>> create(ChainOp chain,
                                                                ProblemOptions options);

  ChainOp getChain() const { return chain; }
  const ChainShape &getShape() const { return space.getShape(); }
  const TilingSpace &getSpace() const { return space; }
  /// What the rules on expressions and tile sizes removed.
  const PruningReport &getPruning() const { return pruning; }
  const ProblemOptions &getOptions() const { return options; }

  /// The regions of all expressions, those of one expression next to each other. The form of a
  /// region is made when it is first asked for; it fails, with a diagnostic, where the
  /// model cannot price the chain.
  size_t getNumRegions() const { return regions.size(); }
  mlir::FailureOr<const TilingRegion *> getRegion(size_t index);
  /// The region that has the candidate; the one that it is the same as, if there is one.
  mlir::FailureOr<const TilingRegion *> getRegion(const Candidate &candidate);

  /// Number of tilings of the regions that are the same as another; of those looked at so far.
  uint64_t countSameCandidates() const;

  /// All mappings that are searched: one that says nothing where the model does not price them.
  llvm::ArrayRef<Mapping> getAllMappings() const;
  /// Those of them that make sense with these tile sizes.
  llvm::SmallVector<Mapping, 5> getMappings(const TilingRegion &region,
                                            llvm::ArrayRef<int64_t> tiles) const;

  /// False only if no candidate of the region without a smaller tile is left by the rules.
  bool mayFit(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles) const {
    return space.fits(tiles) &&
           llvm::all_of(region.bounds, [&](const auto &bound) { return bound->mayFit(tiles); });
  }
  /// The schedule rule that removes the candidate, and why; null if all of them keep it.
  std::pair<const ScheduleRule *, std::string> getRemovingRule(const TilingRegion &region,
                                                               llvm::ArrayRef<int64_t> tiles,
                                                               const Mapping &mapping) const;
  /// The estimate; where sizes are not known the sum over the points to tune for.
  double estimateSeconds(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles,
                         const Mapping &mapping) const;
  cost::CostBreakdown explain(const TilingRegion &region, llvm::ArrayRef<int64_t> tiles,
                              const Mapping &mapping) const;

  /// The candidate as it is written: its expression with its tile sizes and mapping.
  analysis::TilingExpression getExpression(const Candidate &candidate) const;

private:
  TilingProblem(ChainOp chain, ProblemOptions options, TilingSpace space, PruningReport pruning);
  void addRegions();

  ChainOp chain;
  ProblemOptions options;
  TilingSpace space;
  PruningReport pruning;
  ScheduleForms forms;
  /// By expression, then by the set of dims of one trip.
  std::vector<TilingRegion> regions;
  /// Index of a region among those of its expression, by the set of dims of one trip.
  std::map<uint64_t, size_t> regionOfTrips;
};

} // namespace mcf::search

#endif
