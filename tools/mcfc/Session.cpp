//===- Session.cpp - one run of mcfc --------------------------------------===//
#include "Session.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/Driver/KernelModule.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Reference/Reference.h"
#include "MCFuser/Target/PTX/Assembler.h"
#include "Report.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

Session::Session(MLIRContext &context, const Options &options, CompilerOptions compilerOptions)
    : context(context), options(options), compiler(std::move(compilerOptions)),
      sources(std::make_shared<llvm::SourceMgr>()), printer(*sources, &context),
      keeper(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          return failure();
        remarks.push_back({diagnostic.getLocation(), diagnostic.str()});
        return success();
      }) {}

ExitCode Session::run() {
  ExitCode code = dispatch();
  if (options.timing) {
    llvm::errs() << "stage            ms\n";
    for (const Compiler::StageTime &time : compiler.getTimes())
      llvm::errs() << llvm::left_justify(time.name, 15)
                   << llvm::format("%8.2f\n", time.seconds * 1e3);
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

static ExitCode fail(const llvm::Twine &message) {
  llvm::errs() << "mcfc: error: " << message << "\n";
  return Failed;
}

LogicalResult Session::readInput() {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.input, /*IsText=*/true);
  if (!buffer) {
    fail("cannot read '" + options.input + "': " + buffer.getError().message());
    return failure();
  }
  if ((*buffer)->getBuffer().trim().empty()) {
    fail("'" + options.input + "' is empty");
    return failure();
  }
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sources, &context);
  return success(static_cast<bool>(module));
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// True if some part of the module is or will be a kernel.
static bool hasFusedParts(ModuleOp module) {
  if (countKernels(module))
    return true;
  return module
      ->walk([](Operation *op) {
        return isa<ChainOp>(op) || op->hasAttr("mcf.tile_program") ? WalkResult::interrupt()
                                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

ExitCode Session::compileTo(ModuleOp target, Stage stage) {
  Stage start = getStartStage(target);
  Stage first = std::min(stage, Stage::Chain);
  if (failed(compiler.run(target, start, first)))
    return Failed;
  bool fused = hasFusedParts(target);
  // Up to the tile program a module that has no chain is still a program.
  if (!fused)
    stage = std::min(stage, Stage::TileProgram);
  if (failed(compiler.run(target, std::max(start, first), stage)))
    return Failed;
  return fused ? Done : NothingFused;
}

void Session::printRemarks() {
  for (const KeptRemark &remark : remarks)
    printer.emitDiagnostic(remark.loc, remark.text, DiagnosticSeverity::Remark);
}

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

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Names of the functions to run: the one that was asked for, or each public one with a chain.
FailureOr<SmallVector<std::string>> Session::findFunctions(ModuleOp chains) {
  SmallVector<std::string> names;
  for (auto function : chains.getOps<func::FuncOp>()) {
    bool hasChain =
        function->walk([](ChainOp) { return WalkResult::interrupt(); }).wasInterrupted();
    if (options.function.empty() ? function.isPublic() && hasChain
                                 : function.getName() == options.function)
      names.push_back(function.getName().str());
  }
  if (!names.empty())
    return names;
  fail(options.function.empty() ? "no public function with a chain to run"
                                : "no function '" + options.function + "' to run");
  return failure();
}

ExitCode Session::runOn(Run where) {
  bool hasChainAlready =
      module->walk([](ChainOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (hasChainAlready || getStartStage(*module) != Stage::Input)
    return fail("--run compares with the program in linalg, but the input is past that");
  OwningOpRef<ModuleOp> target = module->clone();
  if (ExitCode code = compileTo(*target, Stage::Chain)) {
    if (code == NothingFused)
      explainNothingFused();
    return code;
  }
  FailureOr<SmallVector<std::string>> functions = findFunctions(*target);
  if (options.remarks)
    printRemarks();
  if (failed(functions) || failed(compiler.run(*target, Stage::Chain, Stage::TileProgram)))
    return Failed;
  return where == Run::CPU ? runOnCPU(*target, *functions) : runOnGPU(*target, *functions);
}

ExitCode Session::compare(ArrayRef<std::string> functions, FusedRunner &runner) {
  FailureOr<std::unique_ptr<Reference>> reference = Reference::create(*module);
  if (failed(reference))
    return Failed;
  InputOptions inputs;
  inputs.seed = options.seed;
  ExitCode code = Done;
  for (const std::string &function : functions) {
    FailureOr<ComparisonReport> report = (*reference)->compare(function, runner, inputs);
    if (failed(report))
      return Failed;
    llvm::outs() << report->toTable();
    if (!report->isRight())
      code = WrongResults;
    reports.push_back(std::move(*report));
  }
  return code;
}

/// Runs the fused program and nothing else.
ExitCode Session::runOnly(ArrayRef<std::string> functions, FusedRunner &runner) {
  InputOptions inputOptions;
  inputOptions.seed = options.seed;
  for (const std::string &name : functions) {
    auto function = module->lookupSymbol<func::FuncOp>(name);
    FailureOr<std::vector<HostArray>> inputs =
        makeInputs(function.getFunctionType(), inputOptions, function.getLoc());
    if (failed(inputs))
      return Failed;
    std::vector<HostArray> outputs;
    for (Type type : function.getResultTypes())
      outputs.emplace_back(type);
    if (failed(runner.run(name, *inputs, outputs)))
      return Failed;
  }
  return Done;
}

ExitCode Session::runOnCPU(ModuleOp tilePrograms, ArrayRef<std::string> functions) {
  FailureOr<std::unique_ptr<CPUFusedRunner>> runner = CPUFusedRunner::create(tilePrograms);
  if (failed(runner))
    return Failed;
  ExitCode code = options.noCompare ? runOnly(functions, **runner) : compare(functions, **runner);
  return writeResults(code, "cpu", {});
}

ExitCode Session::runOnGPU(ModuleOp tilePrograms, ArrayRef<std::string> functions) {
  OwningOpRef<ModuleOp> target = tilePrograms.clone();
  if (failed(compiler.run(*target, Stage::TileProgram, Stage::NVVM)))
    return Failed;
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*target);
  if (failed(kernels))
    return Failed;
  GPURunOptions runOptions;
  runOptions.ordinal = options.gpu;
  runOptions.repeat = options.repeat;
  FailureOr<std::unique_ptr<GPUFusedRunner>> runner =
      GPUFusedRunner::create(tilePrograms, std::move(*kernels), runOptions);
  if (failed(runner))
    return Failed;
  llvm::outs() << "device: " << (*runner)->getDeviceInfo().name << "\n";
  ExitCode code = options.noCompare ? runOnly(functions, **runner) : compare(functions, **runner);
  for (const KernelMeasurement &kernel : (*runner)->getMeasurements()) {
    llvm::outs() << "kernel " << kernel.name << ": " << kernel.info.registers_per_thread
                 << " registers, " << kernel.info.local_bytes_per_thread << " bytes spilled";
    if (kernel.medianNs > 0)
      llvm::outs() << llvm::format(", median %.2f us of %u launches", kernel.medianNs / 1e3,
                                   options.repeat);
    llvm::outs() << "\n";
  }
  return writeResults(code, (*runner)->getDeviceInfo().name, (*runner)->getMeasurements());
}

/// JSON has no NaN.
static llvm::json::Value toJSON(double value) {
  return std::isfinite(value) ? llvm::json::Value(value) : llvm::json::Value(nullptr);
}

ExitCode Session::writeResults(ExitCode code, StringRef device,
                               ArrayRef<KernelMeasurement> kernels) {
  if (options.results.empty())
    return code;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("device", device);
    json.attribute("arch", compiler.getOptions().ptx.chip);
    json.attribute("exit_code", int64_t(code));
    json.attributeArray("results", [&] {
      for (const ComparisonReport &report : reports)
        for (const ResultComparison &result : report.results)
          json.object([&] {
            json.attribute("function", report.function);
            json.attribute("right", result.isRight());
            json.attribute("failure", result.failure);
            json.attribute("elements", result.numElements);
            json.attribute("unfused_error", toJSON(result.unfusedError));
            json.attribute("fused_error", toJSON(result.fusedError));
            json.attribute("error_bound", toJSON(result.errorBound));
          });
    });
    json.attributeArray("kernels", [&] {
      for (const KernelMeasurement &kernel : kernels)
        json.object([&] {
          json.attribute("name", kernel.name);
          json.attribute("registers", kernel.info.registers_per_thread);
          json.attribute("local_bytes", kernel.info.local_bytes_per_thread);
          json.attribute("median_ns", kernel.medianNs);
        });
    });
  });
  os << "\n";
  ExitCode writeCode = write(options.results, text);
  return writeCode ? writeCode : code;
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

// Beyond this the CPU check takes more than a few seconds.
static constexpr uint64_t maxCheckedFlops = 500'000'000;

/// Adds the raw schedule to the chains, to say what hoisting saves.
static LogicalResult applyTilingOnly(ModuleOp module, const StageOptions &options) {
  PassManager pm(module.getContext());
  addTilingPass(pm, options);
  return pm.run(module);
}

void Session::printChains(ModuleOp placed, ModuleOp unplaced) {
  SmallVector<ChainOp> unplacedChains;
  unplaced.walk([&](ChainOp chain) { unplacedChains.push_back(chain); });
  unsigned index = 0;
  placed.walk([&](ChainOp chain) {
    auto function = chain->getParentOfType<func::FuncOp>();
    llvm::outs() << "\nchain " << index << ", in @" << (function ? function.getName() : "?")
                 << "\n";
    ChainReport(chain, index < unplacedChains.size() ? unplacedChains[index] : ChainOp())
        .print(llvm::outs());
    ++index;
  });
}

ExitCode Session::report() {
  const CompilerOptions &compilerOptions = compiler.getOptions();
  // The text came from a device.
  hw::DeviceSpec device = llvm::cantFail(hw::resolveDevice(compilerOptions.stages.device));
  llvm::outs() << options.input << " for " << device.getTitle() << " (" << compilerOptions.ptx.chip
               << ")\n";
  OwningOpRef<ModuleOp> target = module->clone();
  if (ExitCode code = compileTo(*target, Stage::Chain)) {
    if (code == NothingFused)
      explainNothingFused();
    return code;
  }
  for (const KeptRemark &remark : remarks) {
    if (auto loc = dyn_cast<FileLineColLoc>(remark.loc))
      llvm::outs() << "  line " << loc.getLine() << ": ";
    llvm::outs() << remark.text << "\n";
  }
  uint64_t flops = 0;
  target->walk([&](ChainOp chain) { flops += getContractionFlops(chain); });
  bool isLinalg = getStartStage(*module) == Stage::Input &&
                  !module->walk([](ChainOp) { return WalkResult::interrupt(); }).wasInterrupted();
  FailureOr<SmallVector<std::string>> functions = SmallVector<std::string>();
  if (isLinalg && flops <= maxCheckedFlops)
    functions = findFunctions(*target);
  OwningOpRef<ModuleOp> unplaced = target->clone();
  if (failed(functions) || failed(applyTilingOnly(*unplaced, compilerOptions.stages)) ||
      failed(compiler.run(*target, Stage::Chain, Stage::Schedule)))
    return Failed;
  printChains(*target, *unplaced);
  if (failed(compiler.run(*target, Stage::Schedule, Stage::TileProgram)))
    return Failed;

  llvm::outs() << "\nCPU check, fused and unfused program against f64\n";
  ExitCode code = Done;
  if (!isLinalg)
    llvm::outs() << "  left out: the input is not the unfused program\n";
  else if (flops > maxCheckedFlops)
    llvm::outs() << "  left out, " << formatCount(flops) << " flop take a while: ask for it with "
                 << "--run=cpu\n";
  else
    code = runOnCPU(*target, *functions);
  if (code == Failed)
    return code;

  if (failed(compiler.run(*target, Stage::TileProgram, Stage::NVVM)))
    return Failed;
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*target);
  if (failed(kernels))
    return Failed;
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
  llvm::outs() << "\nPTX: " << path << " (" << formatCount(kernels->ptx.size())
               << " bytes), how to launch it: " << planPath << "\n";
  printKernels(kernels->plan, llvm::outs());
  return code;
}
