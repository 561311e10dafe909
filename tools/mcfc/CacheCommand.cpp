//===- CacheCommand.cpp - mcfc cache --------------------------------------===//
#include "CacheCommand.h"
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Driver/OutputFile.h"
#include "Session.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <ctime>

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfc;

namespace {
/// One run of `mcfc cache`.
class CacheSession {
public:
  CacheSession(const DialectRegistry &registry, const CacheOptions &options)
      : options(options), context(registry, MLIRContext::Threading::DISABLED),
        cache(cache::CacheMode::On, options.compile.cacheDir) {}
  int run();

private:
  int list();
  int explain();
  int exportEntry();
  int prune();
  /// The one entry that the key names. An error is printed.
  std::optional<cache::CacheFolder::File> find();
  std::optional<cache::StoredEntry> readFound(const cache::CacheFolder::File &file);

  const CacheOptions &options;
  MLIRContext context;
  cache::TuningCache cache;
};
} // namespace

static std::string printDate(llvm::sys::TimePoint<> time) {
  std::time_t seconds = llvm::sys::toTimeT(time);
  std::tm parts = {};
  char text[32] = "";
  if (gmtime_r(&seconds, &parts))
    (void)std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &parts);
  return text;
}

/// `m=64 n=48`, as far as there is room.
static std::string describeChain(ChainOp chain) {
  std::string text;
  for (DimAttr dim : chain.getDims().getDims()) {
    text += (text.empty() ? "" : " ") + dim.getName().getValue().str() + "=";
    text += dim.isDynamic() ? "?" : std::to_string(dim.getSize());
  }
  return text;
}

static std::string getDeviceName(const cache::TuningKey &key) {
  llvm::Expected<llvm::json::Value> device = llvm::json::parse(key.getText("device"));
  if (!device) {
    llvm::consumeError(device.takeError());
    return "?";
  }
  const llvm::json::Object *object = device->getAsObject();
  return object ? object->getString("name").value_or("?").str() : "?";
}

int CacheSession::list() {
  llvm::raw_ostream &os = llvm::outs();
  uint64_t bytes = 0, numEntries = 0, numDamaged = 0, numTemporary = 0;
  std::string table, damaged;
  llvm::raw_string_ostream rows(table), notes(damaged);
  for (const cache::CacheFolder::File &file : cache.listFiles()) {
    bytes += file.bytes;
    if (file.isTemporary) {
      ++numTemporary;
      continue;
    }
    StringRef hash = cache::TuningCache::getHashOfName(file.name);
    std::string error;
    std::optional<cache::StoredEntry> stored = cache.read(file.name, context, error);
    if (!stored) {
      // One that is gone by now is no entry any more.
      if (error.empty())
        continue;
      ++numDamaged;
      notes << hash.take_front(cache::TuningKey::shortHashDigits) << "  " << error << "\n";
      continue;
    }
    ++numEntries;
    const cache::TuningEntry &entry = stored->entry;
    std::optional<double> seconds = entry.getWinner().getMeasuredSeconds();
    std::string time = seconds ? llvm::formatv("{0:f3}", *seconds * 1e6).str() : "-";
    rows << entry.key.getShortHash() << "  " << printDate(file.changed) << "  "
         << llvm::left_justify(getDeviceName(entry.key), 10) << "  "
         << llvm::right_justify(time, 12) << "  "
         << llvm::left_justify(entry.isComplete ? "" : "stopped", 7) << "  "
         << llvm::left_justify(describeChain(stored->chain), 34) << "  " << entry.getWinner().tiling
         << "\n";
  }
  if (numEntries)
    os << "key           written (UTC)     device      measured, us           chain"
          "                               tiling\n"
       << table;
  if (numDamaged)
    os << (numEntries ? "\n" : "") << "not used, and removed by 'mcfc cache prune':\n" << damaged;
  if (numEntries || numDamaged)
    os << "\n";
  os << formatCount(numEntries) << (numEntries == 1 ? " entry, " : " entries, ")
     << formatCount(bytes) << " bytes in " << cache.getFolder().getPath() << "\n";
  if (numTemporary)
    os << formatCount(numTemporary) << " unfinished files\n";
  return Done;
}

std::optional<cache::CacheFolder::File> CacheSession::find() {
  std::vector<cache::CacheFolder::File> matches;
  for (const cache::CacheFolder::File &file : cache.listFiles())
    if (cache::TuningCache::getHashOfName(file.name).starts_with(options.key))
      matches.push_back(file);
  if (matches.size() == 1)
    return matches.front();
  if (matches.empty()) {
    fail("there is no entry '" + options.key + "' in '" + cache.getFolder().getPath() + "'");
    return std::nullopt;
  }
  std::string keys;
  for (const cache::CacheFolder::File &file : matches)
    keys += (keys.empty() ? "" : ", ") +
            cache::TuningCache::getHashOfName(file.name)
                .take_front(std::max(cache::TuningKey::shortHashDigits, options.key.size() + 4))
                .str();
  fail("expected a key of one entry, but '" + options.key + "' fits " + keys);
  return std::nullopt;
}

