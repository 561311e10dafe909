//===- mcfc.cpp - from linalg to fused GPU kernels ------------------------===//
#include "CacheCommand.h"
#include "DeviceTable.h"
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Driver/OutputFile.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Search/Search.h"
#include "MCFuser/Search/TuningSizes.h"
#include "MCFuser/Target/PTX/PTXTarget.h"
#include "Options.h"
#include "Session.h"
#include "Tune.h"
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

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerPTXTranslations(registry);
  registerAllPasses();
  return registry;
}

/// `mcfc tune ARGUMENTS`.
static int runTune(llvm::ArrayRef<const char *> arguments) {
  TuneOptions options;
  if (std::string error = parseTuneOptions(arguments, options); !error.empty())
    return fail(WrongCommandLine, error + " (mcfc tune --help says more)");
  if (options.help) {
    llvm::outs() << getTuneHelp();
    return Done;
  }
  // This process must not use CUDA before those that measure.
  llvm::Expected<hw::DeviceSpec> device = resolveDeviceOrNative(
      options.compile.device, options.compile.getGPU(), DriverProcess::Another);
  if (!device && options.compile.device == "native")
    return fail(Failed, "cannot measure on the GPU: " + llvm::toString(device.takeError()) +
                            " (--model-only needs none)");
  if (!device)
    return fail(WrongCommandLine, "option '--device': " + llvm::toString(device.takeError()));
  options.compile.device = hw::getDeviceText(*device);
  CompilerOptions compilerOptions;
  if (std::string error = makeCompilerOptions(options.compile, "--", compilerOptions);
      !error.empty())
    return fail(WrongCommandLine, error);
  return tune(makeRegistry(), options, std::move(compilerOptions));
}

/// `mcfc cache ARGUMENTS`.
static int runCache(llvm::ArrayRef<const char *> arguments) {
  CacheOptions options;
  if (std::string error = parseCacheOptions(arguments, options); !error.empty())
    return fail(WrongCommandLine, error + " (mcfc cache --help says more)");
  if (options.help) {
    llvm::outs() << getCacheHelp();
    return Done;
  }
  return runCacheCommand(makeRegistry(), options);
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg("mcfc crashed: please report it with the input and this command line\n");
  llvm::InitLLVM init(argc, argv);
  llvm::install_fatal_error_handler(handleFatalError);

  llvm::ArrayRef<const char *> arguments = llvm::ArrayRef(argv, argc).drop_front();
  if (!arguments.empty() && llvm::StringRef(arguments.front()) == "tune")
    return runTune(arguments.drop_front());
  if (!arguments.empty() && llvm::StringRef(arguments.front()) == "cache")
    return runCache(arguments.drop_front());
  Options options;
  std::string error = parseOptions(arguments, options);
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
    llvm::Expected<hw::DeviceSpec> device =
        resolveDeviceOrNative(options.printDevice, options.compile.getGPU());
    if (!device)
      return fail(WrongCommandLine,
                  "option '--print-device': " + llvm::toString(device.takeError()));
    error = writeOutput(options.output.empty() ? "-" : options.output, hw::toJSON(*device) + "\n");
    return error.empty() ? Done : fail(Failed, error);
  }
  CompilerOptions compilerOptions;
  if (error = makeCompilerOptions(options.compile, "--", compilerOptions); !error.empty())
    return fail(WrongCommandLine, error);
  compilerOptions.crashReproducer = options.crashReproducer;
  compilerOptions.configure = [](mlir::PassManager &pm) {
    return mlir::applyPassManagerCLOptions(pm);
  };

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

  mlir::DialectRegistry registry = makeRegistry();
  // One thread: a chain is small, and messages come in the order of the file.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // The source line says more to a user than the op in its generic form.
  context.printOpOnDiagnostic(false);
  return Session(context, options, std::move(compilerOptions)).run();
}
