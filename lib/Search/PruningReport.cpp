//===- PruningReport.cpp - the funnel as text -----------------------------===//
#include "MCFuser/Search/PruningReport.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <array>

using namespace mcf::search;

/// Counts saturate: the largest number stands for itself and all above.
static std::string printCount(uint64_t count, const char *prefix = "") {
  return (count == UINT64_MAX ? ">=" : prefix) + std::to_string(count);
}

const char *RuleReport::getLeftPrefix() const { return isLowerBound ? ">=" : ""; }
const char *RuleReport::getRemovedPrefix() const { return isLowerBound ? "<=" : ""; }

void RuleReport::print(llvm::raw_ostream &os) const {
  os << name << ": ";
  if (numRemoved != 0)
    os << "removed " << printCount(numRemoved, getRemovedPrefix()) << " ("
       << printCount(numNeverVisited, getRemovedPrefix()) << " never visited), left ";
  else if (!isProduct)
    os << "removed 0, left ";
  if (isProduct)
    os << numExpressionsLeft << " expressions x " << printCount(numTileVectorsLeft, getLeftPrefix())
       << " tile vectors = ";
  os << printCount(numCandidatesLeft, getLeftPrefix()) << " candidates";
  if (numAsked)
    os << " (asked about the best " << printCount(*numAsked) << ")";
}

void RuleReport::printJSON(llvm::json::OStream &json) const {
  auto printNumber = [&](llvm::StringRef key, uint64_t count, const char *prefix) {
    if (count == UINT64_MAX || *prefix)
      json.attribute(key, printCount(count, prefix));
    else
      json.attribute(key, count);
  };
  json.object([&] {
    json.attribute("rule", name);
    printNumber("removed", numRemoved, getRemovedPrefix());
    printNumber("never_visited", numNeverVisited, getRemovedPrefix());
    if (isProduct) {
      json.attribute("expressions_left", numExpressionsLeft);
      printNumber("tile_vectors_left", numTileVectorsLeft, getLeftPrefix());
    }
    printNumber("candidates_left", numCandidatesLeft, getLeftPrefix());
    if (numAsked)
      json.attribute("asked", *numAsked);
  });
}

void PruningReport::print(llvm::raw_ostream &os) const {
  // Columns as wide as what stands in them.
  std::vector<std::array<std::string, 6>> lines = {
      {"rule", "expressions", "tile vectors", "candidates", "removed", "never visited"}};
  for (const RuleReport &row : rows)
    lines.push_back({row.name, row.isProduct ? std::to_string(row.numExpressionsLeft) : "-",
                     row.isProduct ? printCount(row.numTileVectorsLeft, row.getLeftPrefix()) : "-",
                     printCount(row.numCandidatesLeft, row.getLeftPrefix()),
                     printCount(row.numRemoved, row.getRemovedPrefix()),
                     printCount(row.numNeverVisited, row.getRemovedPrefix())});
  std::array<size_t, 6> widths = {};
  for (const auto &line : lines)
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  for (const auto &line : lines) {
    os << llvm::left_justify(line[0], widths[0]);
    for (size_t i = 1; i < line.size(); ++i)
      os << "  " << llvm::right_justify(line[i], widths[i]);
    os << "\n";
  }
  for (const RuleReport &row : rows)
    if (row.numAsked)
      os << "'" << row.name << "' was asked about " << printCount(*row.numAsked)
         << " candidates, those that could be among the best\n";
}

std::string PruningReport::getRemovingRules() const {
  std::string names;
  for (const RuleReport &row : rows)
    if (row.numRemoved != 0)
      names += (names.empty() ? "'" : ", '") + row.name + "'";
  return names;
}
