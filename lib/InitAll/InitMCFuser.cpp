//===- InitMCFuser.cpp - registration of our dialects and passes ----------===//
#include "MCFuser/Conversion/Passes.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Pipelines/Registration.h"
#include "MCFuser/Reference/Passes.h"
#include "MCFuser/Search/Passes.h"
#include "MCFuser/Target/CPU/Passes.h"

void mcf::registerMCFuserDialects(mlir::DialectRegistry &registry) {
  registry.insert<mcf::MCFDialect, mcf::mcfg::MCFGDialect>();
}

void mcf::registerMCFuserPasses() {
  mcf::registerMCFuserMCFPasses();
  mcf::registerMCFuserMCFGPasses();
  mcf::registerMCFuserConversionPasses();
  mcf::registerMCFuserCPUPasses();
  mcf::registerMCFuserReferencePasses();
  mcf::registerMCFuserSearchPasses();
  mcf::registerMCFuserPipelines();
}
