//===- Program.cpp - a program at every stage -----------------------------===//
#include "Program.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/KernelModule.h"
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Driver/Tuner.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "Nesting.h"
#include "Registry.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::capi;

mcf_program::mcf_program(const mcf_options &options, StringRef name)
    : options(options), name(name.str()), context(getRegistry(), MLIRContext::Threading::DISABLED),
      sources(std::make_shared<llvm::SourceMgr>()), printer(*sources, &context, diagnosticStream),
      remarks(context) {
  // The source line says more to a user than the op in its generic form.
  context.printOpOnDiagnostic(false);
}

mcf_program::~mcf_program() = default;

Outcome mcf::capi::runWith(mcf_program &program, llvm::function_ref<Outcome()> job) {
  if (program.isBroken)
    return fail(MCF_INTERNAL_ERROR,
                "an earlier call with this program gave up: it can only be destroyed");
  JobResult result = runOnCompilerThread([&](ProgressChannel &) { return job(); });
  program.isBroken = result.isBroken;
  return std::move(result.outcome);
}

Outcome mcf_program::failWithDiagnostics(mcf_status status) {
  StringRef text = StringRef(diagnostics).rtrim();
  return fail(status, text.empty() ? "it failed and gave no reason" : text.str());
}

Outcome mcf_program::failNothingFused() {
  std::string text;
  llvm::raw_string_ostream os(text);
  printRemarks(os);
  os << "nothing was fused: no chain of contractions that may be one kernel";
  return fail(MCF_NOTHING_FUSED, text);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> mcf_program::parse(StringRef text, StringRef bufferName) {
  // Diagnostics show its lines.
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, bufferName),
                              llvm::SMLoc());
  return parseSourceString<ModuleOp>(text, &context, bufferName);
}

/// What is wrong with a text before it is read.
static std::string checkText(StringRef text, StringRef name) {
  if (text.trim().empty())
    return ("'" + name + "' is empty").str();
  if (text.starts_with("ML\xEFR"))
    return ("expected '" + name + "' to be MLIR text, but got bytecode").str();
  if (size_t at = text.find('\0'); at != StringRef::npos) {
    StringRef before = text.take_front(at);
    return (name + ":" + Twine(before.count('\n') + 1) + ":" +
            Twine(at - (before.rfind('\n') + 1) + 1) +
            ": error: expected text, but got a zero byte")
        .str();
  }
  return checkNesting(text, name);
}

Outcome mcf_program::read(StringRef text) {
  if (std::string error = checkText(text, name); !error.empty())
    return fail(MCF_COMPILE_FAILED, error);
  startDiagnostics();
  OwningOpRef<ModuleOp> module = parse(text, name);
  if (!module)
    return failWithDiagnostics(MCF_COMPILE_FAILED);
  start = getStartStage(*module);
  modules[Stage::Input] = std::move(module);
  return ok();
}

