//===- ContractionSizes.h - how a block runs a contraction ------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_CONTRACTIONSIZES_H
#define MCFUSER_DIALECT_MCFG_IR_CONTRACTIONSIZES_H

#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "mlir/IR/Types.h"
#include <string>

namespace mcf::mcfg {

/// A contraction of two matrices into a matrix (m, n), summed over k: all that decides which unit
/// runs it and how its operands lie over the threads of a block.
struct ContractionSizes {
  int64_t m = 0, n = 0, k = 0;
  /// The operand with the rows is stored (k, m), the other one (n, k).
  bool transposedA = false, transposedB = false;
  /// Runs on tensor cores (mma.sync m16n8 with the k of `getStep`), else on multiply-adds.
  bool tensorCores = false;
  /// On tensor cores: what an element of an operand takes in a register.
  int64_t operandBits = 16;

  /// Decides which unit runs it; `mmaBits`: see `getMmaBits`.
  void chooseUnit(int64_t mmaBits);
  /// How many elements of the summed dim one instruction takes.
  int64_t getStep() const { return tensorCores ? getMmaStep(operandBits) : 1; }
  /// The summed elements of `mma.sync` m16n8 with operands of this many bits: 256 bits a row.
  static int64_t getMmaStep(int64_t operandBits) { return 256 / operandBits; }
  /// True if a block of so many warps can run it as wgmma, four warps at a time, with columns from
  /// a swizzled tile in workgroup memory. Both operands must have elements of 16 bits there.
  bool fitsWarpgroups(int64_t numWarps) const;
  /// The warps it can keep busy, a power of two.
  int64_t getBusyWarps(int64_t maxWarps) const;
  /// The warps that it has where no mapping says how many: along the rows only.
  int64_t getDefaultWarps() const;
};

/// An 8-bit float that chains may have: E4M3FN or E5M2. f16 holds every one of them.
bool isSmallFloat(mlir::Type type);
/// What an element of an operand takes in the registers of `mma.sync`, in bits, for operands and a
/// sum of these types; 0 where only multiply-adds have them. `tf32`: f32 may be rounded to TF32.
int64_t getMmaBits(mlir::Type lhs, mlir::Type rhs, mlir::Type sum, bool tf32);
/// Why a kernel cannot contract operands of these types into such a sum; empty if it can.
std::string checkContractionTypes(mlir::Type lhs, mlir::Type rhs, mlir::Type sum);

/// Layouts of the operands, each in the order of its own dimensions.
FragmentLayout getAccumulatorLayout(const ContractionSizes &sizes, int64_t numWarps);
FragmentLayout getOperandALayout(const ContractionSizes &sizes, int64_t numWarps);
FragmentLayout getOperandBLayout(const ContractionSizes &sizes, int64_t numWarps);

} // namespace mcf::mcfg

#endif
