//===- ScheduleForms.cpp - the forms of all expressions of a chain --------===//
#include "MCFuser/Search/ScheduleForms.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

ScheduleForms::ScheduleForms(ChainOp chain, ArrayRef<analysis::TilingExpression> expressions)
    : chain(chain), expressions(expressions), copies(expressions.size()),
      forms(expressions.size()) {
  for (DimAttr dim : chain.getDims().getDims()) {
    dimNames.push_back(dim.getName().getValue().str());
    dimSizes.push_back(dim.getSize());
  }
}

FailureOr<ScheduleOp> ScheduleForms::getRawSchedule(unsigned expression) {
  OwningOpRef<ChainOp> &copy = copies[expression];
  if (copy)
    return copy->getSchedule();
  OwningOpRef<ChainOp> fresh = cast<ChainOp>(chain->clone());
  if (ScheduleOp schedule = fresh->getSchedule())
    schedule.erase();
  FailureOr<ScheduleOp> schedule = applyTiling(*fresh, expressions[expression]);
  if (succeeded(schedule))
    copy = std::move(fresh);
  return schedule;
}

FailureOr<const cost::ScheduleForm *> ScheduleForms::get(unsigned expression,
                                                         ArrayRef<int64_t> tiles) {
  assert(tiles.size() == dimSizes.size() && "expected a tile size for each dim");
  if (dimSizes.size() > 64)
    return chain.emitError() << "expected at most 64 dims, but got " << dimSizes.size();
  uint64_t oneTrip = 0;
  for (auto [i, size] : llvm::enumerate(dimSizes))
    oneTrip |= uint64_t(!ShapedType::isDynamic(size) && tiles[i] >= size) << i;
  auto found = forms[expression].find(oneTrip);
  if (found != forms[expression].end())
    return &found->second;

  FailureOr<ScheduleOp> schedule = getRawSchedule(expression);
  if (failed(schedule))
    return failure();
  // Placement reads the tile sizes only to see which loops have one trip.
  SmallVector<StringAttr> names;
  for (const std::string &name : dimNames)
    names.push_back(StringAttr::get(chain.getContext(), name));
  schedule->setTilesAttr(TilesAttr::get(chain.getContext(), names, SmallVector<int64_t>(tiles)));
  FailureOr<cost::ScheduleForm> form = cost::ScheduleForm::get(*schedule);
  if (failed(form))
    return failure();
  return &forms[expression].emplace(oneTrip, std::move(*form)).first->second;
}

size_t ScheduleForms::getNumForms() const {
  size_t count = 0;
  for (const auto &map : forms)
    count += map.size();
  return count;
}
