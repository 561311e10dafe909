//===- TilingProblem.cpp - regions, their forms, and estimates ------------===//
#include "MCFuser/Search/TilingProblem.h"
#include "MCFuser/CostModel/Mappings.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

llvm::SmallVector<int64_t, 8> TilingRegion::getSmallestTiles() const {
  llvm::SmallVector<int64_t, 8> tiles;
  for (ArrayRef<int64_t> list : sizes)
    tiles.push_back(list.front());
  return tiles;
}

uint64_t TilingRegion::getNumTileVectors() const {
  uint64_t count = 1;
  for (ArrayRef<int64_t> list : sizes)
    count = llvm::SaturatingMultiply<uint64_t>(count, list.size());
  return count;
}

ProblemOptions ProblemOptions::get(const hw::DeviceSpec &device,
                                   std::shared_ptr<const cost::CostModel> model) {
  ProblemOptions options;
  options.device = device;
  options.model = std::move(model);
  options.rules = {std::make_shared<DuplicatesRule>(), std::make_shared<IntermediateOverflowRule>(),
                   std::make_shared<PaddingRule>(PaddingRule::Form::RatioOrLeast),
                   std::make_shared<OneDimPerRoleRule>()};
  options.scheduleRules = {std::make_shared<ResourcesRule>()};
  return options;
}

TilingProblem::TilingProblem(ChainOp chain, ProblemOptions problemOptions, TilingSpace tilingSpace,
                             PruningReport pruningReport)
    : chain(chain), options(std::move(problemOptions)), space(std::move(tilingSpace)),
      pruning(std::move(pruningReport)), forms(chain, space.getExpressions()) {
  addRegions();
}

FailureOr<std::unique_ptr<TilingProblem>> TilingProblem::create(ChainOp chain,
                                                                ProblemOptions options) {
  FailureOr<ChainShape> shape = getEnumerableShape(chain);
  if (failed(shape))
    return failure();
  TilingSpace space(std::move(*shape));
  PruningReport pruning = prune(space, options.rules);
  if (pruning.isEmpty())
    return chain.emitError() << "no candidate is left: removed by " << pruning.getRemovingRules();
  return std::unique_ptr<TilingProblem>(
      new TilingProblem(chain, std::move(options), std::move(space), std::move(pruning)));
}

/// The set of dims of one trip as bits; dims of one element always have one.
static uint64_t getOneTripDims(const ChainShape &shape, ArrayRef<int64_t> tiles) {
  uint64_t dims = 0;
  for (auto [i, dim] : llvm::enumerate(shape.dims))
    dims |= uint64_t(dim.hasOneTrip(tiles[i])) << i;
  return dims;
}

void TilingProblem::addRegions() {
  // Each dim has either one trip or more: two parts of its list of tile sizes.
  SmallVector<TilingRegion> patterns(1);
  for (auto [i, dim] : llvm::enumerate(getShape().dims)) {
    ArrayRef<int64_t> list = space.getTileSizes(i);
    size_t numSerial =
        llvm::partition_point(list, [&dim = dim](int64_t tile) { return !dim.hasOneTrip(tile); }) -
        list.begin();
    SmallVector<TilingRegion> extended;
    for (const TilingRegion &pattern : patterns)
      for (ArrayRef<int64_t> part : {list.take_front(numSerial), list.drop_front(numSerial)})
        if (!part.empty()) {
          extended.push_back(pattern);
          extended.back().sizes.push_back(part);
        }
    patterns = std::move(extended);
  }
  for (const auto &[i, pattern] : llvm::enumerate(patterns))
    regionOfTrips[getOneTripDims(getShape(), pattern.getSmallestTiles())] = i;
  for (unsigned expression = 0; expression < space.getExpressions().size(); ++expression)
    for (TilingRegion &pattern : patterns) {
      pattern.expression = expression;
      regions.push_back(pattern);
    }
}

/// True if both place the same statements in the same loops.
static bool areSame(const cost::ScheduleForm &a, const cost::ScheduleForm &b) {
  auto isSameLoop = [](const cost::LoopForm &x, const cost::LoopForm &y) {
    return x.dim == y.dim && x.isBlock == y.isBlock && x.parent == y.parent;
  };
  auto isSameStatement = [](const cost::StatementForm &x, const cost::StatementForm &y) {
    return x.kind == y.kind && x.value == y.value && x.loop == y.loop;
  };
  return std::equal(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end(), isSameLoop) &&
         std::equal(a.statements.begin(), a.statements.end(), b.statements.begin(),
                    b.statements.end(), isSameStatement);
}

