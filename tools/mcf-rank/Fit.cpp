//===- Fit.cpp - fits the latency model to measured candidates ------------===//
#include "Fit.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mcf;
using namespace mcf::rank;
using cost::LoweringCycles;

namespace {
/// The measured candidates of all records, and the constants as logarithms, so that they stay
/// positive.
class Problem {
public:
  LogicalResult add(const Record &record, MLIRContext &context) {
    FailureOr<std::unique_ptr<PreparedRecord>> prepared = PreparedRecord::get(record, context);
    if (failed(prepared))
      return failure();
    double best = std::numeric_limits<double>::infinity(), sum = 0;
    for (const RecordEntry &entry : record.entries)
      if (entry.isMeasured())
        best = std::min(best, entry.measurement.medianSeconds);
    size_t first = points.size();
    for (auto [i, entry] : llvm::enumerate(record.entries)) {
      if (!entry.isMeasured())
        continue;
      // Which of the fast ones is the fastest decides what a search picks.
      double seconds = entry.measurement.medianSeconds, weight = std::pow(best / seconds, power);
      points.push_back({prepared->get(), i, std::log(seconds), weight});
      sum += weight * weight;
    }
    for (Point &point : MutableArrayRef(points).drop_front(first))
      point.weight /= std::sqrt(sum);
    records.push_back(std::move(*prepared));
    return success();
  }

  bool isEmpty() const { return points.empty(); }

  /// What is left of each point, weighted so that each record counts the same.
  std::vector<double> getResiduals(ArrayRef<double> logs) const {
    cost::LatencyCostModel model(getCycles(logs));
    std::vector<double> residuals;
    for (const Point &point : points)
      residuals.push_back(
          point.weight *
          (std::log(point.record->estimateSeconds(model, point.candidate)) - point.logSeconds));
    return residuals;
  }

  double getError(ArrayRef<double> residuals) const {
    double sum = 0;
    for (double residual : residuals)
      sum += residual * residual;
    return std::sqrt(sum / double(records.size()));
  }

  static std::vector<double> getLogs(const LoweringCycles &cycles) {
    std::vector<double> logs;
    for (const LoweringCycles::Field &field : LoweringCycles::getFittedFields())
      logs.push_back(std::log(cycles.*field.member));
    return logs;
  }

  static LoweringCycles getCycles(ArrayRef<double> logs) {
    LoweringCycles cycles;
    for (auto [field, value] : llvm::zip_equal(LoweringCycles::getFittedFields(), logs))
      cycles.*field.member = std::exp(value);
    return cycles;
  }

private:
  /// Of the weight of a candidate: how many times slower than the best of its record it is.
  static constexpr double power = 1.5;

  struct Point {
    const PreparedRecord *record;
    size_t candidate;
    double logSeconds, weight;
  };
  std::vector<std::unique_ptr<PreparedRecord>> records;
  std::vector<Point> points;
};
} // namespace

/// Solves the symmetric `matrix x = right` by elimination; it is positive definite.
static std::vector<double> solve(std::vector<std::vector<double>> matrix,
                                 std::vector<double> right) {
  size_t size = right.size();
  for (size_t pivot = 0; pivot < size; ++pivot)
    for (size_t row = pivot + 1; row < size; ++row) {
      double factor = matrix[row][pivot] / matrix[pivot][pivot];
      for (size_t column = pivot; column < size; ++column)
        matrix[row][column] -= factor * matrix[pivot][column];
      right[row] -= factor * right[pivot];
    }
  for (size_t row = size; row-- > 0;) {
    for (size_t column = row + 1; column < size; ++column)
      right[row] -= matrix[row][column] * right[column];
    right[row] /= matrix[row][row];
  }
  return right;
}

/// One step of Levenberg and Marquardt with this damping, of at most a factor e per constant.
static std::vector<double> step(ArrayRef<std::vector<double>> jacobian, ArrayRef<double> residuals,
                                ArrayRef<double> logs, double damping) {
  size_t size = logs.size();
  std::vector<std::vector<double>> matrix(size, std::vector<double>(size));
  std::vector<double> right(size), next(logs.begin(), logs.end());
  for (size_t i = 0; i < size; ++i) {
    for (size_t point = 0; point < residuals.size(); ++point) {
      right[i] -= jacobian[i][point] * residuals[point];
      for (size_t j = 0; j < size; ++j)
        matrix[i][j] += jacobian[i][point] * jacobian[j][point];
    }
    matrix[i][i] += damping * (matrix[i][i] + 1e-6);
  }
  std::vector<double> change = solve(std::move(matrix), std::move(right));
  for (size_t i = 0; i < size; ++i)
    next[i] += std::clamp(change[i], -1.0, 1.0);
  return next;
}

FailureOr<Fitted> mcf::rank::fitLatencyModel(ArrayRef<Record> records, MLIRContext &context) {
  Problem problem;
  for (const Record &record : records)
    if (failed(problem.add(record, context)))
      return failure();
  if (problem.isEmpty())
    return emitError(UnknownLoc::get(&context))
           << "expected at least one measured candidate, but got none";
  Fitted fitted;
  std::vector<double> logs = Problem::getLogs(fitted.before),
                      residuals = problem.getResiduals(logs);
  double error = problem.getError(residuals), damping = 1e-2;
  fitted.errorBefore = error;
  constexpr unsigned maxSteps = 200;
  for (unsigned round = 0; round < maxSteps && damping < 1e8; ++round) {
    std::vector<std::vector<double>> jacobian;
    fitted.isDetermined.clear();
    for (size_t i = 0; i < logs.size(); ++i) {
      constexpr double change = 1e-4;
      std::vector<double> moved = logs;
      moved[i] += change;
      std::vector<double> &column = jacobian.emplace_back(problem.getResiduals(moved));
      double norm = 0;
      for (auto [value, at] : llvm::zip_equal(column, residuals)) {
        value = (value - at) / change;
        norm += value * value;
      }
      fitted.isDetermined.push_back(norm > 0);
    }
    for (; damping < 1e8; damping *= 4) {
      std::vector<double> next = step(jacobian, residuals, logs, damping);
      std::vector<double> nextResiduals = problem.getResiduals(next);
      double nextError = problem.getError(nextResiduals);
      if (nextError >= error)
        continue;
      bool isDone = error - nextError < 1e-7 * error;
      logs = std::move(next);
      residuals = std::move(nextResiduals);
      error = nextError;
      damping = isDone ? 1e8 : damping / 3;
      break;
    }
  }
  fitted.after = Problem::getCycles(logs);
  fitted.errorAfter = error;
  return fitted;
}

std::string mcf::rank::printFitted(const Fitted &fitted) {
  std::string text = llvm::formatv("error of log(estimate / time): {0:F3} before, {1:F3} after\n\n"
                                   "| constant | before | after |\n| --- | --- | --- |\n",
                                   fitted.errorBefore, fitted.errorAfter);
  for (auto [field, isDetermined] :
       llvm::zip_equal(LoweringCycles::getFittedFields(), fitted.isDetermined)) {
    text += llvm::formatv("| {0} | {1:F2} | ", field.name, fitted.before.*field.member);
    text += isDetermined ? llvm::formatv("{0:F2} |\n", fitted.after.*field.member).str()
                         : "no candidate depends on it |\n";
  }
  return text;
}
