//===- NVVMPipeline.cpp - kernels to the NVVM dialect ---------------------===//
#include "MCFuser/Pipelines/NVVMPipeline.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/Target/CPU/Passes.h"
#include "SmallFloats.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Bottom-up: a thread's program has hundreds of scalars carried by loops, and top-down each
/// that is folded away makes the whole loop new (25 s against 0.2 s).
static std::unique_ptr<Pass> createCanonicalizer() {
  return createCanonicalizerPass(
      GreedyRewriteConfig().setUseTopDownTraversal(false),
      // Compares each pair of scalars that a loop carries, again after every change.
      {"(anonymous namespace)::RemoveDuplicateSuccessorInputUses"});
}

void mcf::buildLowerToNVVMPipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(arith::createArithEmulateUnsupportedFloats(mcf::getSmallFloatEmulation()));
  kernels.addPass(createLowerSmallFloats());
  kernels.addPass(createLowerWarpgroupOps());
  kernels.addPass(createCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLowerMath());
  // What is left has an instruction; convert-gpu-to-nvvm would call a library for it.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(affine::createAffineExpandIndexOpsPass());
  kernels.addPass(createLowerViewsPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  ConvertGpuOpsToNVVMOpsOptions options;
  options.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(options));
  // What has no intrinsic becomes inline PTX.
  kernels.addPass(createConvertNVVMToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createFinalizeKernels());
}
