//===- CacheOptions.h - the command line of mcfc cache ----------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_CACHEOPTIONS_H
#define MCFUSER_TOOLS_MCFC_CACHEOPTIONS_H

#include "MCFuser/Driver/CompileSettings.h"
#include "llvm/ADT/ArrayRef.h"
#include <chrono>

namespace mcf::mcfc {

enum class CacheAction { List, Explain, Export, Prune, Path };

struct CacheOptions {
  CompileSettings compile;
  CacheAction action = CacheAction::List;
  /// First digits of the key of an entry.
  std::string key;
  /// Of `export`; empty: standard output.
  std::string output;
  // What `prune` removes.
  std::optional<std::chrono::seconds> olderThan;
  std::optional<uint64_t> maxBytes;
  bool all = false;
  bool help = false;
};

/// Reads the arguments after `mcfc cache`. Returns what is wrong with them, or an empty text.
std::string parseCacheOptions(llvm::ArrayRef<const char *> arguments, CacheOptions &options);
/// The text of `mcfc cache --help`.
std::string getCacheHelp();

} // namespace mcf::mcfc

#endif
