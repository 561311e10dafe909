//===- PTXTarget.cpp - from gpu.module to LLVM IR and PTX -----------------===//
#include "MCFuser/Target/PTX/PTXTarget.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace mlir;

// TargetSelect.h would initialize every target that LLVM was built with.
extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace {
/// A chip and the first PTX ISA version (times ten) that has it.
struct ChipInfo {
  llvm::StringRef name;
  unsigned minPtxVersion;
};
} // namespace

// PTX ISA documentation, "PTX Release History".
static constexpr ChipInfo chipInfos[] = {
    {"sm_80", 70}, {"sm_86", 71}, {"sm_89", 78}, {"sm_90", 78}, {"sm_90a", 80}};

// PTX ISA versions that LLVM 22 has a feature for, from the first one with sm_80 on.
static constexpr unsigned ptxVersions[] = {70, 71, 72, 73, 74, 75, 76, 77, 78, 80,
                                           81, 82, 83, 84, 85, 86, 87, 88, 90};

static constexpr unsigned defaultPtxVersion = 80;
// PTX ISA documentation, "cvt": the first version with .e4m3x2 and .e5m2x2 on sm_89.
static constexpr unsigned smallFloatPtxVersion = 81;

llvm::ArrayRef<llvm::StringRef> mcf::getPTXChips() {
  static const llvm::SmallVector<llvm::StringRef> names =
      llvm::map_to_vector(chipInfos, [](const ChipInfo &info) { return info.name; });
  return names;
}

static std::string formatVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

std::string mcf::checkPTXOptions(const PTXOptions &options) {
  const auto *chip =
      llvm::find_if(chipInfos, [&](const ChipInfo &info) { return info.name == options.chip; });
  if (chip == std::end(chipInfos))
    return "expected an architecture out of " + llvm::join(getPTXChips(), ", ") + ", but got '" +
           options.chip + "'";
  unsigned version = options.ptxVersion.value_or(defaultPtxVersion);
  if (!llvm::is_contained(ptxVersions, version))
    return "expected a PTX ISA version that LLVM knows, from " + formatVersion(ptxVersions[0]) +
           " to " + formatVersion(*std::prev(std::end(ptxVersions))) + ", but got " +
           formatVersion(version);
  if (version < chip->minPtxVersion)
    return "expected PTX ISA version " + formatVersion(chip->minPtxVersion) + " or later for " +
           chip->name.str() + ", but got " + formatVersion(version);
  if (options.optLevel > 3)
    return "expected an optimization level from 0 to 3, but got " +
           std::to_string(options.optLevel);
  return "";
}

std::optional<unsigned> mcf::parsePTXVersion(llvm::StringRef text) {
  auto [major, minor] = text.split('.');
  unsigned majorNumber, minorNumber;
  if (major.getAsInteger(10, majorNumber) || minor.getAsInteger(10, minorNumber) ||
      majorNumber > 99 || minorNumber > 9)
    return std::nullopt;
  return majorNumber * 10 + minorNumber;
}

void mcf::registerPTXTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

