//===- EntryReport.cpp - an entry for its reader --------------------------===//
#include "MCFuser/Cache/TuningEntry.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mcf;
using namespace mcf::cache;

/// Microseconds with three digits behind the point.
static std::string printTime(std::optional<double> seconds) {
  return seconds ? llvm::formatv("{0:f3}", *seconds * 1e6).str() : "-";
}

static std::string printCount(std::optional<int64_t> count) {
  return count ? std::to_string(*count) : "-";
}

void TuningEntry::printTable(llvm::raw_ostream &os) const {
  size_t width = 6;
  for (const TimedCandidate &candidate : candidates)
    width = std::max(width, candidate.tiling.size());
  auto printRow = [&](llvm::StringRef number, llvm::StringRef tiling, llvm::StringRef estimate,
                      llvm::StringRef measured, llvm::StringRef low, llvm::StringRef high,
                      llvm::StringRef registers, llvm::StringRef note) {
    std::string line;
    llvm::raw_string_ostream(line)
        << llvm::right_justify(number, 3) << "  " << llvm::left_justify(tiling, width)
        << llvm::right_justify(estimate, 14) << llvm::right_justify(measured, 14)
        << llvm::right_justify(low, 10) << llvm::right_justify(high, 10)
        << llvm::right_justify(registers, 11) << "  " << note;
    os << llvm::StringRef(line).rtrim() << "\n";
  };
  printRow("", "tiling", "estimate, us", "measured, us", "10%", "90%", "registers", "");
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    const std::optional<search::Measurement> &m = candidate.measurement;
    bool isTimed = candidate.getMeasuredSeconds().has_value();
    std::string note = i == 0 ? "the winner" : "";
    if (m && !isTimed)
      note = (m->wasGivenUp ? "not measured: " : "dropped: ") + m->error;
    printRow(std::to_string(i + 1), candidate.tiling, printTime(candidate.estimateSeconds),
             printTime(candidate.getMeasuredSeconds()),
             printTime(isTimed ? std::optional(m->lowSeconds) : std::nullopt),
             printTime(isTimed ? std::optional(m->highSeconds) : std::nullopt),
             printCount(isTimed ? m->registersPerThread : std::nullopt), note);
  }
}

void TuningEntry::printJSON(llvm::json::OStream &json) const {
  json.attribute("key", key.getHash());
  json.attribute("complete", isComplete);
  json.attributeObject("method", [&] {
    for (const TuningKey::Part &part : key.method)
      json.attribute(part.name, llvm::json::fixUTF8(part.text));
  });
  json.attributeArray("candidates", [&] {
    for (const TimedCandidate &candidate : candidates)
      json.object([&] {
        json.attribute("tiling", candidate.tiling);
        if (candidate.estimateSeconds)
          json.attribute("estimate_seconds", *candidate.estimateSeconds);
        if (!candidate.measurement)
          return;
        const search::Measurement &m = *candidate.measurement;
        if (!m.error.empty()) {
          json.attribute("error", llvm::json::fixUTF8(m.error));
          return;
        }
        json.attribute("measured_seconds", m.medianSeconds);
        json.attribute("low_seconds", m.lowSeconds);
        json.attribute("high_seconds", m.highSeconds);
        json.attribute("samples", int64_t(m.numSamples));
      });
  });
}
