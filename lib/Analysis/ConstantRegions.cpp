//===- ConstantRegions.cpp - where values of a chain are constant ---------===//
#include "MCFuser/Analysis/ConstantRegions.h"
#include "BodyFacts.h"
#include "MCFuser/Analysis/DependentReductions.h"
#include "MCFuser/Analysis/NeutralElement.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

void mcf::analysis::addConstant(SmallVectorImpl<ConstantRegion> &constants,
                                const ConstantRegion &added) {
  if (added.region.isNowhere())
    return;
  auto *known = llvm::find_if(
      constants, [&](const ConstantRegion &c) { return isSameNumber(c.value, added.value); });
  if (known == constants.end()) {
    constants.push_back(added);
    // One zero for both.
    if (auto value = dyn_cast<FloatAttr>(added.value); value && value.getValue().isZero())
      constants.back().value = FloatAttr::get(value.getType(), 0.0);
    return;
  }
  known->region = known->region.unite(added.region);
  for (const AssumedOperand &operand : added.assumed)
    if (!llvm::is_contained(known->assumed, operand))
      known->assumed.push_back(operand);
}

ConstantRegions::ConstantRegions(ChainOp chain) {
  for (DimAttr dim : chain.getDims().getDims()) {
    dims.push_back(dim.getName());
    names.push_back(dim.getName().getValue().str());
    sizes.push_back(dim.isDynamic() ? -1 : dim.getSize());
  }
  chain.walk([&](IndexOp) { dependsOnPosition = true; });
  // Without positions every constant is one everywhere, and of no interest.
  if (!dependsOnPosition)
    return;
  for (auto op : chain.getBodyBlock()->getOps<ChainOpInterface>())
    if (auto map = dyn_cast<MapOp>(*op))
      addMap(map);
    else
      addReduction(op);
}

const PointFacts &ConstantRegions::get(Value value) const {
  static const PointFacts nothing;
  auto it = facts.find(value);
  return it == facts.end() ? nothing : it->second;
}

unsigned ConstantRegions::getDimNumber(StringAttr dim) const {
  return llvm::find(dims, dim) - dims.begin();
}

SmallVector<unsigned> ConstantRegions::getDimNumbers(ArrayRef<StringAttr> list) const {
  return llvm::map_to_vector(list, [&](StringAttr dim) { return getDimNumber(dim); });
}

void ConstantRegions::addMap(MapOp map) {
  DependentReductions dependent(map->getParentOfType<ChainOp>());
  SmallVector<PointFacts> operands;
  llvm::SmallBitVector isStatistic(map.getInputs().size());
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    operands.push_back(get(input));
    isStatistic[i] = llvm::any_of(map.getType().getDims(), [&, v = input](StringAttr dim) {
      return dependent.isRowStatistic(v, dim);
    });
  }
  facts[map.getResult()] = BodyFacts(map, *this).run(operands, isStatistic);
}

ConstantRegion ConstantRegions::getNeutral(Operation *op) const {
  ConstantRegion result;
  auto reduce = dyn_cast<ReduceOp>(op);
  auto kind = reduce ? reduce.getKind() : vector::CombiningKind::ADD;
  // One operand of a product that is 0 is enough.
  for (Value operand : op->getOperands()) {
    TypedAttr neutral = analysis::getNeutral(kind, named(operand).getElementType());
    for (const ConstantRegion &constant : get(operand).constants)
      if (isSameNumber(constant.value, neutral)) {
        result.region = result.region.unite(constant.region);
        result.assumed.append(constant.assumed);
      }
  }
  return result;
}

void ConstantRegions::addReduction(Operation *op) {
  ConstantRegion neutral = getNeutral(op);
  SmallVector<StringAttr> reduced = cast<ChainOpInterface>(op).getReductionDims();
  neutral.region = neutral.region.forAll(getDimNumbers(reduced), sizes).simplify(sizes);
  auto reduce = dyn_cast<ReduceOp>(op);
  neutral.value = analysis::getNeutral(reduce ? reduce.getKind() : vector::CombiningKind::ADD,
                                       named(op->getResult(0)).getElementType());
  // A statistic of a row that is masked whole is infinite, and what follows from it is NaN.
  if (auto value = dyn_cast<FloatAttr>(neutral.value); value && value.getValue().isInfinity())
    return;
  addConstant(facts[op->getResult(0)].constants, neutral);
}
