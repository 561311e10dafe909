//===- CacheFolder.cpp - files that many processes share ------------------===//
#include "MCFuser/Cache/CacheFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

using namespace mcf::cache;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// An entry has some thousand bytes. What is larger is none of ours.
static constexpr uint64_t maxFileBytes = 16 << 20;
static constexpr int maxAttempts = 100;
static constexpr llvm::StringLiteral temporaryPrefix = ".writing-";

static std::string getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::string CacheFolder::getDefaultPath() {
  if (std::string given = getVariable("MCFUSER_CACHE_DIR"); !given.empty())
    return given;
  llvm::SmallString<128> found(getVariable("XDG_CACHE_HOME"));
  // The specification says to ignore a relative one.
  if (!path::is_absolute(found)) {
    found.clear();
    if (!path::home_directory(found) || found.empty())
      return "";
    path::append(found, ".cache");
  }
  path::append(found, "mcfuser");
  return found.str().str();
}

std::string CacheFolder::getPath(llvm::StringRef name) const {
  llvm::SmallString<128> full(path);
  path::append(full, name);
  return full.str().str();
}

std::optional<std::string> CacheFolder::read(llvm::StringRef name, std::string &error) const {
  std::string file = getPath(name);
  fs::file_status status;
  if (std::error_code code = fs::status(file, status)) {
    if (code != std::errc::no_such_file_or_directory && code != std::errc::not_a_directory)
      error = code.message();
    return std::nullopt;
  }
  // A pipe would never end.
  if (!fs::is_regular_file(status)) {
    error = "it is no regular file";
    return std::nullopt;
  }
  if (status.getSize() > maxFileBytes) {
    error = "expected at most " + std::to_string(maxFileBytes) + " bytes, but got " +
            std::to_string(status.getSize());
    return std::nullopt;
  }
  // Read and not mapped: a file that somebody cuts off would end this process.
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer) {
    if (buffer.getError() != std::errc::no_such_file_or_directory)
      error = buffer.getError().message();
    return std::nullopt;
  }
  return (*buffer)->getBuffer().str();
}

/// Writes and closes a new file.
static std::error_code fill(int descriptor, llvm::StringRef text) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << text;
  os.close();
  std::error_code code = os.error();
  // A stream with an error that nobody took ends the process.
  os.clear_error();
  return code;
}

std::string CacheFolder::write(llvm::StringRef name, llvm::StringRef text) const {
  std::string file = getPath(name);
  llvm::StringRef parent = path::parent_path(file);
  // Not LLVM's TempFile: it installs signal handlers, and this is also part of a library.
  llvm::SmallString<128> model(parent), temporary;
  path::append(model, temporaryPrefix + "%%%%%%%%%%%%");
  int descriptor = -1;
  std::error_code code;
  // Who removes the last file of a folder removes the folder, too, perhaps right before us.
  for (int attempt = 0; attempt < maxAttempts; ++attempt) {
    code = fs::create_directories(parent);
    if (code)
      return "cannot make the folder '" + parent.str() + "': " + code.message();
    code = fs::createUniqueFile(model, descriptor, temporary);
    if (code != std::errc::no_such_file_or_directory)
      break;
  }
  if (code)
    return "cannot make a file in '" + parent.str() + "': " + code.message();
  code = fill(descriptor, text);
  if (!code)
    code = fs::rename(temporary, file);
  if (!code)
    return "";
  std::string error = "cannot write '" + file + "': " + code.message();
  if (std::error_code left = fs::remove(temporary))
    error += ", nor remove '" + temporary.str().str() + "': " + left.message();
  return error;
}

std::string CacheFolder::remove(llvm::StringRef name) const {
  std::string file = getPath(name);
  if (std::error_code code = fs::remove(file))
    return "cannot remove '" + file + "': " + code.message();
  // The folder of the last one goes, too; one that is not empty stays, which is no error.
  llvm::StringRef parent = path::parent_path(file);
  if (parent.size() > path.size())
    (void)::rmdir(parent.str().c_str());
  return "";
}

std::vector<CacheFolder::File> CacheFolder::list(llvm::StringRef inFolder) const {
  std::vector<File> files;
  std::error_code code;
  std::string root = getPath(inFolder);
  // A folder that cannot be read is left out.
  for (fs::recursive_directory_iterator at(root, code, /*follow_symlinks=*/false), end; at != end;
       at.increment(code)) {
    fs::file_status status;
    // It may be gone by now.
    if (fs::status(at->path(), status) || !fs::is_regular_file(status))
      continue;
    llvm::StringRef name = at->path();
    name.consume_front(path);
    name = name.ltrim('/');
    bool isTemporary = path::filename(name).starts_with(temporaryPrefix);
    files.push_back({name.str(), status.getSize(), status.getLastModificationTime(), isTemporary});
  }
  llvm::sort(files, [](const File &a, const File &b) { return a.name < b.name; });
  return files;
}
