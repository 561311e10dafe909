//===- Reference.cpp - judges a fused program by the unfused one -----------===//
#include "MCFuser/Reference/Reference.h"
#include "MCFuser/Reference/Passes.h"
#include "Roundings.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>

using namespace mlir;
using namespace mcf;

namespace {
/// SplitMix64: the same numbers with every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Uniform in (0, 1).
  double uniform() { return (double(next() >> 11) + 0.5) * 0x1p-53; }
  /// Normal, by Box and Muller.
  double normal() {
    double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * 3.14159265358979323846 * uniform());
  }

private:
  uint64_t state;
};
} // namespace

FailureOr<std::vector<HostArray>> mcf::makeInputs(FunctionType type, const InputOptions &options,
                                                  Location loc) {
  Random random(options.seed);
  std::vector<HostArray> inputs;
  for (auto [index, t] : llvm::enumerate(type.getInputs())) {
    auto tensor = dyn_cast<RankedTensorType>(t);
    SmallVector<int64_t> shape;
    if (tensor)
      shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    if (!options.shapes.empty())
      shape = options.shapes[index];
    if (!HostArray::isSupported(tensor ? tensor.clone(shape) : t))
      return emitError(loc, "expected argument ")
             << index
             << " to be a scalar or a static tensor of f64, f32, f16, bf16, f8 or integers, "
             << "but got " << t;
    HostArray array(getElementTypeOrSelf(t), shape);
    int64_t bound = index < options.indexBounds.size() ? options.indexBounds[index] : 0;
    for (int64_t i = 0; i < array.getNumElements(); ++i) {
      if (array.getElementType().isInteger(1)) {
        array.set(i, double(random.next() >> 63));
        continue;
      }
      if (!array.isFloat() && bound > 0) {
        array.set(i, double(random.next() % uint64_t(bound)));
        continue;
      }
      if (!array.isFloat()) {
        uint64_t span = 2 * options.maxInteger + 1;
        array.set(i, double(int64_t(random.next() % span) - options.maxInteger));
        continue;
      }
      double value = options.scale * random.normal();
      if (options.specialChance > 0 && !options.specials.empty() &&
          random.uniform() < options.specialChance)
        value = options.specials[random.next() % options.specials.size()];
      array.set(i, value);
    }
    inputs.push_back(std::move(array));
  }
  return inputs;
}

FusedRunner::~FusedRunner() = default;
Reference::~Reference() = default;
Reference::Reference(Location loc) : loc(loc) {}

FailureOr<std::unique_ptr<CPUFusedRunner>>
CPUFusedRunner::create(ModuleOp fused, const cpu::ExecutorOptions &options) {
  FailureOr<std::unique_ptr<cpu::Executor>> executor = cpu::Executor::create(fused, options);
  if (failed(executor))
    return failure();
  auto runner = std::make_unique<CPUFusedRunner>();
  runner->executor = std::move(*executor);
  return runner;
}

LogicalResult CPUFusedRunner::run(StringRef function, ArrayRef<HostArray> inputs,
                                  MutableArrayRef<HostArray> outputs) {
  return executor->run(function, inputs, outputs);
}

static std::vector<HostArray> makePoisoned(TypeRange types, const cpu::ResultShapes &shapes) {
  std::vector<HostArray> arrays;
  for (auto [type, shape] : llvm::zip_equal(types, shapes)) {
    arrays.emplace_back(getElementTypeOrSelf(type), shape);
    arrays.back().poison();
  }
  return arrays;
}

static std::vector<HostArray> makePoisoned(TypeRange types, ArrayRef<HostArray> like) {
  cpu::ResultShapes shapes;
  for (const HostArray &array : like)
    shapes.emplace_back(array.getShape());
  return makePoisoned(types, shapes);
}

/// The program in f64, compiled.
static FailureOr<std::unique_ptr<cpu::Executor>>
createPromoted(ModuleOp module, bool round, bool tf32, const cpu::ExecutorOptions &options) {
  OwningOpRef<ModuleOp> promoted = module.clone();
  PassManager pm(module.getContext());
  PromoteToF64PassOptions passOptions;
  passOptions.round = round;
  passOptions.tf32 = tf32;
  pm.addPass(createPromoteToF64Pass(passOptions));
  if (failed(pm.run(*promoted)))
    return failure();
  return cpu::Executor::create(*promoted, options);
}

FailureOr<std::unique_ptr<Reference>> Reference::create(ModuleOp unfused,
                                                        const cpu::ExecutorOptions &options) {
  std::unique_ptr<Reference> reference(new Reference(unfused.getLoc()));
  FailureOr<std::unique_ptr<cpu::Executor>> executor = cpu::Executor::create(unfused, options);
  if (failed(executor))
    return failure();
  reference->unfused = std::move(*executor);

  executor = createPromoted(unfused, /*round=*/true, /*tf32=*/false, options);
  if (failed(executor))
    return failure();
  reference->exact = std::move(*executor);
  reference->source = unfused.clone();
  reference->options = options;
  return reference;
}

