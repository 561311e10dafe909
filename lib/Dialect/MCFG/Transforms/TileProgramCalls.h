//===- TileProgramCalls.h - who calls a tile program, and with what -*- C++ -*-===//
// A caller's tensor that is a part of another one, or a buffer with strides, reaches the kernel as
// it lies in memory.
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEPROGRAMCALLS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_TILEPROGRAMCALLS_H

#include "TileProgramConversion.h"
#include "mlir/IR/BuiltinOps.h"

namespace mcf::mcfg {

/// The calls of one tile program, and how their operands and results lie in memory.
class TileProgramCalls {
public:
  /// Finds the calls and makes the buffers of their operands, in front of each. The program may not
  /// be used in other ways.
  static llvm::FailureOr<TileProgramCalls> create(mlir::ModuleOp module,
                                                  mlir::func::FuncOp function);

  /// For each argument the layout that all callers agree on: offsets and strides that differ are
  /// dynamic. Null where the argument is dense.
  llvm::ArrayRef<mlir::MemRefLayoutAttrInterface> getLayouts() const { return layouts; }

  /// Calls `converted` instead.
  void replace(const ConvertedTileProgram &converted);

private:
  /// Where a result goes.
  struct Target {
    /// The place in a larger array; null: a new buffer.
    mlir::Value buffer;
    /// The op that puts the result there, and the larger array if that has a result.
    mlir::Operation *sink = nullptr;
    mlir::Value array;
    /// Reshapes between the call and the sink, which the buffer makes up for.
    llvm::SmallVector<mlir::Operation *> views;
  };
  struct Call {
    mlir::func::CallOp op;
    /// For each argument; null for scalars and destinations.
    llvm::SmallVector<mlir::Value> inputs;
    /// For each result.
    llvm::SmallVector<Target> targets;
  };

  Call prepare(mlir::func::CallOp op, llvm::ArrayRef<std::optional<unsigned>> destinations);
  static void replaceCall(Call &call, const ConvertedTileProgram &converted);

  llvm::SmallVector<Call> calls;
  llvm::SmallVector<mlir::MemRefLayoutAttrInterface> layouts;
};

} // namespace mcf::mcfg

#endif
