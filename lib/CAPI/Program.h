//===- Program.h - a program at every stage ---------------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_PROGRAM_H
#define MCFUSER_LIB_CAPI_PROGRAM_H

#include "CompilerThread.h"
#include "Functions.h"
#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/Driver/KeptRemarks.h"
#include "Options.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"
#include <map>

/// All of it runs on the compiler's thread.
struct mcf_program {
public:
  using Outcome = mcf::capi::Outcome;

  mcf_program(const mcf_options &options, llvm::StringRef name);
  ~mcf_program();

  /// Reads the text and compiles it as far as the options ask. `tunes`: with progress, and measured
  /// if the options say so.
  Outcome compile(llvm::StringRef text, mcf::capi::ProgressChannel &channel, bool tunes);

  /// The module at a stage, compiled to it first if need be.
  Outcome getModule(mcf::Stage stage, mlir::ModuleOp &module);
  Outcome getKernels(const mcf::CompiledKernels *&result);
  /// The kernels if they have been made, or null.
  const mcf::CompiledKernels *getMadeKernels() const { return kernels ? &*kernels : nullptr; }
  Outcome getText(llvm::StringRef name, llvm::StringRef &text);
  /// A text that has been made and stays as it is.
  bool findText(llvm::StringRef name, llvm::StringRef &text) const;
  /// Name and launch plan of a kernel.
  Outcome getKernel(size_t kernel, const char **name, const char **plan);

  /// What executes the functions on the CPU.
  Outcome getExecutor(mcf_where where, mcf::cpu::Executor *&executor);
  Outcome getGPURunner(mcf::GPUFusedRunner *&runner);

  /// The failure of a step with the diagnostics since `startDiagnostics`.
  Outcome failWithDiagnostics(mcf_status status);
  void startDiagnostics() { diagnostics.clear(); }

  // What needs no compiler.
  std::vector<mcf::capi::Function> functions;
  /// Why there are none; mostly empty.
  std::string whyNoFunctions;
  size_t numChains = 0, numKernels = 0;
  double searchSeconds = 0;
  bool stoppedEarly = false;
  std::string deviceName, arch;
  /// A call gave up in the middle: nothing of it may be touched.
  bool isBroken = false;
  const mcf_options &getOptions() const { return options; }

private:
  Outcome read(llvm::StringRef text);
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text, llvm::StringRef bufferName);
  Outcome chooseSchedules(mcf::capi::ProgressChannel &channel, bool tunes);
  Outcome makeText(llvm::StringRef name, std::string &text);
  llvm::StringRef keepText(llvm::StringRef name, std::string made);
  Outcome makeReport(std::string &text);
  Outcome makeCubin(std::string &bytes);
  void printTuning(llvm::raw_ostream &os);
  void printRemarks(llvm::raw_ostream &os);
  Outcome failNothingFused();

  mcf_options options;
  std::string name;
  mlir::MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources;
  std::string diagnostics;
  llvm::raw_string_ostream diagnosticStream{diagnostics};
  mlir::SourceMgrDiagnosticHandler printer;
  mcf::KeptRemarks remarks;
  std::unique_ptr<mcf::Compiler> compiler;
  /// Where the input starts.
  mcf::Stage start = mcf::Stage::Input;
  bool isFused = false;
  std::map<mcf::Stage, mlir::OwningOpRef<mlir::ModuleOp>> modules;
  /// Stage `Chain` with the schedules that were chosen, none placed.
  mlir::OwningOpRef<mlir::ModuleOp> chosen;
  mcf::ScheduleChoices schedules;
  /// By chain: candidates that failed, and why.
  std::map<size_t, std::vector<std::pair<std::string, std::string>>> dropped;
  std::optional<mcf::CompiledKernels> kernels;
  std::map<std::string, std::unique_ptr<std::string>, std::less<>> texts;
  std::vector<std::unique_ptr<std::string>> olderTexts;
  std::unique_ptr<mcf::cpu::Executor> fusedExecutor, unfusedExecutor;
  std::unique_ptr<mcf::GPUFusedRunner> gpuRunner;
};

namespace mcf::capi {
/// The function of this number.
Outcome findFunction(const mcf_program &program, size_t number, const Function *&function);

/// Runs a job with a program on the compiler's thread; refuses a broken program.
Outcome runWith(mcf_program &program, llvm::function_ref<Outcome()> job);
} // namespace mcf::capi

#endif
