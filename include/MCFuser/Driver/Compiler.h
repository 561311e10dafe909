//===- Compiler.h - a whole compile, from linalg to PTX ---------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_COMPILER_H
#define MCFUSER_DRIVER_COMPILER_H

#include "MCFuser/Hardware/DeviceSpec.h"
#include "MCFuser/Pipelines/Stages.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Target/PTX/PTXTarget.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <string>

namespace mlir {
class PassManager;
} // namespace mlir

namespace mcf {

/// What a compile is told.
struct CompilerOptions {
  /// Code that runs on this device alone, with all of its instructions.
  static CompilerOptions forDevice(const hw::DeviceSpec &device);

  StageOptions stages;
  PTXOptions ptx;
  /// Where to write a reproducer when a pass fails or crashes; empty: nowhere.
  std::string crashReproducer;
  /// Called on each pass manager before it runs (printing, timing).
  std::function<mlir::LogicalResult(mlir::PassManager &)> configure;
};

/// PTX and how to launch it.
struct CompiledKernels {
  std::string ptx;
  runtime::LaunchPlan plan;
};

/// Takes modules through the stages and measures the time that each takes.
class Compiler {
public:
  /// Code for another architecture that the device runs, `ptx.chip`, uses the instructions of that
  /// architecture only.
  explicit Compiler(CompilerOptions options);

  const CompilerOptions &getOptions() const { return options; }

  /// Runs the passes of the stages after `from` up to `to` on the module, in place.
  mlir::LogicalResult run(mlir::ModuleOp module, Stage from, Stage to);
  /// PTX of all kernels of a module at stage `NVVM`. It fails if there are none.
  mlir::FailureOr<CompiledKernels> emitPTX(mlir::ModuleOp module);
  /// LLVM IR of all kernels of a module at stage `NVVM`.
  mlir::FailureOr<std::string> emitLLVMIR(mlir::ModuleOp module);

  struct StageTime {
    std::string name;
    double seconds;
  };
  llvm::ArrayRef<StageTime> getTimes() const { return times; }

private:
  CompilerOptions options;
  llvm::SmallVector<StageTime> times;
};

/// Where a compile of the module starts: `NVVM` if it holds nothing but kernels in the LLVM
/// dialect, else `Input` (the passes of a stage do nothing to what is past it).
Stage getStartStage(mlir::ModuleOp module);

/// Number of kernels in the gpu.modules of the module.
unsigned countKernels(mlir::ModuleOp module);

/// True if some part of the module is or will be a kernel.
bool hasFusedParts(mlir::ModuleOp module);

/// A copy whose public functions take tensors where the program has memrefs; what is written to
/// one counts as a result, after those that the function returns.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> passArraysAsTensors(mlir::ModuleOp program);

} // namespace mcf

#endif
