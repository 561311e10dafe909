//===- CacheFolder.h - files that many processes share ----------*- C++ -*-===//
#ifndef MCFUSER_CACHE_CACHEFOLDER_H
#define MCFUSER_CACHE_CACHEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include <optional>
#include <string>
#include <vector>

namespace mcf::cache {

/// A folder of small files, by names such as `a/b.mlir`. Each is there whole or not at all: it is
/// written beside its place and renamed. Any number of processes may read and write at once; of
/// several writers of one name the last wins.
class CacheFolder {
public:
  explicit CacheFolder(std::string path) : path(std::move(path)) {}

  /// `MCFUSER_CACHE_DIR`, or `mcfuser` in `XDG_CACHE_HOME` or in `.cache` of the home folder. Empty
  /// if there is none of these.
  static std::string getDefaultPath();

  const std::string &getPath() const { return path; }
  /// The path of a file.
  std::string getPath(llvm::StringRef name) const;

  /// What a file holds. Nothing: there is no such file, or, if `error` says so, it cannot be read.
  std::optional<std::string> read(llvm::StringRef name, std::string &error) const;
  /// Returns why the file was not written, or an empty text.
  std::string write(llvm::StringRef name, llvm::StringRef text) const;
  /// Returns why the file is still there, or an empty text. One that is not there is no error.
  std::string remove(llvm::StringRef name) const;

  struct File {
    std::string name;
    uint64_t bytes = 0;
    llvm::sys::TimePoint<> changed = {};
    /// What a writer left that did not come to its end.
    bool isTemporary = false;
  };
  /// The files of a folder in it, or of all of it, by name.
  std::vector<File> list(llvm::StringRef inFolder = "") const;

private:
  std::string path;
};

} // namespace mcf::cache

#endif
