//===- Texts.cpp - what a program can show --------------------------------===//
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Target/PTX/Assembler.h"
#include "Program.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::capi;

namespace {
struct TextInfo {
  const char *name, *help;
};
} // namespace

static constexpr TextInfo textInfos[] = {
    {"input", "the module as it was read"},
    {"chain", "chains of contractions, each in an mcf.chain"},
    {"schedule", "the tiling expression, each statement where it runs; also a tuning record"},
    {"tile-program", "loops over tiles, linalg on static tiles"},
    {"block-vectors", "each tile value one vector, arrays in memory"},
    {"gpu", "gpu.func, the program of one thread"},
    {"nvvm", "gpu.module in the LLVM and NVVM dialects"},
    {"llvm", "LLVM IR of the kernels"},
    {"ptx", "the kernels"},
    {"plan", "how the kernels are launched, JSON"},
    {"cubin", "machine code of the kernels, bytes; needs ptxas"},
    {"report", "what was fused, which tilings lost and why, what runs where"},
    {"remarks", "what was fused, what was not, and why"},
    {"tuning", "what each search found and which candidates failed, JSON"}};

size_t mcf_text_count(void) { return std::size(textInfos); }

const char *mcf_text_name(size_t index) {
  return index < std::size(textInfos) ? textInfos[index].name : nullptr;
}

const char *mcf_text_help(size_t index) {
  return index < std::size(textInfos) ? textInfos[index].help : nullptr;
}

void mcf_program::printRemarks(llvm::raw_ostream &os) {
  startDiagnostics();
  remarks.emitTo(printer);
  os << diagnostics;
  startDiagnostics();
}

/// The chains with their schedules as they were before statements were placed.
static FailureOr<OwningOpRef<ModuleOp>> getUnplaced(ModuleOp chosen, const StageOptions &options) {
  OwningOpRef<ModuleOp> unplaced = chosen.clone();
  PassManager pm(chosen.getContext());
  addTilingPass(pm, options);
  if (failed(pm.run(*unplaced)))
    return failure();
  return unplaced;
}

Outcome mcf_program::makeReport(std::string &text) {
  llvm::raw_string_ostream os(text);
  const CompilerOptions &compilerOptions = compiler->getOptions();
  os << name << " for "
     << llvm::cantFail(hw::resolveDevice(compilerOptions.stages.device)).getTitle() << " (" << arch
     << ")\n";
  remarks.print(os);
  if (!isFused) {
    os << "nothing was fused: no chain of contractions that may be one kernel\n";
    return ok();
  }
  ModuleOp placed;
  if (Outcome outcome = getModule(Stage::Schedule, placed); !outcome.isOk())
    return outcome;
  if (chosen) {
    startDiagnostics();
    FailureOr<OwningOpRef<ModuleOp>> unplaced = getUnplaced(*chosen, compilerOptions.stages);
    if (failed(unplaced))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    for (const std::string &line : schedules.getSummaries())
      os << "  " << line << "\n";
    printChains(placed, **unplaced, schedules.choices, os);
  }
  for (const auto &[chain, failures] : dropped)
    for (const auto &[tiling, reason] : failures)
      os << "\n  chain " << chain << ": not measured: " << tiling << (tiling.empty() ? "" : ": ")
         << reason << "\n";
  if (kernels) {
    os << "\nPTX: " << formatCount(kernels->ptx.size()) << " bytes\n";
    printKernels(kernels->plan, os);
  }
  return ok();
}

void mcf_program::printTuning(llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("device", deviceName);
    json.attribute("stopped_early", stoppedEarly);
    json.attributeArray("chains", [&] {
      for (auto [index, choice] : llvm::enumerate(schedules.choices))
        json.object([&, index = index, &choice = choice] {
          json.attribute("chain", static_cast<int64_t>(index));
          if (auto entry = schedules.cached.find(index); entry != schedules.cached.end()) {
            json.attributeObject("cache", [&] { entry->second.printJSON(json); });
          } else if (!choice) {
            json.attribute("given", true);
          } else if (choice->result) {
            json.attributeBegin("search");
            choice->result->printJSON(json);
            json.attributeEnd();
          } else {
            json.attribute("plain_default_because", choice->whyDefault);
          }
          if (schedules.kept.count(index))
            json.attribute("kept_as", schedules.found.at(index).key.getHash());
          json.attributeArray("dropped", [&] {
            for (const auto &[tiling, reason] : dropped[index])
              json.object([&, &tiling = tiling, &reason = reason] {
                json.attribute("tiling", tiling);
                json.attribute("reason", llvm::json::fixUTF8(reason));
              });
          });
        });
    });
  });
  os << "\n";
}

