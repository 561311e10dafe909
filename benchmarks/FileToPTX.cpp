//===- FileToPTX.cpp - how long a compile takes, from file to PTX ---------===//
// One benchmark for each program of the build folder: parse, every stage, PTX. The
// process is warm; mcfc adds some 20 ms for its start.
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <benchmark/benchmark.h>

using namespace mcf;

static void compileFile(benchmark::State &state, const std::string &path) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerPTXTranslations(registry);
  std::vector<double> ptxSeconds;
  for (auto _ : state) {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
      return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
    });
    auto module = mlir::parseSourceFile<mlir::ModuleOp>(path, &context);
    CompilerOptions options;
    options.ptx.chip = "sm_90a";
    Compiler compiler(options);
    if (!module || failed(compiler.run(*module, Stage::Input, Stage::NVVM)) ||
        failed(compiler.emitPTX(*module))) {
      state.SkipWithError("does not compile");
      return;
    }
    ptxSeconds.push_back(compiler.getTimes().back().seconds);
  }
  std::sort(ptxSeconds.begin(), ptxSeconds.end());
  state.counters["llvm_ms"] = ptxSeconds[ptxSeconds.size() / 2] * 1e3;
}

int main(int argc, char **argv) {
  registerAllPasses();
  std::error_code error;
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator it(MCFUSER_BENCHMARK_PROGRAMS, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      paths.push_back(it->path());
  std::sort(paths.begin(), paths.end());
  for (const std::string &path : paths)
    benchmark::RegisterBenchmark(("compile/" + llvm::sys::path::stem(path)).str().c_str(),
                                 [path](benchmark::State &state) { compileFile(state, path); })
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
