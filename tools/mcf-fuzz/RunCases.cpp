//===- RunCases.cpp - runs cases through the whole path --------------------===//
#include "RunCases.h"
#include "Expressions.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
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

/// The tiling of a case, in the names that the front end has given the dims.
static std::string chooseTiling(const Case &c, ChainOp chain) {
  std::vector<std::vector<std::string>> operators;
  SmallVector<StringAttr> batch = chain.getBatchDims();
  for (auto contraction : chain.getBodyBlock()->getOps<ContractOp>()) {
    operators.emplace_back();
    for (StringAttr dim : contraction.getIterationDims())
      if (!llvm::is_contained(batch, dim))
        operators.back().push_back(dim.str());
  }
  std::vector<std::string> expressions = enumerateExpressions(operators);
  std::string text = expressions[size_t(c.expression) % expressions.size()];
  std::string prefix;
  if (c.batchTile)
    for (StringAttr dim : batch)
      prefix += dim.str() + ".";
  if (c.binding == 1)
    prefix = "|" + prefix;
  text = prefix + text + "{";
  size_t next = 0;
  std::string tiles;
  for (DimAttr dim : chain.getDims().getDims()) {
    bool isBatch = llvm::is_contained(batch, dim.getName());
    if (isBatch && !c.batchTile)
      continue;
    int64_t tile = isBatch ? c.batchTile : c.tile[next++ % c.tile.size()];
    tiles += (tiles.empty() ? "" : ",") + dim.getName().str() + "=" + std::to_string(tile);
  }
  return text + tiles + "}";
}

/// The one chain of the function, with as many contractions as the case has.
static FailureOr<ChainOp> findChain(const Case &c, func::FuncOp func) {
  SmallVector<ChainOp> chains;
  func.walk([&](ChainOp chain) { chains.push_back(chain); });
  if (chains.size() != 1)
    return func.emitError("expected one chain, but got ") << chains.size();
  auto contractions = chains[0].getBodyBlock()->getOps<ContractOp>();
  int64_t count = std::distance(contractions.begin(), contractions.end());
  if (count != c.contractions)
    return func.emitError("expected a chain of ")
           << c.contractions << " contractions, but got " << count;
  return chains[0];
}

/// Linalg to tile programs; `after` sees the module after each step.
static LogicalResult fuse(ModuleOp module, ArrayRef<Case> cases, MutableArrayRef<Outcome> outcomes,
                          StringRef stopAfter, function_ref<void(StringRef)> after) {
  if (failed(runPasses(module, "func.func(convert-linalg-to-mcf{cut=false})")))
    return failure();
  after("convert-linalg-to-mcf");
  if (stopAfter == "convert-linalg-to-mcf")
    return success();
  for (auto [i, c] : llvm::enumerate(cases)) {
    auto func = module.lookupSymbol<func::FuncOp>(functionName(i));
    FailureOr<ChainOp> chain = findChain(c, func);
    if (failed(chain))
      return failure();
    outcomes[i].tiling = chooseTiling(c, *chain);
    if (failed(runPasses(func, "mcf-apply-tiling{tiling=" + outcomes[i].tiling + "}")))
      return failure();
  }
  after("mcf-apply-tiling");
  if (stopAfter == "mcf-apply-tiling")
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

static OwningOpRef<ModuleOp> parseCases(MLIRContext &context, ArrayRef<Case> cases) {
  std::string text;
  for (auto [i, c] : llvm::enumerate(cases))
    text += emitLinalg(c, i);
  return parseSourceString<ModuleOp>(text, &context, "case");
}

static InputOptions getInputOptions(const Case &c) {
  InputOptions options;
  options.seed = uint64_t(c.seed) * 7919 + uint64_t(c.index);
  options.scale = 1.0;
  double inf = std::numeric_limits<double>::infinity();
  switch (Data(c.data)) {
  case Data::Normal:
  case Data::MaskedRows:
    break;
  case Data::Large:
    options.scale = 12.0;
    break;
  case Data::Infinities:
    options.specialChance = 0.02;
    options.specials = {inf, -inf};
    break;
  case Data::NaNs:
    options.specialChance = 0.01;
    options.specials = {std::numeric_limits<double>::quiet_NaN()};
    break;
  }
  return options;
}

/// All cases in one module. On failure of a step, `message` says why and outcomes mean nothing
/// but their tilings.
static LogicalResult runModule(MLIRContext &context, ArrayRef<Case> cases, const RunOptions &run,
                               MutableArrayRef<Outcome> outcomes, std::string &message) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && message.empty())
      message = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> unfused = parseCases(context, cases);
  if (!unfused)
    return failure();
  cpu::ExecutorOptions options;
  options.optLevel = 0;
  FailureOr<std::unique_ptr<Reference>> reference = Reference::create(*unfused, options);
  if (failed(reference))
    return failure();
  OwningOpRef<ModuleOp> fused = unfused->clone();
  if (failed(fuse(*fused, cases, outcomes, run.stopAfter, [](StringRef) {})))
    return failure();
  if (!run.stopAfter.empty())
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
  for (auto [i, c] : llvm::enumerate(cases)) {
    int64_t live = cpu::Executor::getNumLiveBuffers();
    FailureOr<ComparisonReport> report =
        (*reference)->compare(functionName(i), **runner, getInputOptions(c));
    if (failed(report))
      return failure();
    outcomes[i].report = *report;
    if (!report->isRight())
      outcomes[i].failure = report->toLine();
    else if (cpu::Executor::getNumLiveBuffers() != live)
      outcomes[i].failure = "expected every buffer to be freed, but " +
                            std::to_string(cpu::Executor::getNumLiveBuffers() - live) + " are not";
  }
  return success();
}

std::vector<Outcome> mcf::fuzz::runCases(MLIRContext &context, ArrayRef<Case> cases,
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
    outcomes[i] = runCases(context, c, options).front();
  return outcomes;
}

void mcf::fuzz::printStages(MLIRContext &context, const Case &c, raw_ostream &os) {
  os << "// linalg\n" << emitLinalg(c, 0) << "\n";
  OwningOpRef<ModuleOp> module = parseCases(context, c);
  if (!module)
    return;
  Outcome outcome;
  (void)fuse(*module, c, outcome, "", [&](StringRef step) {
    os << "// after " << step;
    if (!outcome.tiling.empty())
      os << ", tiling " << outcome.tiling;
    os << "\n" << *module << "\n\n";
  });
}
