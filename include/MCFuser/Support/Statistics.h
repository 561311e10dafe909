//===- Statistics.h - quantiles and correlations ----------------*- C++ -*-===//
#ifndef MCFUSER_SUPPORT_STATISTICS_H
#define MCFUSER_SUPPORT_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace mcf {

/// The quantile `q` from 0 to 1, linear between neighbours. NaN of no values.
double getQuantile(std::vector<double> values, double q);

/// Ranks from 1; equal values share the mean of their ranks.
std::vector<double> getRanks(llvm::ArrayRef<double> values);

/// Linear correlation of two lists of one length. Nothing if there are fewer than two pairs, or if
/// all values of a list are equal.
std::optional<double> getPearson(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y);

/// Rank correlation: `getPearson` of the ranks.
std::optional<double> getSpearman(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y);

/// Kendall's tau-b: pairs in the same order minus pairs in opposite order, over the geometric mean
/// of the pairs that differ in x and those that differ in y. Nothing where that is none.
std::optional<double> getKendall(llvm::ArrayRef<double> x, llvm::ArrayRef<double> y);

} // namespace mcf

#endif
