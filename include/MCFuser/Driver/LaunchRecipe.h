//===- LaunchRecipe.h - a function that is one kernel launch ----*- C++ -*-===//
#ifndef MCFUSER_DRIVER_LAUNCHRECIPE_H
#define MCFUSER_DRIVER_LAUNCHRECIPE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>
#include <variant>
#include <vector>

namespace mcf {

/// An array as a launch gives it: strides are in elements.
struct ArrayView {
  /// From the first element of the caller's array, in elements.
  int64_t offset = 0;
  llvm::SmallVector<int64_t> sizes, strides;
};

/// Axes `groups[i]` become axis `i`.
struct CollapseView {
  std::vector<llvm::SmallVector<int64_t, 2>> groups;
};

/// Axis `i` becomes axes `groups[i]` of these sizes; at most one of a group is not known.
struct ExpandView {
  std::vector<llvm::SmallVector<int64_t, 2>> groups;
  llvm::SmallVector<int64_t> sizes;
};

/// A part of known place and size, without the axes that are dropped.
struct SliceView {
  llvm::SmallVector<int64_t> offsets, sizes, strides;
  llvm::SmallVector<bool> dropped;
};

using ViewStep = std::variant<CollapseView, ExpandView, SliceView>;

/// Applies a step. Returns why it cannot be done to this array, or an empty text.
std::string applyStep(const ViewStep &step, ArrayView &view);

/// Where an operand of the kernel comes from.
struct OperandSource {
  bool isOutput = false;
  /// Number of the input or output of the function.
  unsigned position = 0;
  /// From the caller's array to the operand.
  std::vector<ViewStep> steps;
};

/// How a function is launched that is one kernel and views of its arrays.
struct LaunchRecipe {
  /// Calls of tile programs in the function.
  size_t numKernels = 0;
  /// Why it cannot be launched; empty if it can.
  std::string reason;
  std::string kernel;
  /// In the order of the kernel's operands.
  std::vector<OperandSource> operands;

  bool isLaunchable() const { return reason.empty(); }

  /// Reads a function of a module at stage `TileProgram` that takes and returns tensors and
  /// scalars (`mcf-pass-arrays-as-tensors`).
  static LaunchRecipe get(mlir::func::FuncOp function);
};

} // namespace mcf

#endif
