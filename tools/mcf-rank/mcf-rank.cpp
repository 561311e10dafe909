//===- mcf-rank.cpp - how well cost models rank measured candidates -------===//
#include "Fit.h"
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Driver/GPUMeasurer.h"
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/InitAll.h"
#include "Report.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <ctime>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mcf;
using namespace mcf::rank;
namespace cl = llvm::cl;

namespace {
enum ExitCode { Done = 0, Failed = 1, WrongCommandLine = 2 };

struct Options {
  cl::SubCommand sample{"sample", "Print random candidates of a program with one chain"};
  cl::SubCommand measure{
      "measure", "Measure random candidates, what models pick, and the default, on the GPU"};
  cl::SubCommand price{"price", "Say how well cost models rank the candidates of records"};

  cl::SubCommand fit{"fit", "Fit the constants of the latency model to records"};

  cl::list<std::string> inputs{cl::Positional,   cl::desc("FILE..."), cl::sub(sample),
                               cl::sub(measure), cl::sub(price),      cl::sub(fit)};
  cl::opt<std::string> output{"o", cl::desc("Where to write JSON (- is standard output)"),
                              cl::value_desc("path"), cl::sub(measure), cl::sub(price)};
  cl::opt<std::string> markdown{"markdown", cl::desc("Where to write the table"), cl::init("-"),
                                cl::value_desc("path"), cl::sub(price)};
  cl::list<std::string> models{"models", cl::CommaSeparated, cl::sub(measure), cl::sub(price),
                               cl::desc("Cost models (default: all)")};
  cl::opt<std::string> device{"device", cl::desc("Known device, file with JSON, or native"),
                              cl::init("H200"), cl::sub(sample), cl::sub(measure)};
  cl::opt<std::string> count{"count", cl::desc("How many random candidates"), cl::init("120"),
                             cl::sub(sample), cl::sub(measure)};
  cl::opt<std::string> seed{"seed", cl::desc("The same seed draws the same candidates"),
                            cl::init("1"), cl::sub(sample), cl::sub(measure)};
  cl::opt<std::string> name{"name", cl::desc("Name for the record (default: that of the file)"),
                            cl::sub(measure)};
  cl::opt<std::string> commit{"commit", cl::desc("Commit to note in the record"), cl::sub(measure)};
  cl::list<std::string> tilings{"tiling", cl::sub(measure),
                                cl::desc("A further candidate (may stand more than once)")};
  cl::opt<std::string> gpu{"gpu", cl::desc("Number of the device"), cl::init("0"),
                           cl::sub(measure)};
  cl::opt<std::string> jobs{"jobs", cl::init("0"), cl::sub(measure),
                            cl::desc("Processes that compile (default: one for each processor)")};
  cl::opt<std::string> timeLimit{"time-limit", cl::init("0"), cl::sub(measure),
                                 cl::desc("Seconds for the whole (default: no limit)")};
  cl::opt<std::string> lock{"lock", cl::sub(measure), cl::value_desc("path"),
                            cl::desc("File to lock while the GPU is in use")};
  cl::opt<bool> compileOnly{"compile-only", cl::sub(measure),
                            cl::desc("Measure nothing: only see what compiles")};
  cl::opt<PTXAssembler> assembler{
      "assembler", cl::desc("Who assembles PTX"), cl::sub(measure), cl::init(PTXAssembler::Auto),
      cl::values(clEnumValN(PTXAssembler::Auto, "auto", "ptxas where there is one"),
                 clEnumValN(PTXAssembler::Ptxas, "ptxas", "ptxas"),
                 clEnumValN(PTXAssembler::Driver, "driver", "the driver"))};
};

/// Prints diagnostics, but no remarks: what was fused is not the question here.
struct Printer {
  explicit Printer(MLIRContext &context)
      : handler(sources, &context), remarks(&context, [](Diagnostic &diagnostic) {
          return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
        }) {}
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  ScopedDiagnosticHandler remarks;
};

class Tool {
public:
  Tool(Options &options, std::string command) : options(options), command(std::move(command)) {
    registerAllDialects(registry);
    registerPTXTranslations(registry);
    registerAllPasses();
  }
  ExitCode run();

private:
  ExitCode fail(ExitCode code, const llvm::Twine &message) {
    llvm::errs() << "mcf-rank: error: " << message << "\n";
    return code;
  }
  bool parseNumber(llvm::StringRef name, llvm::StringRef text, uint64_t max, uint64_t &value,
                   uint64_t min = 0) {
    if (!text.getAsInteger(10, value) && value >= min && value <= max)
      return true;
    fail(WrongCommandLine, "option '--" + name + "': expected a number from " +
                               std::to_string(min) + " to " + std::to_string(max) + ", but got '" +
                               text + "'");
    return false;
  }
  std::unique_ptr<MLIRContext> makeContext() {
    auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->printOpOnDiagnostic(false);
    return context;
  }
  ExitCode readModels(std::vector<std::string> &models);
  ExitCode readProgram();
  ExitCode sampleCandidates();
  ExitCode measureCandidates();
  ExitCode readRecords(std::vector<Record> &records);
  ExitCode priceRecords();
  ExitCode fitModel();
  ExitCode write(llvm::StringRef path, llvm::StringRef text) {
    std::string error = writeOutput(path, text);
    return error.empty() ? Done : fail(Failed, error);
  }

