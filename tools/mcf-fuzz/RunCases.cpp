//===- RunCases.cpp - runs cases through the whole path --------------------===//
#include "RunCases.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;

RunnerFactory mcf::fuzz::getCPURunner() {
  return [](ModuleOp module, bool &) -> FailureOr<std::unique_ptr<FusedRunner>> {
    cpu::ExecutorOptions options;
    options.optLevel = 0;
    auto runner = CPUFusedRunner::create(module, options);
    if (failed(runner))
      return failure();
    return std::unique_ptr<FusedRunner>(std::move(*runner));
  };
}

static std::string functionName(size_t i) { return "case_" + std::to_string(i); }

/// Runs passes given as text on an op.
static LogicalResult runPasses(Operation *op, StringRef pipeline) {
  PassManager pm(op->getContext(), op->getName().getStringRef());
  // Reads the text as it stands between the parentheses of `op(...)`.
  if (failed(parsePassPipeline(pipeline, pm)))
    return op->emitError("expected passes that are registered: ") << pipeline;
  return pm.run(op);
}

/// The chains of the function.
static FailureOr<SmallVector<ChainOp>> findChains(const TestCase &c, func::FuncOp func,
                                                  Outcome &outcome) {
  SmallVector<ChainOp> chains;
  func.walk([&](ChainOp chain) { chains.push_back(chain); });
  outcome.numFused = 0;
  for (ChainOp chain : chains) {
    auto contractions = chain.getBodyBlock()->getOps<ContractOp>();
    outcome.numFused += std::distance(contractions.begin(), contractions.end());
  }
  if (c.mayStayUnfused())
    return chains;
  if (chains.size() != 1)
    return func.emitError("expected one chain, but got ") << chains.size();
  if (outcome.numFused != c.getNumContractions())
    return func.emitError("expected a chain of ")
           << c.getNumContractions() << " contractions, but got " << outcome.numFused;
  return chains;
}

/// Linalg to tile programs; `after` sees the module after each step.
static LogicalResult fuse(ModuleOp module, ArrayRef<const TestCase *> cases,
                          MutableArrayRef<Outcome> outcomes, StringRef stopAfter,
                          function_ref<void(StringRef)> after) {
  for (auto [i, c] : llvm::enumerate(cases)) {
    auto func = module.lookupSymbol<func::FuncOp>(functionName(i));
    if (failed(runPasses(func, c->usesTF32() ? "convert-linalg-to-mcf{cut=false precision=tf32}"
                                             : "convert-linalg-to-mcf{cut=false}")))
      return failure();
  }
  after("convert-linalg-to-mcf");
  for (auto [i, c] : llvm::enumerate(cases)) {
    auto func = module.lookupSymbol<func::FuncOp>(functionName(i));
    FailureOr<SmallVector<ChainOp>> chains = findChains(*c, func, outcomes[i]);
    if (failed(chains))
      return failure();
    if (stopAfter == "convert-linalg-to-mcf")
      continue;
    outcomes[i].tiling.clear();
    for (auto [index, chain] : llvm::enumerate(*chains)) {
      std::string tiling = c->chooseTiling(chain, index);
      outcomes[i].tiling += (index ? " and " : "") + (tiling.empty() ? "default" : tiling);
      std::string options = "chain=" + std::to_string(index);
      if (!tiling.empty())
        options += " tiling=" + tiling;
      if (failed(runPasses(func, "mcf-apply-tiling{" + options + "}")))
        return failure();
    }
  }
  after("mcf-apply-tiling");
  if (stopAfter == "convert-linalg-to-mcf" || stopAfter == "mcf-apply-tiling")
    return success();
  if (failed(runPasses(module, "mcf-hoist-statements")))
    return failure();
  after("mcf-hoist-statements");
  if (stopAfter == "mcf-hoist-statements")
    return success();
  if (failed(runPasses(module, "convert-mcf-to-scf")))
    return failure();
  after("convert-mcf-to-scf");
  return success();
}

/// Their functions as one text, and the line after each.
static std::string emitCases(ArrayRef<const TestCase *> cases, SmallVectorImpl<int64_t> &ends) {
  std::string text;
  for (auto [i, c] : llvm::enumerate(cases)) {
    text += c->emitLinalg(i);
    ends.push_back(1 + llvm::count(text, '\n'));
  }
  return text;
}

/// Notes what a remark of the front end says about a contraction of one case.
static void noteRemark(Diagnostic &diagnostic, ArrayRef<int64_t> ends,
                       MutableArrayRef<Outcome> outcomes) {
  std::string message = diagnostic.str();
  StringRef text = message;
  auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
  if (!text.consume_front("not fused: ") || !loc)
    return;
  if (text.contains("flop/byte"))
    text = text.take_front(text.rfind(" ("));
  size_t i = llvm::upper_bound(ends, int64_t(loc.getLine())) - ends.begin();
  if (i < outcomes.size())
    outcomes[i].unfused.push_back(text.str());
}

