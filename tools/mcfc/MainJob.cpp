//===- MainJob.cpp - from a file to a report, checks and PTX --------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "Session.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

// Beyond this the CPU check takes more than a few seconds.
static constexpr uint64_t maxCheckedFlops = 500'000'000;

llvm::raw_ostream &Session::getOut() { return options.reportAsJSON ? llvm::nulls() : llvm::outs(); }

/// Adds the raw schedule to the chains, to say what hoisting saves.
static LogicalResult applyTilingOnly(ModuleOp module, const StageOptions &options) {
  PassManager pm(module.getContext());
  addTilingPass(pm, options);
  return pm.run(module);
}

/// Why the programs cannot be run and compared here, or an empty text.
static std::string getReasonNotToCheck(ModuleOp module, ModuleOp chains) {
  if (getStartStage(module) != Stage::Input ||
      module.walk([](ChainOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return "the input is not the unfused program";
  uint64_t flops = 0;
  // Where sizes are open the check takes small ones, unless it is told.
  constexpr int64_t openSize = 77;
  chains.walk([&](ChainOp chain) { flops += getContractionFlops(chain, openSize); });
  if (flops > maxCheckedFlops)
    return formatCount(flops) + " flop take a while: ask for it with --run=cpu or --run=gpu";
  return "";
}

/// True if a function leaves sizes of arguments open.
static bool hasOpenSizes(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
    return llvm::any_of(function.getArgumentTypes(), [](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      return shaped && !shaped.hasStaticShape();
    });
  });
}

ExitCode Session::checkOnCPU(ModuleOp tilePrograms, ArrayRef<std::string> functions) {
  getOut() << "\nCPU check, fused and unfused program against f64\n";
  if (cpuCheck.leftOut.empty() && (!options.sizes.empty() || !hasOpenSizes(*module)))
    return runOnCPU(tilePrograms, functions, cpuCheck);
  if (cpuCheck.leftOut.empty()) {
    // Sizes that nobody gave may be ones that the program does not allow.
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      if (error.empty())
        error = diagnostic.str();
      return success();
    });
    ExitCode code = runOnCPU(tilePrograms, functions, cpuCheck);
    if (code != Failed)
      return code;
    cpuCheck.leftOut = error + " (others can be given: --run=cpu --sizes=...)";
  }
  getOut() << "  left out: " << cpuCheck.leftOut << "\n";
  return Done;
}

/// Without a device that opens the check is left out, which is no failure.
ExitCode Session::checkOnGPU(ModuleOp tilePrograms, const CompiledKernels &kernels,
                             ArrayRef<std::string> functions) {
  getOut() << "\nGPU check, the same on a GPU\n";
  gpuCheck.leftOut = cpuCheck.leftOut;
  ExitCode code = Done;
  if (gpuCheck.leftOut.empty()) {
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
      return success();
    });
    code = runOnGPU(tilePrograms, kernels, functions, gpuCheck);
    if (code == Failed && !gpuCheck.device.empty())
      return fail("the check on the GPU failed: " + error);
    if (code == Failed) {
      gpuCheck.leftOut = error;
      code = Done;
    }
  }
  if (!gpuCheck.leftOut.empty())
    getOut() << "  left out: " << gpuCheck.leftOut << "\n";
  return code;
}

