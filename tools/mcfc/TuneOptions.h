//===- TuneOptions.h - the command line of mcfc tune ------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_TUNEOPTIONS_H
#define MCFUSER_TOOLS_MCFC_TUNEOPTIONS_H

#include "MCFuser/Driver/CompileSettings.h"
#include "llvm/ADT/ArrayRef.h"

namespace mcf::mcfc {

struct TuneOptions {
  CompileSettings compile;
  std::string input;
  /// Where to write a tuning record; empty: nowhere.
  std::string output;
  /// The model alone decides.
  bool modelOnly = false;
  unsigned measureCount = 8;
  std::optional<double> timeLimitSeconds;
  /// Also what the cache has.
  bool again = false;
  bool progress = false;
  bool help = false;
};

/// Reads the arguments after `mcfc tune`. Returns what is wrong with them, or an empty text.
std::string parseTuneOptions(llvm::ArrayRef<const char *> arguments, TuneOptions &options);
/// The text of `mcfc tune --help`.
std::string getTuneHelp();

} // namespace mcf::mcfc

#endif
