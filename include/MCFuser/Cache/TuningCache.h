//===- TuningCache.h - tuning results on disk -------------------*- C++ -*-===//
#ifndef MCFUSER_CACHE_TUNINGCACHE_H
#define MCFUSER_CACHE_TUNINGCACHE_H

#include "MCFuser/Cache/CacheFolder.h"
#include "MCFuser/Cache/TuningEntry.h"

namespace mcf::cache {

/// Whether the cache is looked at, and written.
enum class CacheMode { Off, Read, On };

/// The mode that a text names. `auto` is what the environment variable `MCFUSER_CACHE` says, or
/// `on`. The error says what was expected.
llvm::Expected<CacheMode> parseCacheMode(llvm::StringRef text);

/// Tuning results of all programs of a user. Nothing that is wrong with it is an error: an entry
/// that is damaged, foreign or cannot be read is not there, and one that cannot be written is not
/// kept. Remarks at the chain say so.
class TuningCache {
public:
  /// `path` is empty: the default folder.
  explicit TuningCache(CacheMode mode, std::string path = "");

  CacheMode getMode() const { return mode; }
  const CacheFolder &getFolder() const { return folder; }

  /// Gives the chain the schedule of an entry, and returns the entry. Where a key is measured that
  /// is the entry of this very key, if its search came to its end. Otherwise it is the fastest
  /// that was measured for the same target, or else what the model chose under this key.
  std::optional<TuningEntry> apply(ChainOp chain, const TuningKey &key);

  /// Keeps an entry for a chain that has its schedule. An incomplete one replaces no complete one.
  /// Returns why it was not kept, or an empty text.
  std::string keep(ChainOp chain, const TuningEntry &entry);

  /// Name of the file of a key, and its folder with all that is known of the target.
  static std::string getFolderName(const TuningKey &key);
  static std::string getFileName(const TuningKey &key);

  /// Files that are named as entries are, and what writers left.
  std::vector<CacheFolder::File> listFiles() const;
  /// The hash that the name of an entry's file is, or an empty text.
  static llvm::StringRef getHashOfName(llvm::StringRef name);
  /// Reads an entry and checks that it is under its name. `error` is empty if there is none.
  std::optional<StoredEntry> read(llvm::StringRef name, mlir::MLIRContext &context,
                                  std::string &error) const;

private:
  std::optional<StoredEntry> readFor(llvm::StringRef name, ChainOp chain);

  CacheMode mode;
  CacheFolder folder;
  /// It was said that entries cannot be kept.
  bool hasComplained = false;
};

} // namespace mcf::cache

#endif