Outcome mcf_program::makeCubin(std::string &bytes) {
  const CompiledKernels *made;
  if (Outcome outcome = getKernels(made); !outcome.isOk())
    return outcome;
  startDiagnostics();
  FailureOr<Cubin> cubin = assemblePTX(UnknownLoc::get(&context), made->ptx, arch);
  if (failed(cubin))
    return failWithDiagnostics(findPtxas().empty() ? MCF_UNAVAILABLE : MCF_COMPILE_FAILED);
  bytes = std::move(cubin->image);
  return ok();
}

Outcome mcf_program::makeText(StringRef what, std::string &text) {
  llvm::raw_string_ostream os(text);
  if (std::optional<Stage> stage = parseStage(what)) {
    ModuleOp module;
    if (Outcome outcome = getModule(*stage, module); !outcome.isOk())
      return outcome;
    module.print(os);
    os << "\n";
    return ok();
  }
  if (what == "report")
    return makeReport(text);
  if (what == "remarks") {
    printRemarks(os);
    return ok();
  }
  if (what == "tuning") {
    printTuning(os);
    return ok();
  }
  if (what == "llvm") {
    ModuleOp module;
    if (Outcome outcome = getModule(Stage::NVVM, module); !outcome.isOk())
      return outcome;
    startDiagnostics();
    OwningOpRef<ModuleOp> target = module.clone();
    FailureOr<std::string> made = compiler->emitLLVMIR(*target);
    if (failed(made))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    text = std::move(*made);
    return ok();
  }
  if (what == "cubin")
    return makeCubin(text);
  const CompiledKernels *made;
  if (Outcome outcome = getKernels(made); !outcome.isOk())
    return outcome;
  text = what == "ptx" ? made->ptx : made->plan.print();
  return ok();
}

/// Texts that change as later stages are made.
static bool grows(StringRef what) {
  return what == "report" || what == "remarks" || what == "tuning";
}

bool mcf_program::findText(StringRef what, StringRef &text) const {
  auto found = texts.find(what);
  if (found == texts.end() || grows(what))
    return false;
  text = *found->second;
  return true;
}

StringRef mcf_program::keepText(StringRef what, std::string made) {
  std::unique_ptr<std::string> &kept = texts[what.str()];
  if (kept && *kept == made)
    return *kept;
  // A caller may still read the one before.
  if (kept)
    olderTexts.push_back(std::move(kept));
  kept = std::make_unique<std::string>(std::move(made));
  return *kept;
}

Outcome mcf_program::getText(StringRef what, StringRef &text) {
  std::string names;
  bool isKnown = false;
  for (const TextInfo &info : textInfos) {
    isKnown |= what == info.name;
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  if (!isKnown)
    return fail(MCF_INVALID_ARGUMENT,
                "expected one of the texts " + names + ", but got '" + what.str() + "'");
  std::string made;
  if (Outcome outcome = makeText(what, made); !outcome.isOk())
    return outcome;
  text = keepText(what, std::move(made));
  return ok();
}

mcf_status mcf_program_get_text(mcf_program *program, const char *name, const char **text,
                                size_t *size) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(name);
  MCF_REQUIRE(text);
  *text = nullptr;
  if (size)
    *size = 0;
  StringRef found;
  Outcome outcome;
  if (program->isBroken || !program->findText(name, found))
    outcome = runWith(*program, [&] { return program->getText(name, found); });
  if (outcome.isOk()) {
    *text = found.data();
    if (size)
      *size = found.size();
  }
  return finish(outcome);
}

mcf_status mcf_program_get_kernel(mcf_program *program, size_t kernel, const char **name,
                                  const char **plan) {
  MCF_REQUIRE(program);
  if (name)
    *name = nullptr;
  if (plan)
    *plan = nullptr;
  return finish(runWith(*program, [&] { return program->getKernel(kernel, name, plan); }));
}

Outcome mcf_program::getKernel(size_t kernel, const char **kernelName, const char **plan) {
  const CompiledKernels *made;
  if (Outcome outcome = getKernels(made); !outcome.isOk())
    return outcome;
  if (kernel >= made->plan.kernels.size())
    return fail(MCF_INVALID_ARGUMENT, "expected the number of a kernel below " +
                                          std::to_string(made->plan.kernels.size()) + ", but got " +
                                          std::to_string(kernel));
  std::string key = "plan " + std::to_string(kernel);
  StringRef text;
  if (!findText(key, text)) {
    runtime::LaunchPlan alone{made->plan.chip, {made->plan.kernels[kernel]}};
    text = keepText(key, alone.print());
  }
  if (kernelName)
    *kernelName = made->plan.kernels[kernel].name.c_str();
  if (plan)
    *plan = text.data();
  return ok();
}
