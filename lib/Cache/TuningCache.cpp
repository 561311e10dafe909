//===- TuningCache.cpp - tuning results on disk ---------------------------===//
#include "MCFuser/Cache/TuningCache.h"
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace mlir;
using namespace mcf;
using namespace mcf::cache;

static constexpr llvm::StringLiteral tuningFolder = "tuning", extension = ".mlir";
static constexpr size_t hashDigits = 64;

static llvm::Expected<CacheMode> parseMode(StringRef text, StringRef others) {
  if (text == "on")
    return CacheMode::On;
  if (text == "read")
    return CacheMode::Read;
  if (text == "off")
    return CacheMode::Off;
  return llvm::createStringError("expected " + others + "on, read or off, but got '" + text + "'");
}

llvm::Expected<CacheMode> mcf::cache::parseCacheMode(StringRef text) {
  if (text != "auto")
    return parseMode(text, "auto, ");
  const char *variable = std::getenv("MCFUSER_CACHE");
  if (!variable || !*variable)
    return CacheMode::On;
  llvm::Expected<CacheMode> mode = parseMode(variable, "");
  if (!mode)
    return llvm::createStringError("environment variable MCFUSER_CACHE: " +
                                   llvm::toString(mode.takeError()));
  return mode;
}

TuningCache::TuningCache(CacheMode mode, std::string path)
    : mode(mode), folder(path.empty() ? CacheFolder::getDefaultPath() : std::move(path)) {
  // A machine without a home folder.
  if (folder.getPath().empty())
    this->mode = CacheMode::Off;
}

std::string TuningCache::getFolderName(const TuningKey &key) {
  return (tuningFolder + "/" + key.getTargetHash()).str();
}

std::string TuningCache::getFileName(const TuningKey &key) {
  return (getFolderName(key) + "/" + key.getHash() + extension).str();
}

static bool isHash(StringRef text) {
  return text.size() == hashDigits && llvm::all_of(text, llvm::isHexDigit);
}

StringRef TuningCache::getHashOfName(StringRef name) {
  if (!name.consume_back(extension))
    return "";
  StringRef hash = llvm::sys::path::filename(name);
  return isHash(hash) ? hash : "";
}

std::vector<CacheFolder::File> TuningCache::listFiles() const {
  std::vector<CacheFolder::File> files = folder.list(tuningFolder);
  llvm::erase_if(files, [](const CacheFolder::File &file) {
    return !file.isTemporary && getHashOfName(file.name).empty();
  });
  return files;
}

std::optional<StoredEntry> TuningCache::read(StringRef name, MLIRContext &context,
                                             std::string &error) const {
  error.clear();
  std::optional<std::string> text = folder.read(name, error);
  if (!text)
    return std::nullopt;
  std::optional<StoredEntry> stored = StoredEntry::parse(*text, context, error);
  // So that a file under another name, or of a key that was made otherwise, is not taken.
  if (stored && getFileName(stored->entry.key) != name) {
    error = "it is the entry of another key";
    return std::nullopt;
  }
  return stored;
}

std::optional<StoredEntry> TuningCache::readFor(StringRef name, ChainOp chain) {
  std::string error;
  std::optional<StoredEntry> stored = read(name, *chain.getContext(), error);
  // The hash says so already, but nothing may be put on another chain.
  if (stored)
    error = describeDifference(stored->chain, chain);
  if (error.empty())
    return stored;
  emitRemark(chain.getLoc()) << "the tuning cache leaves out '" << folder.getPath(name)
                             << "': " << error;
  return std::nullopt;
}

std::optional<TuningEntry> TuningCache::apply(ChainOp chain, const TuningKey &key) {
  if (mode == CacheMode::Off)
    return std::nullopt;
  std::optional<StoredEntry> best;
  std::string exactName = getFileName(key);
  if (key.isMeasured()) {
    best = readFor(exactName, chain);
    if (!best || !best->entry.isComplete)
      return std::nullopt;
  } else {
    for (const CacheFolder::File &file : folder.list(getFolderName(key))) {
      if (file.isTemporary || getHashOfName(file.name).empty())
        continue;
      std::optional<StoredEntry> stored = readFor(file.name, chain);
      if (!stored || (!stored->entry.key.isMeasured() && file.name != exactName))
        continue;
      // Files come by name: of two that are as good always the same is taken.
      auto getRank = [](const TuningEntry &entry) {
        return entry.getWinner().getMeasuredSeconds().value_or(
            std::numeric_limits<double>::infinity());
      };
      if (!best || getRank(stored->entry) < getRank(best->entry))
        best = std::move(stored);
    }
  }
  if (!best)
    return std::nullopt;
  copySchedule(best->chain, chain);
  return std::move(best->entry);
}

std::string TuningCache::keep(ChainOp chain, const TuningEntry &entry) {
  if (mode != CacheMode::On)
    return "";
  std::string name = getFileName(entry.key), error;
  if (!entry.isComplete)
    if (std::optional<StoredEntry> stored = read(name, *chain.getContext(), error);
        stored && stored->entry.isComplete)
      return "";
  error = folder.write(name, entry.print(chain));
  if (!error.empty() && !hasComplained)
    emitRemark(chain.getLoc()) << "the tuning cache keeps nothing: " << error;
  hasComplained |= !error.empty();
  return error;
}
