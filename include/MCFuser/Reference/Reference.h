//===- Reference.h - judges a fused program by the unfused one -------*- C++ -*-===//
#ifndef MCFUSER_REFERENCE_REFERENCE_H
#define MCFUSER_REFERENCE_REFERENCE_H

#include "MCFuser/Reference/ArgumentShapes.h"
#include "MCFuser/Reference/Comparison.h"
#include "MCFuser/Target/CPU/Executor.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/FunctionExtras.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mcf {

class RoundingProbe;

/// Where the inputs of a run come from.
struct InputOptions {
  uint64_t seed = 1;
  /// Floats are normal with this standard deviation.
  double scale = 1.0;
  /// Integers are uniform in [-maxInteger, maxInteger]; an i1 is true half of the time.
  int64_t maxInteger = 4;
  /// Chance of each float element to be one of `specials`.
  double specialChance = 0.0;
  std::vector<double> specials = {};
  /// Of the arguments; empty: as their types say.
  ArgumentShapes shapes = {};
  /// For each argument: its integers are below this, and not negative; 0: as all others. Empty:
  /// those of `getIndexBounds`, where the program is known.
  std::vector<int64_t> indexBounds = {};
};

/// For each argument the size of the smallest axis that the function indexes with it
/// (`tensor.extract`), or 0.
std::vector<int64_t> getIndexBounds(mlir::func::FuncOp function);

/// Random arrays for the arguments of a function; the same for the same options.
/// Every float is exact in its type. Fails on a type that no array can hold.
mlir::FailureOr<std::vector<HostArray>> makeInputs(mlir::FunctionType type,
                                                   const InputOptions &options, mlir::Location loc);

/// Executes a function of a fused program, on whatever it was built for.
class FusedRunner {
public:
  virtual ~FusedRunner();
  /// Fills every element of `outputs`, which arrive poisoned.
  virtual mlir::LogicalResult run(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs,
                                  llvm::MutableArrayRef<HostArray> outputs) = 0;
};

/// Runs a fused module (with its tile programs as functions) on the CPU.
class CPUFusedRunner : public FusedRunner {
public:
  static mlir::FailureOr<std::unique_ptr<CPUFusedRunner>>
  create(mlir::ModuleOp fused, const cpu::ExecutorOptions &options = {});
  mlir::LogicalResult run(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs,
                          llvm::MutableArrayRef<HostArray> outputs) override;

private:
  std::unique_ptr<cpu::Executor> executor;
};

/// A callback as a runner.
class CallbackFusedRunner : public FusedRunner {
public:
  using Callback = llvm::unique_function<mlir::LogicalResult(
      llvm::StringRef, llvm::ArrayRef<HostArray>, llvm::MutableArrayRef<HostArray>)>;
  explicit CallbackFusedRunner(Callback callback) : callback(std::move(callback)) {}
  mlir::LogicalResult run(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs,
                          llvm::MutableArrayRef<HostArray> outputs) override {
    return callback(function, inputs, outputs);
  }

private:
  Callback callback;
};

/// The unfused program, compiled once in f64 and once in its own types.
class Reference {
public:
  ~Reference();
  static mlir::FailureOr<std::unique_ptr<Reference>>
  create(mlir::ModuleOp unfused, const cpu::ExecutorOptions &options = {});

  /// Runs `function` three ways on the same random inputs and compares. Fails if one of
  /// them cannot run; a wrong result is a report, not a failure.
  mlir::FailureOr<ComparisonReport> compare(llvm::StringRef function, FusedRunner &fused,
                                            const InputOptions &inputs = {});
  /// Judges the program by this many inputs together, `inputs` first: norms of errors and of
  /// what they may be over all of them, and the worst elements of all. Luck, good or bad, cancels;
  /// a fault does not, since the norm over n inputs forgives one of them a factor of sqrt(n) at
  /// most. An input that is wrong for more than the size of an error decides alone.
  mlir::FailureOr<ComparisonReport> compareTogether(llvm::StringRef function, FusedRunner &fused,
                                                    const InputOptions &inputs, unsigned count);
  /// The same on given inputs.
  mlir::FailureOr<ComparisonReport> compare(llvm::StringRef function, FusedRunner &fused,
                                            llvm::ArrayRef<HostArray> inputs) {
    return compare(function, fused, inputs, /*allowAll=*/false);
  }

  /// The fused program may round the operands of f32 contractions to TF32.
  void allowTF32(bool allow = true) { tf32 = allow; }

  mlir::FunctionType getFunctionType(llvm::StringRef function) const {
    return unfused->getFunctionType(function);
  }

private:
  explicit Reference(mlir::Location loc);
  /// The options with the bounds of the program, if they have none.
  InputOptions withBounds(llvm::StringRef function, InputOptions inputs);
  /// `allowAll`: bounds hold all that is allowed, also where less is enough.
  mlir::FailureOr<ComparisonReport> compare(llvm::StringRef function, FusedRunner &fused,
                                            llvm::ArrayRef<HostArray> inputs, bool allowAll);
  /// Compares again what is not right, with the unfused program as it is with fused multiply-adds.
  mlir::LogicalResult allowForMultiplyAdds(llvm::StringRef function,
                                           llvm::ArrayRef<HostArray> inputs,
                                           llvm::ArrayRef<HostArray> exactOut,
                                           llvm::ArrayRef<HostArray> fusedOut,
                                           ComparisonReport &report, bool allowAll);
  mlir::LogicalResult
  allowForRoundings(llvm::StringRef function, llvm::ArrayRef<HostArray> exactInputs,
                    llvm::ArrayRef<HostArray> exactOut, llvm::ArrayRef<HostArray> unfusedOut,
                    llvm::ArrayRef<HostArray> fusedOut, ComparisonReport &report, bool allowAll);

  mlir::FailureOr<std::vector<RoundingWeights>>
  weighRoundings(mlir::func::FuncOp func, llvm::ArrayRef<HostArray> exactInputs,
                 llvm::ArrayRef<HostArray> exactOut);

  /// Compares again what is not right, with what rounding the operands of f32 contractions does.
  mlir::LogicalResult allowForTF32(llvm::StringRef function, llvm::ArrayRef<HostArray> exactInputs,
                                   llvm::ArrayRef<HostArray> exactOut,
                                   llvm::ArrayRef<HostArray> unfusedOut,
                                   llvm::ArrayRef<HostArray> fusedOut, ComparisonReport &report);

  mlir::Location loc;
  bool tf32 = false;
  cpu::ExecutorOptions options;
  std::unique_ptr<cpu::Executor> exact, unfused;
  /// The program in f64 without the roundings; compiled when a comparison needs it.
  mlir::OwningOpRef<mlir::ModuleOp> source;
  std::unique_ptr<cpu::Executor> unrounded;
  /// The program in f64 of which a rounding can be turned; compiled when a comparison needs it.
  std::unique_ptr<RoundingProbe> probe;
  /// The program in f64 with the operands of f32 contractions rounded to TF32.
  std::unique_ptr<cpu::Executor> roundedToTF32;
  /// The program in its own types with fused multiply-adds; compiled when a comparison needs it.
  std::unique_ptr<cpu::Executor> contracted;
};

} // namespace mcf

#endif
