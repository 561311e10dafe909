//===- Registration.cpp - named pipelines ----------------------------------===//
#include "MCFuser/Pipelines/Registration.h"
#include "MCFuser/Pipelines/CPUPipeline.h"
#include "MCFuser/Pipelines/NVVMPipeline.h"
#include "MCFuser/Pipelines/Stages.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

void mcf::registerMCFuserPipelines() {
  mlir::PassPipelineRegistration<CPUPipelineOptions>(
      "mcf-lower-to-cpu-pipeline",
      "Lower linalg on tensors and tile programs to the LLVM dialect for the CPU",
      buildLowerToCPUPipeline);
  mlir::PassPipelineRegistration<>(
      "mcf-lower-to-nvvm-pipeline",
      "Lower kernels (the program of one thread) to the LLVM and NVVM dialects",
      buildLowerToNVVMPipeline);
  registerStagePipelines();
}
