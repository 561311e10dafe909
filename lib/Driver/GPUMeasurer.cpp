//===- GPUMeasurer.cpp - candidates measured on a GPU ---------------------===//
#include "MCFuser/Driver/GPUMeasurer.h"
#include "KernelBench.h"
#include "MCFuser/Target/PTX/Assembler.h"
#include "ProcessPool.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

/// What a compile made.
struct GPUMeasurer::Image {
  /// PTX or cubin; empty if the compile failed.
  std::string code;
  runtime::LaunchPlan plan;
};

//===----------------------------------------------------------------------===//
// Texts between processes
//===----------------------------------------------------------------------===//

static std::string pack(ArrayRef<std::string> texts) {
  std::string packed;
  for (const std::string &text : texts)
    packed += std::to_string(text.size()) + ":" + text;
  return packed;
}

static std::vector<std::string> unpack(StringRef packed) {
  std::vector<std::string> texts;
  size_t size;
  while (!packed.consumeInteger(10, size) && packed.consume_front(":")) {
    texts.push_back(packed.take_front(size).str());
    packed = packed.drop_front(std::min(size, packed.size()));
  }
  return texts;
}

static std::string toText(double value) { return llvm::formatv("{0:e12}", value).str(); }

static double toNumber(StringRef text) {
  double value = 0;
  text.getAsDouble(value);
  return value;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

bool GPUMeasurer::usesPtxas() const {
  return options.assembler == PTXAssembler::Ptxas ||
         (options.assembler == PTXAssembler::Auto && !findPtxas().empty());
}

/// The number before (`168 registers` after `Used `) or after a text in the log of ptxas.
static std::optional<int64_t> findNumber(StringRef log, StringRef before, StringRef after) {
  for (size_t at = log.find(after); at != StringRef::npos; at = log.find(after, at + 1)) {
    StringRef head = log.take_front(at);
    StringRef digits = head.take_back(head.size() - (head.find_last_not_of("0123456789") + 1));
    int64_t number;
    if (head.drop_back(digits.size()).ends_with(before) && !digits.getAsInteger(10, number))
      return number;
  }
  return std::nullopt;
}

/// In a process of the pool: error, code, plan, seconds, registers, local bytes.
std::string GPUMeasurer::compile(StringRef tiling, MLIRContext &context, bool ptxas) const {
  auto start = std::chrono::steady_clock::now();
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && error.empty())
      error = diagnostic.str();
    return success();
  });
  auto fail = [&](StringRef step) {
    return pack({(step + ": " + (error.empty() ? "no reason given" : error)).str()});
  };
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  if (!module)
    return fail("the program cannot be read");
  CompilerOptions candidateOptions = compilerOptions;
  candidateOptions.stages.tiling = tiling.str();
  Compiler compiler(candidateOptions);
  if (failed(compiler.run(*module, getStartStage(*module), Stage::NVVM)))
    return fail("compile failed");
  FailureOr<CompiledKernels> kernels = compiler.emitPTX(*module);
  if (failed(kernels))
    return fail("no PTX");
  if (kernels->plan.kernels.size() != 1)
    return pack({"expected one kernel, but got " + std::to_string(kernels->plan.kernels.size())});
  std::string registers, localBytes;
  if (ptxas) {
    FailureOr<Cubin> cubin = assemblePTX(module->getLoc(), kernels->ptx, candidateOptions.ptx.chip);
    if (failed(cubin))
      return fail("ptxas");
    kernels->ptx = std::move(cubin->image);
    if (std::optional<int64_t> number = findNumber(cubin->log, "Used ", " registers"))
      registers = std::to_string(*number);
    if (std::optional<int64_t> number = findNumber(cubin->log, "", " bytes stack frame"))
      localBytes = std::to_string(*number);
  }
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return pack(
      {"", kernels->ptx, kernels->plan.print(), toText(seconds.count()), registers, localBytes});
}

static std::optional<int64_t> toOptional(StringRef text) {
  int64_t number;
  return text.getAsInteger(10, number) ? std::nullopt : std::optional<int64_t>(number);
}

