//===- Options.cpp - the options of the C API -----------------------------===//
#include "Options.h"
#include "CompilerThread.h"
#include "Nesting.h"
#include "llvm/ADT/StringExtras.h"

using namespace mcf;
using namespace mcf::capi;

static constexpr uint64_t maxMeasureCount = 1000;
static constexpr llvm::StringRef upToTypes =
    "chain|schedule|tile-program|block-vectors|gpu|nvvm|ptx";
static constexpr llvm::StringRef measureTypes = "none|gpu|gpu-in-process";

LastStage mcf::capi::getLastStage(const mcf_options &options) {
  if (options.upTo == "ptx")
    return {};
  return {parseStage(options.upTo).value_or(Stage::NVVM), /*makesPTX=*/false};
}

Measuring mcf::capi::getMeasuring(const mcf_options &options) {
  if (options.measure == "none")
    return Measuring::None;
  return options.measure == "gpu" ? Measuring::InProcesses : Measuring::InThisProcess;
}

unsigned mcf::capi::getMeasureCount(const mcf_options &options) {
  return static_cast<unsigned>(llvm::cantFail(parseNumber(options.measureCount, maxMeasureCount)));
}

/// What is wrong with a value of a type such as `full|tf32`.
static std::string checkChoice(llvm::StringRef type, llvm::StringRef value) {
  llvm::SmallVector<llvm::StringRef> choices;
  type.split(choices, '|');
  if (llvm::is_contained(choices, value))
    return "";
  return "expected one of " + llvm::join(choices, ", ") + ", but got '" + value.str() + "'";
}

static std::string checkText(llvm::StringRef) { return ""; }
static std::string checkUpTo(llvm::StringRef value) { return checkChoice(upToTypes, value); }
static std::string checkMeasure(llvm::StringRef value) { return checkChoice(measureTypes, value); }
static std::string checkMeasureCount(llvm::StringRef value) {
  llvm::Expected<uint64_t> count = parseNumber(value, maxMeasureCount);
  if (!count)
    return llvm::toString(count.takeError());
  return *count ? "" : "expected at least 1, but got 0";
}

namespace {
/// An option of either kind.
struct Entry {
  std::string name, type, help;
  std::string (*check)(llvm::StringRef text);
  std::string CompileSettings::*setting = nullptr;
  std::string mcf_options::*own = nullptr;

  std::string &get(mcf_options &options) const {
    return own ? options.*own : options.compile.*setting;
  }
};
} // namespace

static std::vector<Entry> makeEntries() {
  std::vector<Entry> entries;
  for (const CompileSetting &setting : getCompileSettings()) {
    std::string help = setting.help.str();
    std::replace(help.begin(), help.end(), '\n', ' ');
    entries.push_back({setting.name.str(), setting.type.str(), std::move(help), setting.check,
                       setting.text, nullptr});
  }
  auto add = [&](llvm::StringRef name, llvm::StringRef type, llvm::StringRef help,
                 std::string (*check)(llvm::StringRef), std::string mcf_options::*own) {
    entries.push_back({name.str(), type.str(), help.str(), check, nullptr, own});
  };
  add("tuning-record", "text",
      "IR text with schedules (the text 'schedule' of a program, perhaps edited) for chains that "
      "are the same, instead of a search",
      checkText, &mcf_options::tuningRecord);
  add("up-to", upToTypes,
      "the last stage that mcf_compile makes; later ones are made when asked for (default: ptx)",
      checkUpTo, &mcf_options::upTo);
  add("measure", measureTypes,
      "who decides in mcf_tune: none (the cost model), gpu (the best candidates are measured, in "
      "processes of their own), gpu-in-process (the same in this process, which may then have used "
      "CUDA before) (default: none)",
      checkMeasure, &mcf_options::measure);
  add("measure-count", "integer", "how many of the best candidates are measured (default: 8)",
      checkMeasureCount, &mcf_options::measureCount);
  return entries;
}

static const std::vector<Entry> &getEntries() {
  static const std::vector<Entry> entries = makeEntries();
  return entries;
}

static const mcf_options &getDefaults() {
  static const mcf_options defaults;
  return defaults;
}

static Outcome findEntry(const char *name, const Entry *&found) {
  std::string nearest;
  unsigned best = 4;
  std::vector<std::string> names;
  for (const Entry &entry : getEntries()) {
    if (entry.name == name) {
      found = &entry;
      return ok();
    }
    names.push_back(entry.name);
    unsigned distance = llvm::StringRef(name).edit_distance(entry.name, true, best);
    if (distance < best) {
      best = distance;
      nearest = entry.name;
    }
  }
  std::string text = "unknown option '" + std::string(name) + "'";
  if (!nearest.empty())
    return fail(MCF_INVALID_OPTION, text + ", did you mean '" + nearest + "'?");
  return fail(MCF_INVALID_OPTION, text + ", expected one of " + llvm::join(names, ", "));
}

size_t mcf_option_count(void) { return getEntries().size(); }

mcf_status mcf_option_get_info(size_t index, mcf_option_info *info) {
  MCF_REQUIRE(info);
  return finish(catchExceptions([&] {
    const std::vector<Entry> &entries = getEntries();
    if (index >= entries.size())
      return fail(MCF_INVALID_ARGUMENT, "expected the number of an option below " +
                                            std::to_string(entries.size()) + ", but got " +
                                            std::to_string(index));
    const Entry &entry = entries[index];
    *info = {entry.name.c_str(), entry.type.c_str(),
             entry.get(const_cast<mcf_options &>(getDefaults())).c_str(), entry.help.c_str()};
    return ok();
  }));
}

mcf_status mcf_options_create(mcf_options **options) {
  MCF_REQUIRE(options);
  *options = nullptr;
  return finish(catchExceptions([&] {
    *options = new mcf_options();
    return ok();
  }));
}

void mcf_options_destroy(mcf_options *options) { delete options; }

mcf_status mcf_options_set(mcf_options *options, const char *name, const char *value) {
  MCF_REQUIRE(options);
  MCF_REQUIRE(name);
  MCF_REQUIRE(value);
  return finish(catchExceptions([&] {
    const Entry *entry = nullptr;
    if (Outcome outcome = findEntry(name, entry); !outcome.isOk())
      return outcome;
    std::string text = value;
    if (text.empty()) {
      text = entry->get(const_cast<mcf_options &>(getDefaults()));
    } else {
      // What reads JSON or IR recurses.
      std::string error = checkNesting(text, entry->name);
      if (error.empty())
        error = entry->check(text);
      if (!error.empty())
        return fail(MCF_INVALID_OPTION, "option '" + entry->name + "': " + error);
    }
    entry->get(*options) = std::move(text);
    return ok();
  }));
}

mcf_status mcf_options_get(const mcf_options *options, const char *name, const char **value) {
  MCF_REQUIRE(options);
  MCF_REQUIRE(name);
  MCF_REQUIRE(value);
  *value = nullptr;
  return finish(catchExceptions([&] {
    const Entry *entry = nullptr;
    if (Outcome outcome = findEntry(name, entry); !outcome.isOk())
      return outcome;
    *value = entry->get(const_cast<mcf_options &>(*options)).c_str();
    return ok();
  }));
}
