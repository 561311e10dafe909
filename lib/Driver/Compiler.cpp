//===- Compiler.cpp - a whole compile, from linalg to PTX -----------------===//
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/KernelModule.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Reference/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include <chrono>

using namespace mlir;
using namespace mcf;

CompilerOptions CompilerOptions::forDevice(const hw::DeviceSpec &device) {
  CompilerOptions options;
  options.stages.device = hw::getDeviceText(device);
  options.ptx.chip = device.smArch;
  return options;
}

Compiler::Compiler(CompilerOptions given) : options(std::move(given)) {
  llvm::Expected<hw::DeviceSpec> device = hw::resolveDevice(options.stages.device);
  if (!device) {
    // The passes say what is wrong with it.
    llvm::consumeError(device.takeError());
    return;
  }
  if (!device->runs(options.ptx.chip) || device->smArch == options.ptx.chip)
    return;
  device->smArch = options.ptx.chip;
  options.stages.device = hw::getDeviceText(*device);
}

namespace {
/// Adds the time of its life to a list.
class StageTimer {
public:
  StageTimer(llvm::SmallVectorImpl<Compiler::StageTime> &times, llvm::StringRef name)
      : times(times), name(name), start(std::chrono::steady_clock::now()) {}
  ~StageTimer() {
    std::chrono::duration<double> duration = std::chrono::steady_clock::now() - start;
    times.push_back({name.str(), duration.count()});
  }

private:
  llvm::SmallVectorImpl<Compiler::StageTime> &times;
  llvm::StringRef name;
  std::chrono::steady_clock::time_point start;
};
} // namespace

LogicalResult Compiler::run(ModuleOp module, Stage from, Stage to) {
  for (Stage stage : getStages()) {
    if (stage <= from || stage > to)
      continue;
    StageTimer timer(times, getStageName(stage));
    PassManager pm(module.getContext(), ModuleOp::getOperationName(),
                   OpPassManager::Nesting::Implicit);
    if (options.configure && failed(options.configure(pm)))
      return failure();
    if (!options.crashReproducer.empty())
      pm.enableCrashReproducerGeneration(options.crashReproducer);
    std::string error;
    Stage before = static_cast<Stage>(static_cast<unsigned>(stage) - 1);
    if (failed(buildStages(pm, before, stage, options.stages, error)))
      return emitError(module.getLoc())
             << "stage " << getStageName(stage) << " cannot be built: " << error;
    if (failed(pm.run(module)))
      return failure();
  }
  return success();
}

FailureOr<CompiledKernels> Compiler::emitPTX(ModuleOp module) {
  StageTimer timer(times, "ptx");
  CompiledKernels kernels;
  FailureOr<OwningOpRef<gpu::GPUModuleOp>> merged = mergeKernels(module);
  if (failed(merged))
    return failure();
  FailureOr<runtime::LaunchPlan> plan = exportLaunchPlan(**merged, options.ptx.chip);
  if (failed(plan))
    return failure();
  FailureOr<std::string> ptx = translateToPTX(**merged, options.ptx);
  if (failed(ptx))
    return failure();
  return CompiledKernels{std::move(*ptx), std::move(*plan)};
}

FailureOr<std::string> Compiler::emitLLVMIR(ModuleOp module) {
  StageTimer timer(times, "llvm");
  FailureOr<OwningOpRef<gpu::GPUModuleOp>> merged = mergeKernels(module);
  if (failed(merged))
    return failure();
  return translateToLLVMIR(**merged, options.ptx);
}

Stage mcf::getStartStage(ModuleOp module) {
  if (module.getBody()->empty())
    return Stage::Input;
  for (Operation &op : *module.getBody()) {
    auto kernels = dyn_cast<gpu::GPUModuleOp>(op);
    if (!kernels || !llvm::all_of(kernels.getOps(), [](Operation &symbol) {
          return isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(symbol.getDialect());
        }))
      return Stage::Input;
  }
  return Stage::NVVM;
}

unsigned mcf::countKernels(ModuleOp module) {
  unsigned count = 0;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (Operation &op : kernels.getOps())
      count += isKernel(&op);
  return count;
}

bool mcf::hasFusedParts(ModuleOp module) {
  if (countKernels(module))
    return true;
  return module
      ->walk([](Operation *op) {
        return isa<ChainOp>(op) || op->hasAttr("mcf.tile_program") ? WalkResult::interrupt()
                                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<OwningOpRef<ModuleOp>> mcf::passArraysAsTensors(ModuleOp program) {
  OwningOpRef<ModuleOp> result = program.clone();
  PassManager pm(program.getContext());
  pm.addPass(createPassArraysAsTensorsPass());
  if (failed(pm.run(*result)))
    return failure();
  return result;
}
