//===- Statistics.cpp - quantiles and correlations ------------------------===//
#include "MCFuser/Support/Statistics.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

using namespace mcf;

double mcf::getQuantile(std::vector<double> values, double q) {
  if (values.empty())
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  double position = std::clamp(q, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  size_t low = static_cast<size_t>(position);
  size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (position - static_cast<double>(low)) * (values[high] - values[low]);
}

std::vector<double> mcf::getRanks(llvm::ArrayRef<double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0, end; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && values[order[end]] == values[order[begin]];)
      ++end;
    double mean = 0.5 * static_cast<double>(begin + 1 + end);
    for (size_t i = begin; i < end; ++i)
      ranks[order[i]] = mean;
  }
  return ranks;
}

std::optional<double> mcf::getPearson(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y) {
  assert(x.size() == y.size() && "expected pairs");
  auto isConstant = [](llvm::ArrayRef<double> values) {
    return std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
  };
  if (x.size() < 2 || isConstant(x) || isConstant(y))
    return std::nullopt;
  double n = static_cast<double>(x.size());
  double meanX = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double meanY = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double dx = x[i] - meanX, dy = y[i] - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (!(xx > 0 && yy > 0))
    return std::nullopt;
  return std::clamp(xy / (std::sqrt(xx) * std::sqrt(yy)), -1.0, 1.0);
}

std::optional<double> mcf::getSpearman(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y) {
  return getPearson(getRanks(x), getRanks(y));
}

std::optional<double> mcf::getKendall(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y) {
  assert(x.size() == y.size() && "expected pairs");
  double balance = 0, numX = 0, numY = 0;
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      int signX = (x[i] > x[j]) - (x[i] < x[j]), signY = (y[i] > y[j]) - (y[i] < y[j]);
      balance += signX * signY;
      numX += signX != 0;
      numY += signY != 0;
    }
  if (numX == 0 || numY == 0)
    return std::nullopt;
  return balance / std::sqrt(numX * numY);
}
