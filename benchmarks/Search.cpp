//===- Search.cpp - how long a complete search takes ----------------------===//
// The space, its pruning, and the search by the default model and algorithm on an H200: the cases
// of benchmarks/cases (G1 to G12, S1 to S9), X5 of FlashFuser, and chains of 2 to 4 contractions
// whose dims grow.
#include "MCFuser/Search/Search.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <benchmark/benchmark.h>

using namespace mcf;

/// `X0 W1 W2 ...` in f16 with f32 sums, each rounded: X0 is sizes[0] x sizes[1], W1 is
/// sizes[1] x sizes[2], and so on.
static std::string getChainProgram(llvm::ArrayRef<int64_t> sizes) {
  static constexpr llvm::StringLiteral names[] = {"m", "k", "n", "h", "p", "q", "r"};
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printTensor = [&](size_t a, size_t b) {
    os << "tensor<" << sizes[a] << "x" << sizes[b] << "xf16>";
  };
  auto printNamed = [&](size_t a, size_t b, const char *element) {
    os << "!mcf.named<[" << names[a] << ", " << names[b] << "], " << element << ">";
  };
  size_t last = sizes.size() - 1;
  // Input 0 is over dims 0 and 1, input i over dims i and i + 1.
  auto forEachInput = [&](const char *prefix, const char *separator, auto print) {
    for (size_t i = 0; i < last; ++i) {
      os << (i ? separator : "");
      if (prefix)
        os << prefix << i;
      print(i, i + 1);
    }
  };
  os << "func.func @f(";
  forEachInput("%x", ", ", [&](size_t a, size_t b) { os << ": ", printTensor(a, b); });
  os << ") -> ", printTensor(0, last);
  os << " {\n  %r = mcf.chain <";
  for (size_t i = 0; i <= last; ++i)
    os << (i ? ", " : "") << names[i] << " = " << sizes[i];
  os << "> ins(";
  forEachInput("%x", ", ", [](size_t, size_t) {});
  os << " : ";
  forEachInput(nullptr, ", ", printTensor);
  os << ") -> (", printTensor(0, last);
  os << ") {\n  ^bb0(";
  forEachInput("%a", ", ", [&](size_t a, size_t b) { os << ": ", printNamed(a, b, "f16"); });
  os << "):\n";
  std::string current = "%a0";
  for (size_t i = 1; i < last; ++i) {
    os << "    %c" << i << " = mcf.contract " << current << ", %a" << i << " : ";
    printNamed(0, i, "f16"), os << ", ", printNamed(i, i + 1, "f16");
    os << " -> ", printNamed(0, i + 1, "f32");
    os << "\n    %d" << i << " = mcf.map ins(%c" << i << " : ";
    printNamed(0, i + 1, "f32"), os << ") -> ", printNamed(0, i + 1, "f16");
    os << " {\n    ^bb0(%e" << i << ": f32):\n      %t" << i << " = arith.truncf %e" << i
       << " : f32 to f16\n      mcf.yield %t" << i << " : f16\n    }\n";
    current = "%d" + std::to_string(i);
  }
  os << "    mcf.yield " << current << " : ", printNamed(0, last, "f16");
  os << "\n  }\n  return %r : ", printTensor(0, last);
  os << "\n}\n";
  return text;
}

namespace {
/// A context with what chains need.
struct Program {
  Program() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
      return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
    });
  }
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

/// Searches the first chain of the program again and again.
static void searchChain(benchmark::State &state, Program &program) {
  ChainOp chain;
  if (program.module)
    program.module->walk([&](ChainOp op) { chain = op; });
  if (!chain) {
    state.SkipWithError("no chain");
    return;
  }
  search::ProblemOptions options = search::ProblemOptions::get(
      llvm::cantFail(hw::lookupDevice("H200")), llvm::cantFail(cost::lookupCostModel("latency")));
  uint64_t numCandidates = 0, numPriced = 0, numLeft = 0;
  double estimate = 0;
  for (auto _ : state) {
    auto problem = search::TilingProblem::create(chain, options);
    if (failed(problem)) {
      state.SkipWithError("no problem");
      return;
    }
    auto result = search::search(**problem, {});
    if (failed(result)) {
      state.SkipWithError("nothing found");
      return;
    }
    numCandidates = result->funnel.rows.front().numCandidatesLeft;
    numLeft = (*problem)->getSpace().getNumCandidates();
    numPriced = result->numPriced;
    estimate = result->getWinner().cost.totalSeconds;
    state.SetLabel(result->algorithm + " " + result->getWinner().expression.str());
  }
  state.counters["space"] = static_cast<double>(numCandidates);
  state.counters["left"] = static_cast<double>(numLeft);
  state.counters["priced"] = static_cast<double>(numPriced);
  state.counters["estimate_us"] = estimate * 1e6;
}

static void addChain(const std::string &name, std::vector<int64_t> sizes) {
  benchmark::RegisterBenchmark(name.c_str(), [sizes](benchmark::State &state) {
    Program program;
    program.module =
        mlir::parseSourceString<mlir::ModuleOp>(getChainProgram(sizes), program.context.get());
    searchChain(state, program);
  })->Unit(benchmark::kMillisecond);
}

static void addFile(const std::string &path) {
  benchmark::RegisterBenchmark(
      ("search/" + llvm::sys::path::stem(path)).str().c_str(),
      [path](benchmark::State &state) {
        Program program;
        program.module = mlir::parseSourceFile<mlir::ModuleOp>(path, program.context.get());
        if (program.module && failed(Compiler({}).run(*program.module, Stage::Input, Stage::Chain)))
          program.module = nullptr;
        searchChain(state, program);
      })
      ->Unit(benchmark::kMillisecond);
}

int main(int argc, char **argv) {
  registerAllPasses();
  std::error_code error;
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator it(MCFUSER_BENCHMARK_PROGRAMS, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      paths.push_back(it->path());
  // G2 before G10.
  std::sort(paths.begin(), paths.end(), [](const std::string &a, const std::string &b) {
    return std::make_pair(a.size(), a) < std::make_pair(b.size(), b);
  });
  for (const std::string &path : paths)
    addFile(path);
  addChain("search/X4", {128, 768, 3072, 768});
  addChain("search/X5", {128, 4096, 16384, 4096});
  addChain("search/three_contractions", {1024, 512, 1024, 512, 512});
  for (int64_t size : {128, 256, 512, 1024, 2048, 4096, 8192})
    addChain("dims/" + std::to_string(size), {size, size, size, size});
  for (size_t count : {1, 2, 3, 4})
    addChain("contractions/" + std::to_string(count), std::vector<int64_t>(count + 2, 512));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
