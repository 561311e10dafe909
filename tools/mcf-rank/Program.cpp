//===- Program.cpp - a program with one chain -----------------------------===//
#include "Program.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/Sampling.h"
#include "MCFuser/Search/Search.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::rank;
using namespace mcf::search;

FailureOr<Program> Program::parse(StringRef text, StringRef name, const hw::DeviceSpec &device,
                                  MLIRContext &context) {
  Program program;
  program.module = parseSourceString<ModuleOp>(text, &context, name);
  if (!program.module)
    return failure();
  CompilerOptions options;
  options.stages.device = hw::getDeviceText(device);
  if (failed(Compiler(options).run(*program.module, Stage::Input, Stage::Chain)))
    return failure();
  SmallVector<ChainOp> chains;
  program.module->walk([&](ChainOp chain) { chains.push_back(chain); });
  if (chains.size() != 1)
    return emitError(program.module->getLoc())
           << "expected a program with one chain, but got " << chains.size();
  program.chain = chains.front();
  FailureOr<ChainShape> shape = ChainShape::get(program.chain);
  if (failed(shape))
    return failure();
  program.shape = std::move(*shape);
  for (const ShapeDim &dim : program.shape.dims)
    program.dimNames.push_back(dim.name);
  return program;
}

std::string Program::getSignature() const {
  std::string text;
  for (const ShapeDim &dim : shape.dims)
    text += (text.empty() ? "" : ",") + dim.name + "=" + std::to_string(dim.size);
  return text;
}

FailureOr<analysis::TilingExpression> Program::parseCandidate(StringRef text,
                                                              std::string &error) const {
  auto candidate = analysis::TilingExpression::parse(text, dimNames, error);
  if (failed(candidate) || failed(candidate->complete(chain, error)))
    return failure();
  return candidate;
}

/// The space that a search has, and what prices it.
static FailureOr<std::unique_ptr<TilingProblem>>
createProblem(const Program &program, const hw::DeviceSpec &device, StringRef modelName) {
  llvm::Expected<std::unique_ptr<cost::CostModel>> model = cost::lookupCostModel(modelName);
  if (!model)
    return program.chain->emitError(llvm::toString(model.takeError()));
  return TilingProblem::create(program.chain, ProblemOptions::get(device, std::move(*model)));
}

FailureOr<std::vector<analysis::TilingExpression>> mcf::rank::sample(const Program &program,
                                                                     const hw::DeviceSpec &device,
                                                                     const SampleOptions &options) {
  // What may be drawn does not depend on the model.
  auto problem = createProblem(program, device, cost::getCostModelNames().front());
  if (failed(problem))
    return failure();
  FailureOr<std::vector<Candidate>> candidates =
      sampleCandidates(**problem, options.count, options.seed);
  if (failed(candidates))
    return failure();
  if (candidates->empty())
    return program.chain->emitError("no candidate is left to draw");
  std::vector<analysis::TilingExpression> expressions;
  for (const Candidate &candidate : *candidates)
    expressions.push_back((*problem)->getExpression(candidate));
  return expressions;
}

FailureOr<analysis::TilingExpression>
mcf::rank::getModelChoice(const Program &program, const hw::DeviceSpec &device, StringRef model) {
  auto problem = createProblem(program, device, model);
  if (failed(problem))
    return failure();
  FailureOr<SearchResult> result = search::search(**problem, SearchOptions());
  if (failed(result))
    return failure();
  return result->getWinner().expression;
}

FailureOr<analysis::TilingExpression> mcf::rank::getDefaultCandidate(const Program &program) {
  analysis::TilingExpression expression = analysis::TilingExpression::getDefault(program.chain);
  std::string error;
  if (failed(expression.complete(program.chain, error)))
    return program.chain->emitError("no default tiling: ") << error;
  return expression;
}
