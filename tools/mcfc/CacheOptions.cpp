//===- CacheOptions.cpp - the command line of mcfc cache ------------------===//
#include "CacheOptions.h"
#include "CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mcf;
using namespace mcf::mcfc;

/// Reads a whole number and its unit; nothing if it is not one, or too large.
static std::optional<uint64_t>
readAmount(llvm::StringRef text, llvm::ArrayRef<std::pair<llvm::StringRef, uint64_t>> units) {
  uint64_t number;
  if (text.consumeInteger(10, number))
    return std::nullopt;
  for (const auto &[unit, factor] : units)
    if (text == unit && number <= uint64_t(INT64_MAX) / factor)
      return number * factor;
  return std::nullopt;
}

static std::string readAge(llvm::StringRef text, CacheOptions &options) {
  constexpr uint64_t minute = 60, hour = 60 * minute, day = 24 * hour;
  // The clock counts nanoseconds in 64 bits.
  constexpr uint64_t maxAge = 100 * 365 * day;
  std::optional<uint64_t> age =
      readAmount(text, {{"s", 1}, {"m", minute}, {"h", hour}, {"d", day}});
  if (!age || *age > maxAge)
    return "expected an age such as 30d, 12h, 5m or 10s, but got '" + text.str() + "'";
  options.olderThan = std::chrono::seconds(*age);
  return "";
}

static std::string readSize(llvm::StringRef text, CacheOptions &options) {
  constexpr uint64_t kibi = 1024, mebi = 1024 * kibi, gibi = 1024 * mebi;
  options.maxBytes = readAmount(text, {{"", 1}, {"K", kibi}, {"M", mebi}, {"G", gibi}});
  if (!options.maxBytes)
    return "expected a size such as 100M, 2G, 64K or 5000, but got '" + text.str() + "'";
  return "";
}

static std::vector<OptionGroup> getGroups(CacheOptions &options) {
  return {
      {"Options",
       {{"o", "FILE", "export: write to this file and not to standard output",
         setsText(options.output)},
        {"older-than", "AGE", "prune: entries that were written before this (30d, 12h, 5m, 10s)",
         [&](llvm::StringRef value) { return readAge(value, options); }},
        {"max-size", "SIZE",
         "prune: the oldest, until the rest takes no more (100M, 2G, 64K, or bytes)",
         [&](llvm::StringRef value) { return readSize(value, options); }},
        {"all", "", "prune: all entries", setsFlag(options.all)},
        makeOption("cache-dir", options.compile),
        {"help", "", "print this", setsFlag(options.help)}}}};
}

std::string mcf::mcfc::parseCacheOptions(llvm::ArrayRef<const char *> arguments,
                                         CacheOptions &options) {
  OtherArguments others;
  if (std::string error = readArguments(arguments, getGroups(options), others); !error.empty())
    return error;
  if (!others.mlirOptions.empty())
    return "unknown option '" + others.mlirOptions.front() + "'";
  if (options.help)
    return "";
  llvm::ArrayRef<std::string> words = others.files;
  if (words.empty())
    return "expected a command: list, explain, export, prune or path";
  auto action = llvm::StringSwitch<std::optional<CacheAction>>(words[0])
                    .Case("list", CacheAction::List)
                    .Case("explain", CacheAction::Explain)
                    .Case("export", CacheAction::Export)
                    .Case("prune", CacheAction::Prune)
                    .Case("path", CacheAction::Path)
                    .Default(std::nullopt);
  if (!action)
    return "expected a command of list, explain, export, prune or path, but got '" + words[0] + "'";
  options.action = *action;
  bool takesKey = *action == CacheAction::Explain || *action == CacheAction::Export;
  if (takesKey && words.size() < 2)
    return "expected the first digits of a key after '" + words[0] + "' (mcfc cache list)";
  if (words.size() > (takesKey ? 2 : 1))
    return "expected nothing after '" + words[takesKey ? 1 : 0] + "', but got '" + words.back() +
           "'";
  if (takesKey) {
    options.key = llvm::StringRef(words[1]).lower();
    if (options.key.empty() || !llvm::all_of(options.key, llvm::isHexDigit))
      return "expected hexadecimal digits of a key, but got '" + words[1] + "'";
  }
  bool hasLimit = options.olderThan || options.maxBytes || options.all;
  if (*action == CacheAction::Prune && !hasLimit)
    return "expected what to prune: --older-than, --max-size or --all";
  if (*action != CacheAction::Prune && hasLimit)
    return "options '--older-than', '--max-size' and '--all' go with prune";
  if (*action != CacheAction::Export && !options.output.empty())
    return "option '-o' goes with export";
  return "";
}

std::string mcf::mcfc::getCacheHelp() {
  std::string help;
  llvm::raw_string_ostream os(help);
  os << R"(mcfc cache - what tuning has kept on disk

usage: mcfc cache list                    a table of all entries, and what is damaged
       mcfc cache explain KEY             one entry: what it depends on, what was measured
       mcfc cache export KEY [-o FILE]    one entry as a tuning record, a file to commit
       mcfc cache prune --older-than=AGE | --max-size=SIZE | --all
       mcfc cache path                    the folder

KEY is the first digits of an entry's key, as many as tell it from the others.

examples:
  mcfc cache list
  mcfc cache explain 3fa9
      Says which compiler, device and options made the entry, and how long each tiling
      takes.
  mcfc cache export 3fa9 -o attention.tuned.mlir
  mcfc attention.mlir --tuning-record=attention.tuned.mlir
      Takes a result along to where the cache is not.
  mcfc cache prune --older-than=30d --max-size=100M
      Damaged entries and what interrupted writers left go, too.
)";
  CacheOptions options;
  printOptions(getGroups(options), os);
  os << R"(
exit codes: 0 done; 1 there is no such entry, it is damaged, or a file cannot be written or
removed; 2 wrong command line
)";
  return help;
}
