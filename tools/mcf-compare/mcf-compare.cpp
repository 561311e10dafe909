//===- mcf-compare.cpp - judges one program by another on the CPU ----------===//
#include "MCFuser/InitAll.h"
#include "MCFuser/Reference/Reference.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mcf;

namespace {
struct Options {
  llvm::cl::OptionCategory category{"mcf-compare options"};
  llvm::cl::opt<std::string> unfused{llvm::cl::Positional, llvm::cl::Required,
                                     llvm::cl::desc("<unfused program>"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> fused{llvm::cl::Positional, llvm::cl::Required,
                                   llvm::cl::desc("<fused program>"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> function{
      "function", llvm::cl::desc("Compare this function only (default: every public one)"),
      llvm::cl::cat(category)};
  llvm::cl::opt<uint64_t> seed{"seed", llvm::cl::desc("Seed of the random inputs"),
                               llvm::cl::init(1), llvm::cl::cat(category)};
  llvm::cl::opt<double> scale{"scale", llvm::cl::desc("Standard deviation of float inputs"),
                              llvm::cl::init(1.0), llvm::cl::cat(category)};
  llvm::cl::opt<bool> tf32{
      "tf32", llvm::cl::desc("The second may round the operands of f32 contractions to TF32"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> sizes{
      "sizes",
      llvm::cl::desc("Sizes that the types leave open, such as m=77,n=1025 (arg0.1: axis 1 of "
                     "argument 0); may be given more than once: compare at each"),
      llvm::cl::cat(category)};
};
} // namespace

static OwningOpRef<ModuleOp> load(StringRef file, MLIRContext &context,
                                  llvm::SourceMgr &sourceMgr) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer) {
    emitError(UnknownLoc::get(&context)) << message;
    return nullptr;
  }
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sourceMgr, &context);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  llvm::cl::HideUnrelatedOptions(options.category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "Runs the functions of two MLIR files on the CPU and says whether the second computes what\n"
      "the first does. Both hold linalg on tensors or tile programs. The measure is the first\n"
      "program evaluated in f64: the error of the second may be twice that of the first plus one\n"
      "unit in the last place, and NaN and infinity must stand where the first has them.\n"
      "The exit code is 0 if every function is right, 1 if one is wrong, 2 if one cannot run.\n\n"
      "Example: mcf-compare chain.mlir fused.mlir --seed=3\n");
  DialectRegistry registry;
  mcf::registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr unfusedSource, fusedSource;
  SourceMgrDiagnosticHandler unfusedDiagnostics(unfusedSource, &context);
  OwningOpRef<ModuleOp> unfused = load(options.unfused, context, unfusedSource);
  if (!unfused)
    return 2;
  SourceMgrDiagnosticHandler fusedDiagnostics(fusedSource, &context);
  OwningOpRef<ModuleOp> fused = load(options.fused, context, fusedSource);
  if (!fused)
    return 2;

  auto reference = Reference::create(*unfused);
  if (failed(reference))
    return 2;
  if (options.tf32)
    (*reference)->allowTF32();
  auto runner = CPUFusedRunner::create(*fused);
  if (failed(runner))
    return 2;
  InputOptions inputs;
  inputs.seed = options.seed;
  inputs.scale = options.scale;
  std::vector<SizeSet> sizes;
  for (const std::string &text : options.sizes) {
    llvm::Expected<SizeSet> parsed = parseSizes(text);
    if (!parsed) {
      unfused->emitError() << llvm::toString(parsed.takeError());
      return 2;
    }
    sizes.push_back(std::move(*parsed));
  }
  bool right = true, any = false;
  for (auto func : unfused->getOps<func::FuncOp>()) {
    if (!func.isPublic() || func.isExternal() ||
        (!options.function.empty() && func.getName() != options.function))
      continue;
    any = true;
    FailureOr<ArgumentDims> dims = ArgumentDims::get(*fused, func.getName());
    if (failed(dims))
      return 2;
    std::vector<SizeSet> sets = sizes;
    if (sets.empty())
      sets.push_back(dims->getDefaultSizes());
    for (const SizeSet &set : sets) {
      FailureOr<ArgumentShapes> shapes = dims->getShapes(set);
      if (failed(shapes))
        return 2;
      inputs.shapes = *shapes;
      auto report = (*reference)->compare(func.getName(), **runner, inputs);
      if (failed(report))
        return 2;
      right &= report->isRight();
      if (dims->isDynamic())
        llvm::outs() << toText(set) << "\n";
      llvm::outs() << report->toLine() << "\n" << report->toTable();
    }
  }
  if (!any) {
    unfused->emitError("expected a public function to compare, but there is none");
    return 2;
  }
  return right ? 0 : 1;
}
