//===- GPU.cpp - cases on the GPU ------------------------------------------===//
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/Target/PTX/Assembler.h"
#include "RunCases.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;

RunnerFactory mcf::fuzz::getGPURunner(std::optional<int> ordinal, bool assemble) {
  return [=](ModuleOp tilePrograms, bool &refused) -> FailureOr<std::unique_ptr<FusedRunner>> {
    CompilerOptions options = CompilerOptions::forDevice(llvm::cantFail(hw::lookupDevice("H200")));
    Compiler compiler(options);
    OwningOpRef<ModuleOp> target = tilePrograms.clone();
    if (failed(compiler.run(*target, Stage::TileProgram, Stage::NVVM))) {
      refused = true;
      return failure();
    }
    FailureOr<CompiledKernels> kernels = compiler.emitPTX(*target);
    if (failed(kernels))
      return failure();
    if (assemble) {
      FailureOr<Cubin> cubin = assemblePTX(tilePrograms.getLoc(), kernels->ptx, options.ptx.chip);
      if (failed(cubin))
        return failure();
    }
    if (!ordinal)
      return std::unique_ptr<FusedRunner>();
    GPURunOptions runOptions;
    runOptions.ordinal = *ordinal;
    auto runner = GPUFusedRunner::create(tilePrograms, std::move(*kernels), runOptions);
    if (failed(runner))
      return failure();
    return std::unique_ptr<FusedRunner>(std::move(*runner));
  };
}
