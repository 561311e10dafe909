//===- Tune.cpp - mcfc tune -----------------------------------------------===//
#include "Tune.h"
#include "InputFile.h"
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Driver/KeptRemarks.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/Driver/Tuner.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "Session.h"
#include "TuneProgress.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

// As shells say that a process ended by SIGINT.
static constexpr int stoppedByUser = 130;

namespace {
/// One run of `mcfc tune`.
class TuneSession {
public:
  TuneSession(const DialectRegistry &registry, const TuneOptions &options,
              CompilerOptions compilerOptions)
      : registry(registry), options(options), context(registry, MLIRContext::Threading::DISABLED),
        compiler(std::move(compilerOptions)), cache(makeTuningCache(options.compile)),
        sources(std::make_shared<llvm::SourceMgr>()), printer(*sources, &context),
        remarks(context) {
    context.printOpOnDiagnostic(false);
  }
  int run();

private:
  std::string choose(ModuleOp module);
  void print(size_t number, ChainOp chain);
  int writeRecord(ArrayRef<ChainOp> chains);

  const DialectRegistry &registry;
  const TuneOptions &options;
  MLIRContext context;
  Compiler compiler;
  cache::TuningCache cache;
  std::shared_ptr<llvm::SourceMgr> sources;
  SourceMgrDiagnosticHandler printer;
  KeptRemarks remarks;
  ScheduleRequest request;
  ScheduleChoices choices;
  std::map<size_t, Tuner::Failures> dropped;
  /// A chain of which nothing could be measured.
  bool hasUnmeasured = false;
};
} // namespace

/// Gives each chain a schedule. Returns why it could not be done, or an empty text.
std::string TuneSession::choose(ModuleOp module) {
  request.cache = &cache;
  request.keepsModelChoices = true;
  request.ignoresCached = options.again;
  TuneProgress progress(options.progress);
  TunerOptions tunerOptions;
  tunerOptions.measures = !options.modelOnly;
  tunerOptions.numMeasured = options.measureCount;
  tunerOptions.ordinal = options.compile.getGPU();
  tunerOptions.timeLimitSeconds = options.timeLimitSeconds;
  Tuner tuner(
      compiler,
      [this] { return std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED); },
      tunerOptions,
      [&](const TuningProgress &state) {
        progress.show(state);
        return !isInterrupted();
      });
  if (std::string error = tuner.prepare(request); !error.empty())
    return "cannot measure on the GPU: " + error + " (--model-only needs none)";
  FailureOr<ScheduleChoices> found = chooseSchedules(module, compiler.getOptions().stages, request);
  // Diagnostics have said why.
  if (failed(found))
    return "tuning failed";
  choices = std::move(*found);
  dropped = tuner.takeDropped();
  return "";
}

/// What was found for one chain, and where it is now.
void TuneSession::print(size_t number, ChainOp chain) {
  llvm::raw_ostream &os = llvm::outs();
  os << "\nchain " << number << ", in @" << getFunctionName(chain) << "\n";
  auto cached = choices.cached.find(number);
  auto found = choices.found.find(number);
  if (cached != choices.cached.end()) {
    cached->second.printTable(os);
    os << "from entry " << cached->second.key.getShortHash()
       << " of the tuning cache (--again tunes anew)\n";
    return;
  }
  if (found == choices.found.end()) {
    if (const std::optional<search::TilingChoice> &choice = choices.choices[number])
      os << "takes the plain default tiling: " << choice->whyDefault << "\n";
    else
      os << "has a schedule: nothing to tune\n";
    return;
  }
  const cache::TuningEntry &entry = found->second;
  os << choices.choices[number]->result->getSummary() << "\n";
  entry.printTable(os);
  for (const auto &[tiling, reason] : dropped[number])
    if (tiling.empty())
      os << "not measured: " << reason << "\n";
  if (!entry.isComplete)
    os << "stopped early: there may be better tilings, and 'mcfc tune' tunes it again\n";
  if (entry.key.isMeasured() && !entry.getWinner().getMeasuredSeconds()) {
    os << "no tiling was measured: nothing is kept\n";
    hasUnmeasured = true;
  } else if (choices.kept.count(number)) {
    os << "kept as entry " << entry.key.getShortHash() << " in " << cache.getFolder().getPath()
       << "\n";
  }
}

int TuneSession::writeRecord(ArrayRef<ChainOp> chains) {
  std::string text;
  for (auto [number, chain] : llvm::enumerate(chains)) {
    for (auto *entries : {&choices.cached, &choices.found})
      if (auto entry = entries->find(number); entry != entries->end())
        text += entry->second.print(chain);
  }
  if (text.empty())
    return fail("no chain was tuned: there is no record to write");
  std::string error = writeOutput(options.output, text);
  return error.empty() ? Done : fail(error);
}

int TuneSession::run() {
  OwningOpRef<ModuleOp> module = readInputFile(options.input, sources, context);
  if (!module || failed(compiler.run(*module, getStartStage(*module), Stage::Chain)))
    return Failed;
  SmallVector<ChainOp> chains;
  module->walk([&](ChainOp chain) { chains.push_back(chain); });
  if (chains.empty()) {
    remarks.emitTo(printer);
    fail("nothing to tune: no chain of contractions that may be one kernel");
    return NothingFused;
  }
  catchInterrupt();
  if (std::string error = choose(*module); !error.empty())
    return fail(error);

  hw::DeviceSpec device = llvm::cantFail(hw::resolveDevice(compiler.getOptions().stages.device));
  // The table is for a reader; a record on standard output is for a program.
  if (options.output != "-") {
    llvm::outs() << options.input << " for " << device.getTitle() << " ("
                 << compiler.getOptions().ptx.chip << ")";
    if (request.method)
      llvm::outs() << llvm::formatv(", measured on {0} (driver of CUDA {1}.{2})",
                                    request.method->gpu, request.method->driverVersion / 1000,
                                    request.method->driverVersion % 1000 / 10);
    llvm::outs() << "\n";
    for (auto [number, chain] : llvm::enumerate(chains))
      print(number, chain);
  }
  if (!choices.whyNotKept.empty())
    llvm::errs() << "mcfc: warning: results are not kept: " << choices.whyNotKept << "\n";
  if (!options.output.empty())
    if (int code = writeRecord(chains))
      return code;
  if (isInterrupted())
    return stoppedByUser;
  return hasUnmeasured ? Failed : Done;
}

int mcf::mcfc::tune(const DialectRegistry &registry, const TuneOptions &options,
                    CompilerOptions compilerOptions) {
  return TuneSession(registry, options, std::move(compilerOptions)).run();
}
