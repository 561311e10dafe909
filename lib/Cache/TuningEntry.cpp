//===- TuningEntry.cpp - a tuning result as text --------------------------===//
#include "MCFuser/Cache/TuningEntry.h"
#include "EntryFormat.h"
#include "MCFuser/Cache/ChainText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cache;

std::optional<double> TimedCandidate::getMeasuredSeconds() const {
  if (!measurement || !measurement->error.empty())
    return std::nullopt;
  return measurement->medianSeconds;
}

std::string TuningEntry::describeWinner() const {
  const TimedCandidate &winner = getWinner();
  std::string text = winner.tiling;
  if (std::optional<double> seconds = winner.getMeasuredSeconds())
    text += llvm::formatv(", measured {0:f3} us", *seconds * 1e6);
  else if (winner.estimateSeconds)
    text += llvm::formatv(", estimated to take {0:f3} us", *winner.estimateSeconds * 1e6);
  return text;
}

std::string mcf::cache::getChecksum(StringRef text) {
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Attributes, a line each, so that a reader finds them
//===----------------------------------------------------------------------===//

static std::string quote(StringRef text) {
  std::string quoted = "\"";
  llvm::raw_string_ostream os(quoted);
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (llvm::isPrint(c))
      os << c;
    else
      os << '\\' << llvm::hexdigit(static_cast<unsigned char>(c) >> 4)
         << llvm::hexdigit(static_cast<unsigned char>(c) & 15);
  }
  return quoted + "\"";
}

static std::string printMicroseconds(double seconds) {
  return llvm::formatv("{0:f4}", seconds * 1e6);
}

static void print(const TimedCandidate &candidate, llvm::raw_ostream &os) {
  os << "{" << field::tiling << " = " << quote(candidate.tiling);
  if (candidate.estimateSeconds)
    os << ", " << field::estimate << " = " << printMicroseconds(*candidate.estimateSeconds);
  if (const std::optional<search::Measurement> &m = candidate.measurement) {
    if (!m->error.empty()) {
      os << ", " << field::error << " = " << quote(m->error);
      if (m->wasGivenUp)
        os << ", " << field::wasGivenUp << " = true";
    } else {
      os << ", " << field::median << " = " << printMicroseconds(m->medianSeconds) << ", "
         << field::low << " = " << printMicroseconds(m->lowSeconds) << ", " << field::high << " = "
         << printMicroseconds(m->highSeconds) << ", " << field::samples << " = " << m->numSamples;
      if (m->registersPerThread)
        os << ", " << field::registers << " = " << *m->registersPerThread;
      if (m->localBytesPerThread)
        os << ", " << field::localBytes << " = " << *m->localBytesPerThread;
      if (m->workgroupBytesPerBlock)
        os << ", " << field::workgroupBytes << " = " << *m->workgroupBytesPerBlock;
    }
  }
  os << "}";
}

static void print(StringRef name, ArrayRef<TuningKey::Part> parts, llvm::raw_ostream &os) {
  os << "    " << name << " = {";
  bool isFirst = true;
  for (const TuningKey::Part &part : parts) {
    // The chain is there as IR.
    if (part.name == chainPartName)
      continue;
    os << (isFirst ? "\n" : ",\n") << "      " << part.name << " = " << quote(part.text);
    isFirst = false;
  }
  os << "},\n";
}

std::string TuningEntry::print(ChainOp chain) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "// What tuning found for one chain, and what that depends on. `mcfc FILE "
        "--tuning-record=` reads\n"
        "// this file, also when it was edited; the cache then takes it for damaged.\n"
        "module attributes {\n  "
     << field::tuning << " = {\n";
  ::print(field::target, key.target, os);
  ::print(field::method, key.method, os);
  os << "    " << field::complete << " = " << (isComplete ? "true" : "false") << ",\n    "
     << field::candidates << " = [";
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    os << (i ? ",\n      " : "\n      ");
    ::print(candidate, os);
  }
  os << "]\n  }\n} {\n";
  os << printIsolated(*isolateChain(chain, /*keepsSchedule=*/true)) << "}\n";
  return (firstLineStart + getChecksum(text) + "\n" + text).str();
}
