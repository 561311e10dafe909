//===- Comparison.cpp - what counts as right -------------------------------===//
#include "MCFuser/Reference/Comparison.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mcf;

static std::string positionOf(int64_t index, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> position(shape.size());
  for (int64_t i = int64_t(shape.size()) - 1; i >= 0; --i) {
    position[i] = index % shape[i];
    index /= shape[i];
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(position, os);
  os << "]";
  return text;
}

static std::string print(double value) { return llvm::formatv("{0}", llvm::format("%.6g", value)); }

static bool sameSpecial(double a, double b) { return std::isnan(a) ? std::isnan(b) : a == b; }

/// Error over norm; no error is fine even where the norm is zero.
static double ratio(double error, double norm) {
  if (error == 0)
    return 0;
  return norm == 0 ? std::numeric_limits<double>::infinity() : error / norm;
}

static void compareIntegers(const HostArray &unfused, const HostArray &fused,
                            ResultComparison &result) {
  for (int64_t i = 0; i < result.numElements; ++i) {
    if (unfused.get(i) == fused.get(i))
      continue;
    result.worstIndex = i;
    result.worstReference = result.worstUnfused = unfused.get(i);
    result.worstFused = fused.get(i);
    result.failure = llvm::formatv("expected {0} at {1}, but got {2}", print(unfused.get(i)),
                                   positionOf(i, fused.getShape()), print(fused.get(i)));
    return;
  }
}

/// Fills in the failure if an error is larger than its bound.
static void checkSizes(ResultComparison &result, llvm::ArrayRef<int64_t> shape) {
  // Written so that NaN fails.
  if (!(result.fusedError <= result.errorBound))
    result.failure = llvm::formatv("expected a relative error of at most {0:e3}, but got {1:e3}",
                                   result.errorBound, result.fusedError);
  else if (!(result.fusedMaxError <= result.maxErrorBound))
    result.failure =
        llvm::formatv("expected no element further off than {0:e3} of the root mean square, but "
                      "got {1:e3}{2}",
                      result.maxErrorBound, result.fusedMaxError,
                      shape.empty() ? "" : " at " + positionOf(result.worstIndex, shape));
  result.isWrongBySize = !result.failure.empty();
}

static double getLargest(mlir::Type type) {
  llvm::APFloat largest =
      llvm::APFloat::getLargest(llvm::cast<mlir::FloatType>(type).getFloatSemantics());
  bool losesInfo = false;
  largest.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return largest.convertToDouble();
}

/// Notes an element that is infinite or NaN in one of both programs and not the same in the other.
static void failAt(ResultComparison &result, int64_t index, double exact, const HostArray &unfused,
                   const HostArray &fused) {
  if (!result.failure.empty())
    return;
  double u = unfused.get(index), f = fused.get(index);
  result.worstIndex = index;
  result.worstReference = exact, result.worstUnfused = u, result.worstFused = f;
  result.failure = llvm::formatv("expected {0} at {1}, as the unfused program has, but got {2}",
                                 print(u), positionOf(index, fused.getShape()), print(f));
}

ResultComparison mcf::compareResult(const HostArray &exact, const HostArray &unfused,
                                    const HostArray &fused, std::optional<RoundingEffect> effect) {
  ResultComparison result;
  result.numElements = fused.getNumElements();
  if (exact.getShape() != fused.getShape() || unfused.getShape() != fused.getShape() ||
      unfused.getElementType() != fused.getElementType()) {
    result.failure = "expected results of one shape and type";
    return result;
  }
  if (!fused.isFloat()) {
    compareIntegers(unfused, fused, result);
    return result;
  }

  double roundingSum = 0, roundingMax = 0;
  double norm = 0, unfusedSum = 0, fusedSum = 0, unfusedMax = 0, fusedMax = 0;
  int64_t numFinite = 0;
  // Elements that only the fused program cannot hold.
  llvm::SmallVector<int64_t> overflowed;
  HostArray rounded = exact.castTo(fused.getElementType());
  for (int64_t i = 0; i < result.numElements; ++i) {
    double x = exact.get(i), u = unfused.get(i), f = fused.get(i);
    // Sums in a wider type need not overflow where those of the unfused program do.
    if (!std::isfinite(u) && std::isfinite(f) && std::isfinite(x)) {
      ++result.numNonFinite;
      u = x;
    } else if (!std::isfinite(f) && sameSpecial(rounded.get(i), f)) {
      ++result.numNonFinite;
      continue;
    } else if (std::isfinite(x) && std::isfinite(u) && std::isinf(f) && (x < 0) == (f < 0)) {
      ++result.numNonFinite;
      overflowed.push_back(i);
      // How far the unfused program is off there counts all the same.
      unfusedMax = std::max(unfusedMax, std::abs(u - x));
      continue;
    } else if (!std::isfinite(u) || !std::isfinite(f)) {
      ++result.numNonFinite;
      if (!sameSpecial(u, f))
        failAt(result, i, x, unfused, fused);
      continue;
    }
    if (!std::isfinite(x)) // overflow that only the reference sees: nothing to measure by
      continue;
    ++numFinite;
    norm += x * x;
    unfusedSum += (u - x) * (u - x);
    fusedSum += (f - x) * (f - x);
    if (effect && effect->unrounded && std::isfinite(effect->unrounded->get(i))) {
      double moved = std::abs(effect->unrounded->get(i) - x);
      roundingSum += moved * moved;
      roundingMax = std::max(roundingMax, moved);
    }
    unfusedMax = std::max(unfusedMax, std::abs(u - x));
    if (std::abs(f - x) > fusedMax) {
      fusedMax = std::abs(f - x);
      if (result.failure.empty()) {
        result.worstIndex = i;
        result.worstReference = x, result.worstUnfused = u, result.worstFused = f;
      }
    }
  }
  double unit = getUnitInLastPlace(fused.getElementType());
  norm = std::sqrt(norm);
  double rms = numFinite ? norm / std::sqrt(double(numFinite)) : 0;
  result.unfusedError = ratio(std::sqrt(unfusedSum), norm);
  result.fusedError = ratio(std::sqrt(fusedSum), norm);
  result.errorBound = 2 * result.unfusedError + unit;
  result.unfusedMaxError = ratio(unfusedMax, rms);
  result.fusedMaxError = ratio(fusedMax, rms);
  result.maxErrorBound = 8 * (result.unfusedMaxError + unit);
  if (effect) {
    double share =
        effect->mayMove
            ? 2.0
            : std::min(0.5, 12 / std::sqrt(std::max(1.0, effect->weights.effectiveCount)));
    double moved = std::max(std::sqrt(roundingSum), effect->weights.expectedNorm);
    double step = std::max(roundingMax, effect->weights.largestStep);
    result.errorBound += share * ratio(moved, norm) + effect->functionError;
    result.maxErrorBound += 2 * ratio(step, rms) + 8 * effect->functionError;
  }
  // As far as an element may be off, it may be beyond the largest number.
  for (int64_t i : overflowed)
    if (!(std::abs(exact.get(i)) + result.maxErrorBound * rms >=
          getLargest(fused.getElementType())))
      failAt(result, i, exact.get(i), unfused, fused);
  if (result.failure.empty())
    checkSizes(result, fused.getShape());
  return result;
}

ResultComparison mcf::compareTogether(llvm::ArrayRef<ResultComparison> all) {
  ResultComparison result = all.front();
  auto rootMeanSquare = [&](double ResultComparison::*member) {
    double sum = 0;
    for (const ResultComparison &one : all)
      sum += one.*member * (one.*member);
    return std::sqrt(sum / double(all.size()));
  };
  auto largest = [&](double ResultComparison::*member) {
    double value = 0;
    for (const ResultComparison &one : all)
      value = std::max(value, one.*member);
    return value;
  };
  result.unfusedError = rootMeanSquare(&ResultComparison::unfusedError);
  result.fusedError = rootMeanSquare(&ResultComparison::fusedError);
  result.errorBound = rootMeanSquare(&ResultComparison::errorBound);
  result.unfusedMaxError = largest(&ResultComparison::unfusedMaxError);
  result.fusedMaxError = largest(&ResultComparison::fusedMaxError);
  result.maxErrorBound = largest(&ResultComparison::maxErrorBound);
  result.failure.clear();
  result.isWrongBySize = false;
  for (const ResultComparison &one : all)
    if (!one.isRight() && !one.isWrongBySize)
      return one;
  checkSizes(result, {});
  return result;
}

bool ComparisonReport::isRight() const {
  return llvm::all_of(results, [](const ResultComparison &r) { return r.isRight(); });
}

std::string ComparisonReport::toLine() const {
  for (auto [i, r] : llvm::enumerate(results))
    if (!r.isRight())
      return llvm::formatv("{0}: wrong, result {1}: {2}", function, i, r.failure);
  ResultComparison worst;
  for (const ResultComparison &r : results)
    if (r.fusedError * worst.errorBound >= worst.fusedError * r.errorBound)
      worst = r;
  return llvm::formatv("{0}: right, error {1:e2} (unfused {2:e2}, bound {3:e2})", function,
                       worst.fusedError, worst.unfusedError, worst.errorBound);
}

std::string ComparisonReport::toTable() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0,-8}{1,10}{2,12}{3,12}{4,12}{5,12}  {6}\n", "result", "elements",
                      "nan or inf", "unfused", "error", "bound", "verdict");
  for (auto [i, r] : llvm::enumerate(results)) {
    auto number = [](double x) { return llvm::formatv("{0:e2}", x).str(); };
    os << llvm::formatv("{0,-8}{1,10}{2,12}{3,12}{4,12}{5,12}  {6}\n", i, r.numElements,
                        r.numNonFinite, number(r.unfusedError), number(r.fusedError),
                        number(r.errorBound), r.isRight() ? "right" : "wrong: " + r.failure);
  }
  return text;
}
