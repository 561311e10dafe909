//===- ZeroTails.cpp - values that are 0 beyond the array -----------------===//
#include "ZeroTails.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

using namespace mlir;
using namespace mcf;

bool mcf::cost::hasZeroTail(Value value) {
  auto map = value.getDefiningOp<MapOp>();
  if (!map)
    return false;
  unsigned rest = 0, factors = 0;
  for (unsigned i = 0; i < map.getInputs().size(); ++i) {
    switch (map.getFactorKind(i)) {
    case FactorKind::Exponential:
      return true;
    case FactorKind::None:
      rest = i;
      break;
    default:
      ++factors;
    }
  }
  return factors + 1 == map.getInputs().size() && hasZeroTail(map.getInputs()[rest]);
}
