//===- RunCases.h - runs cases through the whole path ----------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_RUNCASES_H
#define MCFUSER_TOOLS_MCF_FUZZ_RUNCASES_H

#include "TestCase.h"
#include "mlir/IR/MLIRContext.h"
#include <functional>

namespace mcf::fuzz {

/// Makes what executes a module of tile programs. The hook for other targets: the default
/// is the CPU. `refused` is set where the target does not take the program, which is no error:
/// not every tiling fits a GPU.
using RunnerFactory = std::function<mlir::FailureOr<std::unique_ptr<FusedRunner>>(
    mlir::ModuleOp tilePrograms, bool &refused)>;
RunnerFactory getCPURunner();
/// Compiles the tile programs to PTX and launches them on this device, or, with none, leaves it
/// at the PTX, which ptxas may assemble.
RunnerFactory getGPURunner(std::optional<int> ordinal, bool assemble = false);

/// What became of one case.
struct Outcome {
  /// Empty if right.
  std::string failure;
  /// Why the target cannot run this tiling; the case counts as neither right nor wrong.
  std::string refusal;
  /// The tiling expressions that the chains got, once they are known.
  std::string tiling;
  /// Contractions that became part of a chain, and why others did not.
  int64_t numFused = 0;
  std::vector<std::string> unfused;
  ComparisonReport report;
};

struct RunOptions {
  RunnerFactory makeRunner = getCPURunner();
  /// Nothing is executed, and this pass is the last.
  std::string stopAfter;
  /// The target may refuse programs, so each is compiled alone.
  bool oneByOne = false;
};

/// Runs all cases in one module; compile time is most of the cost, and much of that is per
/// module. If a step fails for the module, each case runs alone, so that one cannot spoil the
/// others.
std::vector<Outcome> runCases(mlir::MLIRContext &context, llvm::ArrayRef<TestCasePtr> cases,
                              const RunOptions &options);

/// The fused module of the cases as far as it gets, for `--print`.
void printStages(mlir::MLIRContext &context, const TestCase &c, llvm::raw_ostream &os);

} // namespace mcf::fuzz

#endif