std::optional<cache::StoredEntry> CacheSession::readFound(const cache::CacheFolder::File &file) {
  std::string error;
  std::optional<cache::StoredEntry> stored = cache.read(file.name, context, error);
  if (!stored)
    fail("'" + cache.getFolder().getPath(file.name) +
         "' is not used: " + (error.empty() ? "it is gone" : error));
  return stored;
}

int CacheSession::explain() {
  std::optional<cache::CacheFolder::File> file = find();
  std::optional<cache::StoredEntry> stored = file ? readFound(*file) : std::nullopt;
  if (!stored)
    return Failed;
  llvm::raw_ostream &os = llvm::outs();
  const cache::TuningEntry &entry = stored->entry;
  os << "entry " << entry.key.getHash() << "\n"
     << "  in " << cache.getFolder().getPath(file->name) << "\n"
     << "  written " << printDate(file->changed) << " UTC\n"
     << (entry.isComplete ? "" : "  stopped early: 'mcfc tune' tunes it again\n")
     << "\nwhat it depends on\n";
  auto printPart = [&](const cache::TuningKey::Part &part) {
    if (part.name == cache::chainPartName)
      return;
    os << "  " << llvm::left_justify(part.name, 11);
    if (part.name == "device")
      os << getDeviceName(entry.key) << ", all its numbers: ";
    os << part.text << "\n";
  };
  llvm::for_each(entry.key.target, printPart);
  llvm::for_each(entry.key.method, printPart);
  os << "  chain      " << describeChain(stored->chain) << "\n";
  SmallVector<StringRef> lines;
  entry.key.getText(cache::chainPartName).rtrim().split(lines, '\n');
  for (StringRef line : lines)
    os << "    " << line << "\n";
  os << "\n";
  entry.printTable(os);
  return Done;
}

int CacheSession::exportEntry() {
  std::optional<cache::CacheFolder::File> file = find();
  std::optional<cache::StoredEntry> stored = file ? readFound(*file) : std::nullopt;
  if (!stored)
    return Failed;
  std::string error = writeOutput(options.output.empty() ? "-" : options.output,
                                  stored->entry.print(stored->chain));
  return error.empty() ? Done : fail(error);
}

int CacheSession::prune() {
  // A writer takes no time; what is older was left by one that was ended.
  constexpr std::chrono::hours temporaryAge(1);
  auto now = std::chrono::system_clock::now();
  std::vector<cache::CacheFolder::File> files = cache.listFiles(), kept;
  uint64_t numRemoved = 0, bytesRemoved = 0, bytesKept = 0;
  int code = Done;
  auto remove = [&](const cache::CacheFolder::File &file) {
    if (std::string error = cache.getFolder().remove(file.name); !error.empty()) {
      code = fail(error);
      return;
    }
    ++numRemoved;
    bytesRemoved += file.bytes;
  };
  for (const cache::CacheFolder::File &file : files) {
    std::string error;
    bool goes = options.all || (options.olderThan && now - file.changed > *options.olderThan);
    if (file.isTemporary)
      goes = now - file.changed > temporaryAge;
    else if (!goes)
      goes = !cache.read(file.name, context, error) && !error.empty();
    if (goes)
      remove(file);
    else
      kept.push_back(file);
    if (!goes)
      bytesKept += file.bytes;
  }
  llvm::sort(kept, [](const auto &a, const auto &b) {
    return std::tie(a.changed, a.name) < std::tie(b.changed, b.name);
  });
  for (const cache::CacheFolder::File &file : kept) {
    if (!options.maxBytes || bytesKept <= *options.maxBytes)
      break;
    remove(file);
    bytesKept -= file.bytes;
  }
  llvm::outs() << "removed " << formatCount(numRemoved) << " of " << formatCount(files.size())
               << " files, " << formatCount(bytesRemoved) << " bytes\n";
  return code;
}

int CacheSession::run() {
  if (cache.getFolder().getPath().empty())
    return fail(
        "there is no folder for a cache: expected MCFUSER_CACHE_DIR, XDG_CACHE_HOME or HOME "
        "to say one, or --cache-dir");
  switch (options.action) {
  case CacheAction::List:
    return list();
  case CacheAction::Explain:
    return explain();
  case CacheAction::Export:
    return exportEntry();
  case CacheAction::Prune:
    return prune();
  case CacheAction::Path:
    llvm::outs() << cache.getFolder().getPath() << "\n";
    return Done;
  }
  return Failed;
}

int mcf::mcfc::runCacheCommand(const DialectRegistry &registry, const CacheOptions &options) {
  return CacheSession(registry, options).run();
}
