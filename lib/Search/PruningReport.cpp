//===- PruningReport.cpp - the funnel as text -----------------------------===//
#include "MCFuser/Search/PruningReport.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mcf::search;

/// Counts saturate: the largest number stands for itself and all above.
static std::string printCount(uint64_t count) {
  return (count == UINT64_MAX ? ">=" : "") + std::to_string(count);
}

void RuleReport::print(llvm::raw_ostream &os) const {
  os << name << ": ";
  if (numRemoved != 0)
    os << "removed " << printCount(numRemoved) << " (" << printCount(numNeverVisited)
       << " never visited), left ";
  os << numExpressionsLeft << " expressions x " << printCount(numTileVectorsLeft)
     << " tile vectors = " << printCount(numCandidatesLeft) << " candidates";
}

void PruningReport::print(llvm::raw_ostream &os) const {
  constexpr const char *format = "{0,-32} {1,11} {2,22} {3,22} {4,22} {5,22}\n";
  os << llvm::formatv(format, "rule", "expressions", "tile vectors", "candidates", "removed",
                      "never visited");
  for (const RuleReport &row : rows)
    os << llvm::formatv(format, row.name, row.numExpressionsLeft,
                        printCount(row.numTileVectorsLeft), printCount(row.numCandidatesLeft),
                        printCount(row.numRemoved), printCount(row.numNeverVisited));
}

std::string PruningReport::getRemovingRules() const {
  std::string names;
  for (const RuleReport &row : rows)
    if (row.numRemoved != 0)
      names += (names.empty() ? "'" : ", '") + row.name + "'";
  return names;
}
