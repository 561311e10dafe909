//===- Record.h - measured candidates as JSON -------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_RANK_RECORD_H
#define MCFUSER_TOOLS_MCF_RANK_RECORD_H

#include "MCFuser/Search/Measurer.h"
#include <optional>
#include <string>
#include <vector>

namespace mcf::rank {

/// A candidate, why it is there, and what became of it.
struct RecordEntry {
  std::string tiling;
  /// `sample`, `default`, `default again` or `model NAME`.
  std::string kind;
  search::Measurement measurement;

  /// It has a time.
  bool isMeasured() const { return measurement.error.empty() && measurement.medianSeconds > 0; }
};

/// The candidates of one chain on one device.
struct Record {
  std::string name;
  /// Text of the program, and the dims of its chain.
  std::string program, chain;
  /// Text for `hw::resolveDevice`, and what the driver says.
  std::string device, driverDevice;
  int64_t driverVersion = 0;
  std::string arch, assembler, commit, command, date;
  uint64_t seed = 0;
  std::vector<RecordEntry> entries;

  std::string print() const;
  /// Reads what `print` wrote, or a JSON array of such records. On failure `error` says what is
  /// wrong with it.
  static std::optional<std::vector<Record>> parse(llvm::StringRef text, std::string &error);
};

} // namespace mcf::rank

#endif
