//===- Comparison.h - what counts as right ---------------------------*- C++ -*-===//
#ifndef MCFUSER_REFERENCE_COMPARISON_H
#define MCFUSER_REFERENCE_COMPARISON_H

#include "MCFuser/Target/CPU/HostArray.h"
#include <string>

namespace mcf {

/// How one result of a program compares with the reference.
struct ResultComparison {
  /// Why the result is wrong; empty if it is right.
  std::string failure;
  /// It is wrong for the size of an error only, not for what stands where.
  bool isWrongBySize = false;
  /// Relative Frobenius errors against the program in f64, over the elements that are
  /// finite everywhere.
  double unfusedError = 0, fusedError = 0;
  /// What `fusedError` may be: `2 * unfusedError + unit in the last place`, and more where
  /// roundings can fall the other way (`RoundingEffect`).
  double errorBound = 0;
  /// Largest error of one element, in units of the root mean square of the reference.
  double unfusedMaxError = 0, fusedMaxError = 0;
  /// What `fusedMaxError` may be. The norm alone would not see a few wrong elements of a large
  /// result.
  double maxErrorBound = 0;
  int64_t numElements = 0, numNonFinite = 0;
  /// The element with the largest error of the fused program, and its three values.
  int64_t worstIndex = -1;
  double worstReference = 0, worstUnfused = 0, worstFused = 0;

  bool isRight() const { return failure.empty(); }
};

/// Figures of all results of one run.
struct ComparisonReport {
  std::string function;
  /// Where the types of arguments leave sizes open: which they had.
  std::string sizes;
  std::vector<ResultComparison> results;

  bool isRight() const;
  /// For example `f: right, error 3.1e-04 (unfused 3.0e-04, bound 1.6e-03)`.
  std::string toLine() const;
  /// One row per result, with a head.
  std::string toTable() const;
};

/// What a rounding that falls the other way does to one result, on average and at most.
struct RoundingWeights {
  /// So many roundings with the same weight each would do what these do.
  double effectiveCount = 0;
  /// Norm of what all roundings together are expected to do.
  double expectedNorm = 0;
  /// The largest change of one element by one rounding.
  double largestStep = 0;
};

/// What the roundings that a program spells do to a result. A sum that differs in its last
/// bit may round the other way; where a program rounds few values, the unfused one may show none of
/// that by luck and the fused one a few.
struct RoundingEffect {
  /// The result of the program in f64 that rounds nowhere; null if it spells no rounding.
  const HostArray *unrounded;
  RoundingWeights weights = {};
  /// The program divides (softmax): a fused program may normalize once, at the end, and
  /// then rounds what is not divided yet. All its roundings differ.
  bool mayMove = false;
  /// Relative error that elementary functions may add: a target computes exp through an
  /// approximate exp2, tanh and erf by polynomials. 0 if the program calls none.
  double functionError = 0;
};

/// Compares one result. `exact` is the program in f64, `unfused` the program in its
/// own types, `fused` what is judged. Right means:
/// - the relative Frobenius error of `fused` is at most twice that of `unfused` plus one
///   unit in the last place of the result type;
/// - no element's error exceeds 8 times that of the worst element of `unfused` plus
///   8 units in the last place of the root mean square;
/// - NaN and infinity stand where `unfused` has them. Where only its own types made it overflow
///   (`exact` is finite), a finite element is measured like any other: a fused program may
///   accumulate in a wider type;
/// - integers are equal.
/// With `effect`, about a dozen roundings of the program may fall the other way as well. Its
/// roundings together move the result by d (as measured, or as expected if that is more); one that
/// goes the other way moves it by about 3.5 d / sqrt(n), n being their effective number (a unit in
/// the last place is 3.5 times the root mean square of a rounding error). So
/// min(1/2, 12 / sqrt(n)) d is added to the bound: not enough for a program that leaves the
/// roundings out. Where roundings may move, it is 2 d: both programs are off by about d from the
/// one that rounds nowhere.
ResultComparison compareResult(const HostArray &exact, const HostArray &unfused,
                               const HostArray &fused,
                               std::optional<RoundingEffect> effect = std::nullopt);

/// One comparison for one result on several inputs: root mean squares of relative errors and
/// of their bounds, and the largest errors of elements and bounds for them.
ResultComparison compareTogether(llvm::ArrayRef<ResultComparison> all);

} // namespace mcf

#endif
