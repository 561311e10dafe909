//===- mcfc.cpp - from linalg to fused GPU kernels ------------------------===//
#include "DeviceTable.h"
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Search/Search.h"
#include "MCFuser/Search/TuningSizes.h"
#include "MCFuser/Target/PTX/PTXTarget.h"
#include "Options.h"
#include "Session.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <unistd.h>

using namespace mcf;
using namespace mcf::mcfc;

/// LLVM calls this where it would abort.
static void handleFatalError(void *, const char *message, bool) {
  llvm::errs() << "mcfc: error: LLVM gave up: " << message << "\n";
  // No destructors: whatever LLVM was doing is half done.
  _exit(Failed);
}

static ExitCode fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "mcfc: error: " << message << "\n";
  return code;
}

/// Checks what is said about the search.
static std::string readSearchOptions(const Options &options, StageOptions &result) {
  if (options.search != "none")
    if (auto algorithm = search::lookupAlgorithm(options.search); !algorithm) {
      llvm::consumeError(algorithm.takeError());
      return "option '--search': expected auto, exhaustive, evolutionary or none, but got '" +
             options.search + "'";
    }
  if (auto model = cost::lookupCostModel(options.model); !model)
    return "option '--model': " + llvm::toString(model.takeError());
  if (!options.searchTimeLimit.empty()) {
    llvm::Expected<double> limit = search::parseTimeLimit(options.searchTimeLimit);
    if (!limit)
      return "option '--search-time-limit': " + llvm::toString(limit.takeError());
    result.timeLimitSeconds = *limit;
  }
  if (!options.tuneFor.empty())
    if (auto sizes = search::TuningSizes::parse(options.tuneFor); !sizes)
      return "option '--tune-for': " + llvm::toString(sizes.takeError());
  result.tuneFor = options.tuneFor;
  result.search = options.search;
  result.model = options.model;
  result.seed = options.seed;
  return "";
}

/// Checks the options against the device and the PTX target.
static std::string makeCompilerOptions(const Options &options, CompilerOptions &result) {
  llvm::Expected<hw::DeviceSpec> device = resolveDeviceOrNative(options.device, options.gpu);
  if (!device)
    return "option '--device': " + llvm::toString(device.takeError());
  // Code for another architecture that the device runs uses its instructions only.
  if (!options.arch.empty() && device->runs(options.arch))
    device->smArch = options.arch;
  // A file is read and the driver asked once; the passes get what came of it.
  result.stages.device = hw::getDeviceText(*device);
  result.stages.tiling = options.tiling;
  if (options.precision != "full" && options.precision != "tf32")
    return "option '--precision': expected full or tf32, but got '" + options.precision + "'";
  result.stages.tf32 = options.precision == "tf32";
  if (std::string error = readSearchOptions(options, result.stages); !error.empty())
    return error;
  result.ptx.chip = options.arch.empty() ? device->smArch : options.arch;
  if (!options.ptxVersion.empty()) {
    result.ptx.ptxVersion = parsePTXVersion(options.ptxVersion);
    if (!result.ptx.ptxVersion)
      return "option '--ptx-version': expected a version such as 8.0, but got '" +
             options.ptxVersion + "'";
  }
  result.ptx.optLevel = options.optLevel;
  result.crashReproducer = options.crashReproducer;
  result.configure = [](mlir::PassManager &pm) { return mlir::applyPassManagerCLOptions(pm); };
  return checkPTXOptions(result.ptx);
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg("mcfc crashed: please report it with the input and this command line\n");
  llvm::InitLLVM init(argc, argv);
  llvm::install_fatal_error_handler(handleFatalError);

  Options options;
  std::string error = parseOptions(llvm::ArrayRef(argv, argc).drop_front(), options);
  if (!error.empty())
    return fail(WrongCommandLine, error + " (mcfc --help says more)");
  if (options.help) {
    llvm::outs() << getHelp();
    return Done;
  }
  if (options.version) {
    llvm::outs() << "mcfc " MCFUSER_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
    return Done;
  }
  if (options.listDevices) {
    printDeviceTable(llvm::outs());
    return Done;
  }
  if (!options.printDevice.empty()) {
    llvm::Expected<hw::DeviceSpec> device = resolveDeviceOrNative(options.printDevice, options.gpu);
    if (!device)
      return fail(WrongCommandLine,
                  "option '--print-device': " + llvm::toString(device.takeError()));
    error = writeOutput(options.output.empty() ? "-" : options.output, hw::toJSON(*device) + "\n");
    return error.empty() ? Done : fail(Failed, error);
  }
  CompilerOptions compilerOptions;
  if (error = makeCompilerOptions(options, compilerOptions); !error.empty())
    return fail(WrongCommandLine, error);

  // MLIR has options of its own for printing IR and timing: hand them on.
  mlir::registerAsmPrinterCLOptions();
  mlir::registerPassManagerCLOptions();
  std::vector<const char *> mlirArguments = {argv[0]};
  for (const std::string &option : options.mlirOptions)
    mlirArguments.push_back(option.c_str());
  std::string mlirError;
  llvm::raw_string_ostream mlirErrors(mlirError);
  if (!llvm::cl::ParseCommandLineOptions(mlirArguments.size(), mlirArguments.data(), "",
                                         &mlirErrors))
    return fail(WrongCommandLine, llvm::StringRef(mlirError).trim());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerPTXTranslations(registry);
  registerAllPasses();
  // One thread: a chain is small, and messages come in the order of the file.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // The source line says more to a user than the op in its generic form.
  context.printOpOnDiagnostic(false);
  return Session(context, options, std::move(compilerOptions)).run();
}
