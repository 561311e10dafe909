//===- CPUPipeline.h - tensors to LLVM for the CPU -------------------*- C++ -*-===//
#ifndef MCFUSER_PIPELINES_CPUPIPELINE_H
#define MCFUSER_PIPELINES_CPUPIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mcf {
/// Options of `mcf-lower-to-cpu-pipeline`.
struct CPUPipelineOptions : mlir::PassPipelineOptions<CPUPipelineOptions> {
  Option<bool> entryPoints{
      *this, "entry-points",
      llvm::cl::desc("Add `mcf_entry_<f>`, with buffers for results, for each public function f"),
      llvm::cl::init(true)};
};

/// Lowers a module of functions on tensors (linalg, tile programs) to the LLVM
/// dialect: scalar loops, every buffer freed. It favours a short compile and a
/// result that depends on nothing but the program over speed.
void buildLowerToCPUPipeline(mlir::OpPassManager &pm, const CPUPipelineOptions &options);
} // namespace mcf

#endif