LogicalResult Reference::allowForMultiplyAdds(StringRef function, ArrayRef<HostArray> inputs,
                                              ArrayRef<HostArray> exactOut,
                                              ArrayRef<HostArray> fusedOut,
                                              ComparisonReport &report, bool allowAll) {
  if (!contracted) {
    cpu::ExecutorOptions fusing = options;
    fusing.fuseMultiplyAdds = true;
    // Code generation at level 0 fuses nothing.
    fusing.optLevel = std::max(fusing.optLevel, 1u);
    FailureOr<std::unique_ptr<cpu::Executor>> executor = cpu::Executor::create(*source, fusing);
    if (failed(executor))
      return failure();
    contracted = std::move(*executor);
  }
  std::vector<HostArray> out =
      makePoisoned(contracted->getFunctionType(function).getResults(), fusedOut);
  if (failed(contracted->run(function, inputs, out)))
    return failure();
  for (auto [i, result] : llvm::enumerate(report.results)) {
    ResultComparison other = compareResult(exactOut[i], out[i], fusedOut[i]);
    bool allowsMore = other.errorBound > result.errorBound;
    if (allowAll ? allowsMore : !result.isRight() && (other.isRight() || allowsMore))
      result = other;
  }
  return success();
}

/// What the roundings of one result do, measured if that does not take too long.
FailureOr<std::vector<RoundingWeights>> Reference::weighRoundings(func::FuncOp func,
                                                                  ArrayRef<HostArray> exactInputs,
                                                                  ArrayRef<HostArray> exactOut) {
  std::vector<RoundingWeights> weights(exactOut.size());
  for (RoundingWeights &weight : weights)
    weight.effectiveCount = double(countRoundings(func, exactInputs));
  int64_t numProbes = RoundingProbe::getNumProbes(func, exactInputs);
  if (numProbes == 0)
    return weights;
  if (!probe) {
    auto created = RoundingProbe::create(*source, options);
    if (failed(created))
      return failure();
    probe = std::move(*created);
  }
  return probe->measure(func.getName(), exactInputs, exactOut, numProbes);
}

/// Compares again, once the plain bound has failed, with what the roundings and functions do.
LogicalResult Reference::allowForRoundings(StringRef function, ArrayRef<HostArray> exactInputs,
                                           ArrayRef<HostArray> exactOut,
                                           ArrayRef<HostArray> unfusedOut,
                                           ArrayRef<HostArray> fusedOut, ComparisonReport &report,
                                           bool allowAll) {
  auto func = source->lookupSymbol<func::FuncOp>(function);
  double functionError = getFunctionError(func);
  auto compareAgain = [&](const RoundingEffect &effect, size_t i, ResultComparison &result) {
    if (result.isRight() && !allowAll)
      return;
    ResultComparison other = compareResult(exactOut[i], unfusedOut[i], fusedOut[i], effect);
    if (!allowAll || other.errorBound > result.errorBound)
      result = other;
  };
  if (countRoundings(func, exactInputs) == 0) {
    for (auto [i, result] : llvm::enumerate(report.results))
      if (functionError != 0)
        compareAgain(RoundingEffect{nullptr, {}, false, functionError}, i, result);
    return success();
  }
  if (!unrounded) {
    auto executor = createPromoted(*source, /*round=*/false, /*tf32=*/false, options);
    if (failed(executor))
      return failure();
    unrounded = std::move(*executor);
  }
  std::vector<HostArray> unroundedOut =
      makePoisoned(unrounded->getFunctionType(function).getResults(), exactOut);
  if (failed(unrounded->run(function, exactInputs, unroundedOut)))
    return failure();
  auto weights = weighRoundings(func, exactInputs, exactOut);
  if (failed(weights))
    return failure();
  for (auto [i, result] : llvm::enumerate(report.results))
    compareAgain(RoundingEffect{&unroundedOut[i], (*weights)[i], divides(func), functionError}, i,
                 result);
  return success();
}

LogicalResult Reference::allowForTF32(StringRef function, ArrayRef<HostArray> exactInputs,
                                      ArrayRef<HostArray> exactOut, ArrayRef<HostArray> unfusedOut,
                                      ArrayRef<HostArray> fusedOut, ComparisonReport &report) {
  if (!roundedToTF32) {
    auto executor = createPromoted(*source, /*round=*/true, /*tf32=*/true, options);
    if (failed(executor))
      return failure();
    roundedToTF32 = std::move(*executor);
  }
  std::vector<HostArray> out =
      makePoisoned(roundedToTF32->getFunctionType(function).getResults(), exactOut);
  if (failed(roundedToTF32->run(function, exactInputs, out)))
    return failure();
  double functionError = getFunctionError(source->lookupSymbol<func::FuncOp>(function));
  // An operand that a sum in another order has changed may round to the other side.
  for (auto [i, result] : llvm::enumerate(report.results))
    if (!result.isRight())
      result = compareResult(exactOut[i], unfusedOut[i], fusedOut[i],
                             RoundingEffect{&out[i], {}, /*mayMove=*/true, functionError});
  return success();
}

