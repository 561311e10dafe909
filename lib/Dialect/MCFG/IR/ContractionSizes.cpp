//===- ContractionSizes.cpp - how a block runs a contraction --------------===//
#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"

using namespace mcf::mcfg;

void ContractionSizes::chooseUnit(bool have16Bits) {
  // Sizes that mma.sync does not have run on multiply-adds: slower, but right.
  tensorCores = have16Bits && m % 16 == 0 && n % 8 == 0 && k % 16 == 0;
}

int64_t ContractionSizes::getWarps(int64_t maxWarps) const {
  if (tensorCores)
    return FragmentLayout::mmaWarps(m, maxWarps);
  // Four neighbours per thread at least: see fmaAccumulator.
  int64_t warps = 1;
  while (2 * warps <= maxWarps && 2 * warps * FragmentLayout::kLanes * 4 <= m * n)
    warps *= 2;
  return warps;
}

FragmentLayout mcf::mcfg::getAccumulatorLayout(const ContractionSizes &sizes, int64_t numWarps) {
  return sizes.tensorCores ? FragmentLayout::mmaAccumulator(sizes.m, sizes.n, numWarps)
                           : FragmentLayout::fmaAccumulator(sizes.m, sizes.n, numWarps);
}

FragmentLayout mcf::mcfg::getOperandALayout(const ContractionSizes &sizes, int64_t numWarps) {
  FragmentLayout layout = sizes.tensorCores
                              ? FragmentLayout::mmaOperandA(sizes.m, sizes.k, numWarps)
                              : FragmentLayout::fmaOperandA(sizes.m, sizes.n, sizes.k, numWarps);
  return sizes.transposedA ? layout.transpose({1, 0}) : layout;
}

FragmentLayout mcf::mcfg::getOperandBLayout(const ContractionSizes &sizes, int64_t numWarps) {
  FragmentLayout layout = sizes.tensorCores
                              ? FragmentLayout::mmaOperandB(sizes.k, sizes.n, numWarps)
                              : FragmentLayout::fmaOperandB(sizes.m, sizes.n, sizes.k, numWarps);
  return sizes.transposedB ? layout.transpose({1, 0}) : layout;
}
