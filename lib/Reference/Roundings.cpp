//===- Roundings.cpp - what the roundings of a program can do --------------===//
#include "Roundings.h"
#include "MCFuser/Reference/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>

using namespace mlir;
using namespace mcf;

//===----------------------------------------------------------------------===//
// What a program spells
//===----------------------------------------------------------------------===//

static int64_t getProduct(ArrayRef<int64_t> sizes, int64_t openSize) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product =
        llvm::SaturatingMultiply<uint64_t>(product, ShapedType::isDynamic(size) ? openSize : size) &
        INT64_MAX;
  return product;
}

/// The sizes that the types of the arguments leave open, as the inputs have them.
static SmallVector<int64_t> getOpenSizes(func::FuncOp func, ArrayRef<HostArray> inputs) {
  SmallVector<int64_t> sizes;
  for (auto [type, input] : llvm::zip_equal(func.getArgumentTypes(), inputs))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (auto [size, actual] : llvm::zip_equal(tensor.getShape(), input.getShape()))
        if (ShapedType::isDynamic(size))
          sizes.push_back(actual);
  return sizes;
}

int64_t mcf::countRoundings(func::FuncOp func, ArrayRef<HostArray> inputs) {
  SmallVector<int64_t> open = getOpenSizes(func, inputs);
  int64_t smallest = open.empty() ? 1 : std::max<int64_t>(1, *llvm::min_element(open));
  int64_t count = 0;
  func.walk([&](Operation *op) {
    if (!isa<arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp>(op))
      return;
    if (auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType()))
      count += getProduct(tensor.getShape(), smallest);
    else if (auto parent = op->getParentOfType<linalg::LinalgOp>())
      count += getProduct(parent.getStaticLoopRanges(), smallest);
    else
      count += 1;
  });
  return count;
}

