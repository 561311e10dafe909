//===- CompileSettings.cpp - what a compile is told, as texts -------------===//
#include "MCFuser/Driver/CompileSettings.h"
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Search/Search.h"
#include "MCFuser/Search/TuningSizes.h"

using namespace mcf;

static constexpr uint64_t maxGPU = 1023, maxOptLevel = 3;

llvm::Expected<uint64_t> mcf::parseNumber(llvm::StringRef text, uint64_t max) {
  uint64_t number;
  if (!text.getAsInteger(10, number) && number <= max)
    return number;
  return llvm::createStringError("expected a number from 0 to " + llvm::Twine(max) + ", but got '" +
                                 text + "'");
}

int CompileSettings::getGPU() const {
  return static_cast<int>(llvm::cantFail(parseNumber(gpu, maxGPU)));
}

uint64_t CompileSettings::getSeed() const { return llvm::cantFail(search::parseSeed(seed)); }

template <typename T> static std::string getError(llvm::Expected<T> result) {
  return result ? "" : llvm::toString(result.takeError());
}

static std::string checkNothing(llvm::StringRef) { return ""; }

static std::string checkDevice(llvm::StringRef text) {
  // Which GPU is another setting.
  return text.trim() == "native" ? "" : getError(hw::resolveDevice(text));
}

static std::string checkGPU(llvm::StringRef text) { return getError(parseNumber(text, maxGPU)); }

static std::string checkArch(llvm::StringRef text) {
  PTXOptions options;
  options.chip = text.str();
  return text.empty() ? "" : checkPTXOptions(options);
}

static std::string checkPTXVersion(llvm::StringRef text) {
  if (text.empty() || parsePTXVersion(text))
    return "";
  return "expected a version such as 8.0, but got '" + text.str() + "'";
}

static std::string checkPrecision(llvm::StringRef text) {
  if (text == "full" || text == "tf32")
    return "";
  return "expected full or tf32, but got '" + text.str() + "'";
}

static std::string checkSearch(llvm::StringRef text) {
  if (text == "none" || getError(search::lookupAlgorithm(text)).empty())
    return "";
  return "expected auto, exhaustive, evolutionary or none, but got '" + text.str() + "'";
}

static std::string checkTuneFor(llvm::StringRef text) {
  return text.empty() ? "" : getError(search::TuningSizes::parse(text));
}

static std::string checkModel(llvm::StringRef text) {
  return getError(cost::lookupCostModel(text));
}

static std::string checkTimeLimit(llvm::StringRef text) {
  return text.empty() ? "" : getError(search::parseTimeLimit(text));
}

static std::string checkSeed(llvm::StringRef text) {
  return getError(parseNumber(text, std::numeric_limits<uint64_t>::max()));
}

static std::string checkOptLevel(llvm::StringRef text) {
  return getError(parseNumber(text, maxOptLevel));
}

static std::string checkCache(llvm::StringRef text) {
  return getError(cache::parseCacheMode(text));
}

cache::TuningCache mcf::makeTuningCache(const CompileSettings &settings) {
  return cache::TuningCache(llvm::cantFail(cache::parseCacheMode(settings.cache)),
                            settings.cacheDir);
}

