//===- ContractionSizes.h - how a block runs a contraction ------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_CONTRACTIONSIZES_H
#define MCFUSER_DIALECT_MCFG_IR_CONTRACTIONSIZES_H

#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"

namespace mcf::mcfg {

/// A contraction of two matrices into a matrix (m, n), summed over k: all that decides which unit
/// runs it and how its operands lie over the threads of a block.
struct ContractionSizes {
  int64_t m = 0, n = 0, k = 0;
  /// The operand with the rows is stored (k, m), the other one (n, k).
  bool transposedA = false, transposedB = false;
  /// Runs on tensor cores (mma.sync m16n8k16), else on fused multiply-adds.
  bool tensorCores = false;

  /// Decides which unit runs it; `have16Bits`: both operands have the same 16-bit type.
  void chooseUnit(bool have16Bits);
  /// The warps it can keep busy, a power of two.
  int64_t getWarps(int64_t maxWarps) const;
};

/// Layouts of the operands, each in the order of its own dimensions.
FragmentLayout getAccumulatorLayout(const ContractionSizes &sizes, int64_t numWarps);
FragmentLayout getOperandALayout(const ContractionSizes &sizes, int64_t numWarps);
FragmentLayout getOperandBLayout(const ContractionSizes &sizes, int64_t numWarps);

} // namespace mcf::mcfg

#endif