Outcome mcf_program::compile(StringRef text, ProgressChannel &channel, bool tunes) {
  if (!options.tuningRecord.empty() && !options.compile.tiling.empty())
    return fail(MCF_INVALID_OPTION, "expected option 'tiling' or 'tuning-record', but got both");
  CompilerOptions compilerOptions;
  // Processes that measure are forked: this one must not have asked the driver before.
  DriverProcess process = tunes && getMeasuring(options) == Measuring::InProcesses
                              ? DriverProcess::Another
                              : DriverProcess::This;
  if (std::string error = makeCompilerOptions(options.compile, "", compilerOptions, process);
      !error.empty())
    return fail(MCF_INVALID_OPTION, error);
  deviceName = llvm::cantFail(hw::resolveDevice(compilerOptions.stages.device)).name;
  arch = compilerOptions.ptx.chip;
  compiler = std::make_unique<Compiler>(std::move(compilerOptions));
  if (Outcome outcome = read(text); !outcome.isOk())
    return outcome;

  // A function that cannot be run on arrays of a caller may still be compiled.
  startDiagnostics();
  if (FailureOr<std::vector<Function>> found = readFunctions(*modules[Stage::Input]);
      succeeded(found))
    functions = std::move(*found);
  else
    whyNoFunctions = StringRef(diagnostics).rtrim().str();
  ModuleOp chains;
  if (Outcome outcome = getModule(Stage::Chain, chains); !outcome.isOk())
    return outcome;
  isFused = hasFusedParts(chains);
  chains.walk([&](ChainOp) { ++numChains; });
  numKernels = numChains + countKernels(chains);
  chains.walk([&](Operation *op) { numKernels += op->hasAttr("mcf.tile_program"); });
  for (Function &function : functions)
    if (auto found = chains.lookupSymbol<func::FuncOp>(function.name)) {
      function.recipe.numKernels = 0;
      found.walk([&](ChainOp) { ++function.recipe.numKernels; });
    }

  LastStage last = getLastStage(options);
  if (last.stage == Stage::Chain)
    return ok();
  if (isFused)
    if (Outcome outcome = chooseSchedules(channel, tunes); !outcome.isOk())
      return outcome;
  ModuleOp module;
  if (Outcome outcome =
          getModule(isFused ? last.stage : std::min(last.stage, Stage::TileProgram), module);
      !outcome.isOk() || !isFused || !last.makesPTX)
    return outcome;
  const CompiledKernels *unused;
  return getKernels(unused);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static TunerOptions getTunerOptions(const mcf_options &options) {
  Measuring measuring = getMeasuring(options);
  TunerOptions tuner;
  tuner.measures = measuring != Measuring::None;
  tuner.numMeasured = getMeasureCount(options);
  tuner.ordinal = options.compile.getGPU();
  tuner.inThisProcess = measuring == Measuring::InThisProcess;
  return tuner;
}

/// Hands progress on to the caller. False: it wants no more.
static bool report(ProgressChannel &channel, const TuningProgress &progress) {
  std::string phase = progress.phase.str();
  mcf_progress state = {};
  state.phase = phase.c_str();
  state.chain = progress.chain;
  state.chain_count = progress.numChains;
  state.done = progress.numDone;
  state.total = progress.numAll;
  state.failed = progress.numFailed;
  state.best_seconds = progress.bestSeconds;
  state.elapsed_seconds = progress.elapsedSeconds;
  return channel.report(state);
}

Outcome mcf_program::chooseSchedules(ProgressChannel &channel, bool tunes) {
  ModuleOp chains;
  if (Outcome outcome = getModule(Stage::Chain, chains); !outcome.isOk())
    return outcome;
  startDiagnostics();
  OwningOpRef<ModuleOp> target = chains.clone();
  ScheduleRequest request;
  OwningOpRef<ModuleOp> record;
  if (!options.tuningRecord.empty()) {
    if (std::string error = checkText(options.tuningRecord, "tuning-record"); !error.empty())
      return fail(MCF_INVALID_OPTION, error);
    record = parse(options.tuningRecord, "tuning-record");
    if (!record)
      return failWithDiagnostics(MCF_INVALID_OPTION);
    request.record = *record;
    request.recordName = "the option tuning-record";
  }
  cache::TuningCache cache = makeTuningCache(options.compile);
  request.cache = &cache;
  Tuner tuner(
      *compiler,
      [] { return std::make_unique<MLIRContext>(getRegistry(), MLIRContext::Threading::DISABLED); },
      getTunerOptions(options),
      [&](const TuningProgress &progress) { return report(channel, progress); });
  if (tunes)
    if (std::string error = tuner.prepare(request); !error.empty()) {
      bool isForked = getMeasuring(options) == Measuring::InProcesses &&
                      StringRef(error).contains("NOT_INITIALIZED");
      StringRef hint =
          isForked ? "; a process that has used CUDA can measure with 'gpu-in-process'" : "";
      return fail(MCF_DEVICE_ERROR, "cannot measure on the GPU: " + error + hint.str());
    }
  FailureOr<ScheduleChoices> found =
      mcf::chooseSchedules(*target, compiler->getOptions().stages, request);
  if (failed(found))
    return failWithDiagnostics(MCF_COMPILE_FAILED);
  schedules = std::move(*found);
  dropped = tuner.takeDropped();
  searchSeconds = schedules.searchSeconds;
  stoppedEarly = schedules.stoppedEarly;
  chosen = std::move(target);
  return ok();
}

namespace {
/// For what is made after `mcf_compile`.
struct NoProgress final : ProgressChannel {
  bool isOpen() const override { return false; }
  bool report(const mcf_progress &) override { return true; }
};
} // namespace

Outcome mcf_program::getModule(Stage stage, ModuleOp &module) {
  if (auto found = modules.find(stage); found != modules.end()) {
    module = *found->second;
    return ok();
  }
  if (!isFused && stage > Stage::TileProgram)
    return failNothingFused();
  Stage before = static_cast<Stage>(static_cast<unsigned>(stage) - 1);
  ModuleOp from;
  if (Outcome outcome = getModule(before, from); !outcome.isOk())
    return outcome;
  if (stage == Stage::Schedule && isFused) {
    NoProgress channel;
    if (!chosen)
      if (Outcome outcome = chooseSchedules(channel, /*tunes=*/false); !outcome.isOk())
        return outcome;
    from = *chosen;
  }
  startDiagnostics();
  OwningOpRef<ModuleOp> target = from.clone();
  if (failed(compiler->run(*target, std::max(start, before), stage)))
    return failWithDiagnostics(MCF_COMPILE_FAILED);
  module = *target;
  modules[stage] = std::move(target);
  if (stage == Stage::TileProgram && isFused)
    if (FailureOr<OwningOpRef<ModuleOp>> onTensors = passArraysAsTensors(module);
        succeeded(onTensors))
      readRecipes(**onTensors, functions);
  return ok();
}

Outcome mcf_program::getKernels(const CompiledKernels *&result) {
  if (!kernels) {
    ModuleOp module;
    if (Outcome outcome = getModule(Stage::NVVM, module); !outcome.isOk())
      return outcome;
    startDiagnostics();
    OwningOpRef<ModuleOp> target = module.clone();
    FailureOr<CompiledKernels> made = compiler->emitPTX(*target);
    if (failed(made))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    kernels = std::move(*made);
  }
  result = &*kernels;
  return ok();
}
