//===- Options.cpp - the command line of mcfc -----------------------------===//
#include "Options.h"
#include "CommandLine.h"
#include "MCFuser/Reference/ArgumentShapes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mcf;
using namespace mcf::mcfc;

namespace {
struct EmitName {
  llvm::StringRef name;
  Emit emit;
};
} // namespace

static constexpr EmitName emitNames[] = {{"chain", Emit::Chain},
                                         {"schedule", Emit::Schedule},
                                         {"tile-program", Emit::TileProgram},
                                         {"block-vectors", Emit::BlockVectors},
                                         {"gpu", Emit::GPU},
                                         {"nvvm", Emit::NVVM},
                                         {"llvm", Emit::LLVM},
                                         {"ptx", Emit::PTX},
                                         {"plan", Emit::Plan},
                                         {"cubin", Emit::Cubin}};

static std::string parseEmit(llvm::StringRef text, std::optional<Emit> &emit) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const EmitName &entry : emitNames) {
    if (entry.name == text) {
      emit = entry.emit;
      return "";
    }
    names.push_back(entry.name);
  }
  return "expected one of " + llvm::join(names, ", ") + ", but got '" + text.str() + "'";
}

static std::string parseRun(llvm::StringRef text, std::optional<Run> &run) {
  if (text != "cpu" && text != "gpu")
    return "expected cpu or gpu, but got '" + text.str() + "'";
  run = text == "cpu" ? Run::CPU : Run::GPU;
  return "";
}

static std::string parseReport(llvm::StringRef text, Options &options) {
  if (text != "text" && text != "json")
    return "expected text or json, but got '" + text.str() + "'";
  options.reportGiven = true;
  options.reportAsJSON = text == "json";
  return "";
}

static std::vector<OptionGroup> getGroups(Options &options) {
  auto text = setsText;
  auto flag = setsFlag;
  auto setting = [&](llvm::StringRef name) { return makeOption(name, options.compile); };
  return {
      {"What to do (default: search, compile to PTX, check, and report)",
       {{"emit", "WHAT",
         "print one stage and nothing else: chain, schedule, tile-program,\n"
         "block-vectors, gpu, nvvm (MLIR), llvm (LLVM IR), ptx, plan (the launch\n"
         "plan, JSON), cubin (needs ptxas)",
         [&](llvm::StringRef value) { return parseEmit(value, options.emit); }},
        {"run", "WHERE",
         "run on random inputs, on the cpu or the gpu, and compare with the unfused\n"
         "program in f64; fails if the results differ",
         [&](llvm::StringRef value) { return parseRun(value, options.run); }},
        {"o", "FILE",
         "output file, - for standard output; written whole or not at all\n"
         "(default: standard output for --emit, else INPUT.ptx in this directory)",
         text(options.output)},
        {"report", "FORMAT",
         "without --emit and --run: text, or json for one JSON document (default: text)",
         [&](llvm::StringRef value) { return parseReport(value, options); }},
        {"plan", "FILE", "also write the launch plan here (with --emit=ptx or cubin)",
         text(options.planOutput)}}},
      {"How to compile",
       {setting("device"),
        setting("arch"),
        setting("ptx-version"),
        setting("precision"),
        setting("tiling"),
        setting("search"),
        setting("tune-for"),
        setting("model"),
        setting("search-time-limit"),
        {"tuning-record", "FILE",
         "take the schedules of this file (of --emit=schedule, perhaps edited) for chains\n"
         "that are the same, instead of a search",
         text(options.tuningRecord)},
        setting("cache"),
        setting("cache-dir"),
        setting("opt-level")}},
      {"How to run",
       {{"function", "NAME", "function to run (default: each public one)", text(options.function)},
        setting("seed"),
        setting("gpu"),
        {"sizes", "SIZES",
         "sizes that the types leave open, such as m=77,n=1025 (arg0.1: axis 1 of\n"
         "argument 0); may be given more than once: what was compiled runs at each",
         [&](llvm::StringRef value) {
           options.sizes.push_back(value.str());
           llvm::Expected<SizeSet> sizes = parseSizes(value);
           return sizes ? std::string() : llvm::toString(sizes.takeError());
         }},
        {"no-compare", "", "do not compare with the unfused program", flag(options.noCompare)},
        {"results", "FILE", "also write the figures of --run here, as JSON", text(options.results)},
        {"repeat", "N", "launch each kernel N more times and give the median time",
         [&](llvm::StringRef value) {
           llvm::Expected<uint64_t> number = parseNumber(value, 1000000);
           if (!number)
             return llvm::toString(number.takeError());
           options.repeat = static_cast<unsigned>(*number);
           return std::string();
         }}}},
      {"To look inside",
       {{"remarks", "", "print what was fused, what was not, and why", flag(options.remarks)},
        {"progress", "", "print how far a long search is, also where standard error is no terminal",
         flag(options.progress)},
        {"timing", "", "print how long each stage took", flag(options.timing)},
        {"crash-reproducer", "FILE", "where to write IR and passes if a pass fails",
         text(options.crashReproducer)},
        {"mlir-...", "", "options of MLIR, such as --mlir-print-ir-after-all or --mlir-timing",
         nullptr},
        {"list-devices", "", "print the known devices", flag(options.listDevices)},
        {"print-device", "DEVICE", "print a device as JSON, to start a file for --device from",
         text(options.printDevice)},
        {"help", "", "print this", flag(options.help)},
        {"version", "", "print the versions of mcfc and LLVM", flag(options.version)}}}};
}

