//===- Tuner.cpp - searches with progress and measurements ----------------===//
#include "MCFuser/Driver/Tuner.h"
#include "MCFuser/Cache/ChainText.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <thread>

using namespace mlir;
using namespace mcf;

// More do not wait for each other on a machine of many cores, but for memory.
static constexpr unsigned maxProcesses = 8;
// Of the time that is left, for compiling: what was compiled is also to be measured.
static constexpr double compileShare = 0.7;

/// Measures candidates of one chain, and keeps why some could not be.
class Tuner::ChainMeasurer : public search::Measurer {
public:
  /// `limitSeconds` is for the search of the chain and its measurements together.
  ChainMeasurer(Tuner &tuner, size_t chain, std::string program, GPUMeasurerOptions options,
                std::optional<double> limitSeconds)
      : tuner(tuner), chain(chain), program(std::move(program)), gpuOptions(std::move(options)),
        limitSeconds(limitSeconds), start(std::chrono::steady_clock::now()) {}

  std::vector<search::Measurement>
  measure(ArrayRef<analysis::TilingExpression> candidates,
          llvm::function_ref<void(const search::MeasureProgress &)> progress) override {
    if (limitSeconds) {
      std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      gpuOptions.timeLimitSeconds = std::max(0.0, *limitSeconds - elapsed.count());
    }
    GPUMeasurer gpu(program, tuner.makeContext, tuner.compiler.getOptions(), gpuOptions);
    std::vector<search::Measurement> measurements =
        gpu.measure(candidates, [&](const search::MeasureProgress &state) {
          TuningProgress report = tuner.lastSearch;
          report.phase = state.phase;
          report.chain = chain;
          report.numDone = state.numDone;
          report.numAll = state.numAll;
          report.numFailed = state.numFailed;
          tuner.report(report);
          progress(state);
        });
    // What comes now is searched again.
    double elapsed = tuner.last.elapsedSeconds;
    tuner.last = tuner.lastSearch;
    tuner.last.elapsedSeconds = elapsed;
    for (auto [candidate, measurement] : llvm::zip_equal(candidates, measurements))
      if (!measurement.error.empty())
        tuner.dropped[chain].emplace_back(candidate.str(), measurement.error);
    return measurements;
  }

private:
  Tuner &tuner;
  size_t chain;
  std::string program;
  GPUMeasurerOptions gpuOptions;
  std::optional<double> limitSeconds;
  std::chrono::steady_clock::time_point start;
};

Tuner::Tuner(const Compiler &compiler, GPUMeasurer::ContextFactory makeContext,
             TunerOptions options, Report report)
    : compiler(compiler), makeContext(std::move(makeContext)), options(std::move(options)),
      listener(std::move(report)), start(std::chrono::steady_clock::now()) {}

Tuner::~Tuner() = default;

double Tuner::getElapsedSeconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool Tuner::goesOn() {
  if (!isStopped && getElapsedSeconds() >= last.elapsedSeconds + options.progressSeconds)
    report(last);
  return !isStopped;
}

bool Tuner::report(TuningProgress progress) {
  progress.elapsedSeconds = getElapsedSeconds();
  last = progress;
  isStopped |= !listener(progress);
  isStopped |= options.timeLimitSeconds && progress.elapsedSeconds >= *options.timeLimitSeconds;
  return !isStopped;
}

/// How kernels are made, as far as times depend on it.
static std::string describeCode(const PTXOptions &ptx) {
  std::string text = llvm::formatv("{0} -O{1}", ptx.chip, ptx.optLevel);
  if (ptx.ptxVersion)
    text += llvm::formatv(", PTX {0}.{1}", *ptx.ptxVersion / 10, *ptx.ptxVersion % 10);
  return text;
}

std::string Tuner::prepare(ScheduleRequest &request) {
  request.progressSeconds = options.progressSeconds;
  request.progress = [this](size_t chain, size_t numChains,
                            const search::SearchProgress &progress) {
    lastSearch = {"search", chain, numChains, progress.numPriced, 0, 0, progress.bestSeconds};
    // A search calls this now and then while its candidates are measured, too.
    return last.phase == "search" ? report(lastSearch) : goesOn();
  };
  if (!options.measures)
    return "";
  GPUMeasurerOptions gpu;
  gpu.ordinal = options.ordinal;
  gpu.numProcesses = std::clamp(std::thread::hardware_concurrency(), 1u, maxProcesses);
  gpu.inThisProcess = options.inThisProcess;
  gpu.compileShare = compileShare;
  gpu.isStopped = [this] { return !goesOn(); };
  if (request.cache && request.cache->getMode() == cache::CacheMode::On) {
    // Two that measure at once would slow each other down.
    const cache::CacheFolder &folder = request.cache->getFolder();
    if (!llvm::sys::fs::create_directories(folder.getPath()))
      gpu.lockFile = folder.getPath("gpu-" + std::to_string(options.ordinal) + ".lock");
  }
  GPUMeasurer found("", GPUMeasurer::ContextFactory(), compiler.getOptions(), gpu);
  if (std::string error = found.probe(); !error.empty())
    return error;
  const MeasuredDevice &device = found.getDevice();
  hw::DeviceSpec spec = llvm::cantFail(hw::resolveDevice(compiler.getOptions().stages.device));
  // What is measured on one is no choice for the other.
  if (spec.computeCapability != device.computeCapability)
    return llvm::formatv("expected a GPU of compute capability {0}.{1}, as {2} has, but got {3} of "
                         "{4}.{5}",
                         spec.computeCapability / 10, spec.computeCapability % 10, spec.name,
                         device.name, device.computeCapability / 10, device.computeCapability % 10);
  request.numMeasured = options.numMeasured;
  request.method = cache::MeasuringMethod{device.name,
                                          device.computeCapability,
                                          device.driverVersion,
                                          options.numMeasured,
                                          found.usesPtxas() ? "ptxas" : "driver",
                                          describeCode(compiler.getOptions().ptx)};
  request.getMeasurer = [this, gpu](size_t number, ChainOp chain) -> search::Measurer * {
    // A short search says nothing before candidates are measured.
    lastSearch = TuningProgress();
    lastSearch.chain = number;
    chain->getParentOfType<ModuleOp>().walk([&](ChainOp) { ++lastSearch.numChains; });
    if (chain.getDims().isDynamic()) {
      dropped[number].emplace_back("", "only chains of known sizes are measured");
      return nullptr;
    }
    std::optional<double> limit = compiler.getOptions().stages.timeLimitSeconds;
    if (options.timeLimitSeconds) {
      double left = std::max(0.0, *options.timeLimitSeconds - getElapsedSeconds());
      limit = std::min(limit.value_or(left), left);
    }
    measurer =
        std::make_unique<ChainMeasurer>(*this, number, cache::printChainText(chain), gpu, limit);
    return measurer.get();
  };
  return "";
}