void Session::printJSON(ModuleOp scheduled, const CompiledKernels &kernels, StringRef path,
                        StringRef planPath) {
  const CompilerOptions &compilerOptions = compiler.getOptions();
  std::string schedule;
  llvm::raw_string_ostream(schedule) << *scheduled << "\n";
  llvm::json::OStream json(llvm::outs(), /*IndentSize=*/2);
  json.object([&] {
    json.attribute("input", options.input);
    json.attribute("device", llvm::cantFail(hw::resolveDevice(compilerOptions.stages.device)).name);
    json.attribute("arch", compilerOptions.ptx.chip);
    json.attributeArray("remarks", [&] {
      for (const KeptRemark &remark : remarks.get())
        json.value(remark.text);
    });
    json.attributeArray("chains", [&] {
      unsigned index = 0;
      scheduled.walk([&](ChainOp chain) {
        json.object([&] {
          json.attribute("function", getFunctionName(chain));
          json.attributeObject("dims", [&] {
            for (DimAttr dim : chain.getDims().getDims())
              json.attribute(dim.getName().getValue(), dim.isDynamic()
                                                           ? llvm::json::Value(nullptr)
                                                           : llvm::json::Value(dim.getSize()));
          });
          json.attributeArray("masked_loops",
                              [&] { ChainReport(chain, ChainOp()).printMasks(json); });
          if (index < schedules.choices.size() && schedules.choices[index]) {
            const search::TilingChoice &choice = *schedules.choices[index];
            if (choice.result) {
              json.attributeBegin("search");
              choice.result->printJSON(json);
              json.attributeEnd();
            } else {
              json.attribute("plain_default_because", choice.whyDefault);
            }
          }
          if (auto entry = schedules.cached.find(index); entry != schedules.cached.end())
            json.attributeObject("cache", [&] { entry->second.printJSON(json); });
        });
        ++index;
      });
    });
    // The IR of --emit=schedule, for --tuning-record.
    json.attribute("schedule", schedule);
    json.attributeObject("cpu_check", [&] { cpuCheck.printJSON(json); });
    json.attributeObject("gpu_check", [&] { gpuCheck.printJSON(json); });
    json.attribute("ptx", path);
    json.attribute("plan", planPath);
    json.attributeArray("kernels", [&] {
      for (const runtime::KernelPlan &kernel : kernels.plan.kernels)
        json.object([&] {
          json.attribute("name", kernel.name);
          // Sizes that are given at launch say how many; the plan says how.
          if (kernel.tripCounts.empty())
            json.attribute("blocks", kernel.grid[0]);
          json.attribute("threads_per_block", kernel.block[0]);
          json.attribute("workgroup_bytes", kernel.dynamicWorkgroupBytes);
        });
    });
  });
  llvm::outs() << "\n";
}

ExitCode Session::report() {
  const CompilerOptions &compilerOptions = compiler.getOptions();
  // The text came from a device.
  hw::DeviceSpec device = llvm::cantFail(hw::resolveDevice(compilerOptions.stages.device));
  getOut() << options.input << " for " << device.getTitle() << " (" << compilerOptions.ptx.chip
           << ")\n";
  OwningOpRef<ModuleOp> target = module->clone();
  if (ExitCode code = compileTo(*target, Stage::Chain)) {
    if (code == NothingFused)
      explainNothingFused();
    return code;
  }
  remarks.print(getOut());
  cpuCheck.leftOut = getReasonNotToCheck(*module, *target);
  if (cpuCheck.leftOut.empty()) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (cpuCheck.leftOut.empty())
        cpuCheck.leftOut = diagnostic.str();
      return success();
    });
    (void)passArraysAsTensors(*module);
  }
  FailureOr<SmallVector<std::string>> functions = SmallVector<std::string>();
  if (cpuCheck.leftOut.empty())
    functions = findFunctions(*target);
  if (failed(functions) || failed(chooseSchedules(*target)))
    return Failed;
  for (const std::string &line : schedules.getSummaries())
    getOut() << "  " << line << "\n";
  OwningOpRef<ModuleOp> unplaced = target->clone();
  if (failed(applyTilingOnly(*unplaced, compilerOptions.stages)) ||
      failed(compiler.run(*target, Stage::Chain, Stage::Schedule)))
    return Failed;
  printChains(*target, *unplaced, schedules.choices, getOut());
  OwningOpRef<ModuleOp> scheduled = target->clone();
  if (failed(compiler.run(*target, Stage::Schedule, Stage::TileProgram)))
    return Failed;
  ExitCode code = checkOnCPU(*target, *functions);
  if (code == Failed)
    return code;
  OwningOpRef<ModuleOp> tilePrograms = target->clone();
  if (failed(compiler.run(*target, Stage::TileProgram, Stage::NVVM)))
    return Failed;
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*target);
  if (failed(kernels))
    return Failed;
  ExitCode gpuCode = checkOnGPU(*tilePrograms, *kernels, *functions);
  if (gpuCode == Failed)
    return gpuCode;
  code = code ? code : gpuCode;

  StringRef stem = options.input == "-" ? "out" : llvm::sys::path::stem(options.input);
  std::string path = options.output.empty() ? (stem + ".ptx").str() : options.output;
  std::string planPath = options.planOutput;
  if (planPath.empty()) {
    StringRef base(path);
    base.consume_back(".ptx");
    planPath = (base + ".plan.json").str();
  }
  if (ExitCode writeCode = writeKernels(*kernels, path, path == "-" ? "" : planPath))
    return writeCode;
  getOut() << "\nPTX: " << path << " (" << formatCount(kernels->ptx.size())
           << " bytes), how to launch it: " << planPath << "\n";
  printKernels(kernels->plan, getOut());
  if (options.reportAsJSON)
    printJSON(*scheduled, *kernels, path, planPath);
  return code;
}
