//===- SearchResult.cpp - what a search found as text and JSON ------------===//
#include "MCFuser/Search/SearchResult.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mcf;
using llvm::StringRef;
using namespace mcf::search;

/// Microseconds with three digits behind the point.
static std::string printTime(double seconds) { return llvm::formatv("{0:f3}", seconds * 1e6); }

static std::string printAmount(double amount) { return llvm::formatv("{0:f0}", amount); }

std::string mcf::search::explainLoss(const cost::CostBreakdown &winner,
                                     const cost::CostBreakdown &loser,
                                     const hw::DeviceSpec &device) {
  // The term that makes most of the difference.
  size_t largest = 0;
  double difference = 0;
  for (size_t i = 0; i < loser.terms.size(); ++i)
    if (double more = loser.terms[i].seconds - winner.terms[i].seconds; more > difference) {
      largest = i;
      difference = more;
    }
  if (difference <= 0)
    return "no term is larger";
  std::string text = llvm::formatv("{0} {1} us, not {2} us", loser.terms[largest].name,
                                   printTime(loser.terms[largest].seconds),
                                   printTime(winner.terms[largest].seconds));
  // What a reader can check by hand and that may be behind it.
  llvm::raw_string_ostream os(text);
  if (loser.memoryBytes > winner.memoryBytes)
    os << llvm::formatv("; moves {0:f2}x the bytes", loser.memoryBytes / winner.memoryBytes);
  if (loser.computeFlops > winner.computeFlops)
    os << llvm::formatv("; {0:f2}x the flops", loser.computeFlops / winner.computeFlops);
  if (loser.numBlocks < winner.numBlocks && loser.numBlocks < device.numSMs)
    os << llvm::formatv("; fills {0} of {1} SMs", printAmount(loser.numBlocks), device.numSMs);
  return text;
}

std::string SearchResult::getTunedForText() const {
  std::string text;
  for (const auto &point : tunedFor) {
    text += text.empty() ? "" : "; ";
    for (auto [i, size] : llvm::enumerate(point))
      text += (i ? ", " : "") + openDims[i] + " = " + std::to_string(size);
  }
  return text;
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
  if (!tunedFor.empty())
    os << ", tuned for " << getTunedForText()
       << (tunedFor.size() > 1 ? " (estimates are sums over these)" : "");
  return text;
}

void SearchResult::print(llvm::raw_ostream &os) const {
  funnel.print(os);
  os << "\n" << getSummary() << "\n";
  size_t width = 6;
  for (const RankedCandidate &entry : best)
    width = std::max(width, entry.expression.str().size());
  auto printRow = [&](StringRef number, StringRef tiling, StringRef estimate, StringRef measured,
                      StringRef blocks, StringRef registers, StringRef bytes, StringRef reason) {
    os << llvm::right_justify(number, 3) << "  " << llvm::left_justify(tiling, width) << "  "
       << llvm::right_justify(estimate, 12);
    if (numMeasured)
      os << "  " << llvm::right_justify(measured, 12);
    os << "  " << llvm::right_justify(blocks, 6) << "  " << llvm::right_justify(registers, 9)
       << "  " << llvm::right_justify(bytes, 12) << "  " << reason << "\n";
  };
  printRow("", "tiling", "estimate, us", "measured, us", "blocks", "registers", "shared bytes",
           "why not");
  for (auto [i, entry] : llvm::enumerate(best))
    printRow(std::to_string(i + 1), entry.expression.str(), printTime(entry.cost.totalSeconds),
             entry.measuredSeconds ? printTime(*entry.measuredSeconds) : "-",
             printAmount(entry.cost.numBlocks), std::to_string(entry.resources.registersPerThread),
             std::to_string(entry.resources.workgroupBytesPerBlock),
             i == 0 ? "the winner" : StringRef(entry.reason));
}

void SearchResult::printJSON(llvm::json::OStream &json) const {
  json.object([&] {
    json.attribute("algorithm", algorithm);
    json.attribute("model", model);
    json.attribute("device", device);
    // Beyond 2^53 many readers lose digits of a number.
    json.attribute("seed", std::to_string(seed));
    if (!tunedFor.empty())
      json.attributeArray("tuned_for", [&] {
        for (const auto &point : tunedFor)
          json.object([&] {
            for (auto [dim, size] : llvm::zip_equal(openDims, point))
              json.attribute(dim, size);
          });
      });
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
          json.attribute("compute_flops", entry.cost.computeFlops);
          json.attribute("blocks", entry.cost.numBlocks);
          json.attribute("threads_per_block", entry.resources.threadsPerBlock);
          json.attribute("registers_per_thread", entry.resources.registersPerThread);
          json.attribute("workgroup_bytes", entry.resources.workgroupBytesPerBlock);
          json.attribute("resident_blocks_per_sm", entry.resources.residentBlocksPerSM);
          json.attributeObject("terms_seconds", [&] {
            for (const cost::CostTerm &term : entry.cost.terms)
              json.attribute(term.name, term.seconds);
          });
          json.attribute("reason", entry.reason);
        });
    });
  });
}