  Options &options;
  std::string command;
  DialectRegistry registry;
  hw::DeviceSpec device;
  std::string text;
  // The program lives in the context.
  std::unique_ptr<MLIRContext> context;
  FailureOr<Program> program = failure();
  SampleOptions sampling;
};
} // namespace

ExitCode Tool::run() {
  if (options.sample)
    return sampleCandidates();
  if (options.measure)
    return measureCandidates();
  if (options.price)
    return priceRecords();
  if (options.fit)
    return fitModel();
  return fail(WrongCommandLine,
              "expected sample, measure, price or fit (mcf-rank --help says more)");
}

/// The models that were asked for, or all.
ExitCode Tool::readModels(std::vector<std::string> &models) {
  models.assign(options.models.begin(), options.models.end());
  if (models.empty())
    for (llvm::StringRef name : cost::getCostModelNames())
      models.push_back(name.str());
  for (const std::string &name : models)
    if (auto model = cost::lookupCostModel(name); !model)
      return fail(WrongCommandLine, "option '--models': " + llvm::toString(model.takeError()));
  return Done;
}

/// Reads device, seed, count, and the one program.
ExitCode Tool::readProgram() {
  if (!parseNumber("seed", options.seed, UINT64_MAX, sampling.seed) ||
      !parseNumber("count", options.count, 1'000'000, sampling.count, 1))
    return WrongCommandLine;
  uint64_t gpu;
  if (!parseNumber("gpu", options.gpu, 1023, gpu))
    return WrongCommandLine;
  llvm::Expected<hw::DeviceSpec> found =
      resolveDeviceOrNative(options.device, static_cast<int>(gpu), DriverProcess::Another);
  if (!found)
    return fail(WrongCommandLine, "option '--device': " + llvm::toString(found.takeError()));
  device = *found;
  if (options.inputs.size() != 1)
    return fail(WrongCommandLine,
                "expected one program, but got " + llvm::Twine(options.inputs.size()));
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.inputs.front(), /*IsText=*/true);
  if (!buffer)
    return fail(Failed,
                "cannot read '" + options.inputs.front() + "': " + buffer.getError().message());
  text = (*buffer)->getBuffer().str();
  program = Program::parse(text, options.inputs.front(), device, *context);
  return failed(program) ? Failed : Done;
}

ExitCode Tool::sampleCandidates() {
  context = makeContext();
  Printer printer(*context);
  if (ExitCode code = readProgram())
    return code;
  auto candidates = sample(*program, device, sampling);
  if (failed(candidates))
    return Failed;
  for (const analysis::TilingExpression &candidate : *candidates)
    llvm::outs() << candidate.str() << "\n";
  return Done;
}

static std::string getDate() {
  std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return date;
}

