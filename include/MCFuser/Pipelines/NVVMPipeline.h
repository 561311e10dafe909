//===- NVVMPipeline.h - kernels to the NVVM dialect --------------------*- C++ -*-===//
#ifndef MCFUSER_PIPELINES_NVVMPIPELINE_H
#define MCFUSER_PIPELINES_NVVMPIPELINE_H

namespace mlir {
class OpPassManager;
}

namespace mcf {
/// Lowers each gpu.module of a module from the program of one thread (after
/// mcf-distribute-vectors, mcf-lower-tile-copies and mcf-allocate-workgroup-memory) to the LLVM
/// and NVVM dialects. Kernels take bare pointers.
void buildLowerToNVVMPipeline(mlir::OpPassManager &pm);
} // namespace mcf

#endif
