//===- Executor.cpp - runs functions on tensors in this process ------------===//
#include "MCFuser/Target/CPU/Executor.h"
#include "MCFuser/Pipelines/CPUPipeline.h"
#include "RuntimeSymbols.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cpu;

Executor::Executor(Location loc) : loc(loc) {}
Executor::~Executor() = default;

static void initializeNativeTarget() {
  static bool done = [] {
    return !llvm::InitializeNativeTarget() && !llvm::InitializeNativeTargetAsmPrinter();
  }();
  (void)done;
}

/// The engine's own target machine generates code at level 2 whatever its options say, which
/// costs most of the time of small programs.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(unsigned optLevel) {
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(
      llvm::CodeGenOpt::getLevel(int(optLevel)).value_or(llvm::CodeGenOptLevel::Aggressive));
  return builder->createTargetMachine();
}

static void allowFusedMultiplyAdds(ModuleOp lowered) {
  lowered->walk([](LLVM::FastmathFlagsInterface op) {
    if (isa<LLVM::FAddOp, LLVM::FSubOp, LLVM::FMulOp>(op))
      op->setAttr(op.getFastmathAttrName(),
                  LLVM::FastmathFlagsAttr::get(op->getContext(), LLVM::FastmathFlags::contract));
  });
}

FailureOr<std::unique_ptr<Executor>> Executor::create(ModuleOp module,
                                                      const ExecutorOptions &options) {
  initializeNativeTarget();
  std::unique_ptr<Executor> executor(new Executor(module.getLoc()));
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      executor->functions[func.getName()] = func.getFunctionType();

  OwningOpRef<ModuleOp> lowered = module.clone();
  PassManager pm(module.getContext());
  buildLowerToCPUPipeline(pm, CPUPipelineOptions());
  if (failed(pm.run(*lowered)))
    return failure();

  if (options.fuseMultiplyAdds)
    allowFusedMultiplyAdds(*lowered);

  ExecutionEngineOptions engineOptions;
  auto optimize = makeOptimizingTransformer(options.optLevel, /*sizeLevel=*/0, nullptr);
  if (options.optLevel > 0)
    engineOptions.transformer = optimize;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(options.optLevel);
  if (!machine) {
    module.emitError("expected a code generator for this machine, but got: ")
        << llvm::toString(machine.takeError());
    return failure();
  }
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(*lowered, engineOptions, std::move(*machine));
  if (!engine) {
    module.emitError("expected code for this machine, but got: ")
        << llvm::toString(engine.takeError());
    return failure();
  }
  executor->engine = std::move(*engine);
  executor->engine->registerSymbols([&](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols = getRuntimeSymbols(interner);
    for (const auto &[name, address] : options.symbols)
      symbols[interner(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                 llvm::JITSymbolFlags::Exported};
    return symbols;
  });
  return executor;
}

FunctionType Executor::getFunctionType(StringRef function) const {
  return functions.lookup(function);
}

/// MLIR's memref descriptor of an array: pointer as allocated, pointer aligned,
/// offset, sizes, strides; each is 64 bits.
static SmallVector<int64_t> makeDescriptor(void *data, ArrayRef<int64_t> shape) {
  auto address = int64_t(reinterpret_cast<intptr_t>(data));
  SmallVector<int64_t> descriptor = {address, address, 0};
  descriptor.append(shape.begin(), shape.end());
  descriptor.append(shape.size(), 1);
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    descriptor[3 + shape.size() + i] = descriptor[3 + shape.size() + i + 1] * shape[i + 1];
  return descriptor;
}

static bool matches(Type type, const HostArray &array) {
  if (getElementTypeOrSelf(type) != array.getElementType())
    return false;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return array.getShape().empty();
  return succeeded(verifyCompatibleShape(tensor.getShape(), array.getShape()));
}

LogicalResult Executor::run(StringRef function, ArrayRef<HostArray> inputs,
                            MutableArrayRef<HostArray> outputs) {
  FunctionType type = functions.lookup(function);
  if (!type)
    return emitError(loc, "expected a public function '") << function << "', but there is none";
  if (inputs.size() != type.getNumInputs() || outputs.size() != type.getNumResults())
    return emitError(loc, "expected ")
           << type.getNumInputs() << " inputs and " << type.getNumResults() << " outputs for '"
           << function << "', but got " << inputs.size() << " and " << outputs.size();

  SmallVector<SmallVector<int64_t>> descriptors(inputs.size() + outputs.size());
  SmallVector<void *> pointers(descriptors.size());
  SmallVector<void *> args;
  unsigned next = 0;
  auto pass = [&](Type t, const HostArray &array, bool isResult) {
    if (!matches(t, array))
      return failure();
    void *data = const_cast<void *>(array.getData());
    if (!isResult && !isa<TensorType>(t)) {
      args.push_back(data);
      return success();
    }
    descriptors[next] = makeDescriptor(data, array.getShape());
    pointers[next] = descriptors[next].data();
    args.push_back(&pointers[next++]);
    return success();
  };
  for (auto [i, t] : llvm::enumerate(type.getInputs()))
    if (failed(pass(t, inputs[i], /*isResult=*/false)))
      return emitError(loc, "expected input ") << i << " of '" << function << "' to be " << t;
  for (auto [i, t] : llvm::enumerate(type.getResults()))
    if (failed(pass(t, outputs[i], /*isResult=*/true)))
      return emitError(loc, "expected output ") << i << " of '" << function << "' to be " << t;

  std::string name = ("_mlir_ciface_mcf_entry_" + function).str();
  if (llvm::Error error = engine->invokePacked(name, args))
    return emitError(loc, "expected to call '")
           << function << "', but got: " << llvm::toString(std::move(error));
  for (auto [i, output] : llvm::enumerate(outputs))
    if (!output.isGuardIntact())
      return emitError(loc, "expected '")
             << function << "' to write nothing behind its result " << i;
  return success();
}
