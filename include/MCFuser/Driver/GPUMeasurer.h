//===- GPUMeasurer.h - candidates measured on a GPU -------------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_GPUMEASURER_H
#define MCFUSER_DRIVER_GPUMEASURER_H

#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Search/Measurer.h"
#include "mlir/IR/MLIRContext.h"

namespace mcf {

/// Who makes machine code of PTX: ptxas where there is one (many at a time), or the driver as it
/// loads the kernel (one after the other).
enum class PTXAssembler { Auto, Ptxas, Driver };

struct GPUMeasurerOptions {
  /// Number of the device.
  int ordinal = 0;
  /// Processes that compile at the same time.
  unsigned numProcesses = 1;
  PTXAssembler assembler = PTXAssembler::Auto;
  /// Measure nothing: only see what compiles, and what it takes.
  bool compileOnly = false;
  /// What one candidate may take.
  double compileLimitSeconds = 60, measureLimitSeconds = 20;
  /// What a batch may take; what is not done by then is reported as such.
  std::optional<double> timeLimitSeconds;
  /// The part of it that compiling may take, so that what was compiled is measured.
  double compileShare = 1;
  /// Asked now and then; true ends a batch as if its time were up.
  std::function<bool()> isStopped = {};
  /// Measure in this process, which may have the device open. A candidate that hangs or breaks the
  /// device then does so here.
  bool inThisProcess = false;
  /// A sample is the time of a graph of so many launches, one after the other, over so many sets of
  /// operands in turn.
  unsigned numSamples = 25, launchesPerSample = 20, numOperandSets = 8;
  /// File to lock while the GPU is in use, so that processes measure one after the other.
  std::string lockFile;
};

/// The device that kernels were measured on.
struct MeasuredDevice {
  std::string name;
  int computeCapability = 0;
  /// As the driver says it: 12040 for CUDA 12.4.
  int driverVersion = 0;
};

/// Compiles candidates in several processes, then loads and measures them one after the other in
/// another. A candidate that crashes the compiler, hangs, or leaves the device's context broken
/// ends a process and no more. Unless asked to measure in it, this process never opens the device.
/// It forks: call it while this process runs no other threads that hold locks.
///
/// Results are not checked here. Operands are random and results start as NaN.
class GPUMeasurer : public search::Measurer {
public:
  using ContextFactory = std::function<std::unique_ptr<mlir::MLIRContext>()>;

  /// `program` is the text of a module with one chain (or with linalg that becomes one). Each
  /// process parses it in a context of its own.
  GPUMeasurer(std::string program, ContextFactory makeContext, CompilerOptions compiler,
              GPUMeasurerOptions options)
      : program(std::move(program)), makeContext(std::move(makeContext)),
        compilerOptions(std::move(compiler)), options(std::move(options)) {}

  /// Looks for the device. Returns why it cannot be used, or an empty text.
  std::string probe();
  /// What `probe` found.
  const MeasuredDevice &getDevice() const { return device; }
  /// True if ptxas makes the machine code.
  bool usesPtxas() const;

  std::vector<search::Measurement>
  measure(llvm::ArrayRef<analysis::TilingExpression> candidates,
          llvm::function_ref<void(const search::MeasureProgress &)> progress) override;

private:
  struct Image;
  std::string compile(llvm::StringRef tiling, mlir::MLIRContext &context, bool ptxas) const;
  /// Compiles the candidates. Errors go to the measurements.
  std::vector<Image> compileAll(llvm::ArrayRef<analysis::TilingExpression> candidates,
                                std::vector<search::Measurement> &measurements,
                                llvm::function_ref<void(const search::MeasureProgress &)> progress);
  void measureAll(llvm::ArrayRef<Image> images, std::vector<search::Measurement> &measurements,
                  llvm::function_ref<void(const search::MeasureProgress &)> progress);

  std::string program;
  ContextFactory makeContext;
  CompilerOptions compilerOptions;
  GPUMeasurerOptions options;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  MeasuredDevice device;
};

} // namespace mcf

#endif
