//===- Measuring.cpp - progress and measurements of mcf_tune --------------===//
#include "Measuring.h"
#include "MCFuser/Analysis/ConstantArrays.h"
#include "MCFuser/Driver/GPUMeasurer.h"
#include "Registry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <thread>

using namespace mlir;
using namespace mcf;
using namespace mcf::capi;

// More do not wait for each other on a machine of many cores, but for memory.
static constexpr unsigned maxProcesses = 8;
// "About ten times a second."
static constexpr double progressSeconds = 0.1;

/// The text of a module with this chain and nothing else.
static std::string printAlone(ChainOp chain) {
  OpBuilder builder(chain.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto type = builder.getFunctionType(chain->getOperandTypes(), chain->getResultTypes());
  auto function = func::FuncOp::create(builder, builder.getUnknownLoc(), "chain", type);
  for (auto [i, input] : llvm::enumerate(chain.getInputs()))
    if (analysis::isConstantArray(input))
      function.setArgAttr(i, MCFDialect::getConstantAttrName(), builder.getUnitAttr());
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(chain->getOperands(), body->getArguments());
  Operation *copy = builder.clone(*chain, mapping);
  func::ReturnOp::create(builder, builder.getUnknownLoc(), copy->getResults());
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

/// Measures candidates of one chain, and keeps why some could not be.
class ChainTuner::Measurer : public search::Measurer {
public:
  Measurer(ChainTuner &tuner, size_t chain, std::string program, GPUMeasurerOptions options)
      : tuner(tuner), chain(chain), measurerOptions(std::move(options)),
        gpu(
            std::move(program),
            [] {
              return std::make_unique<MLIRContext>(getRegistry(), MLIRContext::Threading::DISABLED);
            },
            tuner.compiler.getOptions(), measurerOptions) {}

  std::vector<search::Measurement>
  measure(ArrayRef<analysis::TilingExpression> candidates,
          llvm::function_ref<void(const search::MeasureProgress &)> progress) override {
    std::vector<search::Measurement> measurements =
        gpu.measure(candidates, [&](const search::MeasureProgress &state) {
          mcf_progress report = tuner.last;
          std::string phase = state.phase.str();
          report.phase = phase.c_str();
          report.chain = chain;
          report.done = state.numDone;
          report.total = state.numAll;
          report.failed = state.numFailed;
          tuner.report(report);
          progress(state);
        });
    for (auto [candidate, measurement] : llvm::zip_equal(candidates, measurements))
      if (!measurement.error.empty())
        tuner.dropped[chain].emplace_back(candidate.str(), measurement.error);
    return measurements;
  }

private:
  ChainTuner &tuner;
  size_t chain;
  GPUMeasurerOptions measurerOptions;
  GPUMeasurer gpu;
};

ChainTuner::ChainTuner(const Compiler &compiler, const mcf_options &options,
                       ProgressChannel &channel)
    : compiler(compiler), options(options), channel(channel),
      start(std::chrono::steady_clock::now()) {
  last.best_seconds = std::numeric_limits<double>::infinity();
}

ChainTuner::~ChainTuner() = default;

bool ChainTuner::report(mcf_progress progress) {
  progress.elapsed_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  isStopped |= !channel.report(progress);
  return !isStopped;
}

Outcome ChainTuner::prepare(ScheduleRequest &request) {
  request.progressSeconds = progressSeconds;
  // The clock is looked at for the time limit in any case.
  request.progress = [this](size_t chain, size_t numChains,
                            const search::SearchProgress &progress) {
    last.phase = "search";
    last.chain = chain;
    last.chain_count = numChains;
    last.done = progress.numPriced;
    last.best_seconds = progress.bestSeconds;
    return report(last);
  };
  Measuring measuring = getMeasuring(options);
  if (measuring == Measuring::None)
    return ok();
  GPUMeasurerOptions gpu;
  gpu.ordinal = options.compile.getGPU();
  gpu.numProcesses = std::clamp(std::thread::hardware_concurrency(), 1u, maxProcesses);
  gpu.inThisProcess = measuring == Measuring::InThisProcess;
  gpu.isStopped = [this] { return isStopped; };
  auto found =
      std::make_unique<GPUMeasurer>("", GPUMeasurer::ContextFactory(), compiler.getOptions(), gpu);
  if (std::string error = found->probe(); !error.empty()) {
    StringRef hint =
        measuring == Measuring::InProcesses && StringRef(error).contains("NOT_INITIALIZED")
            ? "; a process that has used CUDA can measure with 'gpu-in-process'"
            : "";
    return fail(MCF_DEVICE_ERROR, "cannot measure on the GPU: " + error + hint.str());
  }
  request.numMeasured = getMeasureCount(options);
  request.getMeasurer = [this, gpu](size_t number, ChainOp chain) -> search::Measurer * {
    if (chain.getDims().isDynamic()) {
      dropped[number].emplace_back("", "only chains of known sizes are measured");
      return nullptr;
    }
    GPUMeasurerOptions limited = gpu;
    if (std::optional<double> limit = compiler.getOptions().stages.timeLimitSeconds)
      // The limit is for the search of a chain and all of its measurements together.
      limited.isStopped = [this, limit, begin = std::chrono::steady_clock::now()] {
        std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        return isStopped || elapsed.count() > *limit;
      };
    measurer = std::make_unique<Measurer>(*this, number, printAlone(chain), limited);
    return measurer.get();
  };
  return ok();
}
