//===- PruningReport.h - how much each rule removed -------------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_PRUNINGREPORT_H
#define MCFUSER_SEARCH_PRUNINGREPORT_H

#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm::json {
class OStream;
}

namespace mcf::search {

/// What a rule removed and what it left. Numbers that do not fit into 64 bits saturate and
/// print as `>=18446744073709551615`.
struct RuleReport {
  std::string name;
  uint64_t numRemoved = 0;
  /// Of the removed candidates: those that nobody looked at, because a rule on expressions or
  /// on single tile sizes, or a bound, excluded them together.
  uint64_t numNeverVisited = 0;
  /// What is left is so many expressions times so many tile vectors. False for what looks at
  /// each schedule: then there is only `numCandidatesLeft`.
  bool isProduct = true;
  /// More may be left, and less removed: the count would have taken too long. Prints as `>=` and
  /// `<=`.
  bool isLowerBound = false;
  /// How many candidates the rule was asked about, where a search asks it only about those that
  /// could be among the best. Others that are left may be against it.
  std::optional<uint64_t> numAsked;
  uint64_t numExpressionsLeft = 0;
  uint64_t numTileVectorsLeft = 0;
  uint64_t numCandidatesLeft = 0;

  /// One line: `padding: removed 3, left 2 expressions x 2 tile vectors = 4 candidates`.
  void print(llvm::raw_ostream &os) const;
  /// The row as a JSON object; what saturated or is a bound is a text.
  void printJSON(llvm::json::OStream &json) const;

  /// What prints before a number of what is left, or of what was removed.
  const char *getLeftPrefix() const;
  const char *getRemovedPrefix() const;
};

/// The funnel: the first row is the space before any rule.
struct PruningReport {
  std::vector<RuleReport> rows;

  bool isEmpty() const { return rows.empty() || rows.back().numCandidatesLeft == 0; }
  /// A table with a line for each row.
  void print(llvm::raw_ostream &os) const;
  /// `'padding', 'shared memory as in the paper'`: the rules that removed something.
  std::string getRemovingRules() const;
};

} // namespace mcf::search

#endif
