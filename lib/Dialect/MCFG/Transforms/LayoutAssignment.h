//===- LayoutAssignment.h - a layout for every block vector ---------------===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LAYOUTASSIGNMENT_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LAYOUTASSIGNMENT_H

#include "MCFuser/Dialect/MCFG/IR/LayoutGraph.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mcf::mcfg {

/// Name of the attribute of an op that holds the layout of each of its results (unit where the
/// result is no vector).
inline constexpr llvm::StringLiteral kLayoutsAttrName = "mcfg.layouts";

/// Arith, math and the like: registers in, registers out.
bool isElementwise(mlir::Operation *op);
/// Constants, positions, copies of a scalar: made anew in any layout at no cost.
bool isCheapInAnyLayout(mlir::Operation *op);
/// The layout of the source of a broadcast whose result has `layout`.
FragmentLayout getBroadcastSourceLayout(mlir::vector::BroadcastOp op, const FragmentLayout &layout);
/// The layout of the result of a reduction of a source with `layout`.
FragmentLayout getReductionLayout(mlir::vector::MultiDimReductionOp op,
                                  const FragmentLayout &layout);

/// Chooses a layout for every vector of a kernel. Contractions anchor; what they make passes its
/// layout on through elementwise ops, reductions, broadcasts and loops; what only feeds a
/// contraction takes the layout of that operand; the rest is blocked. Values are then joined
/// by `ConvertLayoutOp` where an op needs another layout than its operand has (AssignLayouts).
class LayoutAssignment {
public:
  /// `mappedWarps`: the warps of a block, where that is given.
  static mlir::FailureOr<LayoutAssignment> compute(mlir::gpu::GPUFuncOp func,
                                                   std::optional<int64_t> mappedWarps);

  int64_t getNumWarps() const { return numWarps; }
  /// By value: setting another layout moves what the graph holds.
  FragmentLayout get(mlir::Value value) const { return graph.get(numbers.find(value)->second); }
  bool has(mlir::Value value) const { return numbers.contains(value); }
  void set(mlir::Value value, const FragmentLayout &layout);

private:
  void addValue(mlir::Value value);
  void addOp(mlir::Operation *op);

  int64_t numWarps = 1;
  LayoutGraph graph;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

} // namespace mcf::mcfg

#endif
