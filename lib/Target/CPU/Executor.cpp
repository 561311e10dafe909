//===- Executor.cpp - runs functions on tensors in this process ------------===//
#include "MCFuser/Target/CPU/Executor.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Pipelines/CPUPipeline.h"
#include "RuntimeSymbols.h"
#include "SizeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
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

static std::string getSizesName(StringRef function) {
  return ("mcf_result_sizes_" + function).str();
}

static std::string getCheckName(StringRef function) {
  return ("mcf_check_sizes_" + function).str();
}

/// Adds a function that computes the sizes of the results, those of all axes one after the other.
static void addSizesFunction(func::FuncOp function, SymbolTable &symbols) {
  auto copy = cast<func::FuncOp>(function->clone());
  copy.setName(getSizesName(function.getName()));
  symbols.insert(copy);
  copy.walk([&](func::ReturnOp end) {
    OpBuilder builder(end);
    Location loc = end.getLoc();
    SmallVector<Value> sizes;
    for (Value result : end.getOperands())
      if (auto type = dyn_cast<RankedTensorType>(result.getType()))
        for (int64_t axis = 0; axis < type.getRank(); ++axis) {
          Value size = tensor::DimOp::create(builder, loc, result, axis);
          sizes.push_back(arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size));
        }
    Value all = tensor::FromElementsOp::create(builder, loc, sizes);
    end->setOperands(all);
    copy.setFunctionType(builder.getFunctionType(copy.getArgumentTypes(), all.getType()));
  });
}

/// Adds such a function for each public one whose types leave sizes of results open, and one that
/// looks at its ops; `checkedOps` gets these.
static LogicalResult addSizesFunctions(ModuleOp module,
                                       llvm::StringMap<SmallVector<CheckedOp>> &checkedOps) {
  SymbolTable symbols(module);
  bool added = false;
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (!function.isPublic() || function.isExternal())
      continue;
    StringRef name = function.getName();
    SmallVector<CheckedOp> checked = addSizeCheck(function, getCheckName(name), symbols);
    added |= !checked.empty();
    checkedOps[name] = std::move(checked);
    if (llvm::any_of(function.getResultTypes(), hasOpenSizes)) {
      addSizesFunction(function, symbols);
      added = true;
    }
  }
  if (!added)
    return success();
  // The sizes come from the arguments: what computes the results goes.
  PassManager pm(module.getContext());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  return pm.run(module);
}

FailureOr<std::unique_ptr<Executor>> Executor::create(ModuleOp module,
                                                      const ExecutorOptions &options) {
  initializeNativeTarget();
  std::unique_ptr<Executor> executor(new Executor(module.getLoc()));
  OwningOpRef<ModuleOp> lowered = module.clone();
  if (failed(addSizesFunctions(*lowered, executor->checkedOps)))
    return failure();
  for (auto func : lowered->getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      executor->functions[func.getName()] = func.getFunctionType();
  // What is said of arguments means nothing to LLVM.
  for (auto func : lowered->getOps<func::FuncOp>())
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      for (StringRef name : {MCFDialect::getDimsAttrName(), MCFDialect::getConstantAttrName()})
        func.removeArgAttr(i, name);
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

FailureOr<ResultShapes> Executor::getResultShapes(StringRef function, ArrayRef<HostArray> inputs) {
  FunctionType type = functions.lookup(function);
  if (!type)
    return emitError(loc, "expected a public function '") << function << "', but there is none";
  ResultShapes shapes;
  for (Type t : type.getResults()) {
    auto tensor = dyn_cast<RankedTensorType>(t);
    shapes.emplace_back(tensor ? tensor.getShape() : ArrayRef<int64_t>());
  }
  if (llvm::none_of(type.getResults(), hasOpenSizes))
    return shapes;
  if (failed(checkSizes(function, inputs)))
    return failure();
  std::string name = getSizesName(function);
  HostArray sizes(functions.lookup(name).getResult(0));
  if (failed(run(name, inputs, sizes)))
    return failure();
  int64_t next = 0;
  for (SmallVector<int64_t> &shape : shapes)
    for (int64_t &size : shape)
      size = int64_t(sizes.get(next++));
  return shapes;
}

static bool matches(Type type, const HostArray &array) {
  if (getElementTypeOrSelf(type) != array.getElementType())
    return false;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return array.getShape().empty();
  return succeeded(verifyCompatibleShape(tensor.getShape(), array.getShape()));
}

LogicalResult Executor::checkSizes(StringRef function, ArrayRef<HostArray> inputs) {
  auto checked = checkedOps.find(function);
  if (checked == checkedOps.end() || checked->second.empty())
    return success();
  std::string name = getCheckName(function);
  HostArray number(functions.lookup(name).getResult(0));
  if (failed(run(name, inputs, number)))
    return failure();
  auto first = static_cast<int64_t>(number.get(0));
  if (first < 0)
    return success();
  const CheckedOp &op = checked->second[first];
  return emitError(op.loc) << op.expected << ", which is not so at the sizes of this run";
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

  if (failed(checkSizes(function, inputs)))
    return failure();
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