std::vector<GPUMeasurer::Image>
GPUMeasurer::compileAll(ArrayRef<analysis::TilingExpression> candidates,
                        std::vector<Measurement> &measurements,
                        llvm::function_ref<void(const MeasureProgress &)> progress) {
  std::vector<Image> images(candidates.size());
  std::vector<std::string> tilings;
  for (const analysis::TilingExpression &candidate : candidates)
    tilings.push_back(candidate.str());
  std::unique_ptr<MLIRContext> context; // one for each process, made in it
  bool ptxas = usesPtxas();
  MeasureProgress state{"compile", 0, candidates.size(), 0};
  progress(state);
  ProcessPoolOptions pool{options.numProcesses, options.compileLimitSeconds, deadline,
                          options.isStopped};
  runJobs(
      candidates.size(), pool,
      [&](size_t job, bool &) {
        if (!context)
          context = makeContext();
        return compile(tilings[job], *context, ptxas);
      },
      [&](size_t job, JobOutcome outcome) {
        Measurement &measurement = measurements[job];
        std::vector<std::string> parts = unpack(outcome.reply);
        if (!outcome.isOk()) {
          measurement.error = "compile " + outcome.error;
          measurement.wasGivenUp = outcome.wasGivenUp;
        } else if (parts.size() != 6) {
          measurement.error = parts.size() == 1 ? parts[0] : "compile sent half a reply";
        } else {
          std::string error;
          std::optional<runtime::LaunchPlan> plan = runtime::LaunchPlan::parse(parts[2], error);
          measurement.compileSeconds = toNumber(parts[3]);
          measurement.registersPerThread = toOptional(parts[4]);
          measurement.localBytesPerThread = toOptional(parts[5]);
          if (plan) {
            const runtime::KernelPlan &kernel = plan->kernels.front();
            measurement.workgroupBytesPerBlock = kernel.dynamicWorkgroupBytes;
            measurement.threadsPerBlock =
                int64_t(kernel.block[0]) * kernel.block[1] * kernel.block[2];
            measurement.numBlocks = int64_t(kernel.grid[0]) * kernel.grid[1] * kernel.grid[2];
            images[job] = {std::move(parts[1]), std::move(*plan)};
          } else {
            measurement.error = error;
          }
        }
        ++state.numDone;
        state.numFailed += !measurement.error.empty();
        progress(state);
      });
  return images;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

std::string GPUMeasurer::probe() {
  std::string error;
  ProcessPoolOptions pool{1, 120, std::nullopt, {}, options.inThisProcess};
  runJobs(
      1, pool,
      [&](size_t, bool &) {
        KernelBench bench(options);
        std::string openError = bench.open();
        const mcfrt_device_info &info = bench.getDeviceInfo();
        return pack({openError, info.name, std::to_string(info.major * 10 + info.minor),
                     std::to_string(info.driver_version)});
      },
      [&](size_t, JobOutcome outcome) {
        std::vector<std::string> parts = unpack(outcome.reply);
        if (!outcome.isOk() || parts.size() != 4) {
          error = "cannot open the device: it " + outcome.error;
          return;
        }
        error = parts[0];
        device = {parts[1], static_cast<int>(toNumber(parts[2])),
                  static_cast<int>(toNumber(parts[3]))};
      });
  return error;
}

namespace {
/// A locked file, until the end of the scope. Without a path, and where the file cannot be made,
/// nothing is locked. Whoever waits may give up.
class FileLock {
public:
  FileLock(const std::string &path, llvm::function_ref<bool()> givesUp) {
    if (path.empty())
      return;
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    while (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0 &&
           (errno == EWOULDBLOCK || errno == EINTR) && !givesUp())
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  FileLock(const FileLock &) = delete;
  ~FileLock() {
    if (file >= 0)
      ::close(file);
  }

private:
  int file = -1;
};
} // namespace

void GPUMeasurer::measureAll(ArrayRef<Image> images, std::vector<Measurement> &measurements,
                             llvm::function_ref<void(const MeasureProgress &)> progress) {
  std::vector<size_t> compiled;
  for (size_t i = 0; i < images.size(); ++i)
    if (measurements[i].error.empty())
      compiled.push_back(i);
  MeasureProgress state{"measure", 0, compiled.size(), 0};
  progress(state);
  FileLock lock(options.lockFile, [&] {
    return (deadline && std::chrono::steady_clock::now() > *deadline) ||
           (options.isStopped && options.isStopped());
  });
  std::unique_ptr<KernelBench> bench; // made in the process that measures
  ProcessPoolOptions pool{1, options.measureLimitSeconds, deadline, options.isStopped,
                          options.inThisProcess};
  runJobs(
      compiled.size(), pool,
      [&](size_t job, bool &endProcess) {
        if (!bench)
          bench = std::make_unique<KernelBench>(options);
        const Image &image = images[compiled[job]];
        Measurement m;
        std::string error = bench->measure(image.code, image.plan, m, endProcess);
        return pack({error, toText(m.medianSeconds), toText(m.lowSeconds), toText(m.highSeconds),
                     std::to_string(m.numSamples), std::to_string(m.registersPerThread.value_or(0)),
                     std::to_string(m.localBytesPerThread.value_or(0)),
                     std::to_string(m.workgroupBytesPerBlock.value_or(0))});
      },
      [&](size_t job, JobOutcome outcome) {
        Measurement &m = measurements[compiled[job]];
        std::vector<std::string> parts = unpack(outcome.reply);
        if (!outcome.isOk() || parts.size() != 8) {
          m.error = "measuring " + (outcome.isOk() ? "sent half a reply" : outcome.error);
          m.wasGivenUp = outcome.wasGivenUp;
        } else if (!parts[0].empty()) {
          m.error = parts[0];
        } else {
          m.medianSeconds = toNumber(parts[1]);
          m.lowSeconds = toNumber(parts[2]);
          m.highSeconds = toNumber(parts[3]);
          m.numSamples = static_cast<unsigned>(toNumber(parts[4]));
          m.registersPerThread = toOptional(parts[5]);
          m.localBytesPerThread = toOptional(parts[6]);
          m.workgroupBytesPerBlock = toOptional(parts[7]);
        }
        ++state.numDone;
        state.numFailed += !m.error.empty();
        progress(state);
      });
}

std::vector<Measurement>
GPUMeasurer::measure(ArrayRef<analysis::TilingExpression> candidates,
                     llvm::function_ref<void(const MeasureProgress &)> progress) {
  auto start = std::chrono::steady_clock::now();
  auto setDeadline = [&](double share) {
    if (options.timeLimitSeconds)
      deadline = start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                             std::chrono::duration<double>(share * *options.timeLimitSeconds));
  };
  setDeadline(options.compileOnly ? 1 : options.compileShare);
  std::vector<Measurement> measurements(candidates.size());
  std::vector<Image> images = compileAll(candidates, measurements, progress);
  setDeadline(1);
  if (!options.compileOnly)
    measureAll(images, measurements, progress);
  return measurements;
}
