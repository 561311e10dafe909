//===- TuneOptions.cpp - the command line of mcfc tune --------------------===//
#include "TuneOptions.h"
#include "CommandLine.h"
#include "MCFuser/Search/Search.h"
#include "llvm/Support/raw_ostream.h"

using namespace mcf;
using namespace mcf::mcfc;

static constexpr uint64_t maxMeasureCount = 1000;

static std::vector<OptionGroup> getGroups(TuneOptions &options) {
  auto setting = [&](llvm::StringRef name) { return makeOption(name, options.compile); };
  return {{"How to tune",
           {{"measure-count", "K", "measure so many of the best by the model (default: 8)",
             [&](llvm::StringRef value) {
               llvm::Expected<uint64_t> number = parseNumber(value, maxMeasureCount);
               if (!number)
                 return llvm::toString(number.takeError());
               options.measureCount = static_cast<unsigned>(*number);
               return std::string(*number ? "" : "expected at least 1, but got 0");
             }},
            {"time-limit", "SECONDS",
             "stop after this, all chains together, and keep the best so far (a stop by\n"
             "Ctrl-C does the same; a second one ends at once)",
             [&](llvm::StringRef value) {
               llvm::Expected<double> seconds = search::parseTimeLimit(value);
               if (!seconds)
                 return llvm::toString(seconds.takeError());
               options.timeLimitSeconds = *seconds;
               return std::string();
             }},
            {"model-only", "", "measure nothing: the cost model decides, and no GPU is needed",
             setsFlag(options.modelOnly)},
            {"again", "", "tune also what the cache has", setsFlag(options.again)},
            {"out", "FILE",
             "also write the results to this file, to commit and to give to\n"
             "'mcfc FILE --tuning-record='; - is standard output",
             setsText(options.output)},
            setting("cache"),
            setting("cache-dir"),
            {"progress", "", "say how far it is, also where standard error is no terminal",
             setsFlag(options.progress)},
            {"help", "", "print this", setsFlag(options.help)}}},
          {"How to compile (as for mcfc; here --device is native unless it is given)",
           {setting("device"), setting("gpu"), setting("arch"), setting("ptx-version"),
            setting("precision"), setting("search"), setting("tune-for"), setting("model"),
            setting("seed"), setting("opt-level")}}};
}

std::string mcf::mcfc::parseTuneOptions(llvm::ArrayRef<const char *> arguments,
                                        TuneOptions &options) {
  std::string defaultDevice = std::exchange(options.compile.device, "");
  OtherArguments others;
  if (std::string error = readArguments(arguments, getGroups(options), others); !error.empty())
    return error;
  if (!others.mlirOptions.empty())
    return "unknown option '" + others.mlirOptions.front() + "'";
  if (options.help)
    return "";
  if (others.files.empty())
    return "expected an input file (- for standard input)";
  if (others.files.size() > 1)
    return "expected one input file, but got '" + others.files[0] + "' and '" + others.files[1] +
           "'";
  options.input = others.files[0];
  // What is measured is measured on the GPU of this machine.
  if (options.compile.device.empty())
    options.compile.device = options.modelOnly ? defaultDevice : "native";
  if (options.compile.search == "none")
    return "option '--search': expected auto, exhaustive or evolutionary, but got 'none'";
  return "";
}

std::string mcf::mcfc::getTuneHelp() {
  std::string help;
  llvm::raw_string_ostream os(help);
  os << R"(mcfc tune - measures the best tilings of each chain and keeps the fastest

usage: mcfc tune [options] FILE     (FILE: linalg on tensors; - is standard input)

The best tilings by the cost model are compiled (several at a time), loaded and timed
on the GPU. What fails is dropped, with its reason. The result goes to the cache of
tuning results, from which every later compile of the same chain for the same device
takes it: 'mcfc FILE', the C API and Python.

examples:
  mcfc tune attention.mlir
      Measures 8 tilings of each chain on the GPU that the driver finds.
  mcfc tune attention.mlir --time-limit=5 --measure-count=16 --out=attention.tuned.mlir
      At most 5 s; also writes a file to commit, which
      'mcfc attention.mlir --tuning-record=attention.tuned.mlir' reads.
  mcfc tune attention.mlir --model-only --device=A100
      Without a GPU: keeps what the model chooses for an A100.
  mcfc cache list
      What was kept.
)";
  TuneOptions options;
  printOptions(getGroups(options), os);
  os << R"(
exit codes: 0 done; 1 the input or the compile failed, there is no GPU, or no tiling of a
chain could be measured; 2 wrong command line; 3 no chain was found; 130 stopped by
Ctrl-C, and what was found is kept
)";
  return help;
}