llvm::ArrayRef<CompileSetting> mcf::getCompileSettings() {
  static const CompileSetting settings[] = {
      {"device", "DEVICE", "text",
       "device to compile for: a known name, a file with JSON, or native, the one that\n"
       "the driver finds (default: H200)",
       &CompileSettings::device, checkDevice},
      {"gpu", "N", "integer", "number of the GPU that is native and to run on (default: 0)",
       &CompileSettings::gpu, checkGPU},
      {"arch", "ARCH", "text",
       "architecture of the PTX: sm_80, sm_86, sm_89, sm_90, sm_90a (default: that\n"
       "of the device)",
       &CompileSettings::arch, checkArch},
      {"ptx-version", "N.N", "text", "PTX ISA version (default: 8.0; 8.1 with 8-bit floats)",
       &CompileSettings::ptxVersion, checkPTXVersion},
      {"precision", "HOW", "full|tf32",
       "in what contractions of f32 are multiplied: full (f32), or tf32 with operands\n"
       "rounded to TF32, on tensor cores (default: full)",
       &CompileSettings::precision, checkPrecision},
      {"tiling", "TEXT", "text",
       "tiling expression and tile sizes, such as 'mn(k,h){m=64,n=32,k=16,h=64}'\n"
       "(default: search; the word default: a plain one without a search)",
       &CompileSettings::tiling, checkNothing},
      {"search", "HOW", "auto|exhaustive|evolutionary|none",
       "how to search the tilings: auto, exhaustive, evolutionary, or none: take the\n"
       "plain one (default: auto, exhaustive where few are left)",
       &CompileSettings::search, checkSearch},
      {"tune-for", "SIZES", "text",
       "what the search tunes for where sizes are not known: a list or a range of each\n"
       "dim, such as m=512:1024,n=1..4096 (the kernel is right at all sizes)",
       &CompileSettings::tuneFor, checkTuneFor},
      {"model", "NAME", "latency|paper",
       "cost model of the search: latency or paper (default: latency)", &CompileSettings::model,
       checkModel},
      {"search-time-limit", "SECONDS", "seconds",
       "stop the search of each chain after this and keep the best so far",
       &CompileSettings::searchTimeLimit, checkTimeLimit},
      {"seed", "N", "integer", "seed of the random inputs and of the search (default: 1)",
       &CompileSettings::seed, checkSeed},
      {"opt-level", "N", "integer", "LLVM optimization level, 0 to 3 (default: 3)",
       &CompileSettings::optLevel, checkOptLevel},
      {"cache", "HOW", "auto|on|read|off",
       "results of tuning on disk: on, read (none are kept), off, or auto: what the\n"
       "environment variable MCFUSER_CACHE says, or else on (default: auto)",
       &CompileSettings::cache, checkCache},
      {"cache-dir", "FOLDER", "text",
       "folder of the cache (default: MCFUSER_CACHE_DIR, or mcfuser in XDG_CACHE_HOME or\n"
       "~/.cache)",
       &CompileSettings::cacheDir, checkNothing},
  };
  return settings;
}

const CompileSetting *mcf::findCompileSetting(llvm::StringRef name) {
  for (const CompileSetting &setting : getCompileSettings())
    if (setting.name == name)
      return &setting;
  return nullptr;
}

std::string mcf::makeCompilerOptions(const CompileSettings &settings, llvm::StringRef prefix,
                                     CompilerOptions &options, DriverProcess process) {
  auto complain = [&](llvm::StringRef name, const std::string &error) {
    return ("option '" + prefix + name + "': " + error).str();
  };
  for (const CompileSetting &setting : getCompileSettings())
    // What is wrong with an architecture may lie in the version, too.
    if (setting.name != "arch")
      if (std::string error = setting.check(settings.*setting.text); !error.empty())
        return complain(setting.name, error);
  llvm::Expected<hw::DeviceSpec> device =
      resolveDeviceOrNative(settings.device, settings.getGPU(), process);
  if (!device)
    return complain("device", llvm::toString(device.takeError()));
  // Code for another architecture that the device runs uses its instructions only.
  if (!settings.arch.empty() && device->runs(settings.arch))
    device->smArch = settings.arch;
  // A file is read and the driver asked once; the passes get what came of it.
  options.stages.device = hw::getDeviceText(*device);
  options.stages.tiling = settings.tiling;
  options.stages.tf32 = settings.precision == "tf32";
  options.stages.search = settings.search;
  options.stages.tuneFor = settings.tuneFor;
  options.stages.model = settings.model;
  options.stages.seed = settings.getSeed();
  if (!settings.searchTimeLimit.empty())
    options.stages.timeLimitSeconds =
        llvm::cantFail(search::parseTimeLimit(settings.searchTimeLimit));
  options.ptx.chip = settings.arch.empty() ? device->smArch : settings.arch;
  if (!settings.ptxVersion.empty())
    options.ptx.ptxVersion = parsePTXVersion(settings.ptxVersion);
  options.ptx.optLevel =
      static_cast<unsigned>(llvm::cantFail(parseNumber(settings.optLevel, maxOptLevel)));
  return checkPTXOptions(options.ptx);
}