std::string mcf::mcfc::parseOptions(llvm::ArrayRef<const char *> arguments, Options &options) {
  OtherArguments others;
  if (std::string error = readArguments(arguments, getGroups(options), others); !error.empty())
    return error;
  if (others.files.size() > 1)
    return "expected one input file, but got '" + others.files[0] + "' and '" + others.files[1] +
           "'";
  bool hasInput = !others.files.empty();
  if (hasInput)
    options.input = others.files[0];
  options.mlirOptions = std::move(others.mlirOptions);
  bool asksOnly =
      options.help || options.version || options.listDevices || !options.printDevice.empty();
  if (!hasInput && !asksOnly)
    return "expected an input file (- for standard input)";
  if (options.emit && options.run)
    return "expected --emit or --run, but got both";
  if (!options.results.empty() && !options.run)
    return "option '--results' goes with --run";
  if (options.reportGiven && (options.emit || options.run))
    return "option '--report' goes without --emit and --run";
  if (options.reportAsJSON && options.output == "-")
    return "expected --report=json or -o -, but got both: each writes to standard output";
  if (!options.tuningRecord.empty() && !options.compile.tiling.empty())
    return "expected --tiling or --tuning-record, but got both";
  bool emitsCode = options.emit == Emit::PTX || options.emit == Emit::Cubin;
  if (!options.planOutput.empty() && options.emit && !emitsCode)
    return "option '--plan' goes with --emit=ptx or --emit=cubin";
  return "";
}

std::string mcf::mcfc::getHelp() {
  std::string help;
  llvm::raw_string_ostream os(help);
  os << R"(mcfc - fuses chains of contractions in an MLIR file into GPU kernels

usage: mcfc [options] FILE          (FILE: linalg on tensors; - is standard input)
       mcfc tune [options] FILE     measures the best tilings on the GPU and keeps the
                                    fastest (mcfc tune --help)
       mcfc cache COMMAND           what tuning has kept (mcfc cache --help)

examples:
  mcfc gemm_chain.mlir
      Finds the chains, searches their tilings, says which is best, why, and what
      it saves, checks the fused program against the unfused one on the CPU (and on
      a GPU if there is one), and writes gemm_chain.ptx and gemm_chain.plan.json
      (grid, block, operands).
  mcfc gemm_chain.mlir --emit=schedule --tiling='mn(k,h){m=64,n=32,k=16,h=64}'
      Prints the tiling expression with each load, compute and store where it runs:
      loops over tiles of m, then n, then k and h side by side.
  mcfc gemm_chain.mlir --emit=schedule -o best.mlir
  mcfc gemm_chain.mlir --tuning-record=best.mlir
      Keeps what the search found, perhaps edited, and compiles with it.
  mcfc attention.mlir --emit=ptx --arch=sm_80 -o attention.ptx --plan=plan.json
      Compiles for Ampere and later.
  mcfc attention.mlir --run=gpu --repeat=100
      Runs on a GPU, compares with f64, and measures.
)";
  Options options;
  printOptions(getGroups(options), os);
  os << R"(
exit codes: 0 done; 1 the input or the compile failed; 2 wrong command line; 3 nothing
was fused, so there is no kernel to emit or run; 4 the fused results are wrong
)";
  return help;
}
