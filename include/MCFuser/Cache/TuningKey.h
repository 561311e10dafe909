//===- TuningKey.h - what a tuning result depends on ------------*- C++ -*-===//
#ifndef MCFUSER_CACHE_TUNINGKEY_H
#define MCFUSER_CACHE_TUNINGKEY_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include <string>
#include <vector>

namespace mcf::cache {

/// How candidates are measured.
struct MeasuringMethod {
  /// The GPU and its driver, as the driver says them (12040 for CUDA 12.4).
  std::string gpu;
  int computeCapability = 0;
  int driverVersion = 0;
  /// So many of the best by the model are measured.
  unsigned count = 0;
  /// Who makes machine code, `ptxas` or `driver`, of PTX that is made how: `-O3`.
  std::string assembler, code;
};

/// What chooses a schedule, beside the chain.
struct TuningChooser {
  hw::DeviceSpec device;
  std::string search, model;
  uint64_t seed = 1;
  /// Nothing: the model alone decides.
  std::optional<MeasuringMethod> method;
};

/// All that a tuning result depends on, as texts with names. A key is their SHA-256. Not part of it
/// is what changes no result: names of functions and values, locations, where the numbers of the
/// device come from, time limits (a search that hits one is kept as incomplete), and strides, which
/// neither model nor measurement look at.
struct TuningKey {
  struct Part {
    std::string name, text;
  };
  /// What is tuned and what chooses: compiler, device, search, model, chain. What was measured
  /// serves every compile with the same of these.
  std::vector<Part> target;
  /// How the choice was made: seed, and where and how candidates were measured.
  std::vector<Part> method;

  static TuningKey get(ChainOp chain, const TuningChooser &chooser);

  bool isMeasured() const { return !getText("gpu").empty(); }
  /// The text of a part, or an empty one.
  llvm::StringRef getText(llvm::StringRef name) const;
  /// 64 hexadecimal digits.
  std::string getTargetHash() const;
  std::string getHash() const;
  /// So many digits as tell entries apart for a reader.
  std::string getShortHash() const { return getHash().substr(0, shortHashDigits); }
  static constexpr size_t shortHashDigits = 12;
};

/// The part of a target that is the chain; in a file it is the IR.
constexpr llvm::StringLiteral chainPartName = "chain";

/// The compiler that makes keys: `MCFuser 0.1.0, LLVM 22.1.0`.
std::string getCompilerText();

} // namespace mcf::cache

#endif
