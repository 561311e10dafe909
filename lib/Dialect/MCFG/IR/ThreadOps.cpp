//===- ThreadOps.cpp - how long the program of a thread gets ------------===//
#include "MCFuser/Dialect/MCFG/IR/ThreadOps.h"

using namespace mcf::mcfg;

int64_t mcf::mcfg::countAccessOps(const FragmentLayout &layout) {
  return 4 * layout.getNumRegisters();
}

int64_t mcf::mcfg::countConversionOps(const FragmentLayout &source, const FragmentLayout &target,
                                      bool isLate) {
  return 2 * source.getNumRegisters() + (isLate ? 0 : 2 * target.getNumRegisters());
}

int64_t mcf::mcfg::countContractionOps(const ContractionSizes &sizes, int64_t numWarps) {
  int64_t sums = getAccumulatorLayout(sizes, numWarps).getNumRegisters(),
          operands = getOperandALayout(sizes, numWarps).getNumRegisters() +
                     getOperandBLayout(sizes, numWarps).getNumRegisters();
  // Address, access and cast of an element.
  if (!sizes.tensorCores)
    return sums * sizes.k + 3 * operands;
  // An instruction and what takes its four sums apart. Operands come in registers of 32 bits, up to
  // four by one ldmatrix.
  return 5 * (sums / 4) * (sizes.k / sizes.getStep()) + 2 * operands * sizes.operandBits / 32;
}

int64_t mcf::mcfg::countWarpgroupOps(const ContractionSizes &sizes, int64_t numWarps) {
  // One instruction for many; sums go into it and come out of it one by one.
  return 2 * getAccumulatorLayout(sizes, numWarps).getNumRegisters() + 16 * (sizes.k / 16);
}

int64_t mcf::mcfg::countReductionOps(const FragmentLayout &source, const FragmentLayout &result) {
  // A butterfly of shuffles, each with its combiner, and a trip through memory.
  return source.getNumRegisters() + 20 * result.getNumRegisters();
}
