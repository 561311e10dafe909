//===- Session.cpp - one run of mcfc --------------------------------------===//
#include "Session.h"
#include "InputFile.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Driver/KernelModule.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/Target/PTX/Assembler.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

Session::Session(MLIRContext &context, const Options &options, CompilerOptions compilerOptions)
    : context(context), options(options), compiler(std::move(compilerOptions)),
      cache(makeTuningCache(options.compile)), sources(std::make_shared<llvm::SourceMgr>()),
      printer(*sources, &context), remarks(context) {}

ExitCode Session::run() {
  ExitCode code = dispatch();
  if (options.timing) {
    llvm::errs() << "stage            ms\n";
    for (const Compiler::StageTime &time : compiler.getTimes())
      llvm::errs() << llvm::left_justify(time.name, 15)
                   << llvm::format("%8.2f\n", time.seconds * 1e3);
    llvm::errs() << llvm::left_justify("search", 15)
                 << llvm::format("%8.2f\n", schedules.searchSeconds * 1e3);
  }
  return code;
}

ExitCode Session::dispatch() {
  if (failed(readInput()))
    return Failed;
  if (options.emit)
    return emit(*options.emit);
  if (options.run)
    return runOn(*options.run);
  return report();
}

ExitCode mcf::mcfc::fail(const llvm::Twine &message) {
  llvm::errs() << "mcfc: error: " << message << "\n";
  return Failed;
}

/// Reads a file of IR. What it says wrong is shown with its lines.
OwningOpRef<ModuleOp> Session::readModule(llvm::StringRef path) {
  if (sources->getNumBuffers() == 0)
    return readInputFile(path, sources, context);
  return readInputFile(path, std::make_shared<llvm::SourceMgr>(), context);
}

LogicalResult Session::readInput() {
  module = readModule(options.input);
  return success(static_cast<bool>(module));
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

ExitCode Session::compileTo(ModuleOp target, Stage stage) {
  Stage start = getStartStage(target);
  Stage first = std::min(stage, Stage::Chain);
  if (failed(compiler.run(target, start, first)))
    return Failed;
  bool fused = hasFusedParts(target);
  // Up to the tile program a module that has no chain is still a program.
  if (!fused)
    stage = std::min(stage, Stage::TileProgram);
  if (fused && stage >= Stage::Schedule && failed(chooseSchedules(target)))
    return Failed;
  if (failed(compiler.run(target, std::max(start, first), stage)))
    return Failed;
  return fused ? Done : NothingFused;
}

static void printProgress(size_t chain, const search::SearchProgress &progress) {
  llvm::errs() << "mcfc: searching chain " << chain << ": " << formatCount(progress.numPriced)
               << " candidates priced, ";
  if (std::isfinite(progress.bestSeconds))
    llvm::errs() << llvm::format("best %.3f us, ", progress.bestSeconds * 1e6);
  llvm::errs() << llvm::format("%.0f s\n", progress.elapsedSeconds);
}

LogicalResult Session::chooseSchedules(ModuleOp chains) {
  ScheduleRequest request;
  OwningOpRef<ModuleOp> record;
  if (!options.tuningRecord.empty()) {
    record = readModule(options.tuningRecord);
    if (!record)
      return failure();
    request.record = *record;
    request.recordName = options.tuningRecord;
  }
  request.cache = &cache;
  if (options.progress || llvm::errs().is_displayed())
    request.progress = [](size_t chain, size_t, const search::SearchProgress &progress) {
      printProgress(chain, progress);
      return true;
    };
  FailureOr<ScheduleChoices> chosen =
      mcf::chooseSchedules(chains, compiler.getOptions().stages, request);
  if (failed(chosen))
    return failure();
  schedules = std::move(*chosen);
  return success();
}

void Session::printRemarks() { remarks.emitTo(printer); }

void Session::explainNothingFused() {
  if (!options.remarks)
    printRemarks();
  llvm::errs() << "mcfc: nothing was fused: no chain of contractions that may be one kernel\n";
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

ExitCode Session::write(llvm::StringRef path, llvm::StringRef text) {
  std::string error = writeOutput(path, text);
  return error.empty() ? Done : fail(error);
}

ExitCode Session::writeKernels(const CompiledKernels &kernels, llvm::StringRef path,
                               llvm::StringRef planPath) {
  // The plan first: whoever finds the PTX finds its plan too.
  if (!planPath.empty())
    if (ExitCode code = write(planPath, kernels.plan.print()))
      return code;
  return write(path, kernels.ptx);
}

/// The stage whose IR a kind of output shows, or nothing for text.
static std::optional<Stage> getEmittedStage(Emit kind) {
  switch (kind) {
  case Emit::Chain:
    return Stage::Chain;
  case Emit::Schedule:
    return Stage::Schedule;
  case Emit::TileProgram:
    return Stage::TileProgram;
  case Emit::BlockVectors:
    return Stage::BlockVectors;
  case Emit::GPU:
    return Stage::GPU;
  case Emit::NVVM:
    return Stage::NVVM;
  default:
    return std::nullopt;
  }
}

ExitCode Session::emit(Emit kind) {
  std::string path = options.output.empty() ? "-" : options.output;
  std::optional<Stage> stage = getEmittedStage(kind);
  OwningOpRef<ModuleOp> target = module->clone();
  ExitCode code = compileTo(*target, stage.value_or(Stage::NVVM));
  if (options.remarks)
    printRemarks();
  if (code == NothingFused)
    explainNothingFused();
  if (code == Failed || (code == NothingFused && (!stage || *stage > Stage::TileProgram)))
    return code;
  if (stage) {
    std::string text;
    llvm::raw_string_ostream os(text);
    target->print(os);
    os << "\n";
    return write(path, text);
  }
  if (kind == Emit::LLVM) {
    FailureOr<std::string> text = compiler.emitLLVMIR(*target);
    return failed(text) ? Failed : write(path, *text);
  }
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*target);
  if (failed(kernels))
    return Failed;
  if (kind == Emit::PTX)
    return writeKernels(*kernels, path, options.planOutput);
  if (kind == Emit::Plan)
    return write(path, kernels->plan.print());
  FailureOr<Cubin> cubin =
      assemblePTX(target->getLoc(), kernels->ptx, compiler.getOptions().ptx.chip);
  if (failed(cubin))
    return Failed;
  return writeKernels({std::move(cubin->image), std::move(kernels->plan)}, path,
                      options.planOutput);
}