ExitCode Tool::measureCandidates() {
  context = makeContext();
  Printer printer(*context);
  uint64_t gpu, jobs, timeLimit;
  if (!parseNumber("gpu", options.gpu, 1023, gpu) ||
      !parseNumber("jobs", options.jobs, 4096, jobs) ||
      !parseNumber("time-limit", options.timeLimit, 1'000'000, timeLimit))
    return WrongCommandLine;
  std::vector<std::string> models;
  if (ExitCode code = readModels(models))
    return code;
  if (options.output.empty())
    return fail(WrongCommandLine, "expected -o and where to write the record");
  if (ExitCode code = readProgram())
    return code;

  CompilerOptions compiler;
  compiler.stages.device = hw::getDeviceText(device);
  compiler.ptx.chip = device.smArch;
  GPUMeasurerOptions measuring;
  measuring.ordinal = static_cast<int>(gpu);
  measuring.numProcesses =
      jobs ? static_cast<unsigned>(jobs) : std::max(1u, std::thread::hardware_concurrency());
  measuring.assembler = options.assembler;
  measuring.compileOnly = options.compileOnly;
  measuring.lockFile = options.lock;
  if (timeLimit)
    measuring.timeLimitSeconds = static_cast<double>(timeLimit);
  GPUMeasurer measurer(text, [this] { return makeContext(); }, compiler, measuring);
  if (!options.compileOnly)
    if (std::string error = measurer.probe(); !error.empty())
      return fail(Failed, "cannot measure: " + error);

  auto candidates = sample(*program, device, sampling);
  auto defaultCandidate = getDefaultCandidate(*program);
  if (failed(candidates) || failed(defaultCandidate))
    return Failed;
  // The default stands at both ends: how far its two times are apart says what the rest is worth.
  std::vector<analysis::TilingExpression> all = {*defaultCandidate};
  std::vector<std::string> kinds = {"default"};
  for (const std::string &tiling : options.tilings) {
    std::string error;
    auto candidate = program->parseCandidate(tiling, error);
    if (failed(candidate))
      return fail(WrongCommandLine, "option '--tiling': " + error);
    all.push_back(*candidate);
    kinds.push_back("given");
  }
  for (const std::string &model : models) {
    auto candidate = getModelChoice(*program, device, model);
    if (failed(candidate))
      return Failed;
    all.push_back(*candidate);
    kinds.push_back("model " + model);
  }
  llvm::append_range(all, *candidates);
  kinds.resize(all.size(), "sample");
  all.push_back(*defaultCandidate);
  kinds.push_back("default again");

  Record record;
  record.name = !options.name.empty() ? options.name.getValue()
                                      : llvm::sys::path::stem(options.inputs.front()).str();
  std::time_t last = 0;
  std::vector<search::Measurement> measurements =
      measurer.measure(all, [&](const search::MeasureProgress &progress) {
        std::time_t now = std::time(nullptr);
        if (progress.numDone < progress.numAll && now - last < 5)
          return;
        last = now;
        llvm::errs() << llvm::formatv("{0}: {1} {2} of {3}, {4} failed\n", record.name,
                                      progress.phase, progress.numDone, progress.numAll,
                                      progress.numFailed);
      });
  record.program = text;
  record.chain = program->getSignature();
  record.device = hw::getDeviceText(device);
  record.driverDevice = measurer.getDevice().name;
  record.driverVersion = measurer.getDevice().driverVersion;
  record.arch = compiler.ptx.chip;
  record.assembler = measurer.usesPtxas() ? "ptxas" : "driver";
  record.commit = options.commit;
  record.command = command;
  record.date = getDate();
  record.seed = sampling.seed;
  size_t numWithoutTime = 0;
  for (auto [candidate, kind, measurement] : llvm::zip_equal(all, kinds, measurements)) {
    record.entries.push_back({candidate.str(), kind, measurement});
    numWithoutTime += !measurement.error.empty();
  }
  if (ExitCode code = write(options.output, record.print()))
    return code;
  return numWithoutTime == all.size()
             ? fail(Failed, "no candidate worked; the first: " + measurements.front().error)
             : Done;
}

ExitCode Tool::readRecords(std::vector<Record> &records) {
  if (options.inputs.empty())
    return fail(WrongCommandLine, "expected at least one record");
  for (const std::string &path : options.inputs) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
    if (!buffer)
      return fail(Failed, "cannot read '" + path + "': " + buffer.getError().message());
    std::string error;
    std::optional<std::vector<Record>> parsed = Record::parse((*buffer)->getBuffer(), error);
    if (!parsed)
      return fail(Failed, "'" + path + "' is no record of mcf-rank: " + error);
    llvm::append_range(records, *parsed);
  }
  return Done;
}

ExitCode Tool::priceRecords() {
  std::vector<std::string> models;
  std::vector<Record> records;
  if (ExitCode code = readModels(models))
    return code;
  if (ExitCode code = readRecords(records))
    return code;
  std::vector<PricedRecord> pricedRecords;
  for (Record &record : records) {
    std::unique_ptr<MLIRContext> context = makeContext();
    Printer printer(*context);
    auto priced = price(std::move(record), models, *context);
    if (failed(priced))
      return Failed;
    pricedRecords.push_back(std::move(*priced));
  }
  Report report(std::move(pricedRecords));
  if (!options.output.empty())
    if (ExitCode code = write(options.output, printJSON(report)))
      return code;
  return options.markdown.empty() ? Done : write(options.markdown, printMarkdown(report));
}

ExitCode Tool::fitModel() {
  std::vector<Record> records;
  if (ExitCode code = readRecords(records))
    return code;
  context = makeContext();
  Printer printer(*context);
  auto fitted = fitLatencyModel(records, *context);
  if (failed(fitted))
    return Failed;
  llvm::outs() << printFitted(*fitted);
  return Done;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::install_fatal_error_handler([](void *, const char *message, bool) {
    llvm::errs() << "mcf-rank: error: LLVM gave up: " << message << "\n";
    // No destructors: whatever LLVM was doing is half done.
    _exit(Failed);
  });
  std::string command;
  for (int i = 0; i < argc; ++i)
    command += (i ? " " : "") + (i ? std::string(argv[i]) : "mcf-rank");
  Options options;
  // Those of LLVM, of which there are hundreds.
  cl::OptionCategory none("Options");
  cl::HideUnrelatedOptions(none);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "How well cost models rank tilings: draws random candidates of what the pruning rules\n"
          "leave, measures them on a GPU, and compares the times with the estimates.\n\n"
          "  mcf-rank sample chain.mlir --count=10\n"
          "  mcf-rank measure chain.mlir -o chain.json\n"
          "  mcf-rank price chain.json more.json\n"
          "  mcf-rank fit records.json\n",
          &llvm::errs()))
    return WrongCommandLine;
  return Tool(options, command).run();
}
