//===- FixedCase.cpp - a case of the fixed scheme --------------------------===//
#include "FixedCase.h"
#include "Expressions.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;

std::vector<TestCasePtr> FixedCase::getSmaller() const {
  std::vector<TestCasePtr> smaller;
  for (Case &next : c.getSmaller())
    smaller.push_back(std::make_shared<FixedCase>(std::move(next), kinds));
  return smaller;
}

std::vector<InputOptions> FixedCase::getRuns() const {
  InputOptions options;
  options.seed = uint64_t(c.seed) * 7919 + uint64_t(c.index);
  options.scale = 1.0;
  double inf = std::numeric_limits<double>::infinity();
  switch (Data(c.data)) {
  case Data::Normal:
  case Data::MaskedRows:
    break;
  case Data::Large:
    options.scale = 12.0;
    break;
  case Data::Infinities:
    options.specialChance = 0.02;
    options.specials = {inf, -inf};
    break;
  case Data::NaNs:
    options.specialChance = 0.01;
    options.specials = {std::numeric_limits<double>::quiet_NaN()};
    break;
  }
  return {options};
}

std::string FixedCase::chooseTiling(ChainOp chain, unsigned) const {
  std::vector<std::vector<std::string>> operators;
  SmallVector<StringAttr> batch = chain.getBatchDims();
  for (auto contraction : chain.getBodyBlock()->getOps<ContractOp>()) {
    operators.emplace_back();
    for (StringAttr dim : contraction.getIterationDims())
      if (!llvm::is_contained(batch, dim))
        operators.back().push_back(dim.str());
  }
  std::vector<std::string> expressions = enumerateExpressions(operators);
  std::string text = expressions[size_t(c.expression) % expressions.size()];
  std::string prefix;
  if (c.batchTile)
    for (StringAttr dim : batch)
      prefix += dim.str() + ".";
  if (c.binding == 1)
    prefix = "|" + prefix;
  text = prefix + text + "{";
  size_t next = 0;
  std::string tiles;
  for (DimAttr dim : chain.getDims().getDims()) {
    bool isBatch = llvm::is_contained(batch, dim.getName());
    if (isBatch && !c.batchTile)
      continue;
    int64_t tile = isBatch ? c.batchTile : c.tile[next++ % c.tile.size()];
    tiles += (tiles.empty() ? "" : ",") + dim.getName().str() + "=" + std::to_string(tile);
  }
  text += tiles + "}";
  return text + printMapping({c.warps, c.stages, c.overlap, c.producers});
}
