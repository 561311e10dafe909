//===- CPUPipeline.cpp - tensors to LLVM for the CPU -----------------------===//
#include "MCFuser/Pipelines/CPUPipeline.h"
#include "MCFuser/Target/CPU/Passes.h"
#include "SmallFloats.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addBufferization(OpPassManager &pm) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  // A carried value that is still read after its successor is computed (a running
  // maximum) needs a fresh buffer per trip.
  options.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  // Not before: scf-forall-to-for does not take a forall with tensor results. Not later:
  // the deallocation does not look into a forall.
  pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  // One round of canonicalize leaves copies of a buffer to itself.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  bufferization::buildBufferDeallocationPipeline(
      pm, bufferization::BufferDeallocationPipelineOptions());
}

static void addLoopsToLLVM(OpPassManager &pm) {
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addPass(mcf::createConvertCopiesToLoopsPass());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(mcf::createLowerAssertionsPass());
  pm.addPass(arith::createArithEmulateUnsupportedFloats(mcf::getSmallFloatEmulation()));
  pm.addPass(mcf::createExpandSmallFloatsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(mcf::createLowerViewsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void mcf::buildLowerToCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options) {
  pm.addPass(createDecomposeSoftmaxPass());
  pm.addPass(createLowerScansPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  if (options.entryPoints)
    pm.addPass(createAddEntryPointsPass());
  addBufferization(pm);
  addLoopsToLLVM(pm);
}