FailureOr<const TilingRegion *> TilingProblem::getRegion(size_t index) {
  TilingRegion &region = regions[index];
  if (region.form)
    return &region;
  FailureOr<const cost::ScheduleForm *> form =
      forms.get(region.expression, region.getSmallestTiles());
  if (failed(form))
    return failure();
  region.form = *form;
  if (chain.getDims().isDynamic())
    for (auto &point : chain.getDims().getTuningPoints()) {
      region.points.push_back(**form);
      region.points.back().dimSizes = point;
    }
  // Loops of one trip go, so expressions that differ in nothing else become the same.
  size_t numPatterns = regionOfTrips.size();
  for (size_t other = index % numPatterns; other < regions.size(); other += numPatterns)
    if (other != index && regions[other].form && !regions[other].sameAs &&
        areSame(*regions[other].form, *region.form)) {
      region.sameAs = &regions[other];
      return &region;
    }
  for (const auto &rule : options.scheduleRules)
    if (std::shared_ptr<const ScheduleBound> bound = rule->getBound(*region.form, options.device))
      region.bounds.push_back(std::move(bound));
  return &region;
}

FailureOr<const TilingRegion *> TilingProblem::getRegion(const Candidate &candidate) {
  size_t pattern = regionOfTrips.at(getOneTripDims(getShape(), candidate.tiles));
  FailureOr<const TilingRegion *> region =
      getRegion(candidate.expression * regionOfTrips.size() + pattern);
  if (failed(region))
    return failure();
  return (*region)->sameAs ? (*region)->sameAs : *region;
}

uint64_t TilingProblem::countSameCandidates() const {
  // Regions with the same loops of one trip have the same tile sizes.
  size_t numPatterns = regionOfTrips.size();
  uint64_t result = 0;
  for (size_t pattern = 0; pattern < numPatterns; ++pattern) {
    uint64_t numSame = 0;
    for (size_t i = pattern; i < regions.size(); i += numPatterns)
      numSame += regions[i].sameAs != nullptr;
    if (numSame != 0)
      result = llvm::SaturatingMultiplyAdd<uint64_t>(
          numSame, space.countTileVectors(regions[pattern].sizes), result);
  }
  return result;
}

std::pair<const ScheduleRule *, std::string>
TilingProblem::getRemovingRule(const TilingRegion &region, ArrayRef<int64_t> tiles,
                               const Mapping &mapping) const {
  for (const auto &rule : options.scheduleRules)
    if (std::string refusal = rule->getRefusal(*region.form, tiles, mapping, options.device);
        !refusal.empty())
      return {rule.get(), std::move(refusal)};
  return {nullptr, ""};
}

ArrayRef<Mapping> TilingProblem::getAllMappings() const {
  static const Mapping none;
  return options.model->pricesMappings() ? cost::getAllMappings(options.device) : ArrayRef(none);
}

llvm::SmallVector<Mapping, 5> TilingProblem::getMappings(const TilingRegion &region,
                                                         ArrayRef<int64_t> tiles) const {
  if (!options.model->pricesMappings())
    return {Mapping()};
  return cost::getUsefulMappings(*region.form, tiles, options.device);
}

double TilingProblem::estimateSeconds(const TilingRegion &region, ArrayRef<int64_t> tiles,
                                      const Mapping &mapping) const {
  if (region.points.empty())
    return options.model->estimateSeconds(*region.form, tiles, options.device, mapping);
  double seconds = 0;
  for (const cost::ScheduleForm &point : region.points)
    seconds += options.model->estimateSeconds(point, tiles, options.device, mapping);
  return seconds;
}

cost::CostBreakdown TilingProblem::explain(const TilingRegion &region, ArrayRef<int64_t> tiles,
                                           const Mapping &mapping) const {
  if (region.points.empty())
    return options.model->estimate(*region.form, tiles, options.device, mapping);
  cost::CostBreakdown sum =
      options.model->estimate(region.points[0], tiles, options.device, mapping);
  for (const cost::ScheduleForm &point : llvm::drop_begin(region.points))
    sum.add(options.model->estimate(point, tiles, options.device, mapping));
  return sum;
}

analysis::TilingExpression TilingProblem::getExpression(const Candidate &candidate) const {
  analysis::TilingExpression expression = space.getExpressions()[candidate.expression];
  for (auto [dim, tile] : llvm::zip_equal(getShape().dims, candidate.tiles))
    expression.setTile(dim.name, tile);
  expression.mapping = candidate.mapping;
  return expression;
}
