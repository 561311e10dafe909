//===- SkippedTiles.cpp - trips of loops in which nothing is to do --------===//
#include "MCFuser/Analysis/SkippedTiles.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

/// A value by the place in its chain, for people.
static std::string describe(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << value.getDefiningOp()->getName().getStringRef() << " of [";
  llvm::interleaveComma(named(value).getDims(), os, [&](StringAttr dim) { os << dim.getValue(); });
  os << "]";
  return text;
}

SkippedTiles::SkippedTiles(ChainOp chain, TilePlan &plan)
    : chain(chain), schedule(chain.getSchedule()), constants(chain) {
  if (!constants.hasPositions())
    return;
  schedule.walk<WalkOrder::PreOrder>([&](LoopOp loop) {
    if (loop.getBinding() == Binding::Serial)
      addLoop(loop, plan);
  });
}

const IndexRegion *SkippedTiles::getLive(LoopOp loop) const {
  auto it = loops.find(loop);
  return it == loops.end() || !it->second.reason.empty() ? nullptr : &it->second.live;
}

uint64_t SkippedTiles::countTrips(Operation *op) const {
  SmallVector<TileLoop> path;
  SmallVector<int64_t> sizes, tiles;
  ScheduleOp handle = schedule;
  for (DimAttr dim : handle.getChain().getDims().getDims()) {
    sizes.push_back(handle.getChain().getTypicalSize(dim.getName()));
    tiles.push_back(handle.getTileSize(dim.getName()));
  }
  for (auto loop = isa<LoopOp>(op) ? cast<LoopOp>(op) : op->getParentOfType<LoopOp>(); loop;
       loop = loop->getParentOfType<LoopOp>())
    path.push_back({constants.getDimNumber(loop.getDimAttr()), getLive(loop)});
  std::reverse(path.begin(), path.end());
  return analysis::countTrips(path, sizes, tiles);
}

/// Rows whose statistic is infinite or NaN are NaN in the chain. Skipping keeps that if what was
/// accumulated gets it when the loop is closed (a pending factor), or if each row has a tile that
/// runs, for each element of the result.
bool SkippedTiles::keepsNaN(Operation *op, const ValuePlan &valuePlan,
                            const ConstantRegion &neutral) {
  std::optional<IndexRegion> live;
  for (const AssumedOperand &assumed : neutral.assumed) {
    PendingFactor factor{assumed.user, assumed.operandIndex};
    if (llvm::is_contained(valuePlan.pending, factor))
      continue;
    if (!live)
      live = neutral.region.complement();
    SmallVector<StringAttr> along;
    for (StringAttr dim : cast<ChainOpInterface>(op).getReductionDims())
      if (!named(factor.getStatistic()).hasDim(dim))
        along.push_back(dim);
    if (!live || !live->isHitAlong(constants.getDimNumbers(along), constants.getSizes()))
      return false;
  }
  return true;
}

/// Finds where a trip adds nothing. Returns why that cannot be said, or nothing.
std::string SkippedTiles::check(LoopOp loop, TilePlan &plan, IndexRegion &dead) {
  auto outlives = [&](const TileStorage &storage) {
    return storage.firstLoop == loop || storage.firstLoop->isProperAncestor(loop);
  };
  dead = IndexRegion::getEverywhere();
  bool accumulates = false;
  std::string reason;
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>()) {
    Value value = op->getResult(0);
    ValuePlan &valuePlan = plan.get(value);
    if (!valuePlan.isRead || valuePlan.isVirtual || !loop->isProperAncestor(valuePlan.statement))
      continue;
    if (valuePlan.kept >= 0 && outlives(plan.getStorages()[valuePlan.kept]))
      reason = "tiles of " + describe(value) + " are kept for later";
    bool isOutside =
        valuePlan.accumulator >= 0 && outlives(plan.getStorages()[valuePlan.accumulator]);
    for (auto [index, factor] : valuePlan.rescales)
      if (!isOutside && outlives(plan.getStorages()[index]))
        reason = "a maximum that ends in a trip rescales what outlives it";
    if (!isOutside)
      continue;
    accumulates = true;
    ConstantRegion neutral = constants.getNeutral(op);
    if (neutral.region.isNowhere())
      return "what is added to " + describe(value) + " is not known to be neutral anywhere";
    if (reason.empty() && !keepsNaN(op, valuePlan, neutral))
      reason = "a row of " + describe(value) +
               " may be masked whole, and is NaN only if one of its tiles runs";
    dead = dead.intersect(neutral.region);
  }
  if (!accumulates)
    return "nothing is accumulated in it";
  loop.walk([&](StoreOp store) { reason = "it stores " + describe(store.getValue()); });
  for (const TileStorage &storage : plan.getStorages())
    for (TileAxis axis : storage.axes)
      if (axis.isTrip && axis.dim == loop.getDim())
        reason = "tiles of " + describe(storage.value) + " are kept, and such loops are unrolled";
  return reason;
}

/// Masked elements of a row maximum that are finite: whether they count hangs on the others.
std::string SkippedTiles::describeFiniteMask(ReduceOp reduce) {
  if (reduce.getKind() != vector::CombiningKind::MAXIMUMF &&
      reduce.getKind() != vector::CombiningKind::MAXNUMF)
    return "";
  for (const ConstantRegion &constant : constants.get(reduce.getInput()).constants) {
    const APFloat &value = cast<FloatAttr>(constant.value).getValue();
    if (!value.isFinite() || constant.region.isEverywhere())
      continue;
    SmallString<16> text;
    value.toString(text);
    return ("the mask value " + text +
            " is finite, so whether masked elements count hangs on the others of their row")
        .str();
  }
  return "";
}

void SkippedTiles::addLoop(LoopOp loop, TilePlan &plan) {
  if (!schedule.hasLoop(loop.getDim()))
    return;
  // Loops in which nothing is masked are of no interest.
  bool isMasked = false;
  LoopSkip skip;
  loop.walk([&](ComputeOp compute) {
    Operation *op = compute.getValue().getDefiningOp();
    auto chainOp = cast<ChainOpInterface>(op);
    isMasked |= !chainOp.getReductionDims().empty() && !constants.getNeutral(op).region.isNowhere();
    if (auto reduce = dyn_cast<ReduceOp>(op))
      skip.reason = skip.reason.empty() ? describeFiniteMask(reduce) : skip.reason;
  });
  if (!isMasked) {
    if (!skip.reason.empty())
      loops[loop] = std::move(skip);
    return;
  }
  IndexRegion dead;
  skip.reason = check(loop, plan, dead);
  if (skip.reason.empty()) {
    std::optional<IndexRegion> live = dead.complement();
    if (live)
      skip.live = live->simplify(constants.getSizes());
    if (skip.live.isEverywhere())
      skip.reason = "no tile is known to be masked whole";
  }
  loops[loop] = std::move(skip);
}
