//===- Options.cpp - the command line of mcfc -----------------------------===//
#include "Options.h"
#include "MCFuser/Reference/ArgumentShapes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace mcf;
using namespace mcf::mcfc;

namespace {
struct EmitName {
  llvm::StringRef name;
  Emit emit;
};

/// One option: its name, what stands for its value in the help (empty: it takes none), its help,
/// and what it does. `set` returns what is wrong with the value, or an empty text.
struct Option {
  llvm::StringRef name;
  llvm::StringRef value;
  llvm::StringRef help;
  std::function<std::string(llvm::StringRef)> set;
};

struct OptionGroup {
  llvm::StringRef title;
  std::vector<Option> options;
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
  auto text = [](std::string &target) {
    return [&target](llvm::StringRef value) {
      target = value.str();
      return std::string();
    };
  };
  auto setting = [&](llvm::StringRef name) {
    const CompileSetting *found = findCompileSetting(name);
    return Option{found->name, found->valueName, found->help,
                  [&options, found](llvm::StringRef value) {
                    options.compile.*found->text = value.str();
                    // Numbers are needed before all is checked together.
                    return found->type == "integer" ? found->check(value) : std::string();
                  }};
  };
  auto flag = [](bool &target) {
    return [&target](llvm::StringRef) {
      target = true;
      return std::string();
    };
  };
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

/// The option that the user may have meant, or an empty text.
static std::string findNearest(llvm::StringRef name, const std::vector<OptionGroup> &groups) {
  std::string nearest;
  unsigned best = 3;
  for (const OptionGroup &group : groups)
    for (const Option &option : group.options) {
      unsigned distance = name.edit_distance(option.name, true, best);
      if (option.set && distance < best) {
        best = distance;
        nearest = option.name.str();
      }
    }
  return nearest;
}

/// Options may have one dash or two; `-o` alone takes its value from the next argument too.
std::string mcf::mcfc::parseOptions(llvm::ArrayRef<const char *> arguments, Options &options) {
  std::vector<OptionGroup> groups = getGroups(options);
  bool onlyFiles = false, hasInput = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument(arguments[i]);
    if (!onlyFiles && argument == "--") {
      onlyFiles = true;
      continue;
    }
    if (onlyFiles || argument == "-" || !argument.starts_with("-")) {
      if (hasInput)
        return "expected one input file, but got '" + options.input + "' and '" + argument.str() +
               "'";
      options.input = argument.str();
      hasInput = true;
      continue;
    }
    llvm::StringRef body = argument.drop_front(argument.starts_with("--") ? 2 : 1);
    if (body.starts_with("mlir-")) {
      options.mlirOptions.push_back("--" + body.str());
      continue;
    }
    auto [name, value] = body.split('=');
    bool hasValue = body.contains('=');
    if (name == "h")
      name = "help";
    const Option *found = nullptr;
    for (const OptionGroup &group : groups)
      for (const Option &option : group.options)
        if (option.name == name && option.set)
          found = &option;
    if (!found) {
      std::string nearest = findNearest(name, groups);
      return "unknown option '" + argument.str() + "'" +
             (nearest.empty() ? "" : ", did you mean '--" + nearest + "'?");
    }
    if (found->value.empty() && hasValue)
      return "option '--" + name.str() + "' takes no value";
    if (!found->value.empty() && !hasValue) {
      if (i + 1 >= arguments.size())
        return "option '" + argument.str() + "' needs a value: " + found->value.str();
      value = arguments[++i];
    }
    if (std::string error = found->set(value); !error.empty())
      return "option '--" + name.str() + "': " + error;
    // Such as a variable of a script that is not set: not the same as no option.
    if (!found->value.empty() && value.empty())
      return (name.size() == 1 ? "option '-" : "option '--") + name.str() + "': expected " +
             found->value.str() + ", but got ''";
  }
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
  for (const OptionGroup &group : getGroups(options)) {
    os << "\n" << group.title << ":\n";
    for (const Option &option : group.options) {
      llvm::SmallString<64> head(option.name.size() == 1 ? "  -" : "  --");
      head += option.name;
      if (!option.value.empty()) {
        head += option.name.size() == 1 ? " " : "=";
        head += option.value;
      }
      llvm::SmallVector<llvm::StringRef> lines;
      option.help.split(lines, '\n');
      if (head.size() >= 24) {
        os << head << "\n";
        head.clear();
      }
      for (llvm::StringRef line : lines) {
        os << llvm::left_justify(head, 24) << line << "\n";
        head.clear();
      }
    }
  }
  os << R"(
exit codes: 0 done; 1 the input or the compile failed; 2 wrong command line; 3 nothing
was fused, so there is no kernel to emit or run; 4 the fused results are wrong
)";
  return help;
}