static std::string toText(const ArgumentShapes &shapes) {
  return llvm::join(
      llvm::map_range(
          shapes,
          [](const auto &shape) {
            return llvm::join(
                llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }), "x");
          }),
      ", ");
}

/// Runs one case with all its inputs, up to the first that is wrong.
static LogicalResult compareCase(Reference &reference, FusedRunner &runner, StringRef function,
                                 const TestCase &c, Outcome &outcome) {
  reference.allowTF32(c.usesTF32());
  for (const InputOptions &inputs : c.getRuns()) {
    int64_t live = cpu::Executor::getNumLiveBuffers();
    FailureOr<ComparisonReport> report = reference.compare(function, runner, inputs);
    auto isLuck = [](const ResultComparison &result) {
      return result.isRight() || result.isWrongBySize;
    };
    if (succeeded(report) && !report->isRight() && c.mayStayUnfused() &&
        llvm::all_of(report->results, isLuck))
      report = reference.compareTogether(function, runner, inputs, 8);
    if (failed(report))
      return failure();
    outcome.report = *report;
    if (!report->isRight()) {
      outcome.failure = report->toLine();
      if (!inputs.shapes.empty())
        outcome.failure += " (shapes of the arguments: " + toText(inputs.shapes) + ")";
      return success();
    }
    if (int64_t left = cpu::Executor::getNumLiveBuffers() - live) {
      outcome.failure =
          "expected every buffer to be freed, but " + std::to_string(left) + " are not";
      return success();
    }
  }
  return success();
}

/// All cases in one module. On failure of a step, `message` says why and outcomes mean nothing
/// but their tilings.
static LogicalResult runModule(MLIRContext &context, ArrayRef<const TestCase *> cases,
                               const RunOptions &run, MutableArrayRef<Outcome> outcomes,
                               std::string &message) {
  SmallVector<int64_t> ends;
  std::string text = emitCases(cases, ends);
  for (Outcome &outcome : outcomes)
    outcome = Outcome();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
      noteRemark(diagnostic, ends, outcomes);
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && message.empty())
      message = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> unfused = parseSourceString<ModuleOp>(text, &context, "case");
  if (!unfused)
    return failure();
  OwningOpRef<ModuleOp> fused = unfused->clone();
  if (failed(fuse(*fused, cases, outcomes, run.stopAfter, [](StringRef) {}))) {
    // A random tiling may keep tiles over a size that is not known, which no target takes.
    if (cases.size() != 1 || !StringRef(message).contains("whose size is not known"))
      return failure();
    outcomes[0].refusal = message;
    return success();
  }
  if (!run.stopAfter.empty())
    return success();
  // A program without a chain is the unfused one.
  if (llvm::all_of(outcomes, [](const Outcome &outcome) { return outcome.numFused == 0; }))
    return success();
  bool refused = false;
  FailureOr<std::unique_ptr<FusedRunner>> runner = run.makeRunner(*fused, refused);
  if (failed(runner)) {
    if (!refused || cases.size() != 1)
      return failure();
    outcomes[0].refusal = message.empty() ? "without a message" : message;
    return success();
  }
  if (!*runner) // nothing to execute
    return success();
  cpu::ExecutorOptions options;
  options.optLevel = 0;
  FailureOr<std::unique_ptr<Reference>> reference = Reference::create(*unfused, options);
  if (failed(reference))
    return failure();
  for (auto [i, c] : llvm::enumerate(cases))
    if (failed(compareCase(**reference, **runner, functionName(i), *c, outcomes[i])))
      return failure();
  return success();
}

static std::vector<Outcome> runAll(MLIRContext &context, ArrayRef<const TestCase *> cases,
                                   const RunOptions &options) {
  std::vector<Outcome> outcomes(cases.size());
  std::string message;
  bool together = !options.oneByOne || cases.size() == 1;
  if (together && succeeded(runModule(context, cases, options, outcomes, message)))
    return outcomes;
  if (cases.size() == 1) {
    outcomes[0].failure = message.empty() ? "a step failed without a message" : message;
    return outcomes;
  }
  for (auto [i, c] : llvm::enumerate(cases))
    outcomes[i] = runAll(context, c, options).front();
  return outcomes;
}

std::vector<Outcome> mcf::fuzz::runCases(MLIRContext &context, ArrayRef<TestCasePtr> cases,
                                         const RunOptions &options) {
  auto pointers = llvm::map_to_vector(cases, [](const TestCasePtr &c) { return c.get(); });
  return runAll(context, pointers, options);
}

void mcf::fuzz::printStages(MLIRContext &context, const TestCase &c, raw_ostream &os) {
  std::string text = c.emitLinalg(0);
  os << "// linalg\n" << text << "\n";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context, "case");
  if (!module)
    return;
  Outcome outcome;
  (void)fuse(*module, &c, outcome, "", [&](StringRef step) {
    os << "// after " << step;
    if (!outcome.tiling.empty())
      os << ", tiling " << outcome.tiling;
    os << "\n" << *module << "\n\n";
  });
}