bool mcf::divides(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return isa<linalg::SoftmaxOp, arith::DivFOp, math::LogOp, math::Log2Op, linalg::LogOp,
                   math::RsqrtOp, linalg::RsqrtOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

double mcf::getFunctionError(func::FuncOp func) {
  bool calls = func.walk([](Operation *op) {
                     bool named = isa<linalg::SoftmaxOp, linalg::ExpOp, linalg::LogOp,
                                      linalg::TanhOp, linalg::ErfOp, linalg::ElementwiseOp>(op);
                     bool exact = isa<math::AbsFOp, math::FmaOp, math::SqrtOp, math::FloorOp,
                                      math::CeilOp, math::CopySignOp, math::RoundEvenOp>(op);
                     return named || (isa<math::MathDialect>(op->getDialect()) && !exact)
                                ? WalkResult::interrupt()
                                : WalkResult::advance();
                   })
                   .wasInterrupted();
  return calls ? 4 * 0x1p-23 : 0;
}

//===----------------------------------------------------------------------===//
// The probe
//===----------------------------------------------------------------------===//

/// Loop trips of all probes together, and the fewest probes that say something.
static constexpr int64_t maxProbeTrips = int64_t(1) << 28;
static constexpr int64_t maxProbes = 256, minProbes = 16;

namespace {
/// Roundings are counted in the order in which they run, which is always the same.
struct Count {
  int64_t next = 0, flipped = -1;
};
} // namespace
static thread_local Count rounding;

/// The neighbour of `after` on the other side of `before`, in a type of so many digits. What is not
/// rounded has none.
static double getOtherSide(double before, double after, int64_t digits, int64_t minExponent) {
  if (before == after || !std::isfinite(before) || !std::isfinite(after))
    return after;
  int exponent = after == 0 ? int(minExponent) : std::max<int>(std::ilogb(after), minExponent);
  bool shrinks = std::abs(before) < std::abs(after);
  // Below a power of two numbers lie closer.
  if (shrinks && std::abs(after) == std::ldexp(1, exponent) && exponent > minExponent)
    --exponent;
  return after + std::copysign(std::ldexp(1, int(exponent - digits + 1)), before - after);
}

static double observeRounding(double before, double after, int64_t digits, int64_t minExponent) {
  bool flips = rounding.next++ == rounding.flipped;
  return flips ? getOtherSide(before, after, digits, minExponent) : after;
}

static constexpr const char *observerName = "mcf_reference_observe_rounding";

FailureOr<std::unique_ptr<RoundingProbe>>
RoundingProbe::create(ModuleOp source, const cpu::ExecutorOptions &options) {
  OwningOpRef<ModuleOp> promoted = source.clone();
  PassManager pm(source.getContext());
  PromoteToF64PassOptions passOptions;
  passOptions.observer = observerName;
  pm.addPass(createPromoteToF64Pass(passOptions));
  if (failed(pm.run(*promoted)))
    return failure();
  cpu::ExecutorOptions observing = options;
  observing.symbols.push_back({observerName, reinterpret_cast<void *>(&observeRounding)});
  auto executor = cpu::Executor::create(*promoted, observing);
  if (failed(executor))
    return failure();
  auto probe = std::make_unique<RoundingProbe>();
  probe->executor = std::move(*executor);
  return probe;
}

int64_t RoundingProbe::getNumProbes(func::FuncOp func, ArrayRef<HostArray> inputs) {
  SmallVector<int64_t> open = getOpenSizes(func, inputs);
  int64_t largest = open.empty() ? 1 : *llvm::max_element(open), trips = 1;
  func.walk([&](linalg::LinalgOp op) {
    trips = llvm::SaturatingAdd<uint64_t>(trips, getProduct(op.getStaticLoopRanges(), largest)) &
            INT64_MAX;
  });
  int64_t probes = std::min(maxProbes, maxProbeTrips / std::max<int64_t>(1, trips));
  return probes < minProbes ? 0 : probes;
}

namespace {
/// Sums over probes for one result.
struct WeightSums {
  double sum = 0, squares = 0, largest = 0;

  void add(const HostArray &exact, const HostArray &moved) {
    double weight = 0;
    for (int64_t i = 0; i < exact.getNumElements(); ++i) {
      double step = std::abs(moved.get(i) - exact.get(i));
      if (!std::isfinite(step)) // NaN and infinity are compared by place
        continue;
      weight += step * step;
      largest = std::max(largest, step);
    }
    sum += weight;
    squares += weight * weight;
  }
};
} // namespace

FailureOr<std::vector<RoundingWeights>> RoundingProbe::measure(StringRef function,
                                                               ArrayRef<HostArray> inputs,
                                                               ArrayRef<HostArray> exactOut,
                                                               int64_t numProbes) {
  std::vector<HostArray> out(exactOut.begin(), exactOut.end());
  rounding = Count();
  if (failed(executor->run(function, inputs, out)))
    return failure();
  int64_t count = rounding.next;
  numProbes = std::min(numProbes, count);
  std::vector<WeightSums> sums(out.size());
  for (int64_t i = 0; i < numProbes; ++i) {
    // One of each part of the same length; the place in it moves along, so that it keeps no step
    // with rows.
    int64_t begin = i * count / numProbes, length = (i + 1) * count / numProbes - begin;
    rounding = Count{0, begin + int64_t(uint64_t(i) * 0x9e3779b97f4a7c15 >> 33) % length};
    if (failed(executor->run(function, inputs, out)))
      return failure();
    for (auto [result, exact, moved] : llvm::zip_equal(sums, exactOut, out))
      if (exact.isFloat())
        result.add(exact, moved);
  }
  std::vector<RoundingWeights> weights;
  for (const WeightSums &result : sums) {
    RoundingWeights weight;
    weight.effectiveCount = double(count);
    if (result.sum > 0) {
      weight.effectiveCount *= result.sum * result.sum / (result.squares * double(numProbes));
      // The error of a rounding is uniform within a unit in the last place: its mean square is a
      // twelfth.
      weight.expectedNorm = std::sqrt(double(count) * result.sum / double(numProbes) / 12);
      weight.largestStep = result.largest;
    }
    weights.push_back(weight);
  }
  return weights;
}
