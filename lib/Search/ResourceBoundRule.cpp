//===- ResourceBoundRule.cpp - what no expression can run -----------------===//
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Search/PruningRule.h"
#include <limits>

using namespace mcf;
using namespace mcf::search;

bool ResourceBoundRule::constrains(const ChainShape &shape, unsigned dim) const {
  return llvm::any_of(shape.operators, [&](const ShapeOperator &op) {
    auto has = [&](const ShapeArray &array) { return llvm::is_contained(array.dims, dim); };
    return !op.operands.empty() &&
           (has(op.result) || llvm::any_of(op.operands, [&](const ShapeArray &operand) {
              return operand.isCopied && has(operand);
            }));
  });
}

bool ResourceBoundRule::fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const {
  auto getElements = [&](const ShapeArray &array) {
    double elements = 1;
    for (unsigned dim : array.dims)
      elements *= tiles[dim];
    return elements;
  };
  auto fitBits = [&](double bits) { return cost::mayFitRegisters(bits, device); };
  for (const ShapeOperator &op : shape.operators) {
    if (op.operands.empty())
      continue;
    // Sums are in f32 at least.
    double sumBits = getElements(op.result) * std::max(32u, op.result.elementBits);
    if (!fitBits(sumBits))
      return false;
    double bytes = 0, leastBits = std::numeric_limits<double>::infinity();
    for (const ShapeArray &operand : op.operands) {
      if (!operand.isCopied)
        continue;
      double bits = getElements(operand) * operand.elementBits;
      if (bits / 8 > double(device.smemPerBlockBytes))
        return false;
      bytes += bits / 8;
      leastBits = std::min(leastBits, bits);
    }
    // One of two that do not fit together was read into registers before the other came.
    if (bytes > double(device.smemPerBlockBytes) && !fitBits(sumBits + leastBits))
      return false;
  }
  return true;
}
