//===- Registration.cpp - named pipelines ----------------------------------===//
#include "MCFuser/Pipelines/Registration.h"
#include "MCFuser/Pipelines/CPUPipeline.h"
#include "MCFuser/Pipelines/Stages.h"
#include "mlir/Pass/PassRegistry.h"

void mcf::registerMCFuserPipelines() {
  mlir::PassPipelineRegistration<CPUPipelineOptions>(
      "mcf-lower-to-cpu-pipeline",
      "Lower linalg on tensors and tile programs to the LLVM dialect for the CPU",
      buildLowerToCPUPipeline);
  registerStagePipelines();
}
