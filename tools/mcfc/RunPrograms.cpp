//===- RunPrograms.cpp - runs what was fused and compares -----------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "Session.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

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
  if (failed(functions) || failed(chooseSchedules(*target)) ||
      failed(compiler.run(*target, Stage::Chain, Stage::TileProgram)))
    return Failed;
  ProgramCheck check;
  if (where == Run::CPU)
    return writeResults(runOnCPU(*target, *functions, check), check);
  OwningOpRef<ModuleOp> program = target->clone();
  if (failed(compiler.run(*program, Stage::TileProgram, Stage::NVVM)))
    return Failed;
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*program);
  if (failed(kernels))
    return Failed;
  return writeResults(runOnGPU(*target, std::move(*kernels), *functions, check), check);
}

FailureOr<std::vector<std::pair<SizeSet, ArgumentShapes>>>
Session::getRunSizes(ModuleOp tilePrograms, StringRef function) {
  FailureOr<ArgumentDims> dims = ArgumentDims::get(tilePrograms, function);
  if (failed(dims))
    return failure();
  std::vector<SizeSet> sets;
  for (const std::string &text : options.sizes)
    sets.push_back(llvm::cantFail(parseSizes(text))); // Options.cpp has read them.
  if (sets.empty())
    sets.push_back(dims->getDefaultSizes());
  std::vector<std::pair<SizeSet, ArgumentShapes>> result;
  for (SizeSet &set : sets) {
    FailureOr<ArgumentShapes> shapes = dims->getShapes(set);
    if (failed(shapes))
      return failure();
    result.emplace_back(std::move(set), std::move(*shapes));
  }
  return result;
}

ExitCode Session::compare(ModuleOp tilePrograms, ArrayRef<std::string> functions,
                          FusedRunner &runner, ProgramCheck &check) {
  FailureOr<OwningOpRef<ModuleOp>> unfused = passArraysAsTensors(*module);
  if (failed(unfused))
    return Failed;
  FailureOr<std::unique_ptr<Reference>> reference = Reference::create(**unfused);
  if (failed(reference))
    return Failed;
  if (compiler.getOptions().stages.tf32)
    (*reference)->allowTF32();
  InputOptions inputs;
  inputs.seed = options.compile.getSeed();
  ExitCode code = Done;
  for (const std::string &function : functions) {
    auto runs = getRunSizes(tilePrograms, function);
    if (failed(runs))
      return Failed;
    for (const auto &[sizes, shapes] : *runs) {
      inputs.shapes = shapes;
      FailureOr<ComparisonReport> report = (*reference)->compare(function, runner, inputs);
      if (failed(report))
        return Failed;
      report->sizes = toText(sizes);
      if (!sizes.empty())
        getOut() << "at " << report->sizes << "\n";
      getOut() << report->toTable();
      if (!report->isRight())
        code = WrongResults;
      check.reports.push_back(std::move(*report));
    }
  }
  return code;
}

/// Runs the fused program and nothing else.
ExitCode Session::runOnly(ModuleOp tilePrograms, ArrayRef<std::string> functions,
                          FusedRunner &runner) {
  InputOptions inputOptions;
  inputOptions.seed = options.compile.getSeed();
  FailureOr<OwningOpRef<ModuleOp>> program = passArraysAsTensors(*module);
  if (failed(program))
    return Failed;
  for (const std::string &name : functions) {
    auto function = (*program)->lookupSymbol<func::FuncOp>(name);
    auto runs = getRunSizes(tilePrograms, name);
    // The sizes of results are those of the unfused program.
    FailureOr<std::unique_ptr<cpu::Executor>> unfused = cpu::Executor::create(**program);
    if (failed(runs) || failed(unfused))
      return Failed;
    inputOptions.indexBounds = getIndexBounds(function);
    for (const auto &[sizes, shapes] : *runs) {
      inputOptions.shapes = shapes;
      FailureOr<std::vector<HostArray>> inputs =
          makeInputs(function.getFunctionType(), inputOptions, function.getLoc());
      if (failed(inputs))
        return Failed;
      FailureOr<cpu::ResultShapes> resultShapes = (*unfused)->getResultShapes(name, *inputs);
      if (failed(resultShapes))
        return Failed;
      std::vector<HostArray> outputs;
      for (auto [type, shape] : llvm::zip_equal(function.getResultTypes(), *resultShapes))
        outputs.emplace_back(getElementTypeOrSelf(type), shape);
      if (failed(runner.run(name, *inputs, outputs)))
        return Failed;
    }
  }
  return Done;
}

ExitCode Session::runOnCPU(ModuleOp tilePrograms, ArrayRef<std::string> functions,
                           ProgramCheck &check) {
  FailureOr<OwningOpRef<ModuleOp>> program = passArraysAsTensors(tilePrograms);
  if (failed(program))
    return Failed;
  FailureOr<std::unique_ptr<CPUFusedRunner>> runner = CPUFusedRunner::create(**program);
  if (failed(runner))
    return Failed;
  check.device = "cpu";
  return options.noCompare ? runOnly(**program, functions, **runner)
                           : compare(**program, functions, **runner, check);
}

ExitCode Session::runOnGPU(ModuleOp tilePrograms, CompiledKernels kernels,
                           ArrayRef<std::string> functions, ProgramCheck &check) {
  GPURunOptions runOptions;
  runOptions.ordinal = options.compile.getGPU();
  runOptions.repeat = options.repeat;
  FailureOr<OwningOpRef<ModuleOp>> program = passArraysAsTensors(tilePrograms);
  if (failed(program))
    return Failed;
  FailureOr<std::unique_ptr<GPUFusedRunner>> runner =
      GPUFusedRunner::create(**program, std::move(kernels), runOptions);
  if (failed(runner))
    return Failed;
  check.device = (*runner)->getDeviceInfo().name;
  getOut() << "device: " << check.device << "\n";
  ExitCode code = options.noCompare ? runOnly(**program, functions, **runner)
                                    : compare(**program, functions, **runner, check);
  check.kernels = (*runner)->getMeasurements().vec();
  for (const KernelMeasurement &kernel : check.kernels) {
    getOut() << "kernel " << kernel.name << ": " << kernel.info.registers_per_thread
             << " registers, " << kernel.info.local_bytes_per_thread << " bytes spilled";
    if (kernel.medianNs > 0)
      getOut() << llvm::format(", median %.2f us of %u launches", kernel.medianNs / 1e3,
                               options.repeat);
    getOut() << "\n";
  }
  return code;
}

/// JSON has no NaN.
static llvm::json::Value toJSON(double value) {
  return std::isfinite(value) ? llvm::json::Value(value) : llvm::json::Value(nullptr);
}

void ProgramCheck::printJSON(llvm::json::OStream &json) const {
  if (!leftOut.empty()) {
    json.attribute("left_out", leftOut);
    return;
  }
  json.attribute("device", device);
  json.attributeArray("results", [&] {
    for (const ComparisonReport &report : reports)
      for (const ResultComparison &result : report.results)
        json.object([&] {
          json.attribute("function", report.function);
          if (!report.sizes.empty())
            json.attribute("sizes", report.sizes);
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
}

ExitCode Session::writeResults(ExitCode code, const ProgramCheck &check) {
  // Nothing ran.
  if (options.results.empty() || check.device.empty())
    return code;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("arch", compiler.getOptions().ptx.chip);
    json.attribute("exit_code", int64_t(code));
    check.printJSON(json);
  });
  os << "\n";
  ExitCode writeCode = write(options.results, text);
  return writeCode ? writeCode : code;
}