InputOptions Reference::withBounds(StringRef function, InputOptions inputs) {
  if (inputs.indexBounds.empty())
    inputs.indexBounds = getIndexBounds(source->lookupSymbol<func::FuncOp>(function));
  return inputs;
}

FailureOr<ComparisonReport> Reference::compare(StringRef function, FusedRunner &fused,
                                               const InputOptions &options) {
  FunctionType type = getFunctionType(function);
  if (!type)
    return emitError(loc, "expected a public function '") << function << "', but there is none";
  FailureOr<std::vector<HostArray>> inputs = makeInputs(type, withBounds(function, options), loc);
  if (failed(inputs))
    return failure();
  return compare(function, fused, *inputs);
}

FailureOr<ComparisonReport> Reference::compare(StringRef function, FusedRunner &fused,
                                               ArrayRef<HostArray> inputs, bool allowAll) {
  FunctionType type = unfused->getFunctionType(function);
  FunctionType exactType = exact->getFunctionType(function);
  if (!type || !exactType)
    return emitError(loc, "expected a public function '") << function << "', but there is none";
  FailureOr<cpu::ResultShapes> shapes = unfused->getResultShapes(function, inputs);
  if (failed(shapes))
    return failure();
  for (auto [t, shape] : llvm::zip_equal(type.getResults(), *shapes))
    if (auto tensor = dyn_cast<RankedTensorType>(t);
        !HostArray::isSupported(tensor ? tensor.clone(shape) : t))
      return emitError(loc, "expected results to be scalars or static tensors of f64, f32, f16, "
                            "bf16, f8 or integers, but got ")
             << t;
  std::vector<HostArray> exactInputs;
  for (auto [t, input] : llvm::zip_equal(exactType.getInputs(), inputs))
    exactInputs.push_back(input.castTo(getElementTypeOrSelf(t)));

  std::vector<HostArray> exactOut = makePoisoned(exactType.getResults(), *shapes);
  std::vector<HostArray> unfusedOut = makePoisoned(type.getResults(), *shapes);
  std::vector<HostArray> fusedOut = makePoisoned(type.getResults(), *shapes);
  if (failed(exact->run(function, exactInputs, exactOut)) ||
      failed(unfused->run(function, inputs, unfusedOut)) ||
      failed(fused.run(function, inputs, fusedOut)))
    return failure();

  ComparisonReport report;
  report.function = function.str();
  for (auto [x, u, f] : llvm::zip_equal(exactOut, unfusedOut, fusedOut))
    report.results.push_back(compareResult(x, u, f));
  if ((allowAll || !report.isRight()) &&
      failed(allowForMultiplyAdds(function, inputs, exactOut, fusedOut, report, allowAll)))
    return failure();
  if ((allowAll || !report.isRight()) &&
      failed(allowForRoundings(function, exactInputs, exactOut, unfusedOut, fusedOut, report,
                               allowAll)))
    return failure();
  if (tf32 && !report.isRight() &&
      failed(allowForTF32(function, exactInputs, exactOut, unfusedOut, fusedOut, report)))
    return failure();
  return report;
}

FailureOr<ComparisonReport> Reference::compareTogether(StringRef function, FusedRunner &fused,
                                                       const InputOptions &options,
                                                       unsigned count) {
  FunctionType type = getFunctionType(function);
  if (!type)
    return emitError(loc, "expected a public function '") << function << "', but there is none";
  std::vector<ComparisonReport> reports;
  for (unsigned i = 0; i < count; ++i) {
    InputOptions next = withBounds(function, options);
    next.seed += i;
    FailureOr<std::vector<HostArray>> inputs = makeInputs(type, next, loc);
    if (failed(inputs))
      return failure();
    FailureOr<ComparisonReport> report = compare(function, fused, *inputs, /*allowAll=*/true);
    if (failed(report))
      return failure();
    for (ResultComparison &result : report->results)
      if (!result.isRight() && !result.isWrongBySize)
        return report;
    reports.push_back(std::move(*report));
  }
  ComparisonReport together = reports.front();
  for (auto [i, result] : llvm::enumerate(together.results)) {
    SmallVector<ResultComparison> all;
    for (ComparisonReport &report : reports)
      all.push_back(report.results[i]);
    result = mcf::compareTogether(all);
  }
  return together;
}
