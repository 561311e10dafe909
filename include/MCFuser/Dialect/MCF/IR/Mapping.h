//===- Mapping.h - how a block runs its tiles -------------------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MAPPING_H
#define MCFUSER_DIALECT_MCF_IR_MAPPING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace llvm {
class raw_ostream;
}

namespace mcf {

/// How a block runs the tiles of a schedule. What is not given is left to the lowering.
struct Mapping {
  /// Warps of a block, a power of two.
  std::optional<int64_t> warps;
  /// Depth of the rings of asynchronous copies.
  std::optional<int64_t> stages;
  /// In a loop on tensor cores that work beside the threads: 1 if the first contractions run a trip
  /// ahead of what uses their sums, 2 if the last ones run a trip behind what makes their operands,
  /// 0 if neither.
  std::optional<int64_t> overlap;
  /// Warps beside those that compute, which only copy, where TMA makes all copies of a kernel: 0,
  /// 1, or the 4 of a warpgroup, which hands registers over to the others.
  std::optional<int64_t> producers;

  static constexpr int64_t maxWarps = 16, maxStages = 8, maxOverlap = 2;

  bool isEmpty() const { return !warps && !stages && !overlap && !producers; }
  /// The field of this name, or null.
  std::optional<int64_t> *lookup(llvm::StringRef name);
  /// The names of the fields, in words.
  static llvm::StringRef getFieldNames() { return "'warps', 'stages', 'overlap' or 'producers'"; }
  /// What is wrong with it, in words; empty if nothing is.
  std::string check() const;
  /// `warps=8,stages=2`, with this between name and number, and this between fields.
  void print(llvm::raw_ostream &os, llvm::StringRef equals, llvm::StringRef comma) const;

  bool operator==(const Mapping &other) const { return getFields() == other.getFields(); }
  bool operator!=(const Mapping &other) const { return !(*this == other); }
  /// A fixed order.
  bool operator<(const Mapping &other) const { return getFields() < other.getFields(); }

private:
  std::tuple<std::optional<int64_t>, std::optional<int64_t>, std::optional<int64_t>,
             std::optional<int64_t>>
  getFields() const {
    return {warps, stages, overlap, producers};
  }
};

} // namespace mcf

#endif