static llvm::OptimizationLevel getOptimizationLevel(unsigned level) {
  switch (level) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

static llvm::CodeGenOptLevel getCodeGenLevel(unsigned level) {
  switch (level) {
  case 0:
    return llvm::CodeGenOptLevel::None;
  case 1:
    return llvm::CodeGenOptLevel::Less;
  case 2:
    return llvm::CodeGenOptLevel::Default;
  default:
    return llvm::CodeGenOptLevel::Aggressive;
  }
}

namespace {
/// Turns LLVM's diagnostics into ours: LLVM's own handler prints an error and ends the process.
struct DiagnosticForwarder {
  Location loc;
  bool failed = false;

  static void handle(const llvm::DiagnosticInfo *info, void *self) {
    auto &forwarder = *static_cast<DiagnosticForwarder *>(self);
    if (info->getSeverity() != llvm::DS_Error && info->getSeverity() != llvm::DS_Warning)
      return;
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info->print(printer);
    if (info->getSeverity() == llvm::DS_Error) {
      forwarder.failed = true;
      emitError(forwarder.loc) << "LLVM: " << text;
      return;
    }
    emitWarning(forwarder.loc) << "LLVM: " << text;
  }
};

/// A gpu.module on its way through LLVM.
class Translation {
public:
  Translation(gpu::GPUModuleOp module, const mcf::PTXOptions &options)
      : module(module), options(options), forwarder{module.getLoc()} {
    context.setDiagnosticHandlerCallBack(&DiagnosticForwarder::handle, &forwarder);
  }

  LogicalResult run() {
    if (std::string error = mcf::checkPTXOptions(options); !error.empty())
      return emitError(module.getLoc()) << error;
    if (failed(chooseVersion()) || failed(createTargetMachine()))
      return failure();
    llvmModule = translateModuleToLLVMIR(module, context, module.getName());
    if (!llvmModule) {
      if (!forwarder.failed)
        emitError(module.getLoc())
            << "gpu.module '" << module.getName() << "' does not translate to LLVM IR";
      return failure();
    }
    llvmModule->setDataLayout(machine->createDataLayout());
    llvmModule->setTargetTriple(machine->getTargetTriple());
    markConvergent();
    optimize();
    return failure(forwarder.failed);
  }

  std::string printIR() {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvmModule->print(os, nullptr);
    return text;
  }

  FailureOr<std::string> emitPTX() {
    llvm::SmallString<0> buffer;
    llvm::raw_svector_ostream os(buffer);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
      emitError(module.getLoc()) << "LLVM cannot emit PTX for " << options.chip;
      return failure();
    }
    passes.run(*llvmModule);
    if (forwarder.failed)
      return failure();
    return std::string(buffer);
  }

private:
  /// LLVM itself would end the process if asked for an instruction that the target lacks.
  LogicalResult chooseVersion() {
    version = options.ptxVersion.value_or(defaultPtxVersion);
    Operation *smallFloats = nullptr;
    module.walk([&](Operation *op) {
      if (isa<NVVM::ConvertF8x2ToF16x2Op, NVVM::ConvertF32x2ToF8x2Op>(op))
        smallFloats = op;
    });
    if (!smallFloats)
      return success();
    unsigned number = 0;
    if (llvm::StringRef chip(options.chip); chip.consume_front("sm_") &&
                                            !chip.consumeInteger(10, number) &&
                                            number < mcf::hw::smallFloatCapability)
      return smallFloats->emitError("expected sm_")
             << mcf::hw::smallFloatCapability << " or later for 8-bit floats, but got "
             << options.chip;
    if (!options.ptxVersion)
      version = smallFloatPtxVersion;
    if (version < smallFloatPtxVersion)
      return smallFloats->emitError("expected PTX ISA version ")
             << formatVersion(smallFloatPtxVersion) << " or later for 8-bit floats, but got "
             << formatVersion(version);
    return success();
  }

  LogicalResult createTargetMachine() {
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeNVPTXTarget();
      LLVMInitializeNVPTXTargetInfo();
      LLVMInitializeNVPTXTargetMC();
      LLVMInitializeNVPTXAsmPrinter();
    });
    llvm::Triple triple("nvptx64-nvidia-cuda");
    std::string error;
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target)
      return emitError(module.getLoc()) << "LLVM has no NVPTX target: " << error;
    llvm::TargetOptions targetOptions;
    // A product and a sum may round once, as in any CUDA compiler.
    targetOptions.AllowFPOpFusion = llvm::FPOpFusion::Fast;
    machine.reset(target->createTargetMachine(
        triple, options.chip, "+ptx" + std::to_string(version), targetOptions, std::nullopt,
        std::nullopt, getCodeGenLevel(options.optLevel)));
    if (!machine)
      return emitError(module.getLoc()) << "LLVM has no target machine for " << options.chip;
    return success();
  }

  /// mma.sync is executed by a whole warp, but LLVM takes it for a function of its operands alone
  /// and might sink it into a branch that some lanes do not take.
  void markConvergent() {
    for (llvm::Function &function : *llvmModule)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
          if (call->getCalledFunction()->getName().starts_with("llvm.nvvm.mma."))
            call->setConvergent();
  }

  void optimize() {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(machine.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::OptimizationLevel level = getOptimizationLevel(options.optLevel);
    llvm::ModulePassManager passes = level == llvm::OptimizationLevel::O0
                                         ? builder.buildO0DefaultPipeline(level)
                                         : builder.buildPerModuleDefaultPipeline(level);
    passes.run(*llvmModule, modules);
  }

  gpu::GPUModuleOp module;
  const mcf::PTXOptions &options;
  DiagnosticForwarder forwarder;
  unsigned version = defaultPtxVersion;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> llvmModule;
};
} // namespace

FailureOr<std::string> mcf::translateToPTX(gpu::GPUModuleOp module, const PTXOptions &options) {
  Translation translation(module, options);
  if (failed(translation.run()))
    return failure();
  return translation.emitPTX();
}

FailureOr<std::string> mcf::translateToLLVMIR(gpu::GPUModuleOp module, const PTXOptions &options) {
  Translation translation(module, options);
  if (failed(translation.run()))
    return failure();
  return translation.printIR();
}
