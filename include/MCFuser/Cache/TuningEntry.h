//===- TuningEntry.h - a tuning result as a file ----------------*- C++ -*-===//
#ifndef MCFUSER_CACHE_TUNINGENTRY_H
#define MCFUSER_CACHE_TUNINGENTRY_H

#include "MCFuser/Cache/TuningKey.h"
#include "MCFuser/Search/Measurer.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace mcf::cache {

/// A candidate with all that is known of it.
struct TimedCandidate {
  std::string tiling;
  /// By the model.
  std::optional<double> estimateSeconds;
  /// Where it was tried on a device.
  std::optional<search::Measurement> measurement = std::nullopt;

  /// The median, if there is one.
  std::optional<double> getMeasuredSeconds() const;
};

/// What a search found for a chain: the winner first.
struct TuningEntry {
  TuningKey key;
  /// False: the search was stopped, or ran out of time.
  bool isComplete = true;
  std::vector<TimedCandidate> candidates;

  const TimedCandidate &getWinner() const { return candidates.front(); }
  /// One line: `mn|k{m=64,...}, measured 3.050 us`.
  std::string describeWinner() const;

  /// The text of a file with the schedule that the chain has. It can be read as a tuning record.
  std::string print(ChainOp chain) const;
  /// The candidates as a table, and as attributes of an object with the key.
  void printTable(llvm::raw_ostream &os) const;
  void printJSON(llvm::json::OStream &json) const;
};

/// An entry that was read, and its chain with the schedule.
struct StoredEntry {
  TuningEntry entry;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ChainOp chain;

  /// Reads the text of a file. Nothing if it is not exactly what was once written, `error` says
  /// why. Diagnostics of the context are kept back.
  static std::optional<StoredEntry> parse(llvm::StringRef text, mlir::MLIRContext &context,
                                          std::string &error);
};

} // namespace mcf::cache

#endif
