//===- Roundings.h - what the roundings of a program can do ----------*- C++ -*-===//
#ifndef MCFUSER_LIB_REFERENCE_ROUNDINGS_H
#define MCFUSER_LIB_REFERENCE_ROUNDINGS_H

#include "MCFuser/Reference/Comparison.h"
#include "MCFuser/Target/CPU/Executor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mcf {

/// How many values the function rounds by casts that it spells, where the sizes that its types
/// leave open are the smallest that the inputs have: fewer roundings allow for more.
int64_t countRoundings(mlir::func::FuncOp func, llvm::ArrayRef<HostArray> inputs);

/// True if the function normalizes. Ways to spell it: also `exp(s - log(l))` and `x * rsqrt(v)`.
bool divides(mlir::func::FuncOp func);

/// What the elementary functions that the function calls may add: 4 units in the last place of f32.
/// The hardware's exp2 is within 2, its argument is rounded, and polynomials are within a few.
double getFunctionError(mlir::func::FuncOp func);

/// A program in f64 with its roundings, of which any one can be made to fall the other way.
class RoundingProbe {
public:
  static mlir::FailureOr<std::unique_ptr<RoundingProbe>>
  create(mlir::ModuleOp source, const cpu::ExecutorOptions &options);

  /// The most probes that take reasonable time; 0 if that are too few to say anything.
  static int64_t getNumProbes(mlir::func::FuncOp func, llvm::ArrayRef<HostArray> inputs);

  /// Weights per result, from `numProbes` roundings spread over all, or from all if there are no
  /// more. `exactOut` is what the program gives if none falls the other way.
  mlir::FailureOr<std::vector<RoundingWeights>> measure(llvm::StringRef function,
                                                        llvm::ArrayRef<HostArray> inputs,
                                                        llvm::ArrayRef<HostArray> exactOut,
                                                        int64_t numProbes);

private:
  std::unique_ptr<cpu::Executor> executor;
};

} // namespace mcf

#endif
