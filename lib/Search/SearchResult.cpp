//===- SearchResult.cpp - what a search found as text and JSON ------------===//
#include "MCFuser/Search/SearchResult.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mcf;
using namespace mcf::search;

/// Microseconds with three digits behind the point.
static std::string printTime(double seconds) { return llvm::formatv("{0:f3}", seconds * 1e6); }

static std::string printAmount(double amount) { return llvm::formatv("{0:f0}", amount); }

std::string mcf::search::explainLoss(const cost::CostBreakdown &winner,
                                     const cost::CostBreakdown &loser,
                                     const hw::DeviceSpec &device) {
  // What the estimate would lose if only this term were that of the winner.
  double memory = (loser.memorySeconds - winner.memorySeconds) * loser.alpha;
  double compute = (loser.computeSeconds - winner.computeSeconds) * loser.alpha;
  double blocks = (loser.memorySeconds + loser.computeSeconds) * (loser.alpha - winner.alpha);
  double largest = std::max({memory, compute, blocks});
  if (largest <= 0)
    return "no term is larger";
  if (largest == memory)
    return llvm::formatv("moves {0:f2}x the bytes: {1}, not {2}",
                         loser.memoryBytes / winner.memoryBytes, printAmount(loser.memoryBytes),
                         printAmount(winner.memoryBytes));
  if (largest == compute)
    return llvm::formatv("takes {0:f2}x as long to compute: {1} us, not {2} us",
                         loser.computeSeconds / winner.computeSeconds,
                         printTime(loser.computeSeconds), printTime(winner.computeSeconds));
  if (loser.numBlocks < device.numSMs)
    return llvm::formatv("fills {0} of {1} SMs, not {2}", printAmount(loser.numBlocks),
                         device.numSMs,
                         printAmount(std::min<double>(winner.numBlocks, device.numSMs)));
  return llvm::formatv("runs {0} blocks, not {1}", printAmount(loser.numBlocks),
                       printAmount(winner.numBlocks));
}

std::string SearchResult::getSummary() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << algorithm << " search priced " << numPriced << " candidates";
  if (numGenerations)
    os << " in " << numGenerations << " generations";
  if (numMeasured)
    os << ", measured " << numMeasured;
  os << " (model " << model << ", device " << device << ", seed " << seed << ")";
  if (hitTimeLimit)
    os << ", stopped by the time limit";
  return text;
}

void SearchResult::print(llvm::raw_ostream &os) const {
  funnel.print(os);
  os << "\n" << getSummary() << "\n";
  size_t width = 6;
  for (const RankedCandidate &entry : best)
    width = std::max(width, entry.expression.str().size());
  os << "     " << llvm::left_justify("tiling", width) << "  estimate, us"
     << (numMeasured ? "  measured, us" : "") << "  why not\n";
  for (auto [i, entry] : llvm::enumerate(best)) {
    os << llvm::format("%3u", static_cast<unsigned>(i + 1)) << "  "
       << llvm::left_justify(entry.expression.str(), width) << "  "
       << llvm::right_justify(printTime(entry.cost.totalSeconds), 12);
    if (numMeasured)
      os << "  "
         << llvm::right_justify(entry.measuredSeconds ? printTime(*entry.measuredSeconds) : "-",
                                12);
    os << "  " << (i == 0 ? "the winner" : entry.reason) << "\n";
  }
}

void SearchResult::printJSON(llvm::json::OStream &json) const {
  json.object([&] {
    json.attribute("algorithm", algorithm);
    json.attribute("model", model);
    json.attribute("device", device);
    // Beyond 2^53 many readers lose digits of a number.
    json.attribute("seed", std::to_string(seed));
    json.attribute("hit_time_limit", hitTimeLimit);
    json.attribute("elapsed_seconds", elapsedSeconds);
    json.attribute("candidates_priced", numPriced);
    json.attribute("candidates_measured", numMeasured);
    json.attribute("generations", numGenerations);
    json.attributeArray("funnel", [&] {
      for (const RuleReport &row : funnel.rows)
        row.printJSON(json);
    });
    json.attributeArray("best", [&] {
      for (const RankedCandidate &entry : best)
        json.object([&] {
          json.attribute("tiling", entry.expression.str());
          json.attribute("estimate_seconds", entry.cost.totalSeconds);
          if (entry.measuredSeconds)
            json.attribute("measured_seconds", *entry.measuredSeconds);
          json.attribute("memory_bytes", entry.cost.memoryBytes);
          json.attribute("memory_seconds", entry.cost.memorySeconds);
          json.attribute("compute_flops", entry.cost.computeFlops);
          json.attribute("compute_seconds", entry.cost.computeSeconds);
          json.attribute("blocks", entry.cost.numBlocks);
          json.attribute("alpha", entry.cost.alpha);
          json.attribute("reason", entry.reason);
        });
    });
  });
}
