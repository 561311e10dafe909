//===- Program.cpp - a program with one chain -----------------------------===//
#include "Program.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/Sampling.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"

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

// A thread has 255 registers at most, and operands, addresses and exponentials need some.
static constexpr double maxSumRegisters = 180;

FailureOr<std::vector<analysis::TilingExpression>> mcf::rank::sample(const Program &program,
                                                                     const hw::DeviceSpec &device,
                                                                     const SampleOptions &options) {
  llvm::StringSet<> loops;
  for (const auto &names : program.shape.getOperatorDims())
    loops.insert(names.begin(), names.end());
  if (loops.size() > maxEnumeratedLoops)
    return program.chain->emitError("expected at most ")
           << maxEnumeratedLoops << " loops, whose orders are all enumerated, but got "
           << loops.size();
  TilingSpace space(program.shape);
  PruningReport report =
      prune(space, getPaperRules(PaddingRule::Form::Ratio,
                                 PaperSharedMemoryRule::paperFactor * device.smemPerBlockBytes));
  if (report.isEmpty())
    return program.chain->emitError("no candidate is left: removed by ")
           << report.getRemovingRules();
  auto filter = [&](const analysis::TilingExpression &expression, ArrayRef<int64_t> tiles) {
    return fitsRegisters(program.shape, expression, tiles, maxSumRegisters);
  };
  return sampleCandidates(space, options.count, options.seed, filter);
}

FailureOr<analysis::TilingExpression> mcf::rank::getDefaultCandidate(const Program &program) {
  analysis::TilingExpression expression = analysis::TilingExpression::getDefault(program.chain);
  std::string error;
  if (failed(expression.complete(program.chain, error)))
    return program.chain->emitError("no default tiling: ") << error;
  return expression;
}
