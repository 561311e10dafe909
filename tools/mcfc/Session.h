//===- Session.h - one run of mcfc ------------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_SESSION_H
#define MCFUSER_TOOLS_MCFC_SESSION_H

#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/Driver/KeptRemarks.h"
#include "MCFuser/Reference/Reference.h"
#include "Options.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mcf::mcfc {

/// What a run of mcfc ends with.
enum ExitCode { Done = 0, Failed = 1, WrongCommandLine = 2, NothingFused = 3, WrongResults = 4 };

/// Prints an error and gives `Failed`.
ExitCode fail(const llvm::Twine &message);

/// The fused program on one device, compared with the unfused one.
struct ProgramCheck {
  /// `cpu`, or the name of the GPU.
  std::string device;
  /// Why it was not run; empty if it was.
  std::string leftOut;
  std::vector<ComparisonReport> reports;
  std::vector<KernelMeasurement> kernels;

  /// Attributes of an object: `device`, `results`, `kernels`; or `left_out`.
  void printJSON(llvm::json::OStream &json) const;
};

/// One run: reads the input, compiles, runs, writes.
class Session {
public:
  Session(mlir::MLIRContext &context, const Options &options, CompilerOptions compilerOptions);
  ExitCode run();

private:
  ExitCode dispatch();
  mlir::LogicalResult readInput();
  mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::StringRef path);
  /// Compiles the module to a stage. Gives `NothingFused` where there is no kernel to be.
  ExitCode compileTo(mlir::ModuleOp module, Stage stage);
  /// Gives each chain without a schedule that of the tuning record, or else, unless a tiling is
  /// given, the one that a search finds.
  mlir::LogicalResult chooseSchedules(mlir::ModuleOp chains);
  ExitCode emit(Emit kind);
  ExitCode write(llvm::StringRef path, llvm::StringRef text);
  ExitCode writeKernels(const CompiledKernels &kernels, llvm::StringRef path,
                        llvm::StringRef planPath);
  void explainNothingFused();
  void printRemarks();

  // RunPrograms.cpp
  ExitCode runOn(Run where);
  mlir::FailureOr<llvm::SmallVector<std::string>> findFunctions(mlir::ModuleOp chains);
  ExitCode runOnCPU(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions,
                    ProgramCheck &check);
  ExitCode runOnGPU(mlir::ModuleOp tilePrograms, CompiledKernels kernels,
                    llvm::ArrayRef<std::string> functions, ProgramCheck &check);
  /// The sizes to run a function at: sets of sizes, and the shapes of the arguments for each.
  mlir::FailureOr<std::vector<std::pair<SizeSet, ArgumentShapes>>>
  getRunSizes(mlir::ModuleOp tilePrograms, llvm::StringRef function);
  ExitCode compare(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions,
                   FusedRunner &runner, ProgramCheck &check);
  ExitCode runOnly(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions,
                   FusedRunner &runner);
  ExitCode writeResults(ExitCode code, const ProgramCheck &check);

  // MainJob.cpp
  ExitCode report();
  ExitCode checkOnCPU(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions);
  ExitCode checkOnGPU(mlir::ModuleOp tilePrograms, const CompiledKernels &kernels,
                      llvm::ArrayRef<std::string> functions);
  void printJSON(mlir::ModuleOp scheduled, const CompiledKernels &kernels, llvm::StringRef path,
                 llvm::StringRef planPath);
  /// Where the report goes: nowhere if it is to be JSON.
  llvm::raw_ostream &getOut();

  mlir::MLIRContext &context;
  const Options &options;
  Compiler compiler;
  cache::TuningCache cache;
  std::shared_ptr<llvm::SourceMgr> sources;
  mlir::SourceMgrDiagnosticHandler printer;
  KeptRemarks remarks;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ScheduleChoices schedules;
  /// What the main job found.
  ProgramCheck cpuCheck, gpuCheck;
};

} // namespace mcf::mcfc

#endif
