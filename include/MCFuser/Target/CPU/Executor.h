//===- Executor.h - runs functions on tensors in this process --------*- C++ -*-===//
#ifndef MCFUSER_TARGET_CPU_EXECUTOR_H
#define MCFUSER_TARGET_CPU_EXECUTOR_H

#include "MCFuser/Target/CPU/HostArray.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mcf::cpu {

/// An op in the body of a function that fits or does not, by the sizes of the arguments, or a
/// condition that holds or does not, by all of what they hold.
struct CheckedOp {
  mlir::Location loc;
  /// What is expected of it, in words.
  std::string expected;
};

struct ExecutorOptions {
  /// LLVM's optimization level, 0 to 3. Scalar loops either way; low levels compile fast.
  unsigned optLevel = 1;
  /// Products that are added to something may skip their rounding, as on a GPU. Needs a machine
  /// with fused multiply-adds; on others nothing changes.
  bool fuseMultiplyAdds = false;
  /// Functions that the module declares and this process has: name and address.
  std::vector<std::pair<std::string, void *>> symbols = {};
};

/// Shapes of the results of a function; none for scalars.
using ResultShapes = std::vector<llvm::SmallVector<int64_t>>;

/// Compiles the functions of a module for this machine and calls them with plain
/// arrays. The context must hold what `mcf::registerAllDialects` registers.
class Executor {
public:
  /// Lowers a copy of `module` with `mcf-lower-to-cpu-pipeline` and compiles it. The
  /// functions that can be called are the public ones.
  static mlir::FailureOr<std::unique_ptr<Executor>> create(mlir::ModuleOp module,
                                                           const ExecutorOptions &options = {});
  ~Executor();

  /// Calls `function`. Shapes and element types of the arrays must be those of its
  /// signature; each result is written to the array of its position. Views in the body of the
  /// function that do not fit at these sizes are an error, and so are assertions that do not hold
  /// and a `tensor.extract` beyond its tensor.
  mlir::LogicalResult run(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs,
                          llvm::MutableArrayRef<HostArray> outputs);

  /// The shapes that the results have for these inputs. Where the types leave sizes open, code that
  /// computes them runs.
  mlir::FailureOr<ResultShapes> getResultShapes(llvm::StringRef function,
                                                llvm::ArrayRef<HostArray> inputs);

  /// Types of arguments and results of a function, or null.
  mlir::FunctionType getFunctionType(llvm::StringRef function) const;

  /// Buffers that compiled code of this process has allocated and not freed.
  static int64_t getNumLiveBuffers();

private:
  explicit Executor(mlir::Location loc);

  mlir::LogicalResult checkSizes(llvm::StringRef function, llvm::ArrayRef<HostArray> inputs);

  mlir::Location loc;
  llvm::StringMap<mlir::FunctionType> functions;
  llvm::StringMap<llvm::SmallVector<CheckedOp>> checkedOps;
  /// What the module asserts, by number.
  llvm::SmallVector<CheckedOp> assertions;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

} // namespace mcf::cpu

#endif
