//===- Session.h - one run of mcfc ------------------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_SESSION_H
#define MCFUSER_TOOLS_MCFC_SESSION_H

#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/Reference/Reference.h"
#include "Options.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mcf::mcfc {

/// What a run of mcfc ends with.
enum ExitCode { Done = 0, Failed = 1, WrongCommandLine = 2, NothingFused = 3, WrongResults = 4 };

/// A remark of a pass, kept for the report.
struct KeptRemark {
  mlir::Location loc;
  std::string text;
};

/// One run: reads the input, compiles, runs, writes.
class Session {
public:
  Session(mlir::MLIRContext &context, const Options &options, CompilerOptions compilerOptions);
  ExitCode run();

private:
  ExitCode dispatch();
  mlir::LogicalResult readInput();
  /// Compiles the module to a stage. Gives `NothingFused` where there is no kernel to be.
  ExitCode compileTo(mlir::ModuleOp module, Stage stage);
  ExitCode emit(Emit kind);
  ExitCode runOn(Run where);
  mlir::FailureOr<llvm::SmallVector<std::string>> findFunctions(mlir::ModuleOp chains);
  ExitCode runOnCPU(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions);
  ExitCode runOnGPU(mlir::ModuleOp tilePrograms, llvm::ArrayRef<std::string> functions);
  ExitCode compare(llvm::ArrayRef<std::string> functions, FusedRunner &runner);
  ExitCode runOnly(llvm::ArrayRef<std::string> functions, FusedRunner &runner);
  ExitCode writeResults(ExitCode code, llvm::StringRef device,
                        llvm::ArrayRef<KernelMeasurement> kernels);
  ExitCode report();
  void printChains(mlir::ModuleOp placed, mlir::ModuleOp unplaced);
  ExitCode write(llvm::StringRef path, llvm::StringRef text);
  ExitCode writeKernels(const CompiledKernels &kernels, llvm::StringRef path,
                        llvm::StringRef planPath);
  void explainNothingFused();
  void printRemarks();

  mlir::MLIRContext &context;
  const Options &options;
  Compiler compiler;
  std::shared_ptr<llvm::SourceMgr> sources;
  mlir::SourceMgrDiagnosticHandler printer;
  mlir::ScopedDiagnosticHandler keeper;
  llvm::SmallVector<KeptRemark> remarks;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What `--run` found.
  std::vector<ComparisonReport> reports;
};

} // namespace mcf::mcfc

#endif
