//===- Stages.cpp - the stages of a whole compile -------------------------===//
#include "MCFuser/Pipelines/Stages.h"
#include "MCFuser/Conversion/Passes.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/Search/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;

namespace {
struct StageInfo {
  Stage stage;
  llvm::StringRef name;
  llvm::StringRef description;
};
} // namespace

static constexpr StageInfo stageInfos[] = {
    {Stage::Input, "input", "the module as it was read"},
    {Stage::Chain, "chain", "chains of contractions, each in an mcf.chain"},
    {Stage::Schedule, "schedule", "the tiling expression, each statement where it runs"},
    {Stage::TileProgram, "tile-program", "loops over tiles, linalg on static tiles"},
    {Stage::BlockVectors, "block-vectors", "each tile value one vector, arrays in memory"},
    {Stage::GPU, "gpu", "gpu.func, the program of one thread"},
    {Stage::NVVM, "nvvm", "gpu.module in the LLVM and NVVM dialects"},
};

static const StageInfo &getInfo(Stage stage) { return stageInfos[static_cast<unsigned>(stage)]; }

llvm::StringRef mcf::getStageName(Stage stage) { return getInfo(stage).name; }

llvm::StringRef mcf::getStageDescription(Stage stage) { return getInfo(stage).description; }

std::optional<Stage> mcf::parseStage(llvm::StringRef name) {
  for (const StageInfo &info : stageInfos)
    if (info.name == name)
      return info.stage;
  return std::nullopt;
}

llvm::ArrayRef<Stage> mcf::getStages() {
  static constexpr Stage stages[] = {Stage::Chain,        Stage::Schedule, Stage::TileProgram,
                                     Stage::BlockVectors, Stage::GPU,      Stage::NVVM};
  return stages;
}

void mcf::addTilingPass(OpPassManager &pm, const StageOptions &options) {
  if (options.searches()) {
    ChooseTilingOptions choice;
    choice.deviceName = options.device;
    choice.modelName = options.model;
    choice.algorithm = options.search;
    choice.seed = std::to_string(options.seed);
    if (options.timeLimitSeconds)
      choice.timeLimitMs = std::to_string(*options.timeLimitSeconds * 1e3);
    choice.tuneFor = options.tuneFor;
    choice.fallBack = true;
    pm.addPass(createChooseTiling(choice));
    return;
  }
  ApplyTilingOptions tiling;
  if (options.tiling != "default")
    tiling.tiling = options.tiling;
  pm.addPass(createApplyTiling(tiling));
}

/// Adds the passes that take a module from the stage before to `stage`. Texts of the user never
/// become part of a pipeline's text, where braces and quotes mean something.
static LogicalResult addStage(OpPassManager &pm, Stage stage, const StageOptions &options,
                              llvm::raw_ostream &os) {
  switch (stage) {
  case Stage::Input:
    return success();
  case Stage::Chain: {
    ConvertLinalgToMCFOptions conversion;
    conversion.deviceName = options.device;
    conversion.precision = options.tf32 ? Precision::TF32 : Precision::Full;
    pm.addNestedPass<func::FuncOp>(createConvertLinalgToMCF(conversion));
    return success();
  }
  case Stage::Schedule:
    addTilingPass(pm, options);
    pm.addPass(createHoistStatements());
    return success();
  case Stage::TileProgram:
    return parsePassPipeline("convert-mcf-to-scf", pm, os);
  case Stage::BlockVectors:
    return parsePassPipeline("mcf-vectorize-tile-program", pm, os);
  case Stage::GPU: {
    llvm::Expected<hw::DeviceSpec> device = hw::resolveDevice(options.device);
    if (!device) {
      os << llvm::toString(device.takeError());
      return failure();
    }
    return parsePassPipeline(
        "mcf-outline-kernels,gpu.module(mcf-place-tiles{warpgroups=" +
            std::string(device->hasWarpgroupMma() ? "true" : "false") +
            "},gpu.func(mcf-schedule-copies{bulk-copies=" +
            std::string(device->hasWarpgroupMma() ? "true" : "false") +
            "},mcf-start-constant-copies,mcf-pipeline-contractions,mcf-assign-layouts,"
            "mcf-distribute-vectors,mcf-delay-warpgroup-waits,mcf-renew-warpgroup-operands,mcf-"
            "lower-tile-copies,"
            "mcf-allocate-workgroup-memory{max-workgroup-bytes=" +
            std::to_string(device->getMostWorkgroupBytes()) + "}" +
            (device->hasProgrammaticLaunch()
                 ? ",mcf-launch-dependents{num-sms=" + std::to_string(device->numSMs) + "}"
                 : "") +
            ",mcf-split-warps{num-registers=" + std::to_string(device->registersPerSM) + "}))",
        pm, os);
  }
  case Stage::NVVM:
    return parsePassPipeline("mcf-lower-to-nvvm-pipeline", pm, os);
  }
  llvm_unreachable("unknown stage");
}

LogicalResult mcf::buildStages(OpPassManager &pm, Stage from, Stage to, const StageOptions &options,
                               std::string &error) {
  for (Stage stage : getStages()) {
    if (stage <= from || stage > to)
      continue;
    llvm::raw_string_ostream os(error);
    if (failed(addStage(pm, stage, options, os)))
      return failure();
  }
  return success();
}

namespace {
struct StagePipelineOptions : PassPipelineOptions<StagePipelineOptions> {
  Option<std::string> device{*this, "device", llvm::cl::desc("Device to compile for"),
                             llvm::cl::init("H200")};
  Option<std::string> tiling{
      *this, "tiling",
      llvm::cl::desc("Tiling expression, such as mn(k,h){m=64,n=32,k=16,h=64}; default: a plain "
                     "one; empty: search"),
      llvm::cl::init("")};
  Option<std::string> search{
      *this, "search",
      llvm::cl::desc("How to search: auto, exhaustive, evolutionary, none (the plain default)"),
      llvm::cl::init("auto")};
  Option<std::string> model{*this, "model", llvm::cl::desc("Cost model of the search"),
                            llvm::cl::init("latency")};
  Option<Precision> precision{
      *this, "precision", llvm::cl::desc("In what contractions of f32 are multiplied"),
      llvm::cl::init(Precision::Full),
      llvm::cl::values(clEnumValN(Precision::Full, "full", "in f32"),
                       clEnumValN(Precision::TF32, "tf32", "with operands rounded to TF32"))};
  Option<std::string> tuneFor{
      *this, "tune-for",
      llvm::cl::desc("Sizes to tune for of dims of unknown size, such as m=512:1024,n=1..4096"),
      llvm::cl::init("")};
};
} // namespace

void mcf::registerStagePipelines() {
  for (Stage stage : getStages())
    registerPassPipeline(
        "mcf-" + getStageName(stage).str() + "-pipeline",
        "From linalg to: " + getStageDescription(stage).str(),
        [stage](OpPassManager &pm, StringRef text,
                function_ref<LogicalResult(const Twine &)> errorHandler) -> LogicalResult {
          StagePipelineOptions options;
          if (failed(options.parseFromString(text)))
            return failure();
          StageOptions stages;
          stages.device = options.device;
          stages.tiling = options.tiling;
          stages.search = options.search;
          stages.model = options.model;
          stages.tf32 = options.precision == Precision::TF32;
          stages.tuneFor = options.tuneFor;
          std::string error;
          if (failed(buildStages(pm, Stage::Input, stage, stages, error)))
            return errorHandler(error);
          return success();
        },
        [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
          handler(StagePipelineOptions());
        });
}
