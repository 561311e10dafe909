//===- KernelModule.cpp - the kernels of a module, and their plan ---------===//
#include "MCFuser/Driver/KernelModule.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

bool mcf::isKernel(Operation *op) {
  return op->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) ||
         op->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

/// True for symbols that stand for one thing however often they are declared: workgroup memory of a
/// size that the launch chooses, external functions.
static bool isExternalDeclaration(Operation *op) {
  if (auto global = dyn_cast<LLVM::GlobalOp>(op))
    return global.getLinkage() == LLVM::Linkage::External && !global.getValueOrNull() &&
           global.getInitializerRegion().empty();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return function.isExternal();
  return false;
}

FailureOr<OwningOpRef<gpu::GPUModuleOp>> mcf::mergeKernels(ModuleOp module) {
  OwningOpRef<gpu::GPUModuleOp> merged;
  bool hasKernel = false;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
    for (Operation &op : kernels.getOps())
      hasKernel |= isKernel(&op);
    OwningOpRef<gpu::GPUModuleOp> copy = kernels.clone();
    if (!merged) {
      merged = std::move(copy);
      continue;
    }
    SymbolTable target(*merged), source(*copy);
    for (Operation &op : llvm::make_early_inc_range(copy->getOps())) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      Operation *existing = symbol ? target.lookup(symbol.getName()) : nullptr;
      if (existing && isKernel(&op) && isKernel(existing)) {
        InFlightDiagnostic diag = op.emitError()
                                  << "kernel '" << symbol.getName() << "' stands twice";
        diag.attachNote(existing->getLoc()) << "the first one is here";
        return diag;
      }
      if (existing && isExternalDeclaration(&op) && isExternalDeclaration(existing) &&
          OperationEquivalence::isEquivalentTo(&op, existing,
                                               OperationEquivalence::IgnoreLocations))
        continue;
      if (existing) {
        // Rename whichever of the two is no kernel; its uses are all in its own module.
        SymbolTable &table = isKernel(&op) ? target : source;
        if (failed(table.renameToUnique(isKernel(&op) ? existing : &op, {&target, &source})))
          return op.emitError() << "symbol '" << symbol.getName() << "' cannot be renamed";
      }
      op.moveBefore(merged->getBody(), merged->getBody()->end());
      if (symbol)
        target.insert(&op);
    }
  }
  if (!hasKernel) {
    emitError(module.getLoc()) << "no kernel in the module: nothing to emit";
    return failure();
  }
  return merged;
}

static mcf::runtime::OperandPlan exportOperand(mcf::mcfg::KernelOperandAttr operand) {
  auto exportNumbers = [](ArrayRef<int64_t> numbers) {
    std::vector<int64_t> result;
    for (int64_t number : numbers)
      result.push_back(ShapedType::isDynamic(number) ? mcf::runtime::OperandPlan::dynamic : number);
    return result;
  };
  mcf::runtime::OperandPlan plan;
  llvm::raw_string_ostream(plan.elementType) << operand.getElementType();
  plan.shape = exportNumbers(operand.getShape());
  plan.strides = exportNumbers(operand.getStrides());
  if (!operand.getSymbols().empty())
    for (unsigned dim = 0; dim < operand.getShape().size(); ++dim) {
      StringAttr symbol = operand.getSymbol(dim);
      plan.symbols.push_back(symbol ? symbol.str() : "");
    }
  switch (operand.getAccess()) {
  case mcf::mcfg::Access::Read:
    plan.access = mcf::runtime::Access::Read;
    break;
  case mcf::mcfg::Access::Write:
    plan.access = mcf::runtime::Access::Write;
    break;
  case mcf::mcfg::Access::Value:
    plan.access = mcf::runtime::Access::Value;
    break;
  }
  return plan;
}

static mcf::runtime::ParameterPlan exportParameter(mcf::mcfg::KernelParameterAttr parameter) {
  using Kind = mcf::runtime::ParameterPlan::Kind;
  mcf::runtime::ParameterPlan plan;
  plan.operand = parameter.getOperand();
  plan.dim = parameter.getDim();
  switch (parameter.getKind()) {
  case mcf::mcfg::ParameterKind::Pointer:
    plan.kind = Kind::Pointer;
    break;
  case mcf::mcfg::ParameterKind::Value:
    plan.kind = Kind::Value;
    break;
  case mcf::mcfg::ParameterKind::Size:
    plan.kind = Kind::Size;
    plan.symbol = parameter.getSymbol().str();
    break;
  case mcf::mcfg::ParameterKind::Stride:
    plan.kind = Kind::Stride;
    break;
  case mcf::mcfg::ParameterKind::TensorMap:
    plan.kind = Kind::TensorMap;
    plan.box.assign(parameter.getBox().begin(), parameter.getBox().end());
    break;
  }
  return plan;
}

FailureOr<mcf::runtime::LaunchPlan> mcf::exportLaunchPlan(gpu::GPUModuleOp kernels,
                                                          llvm::StringRef chip) {
  runtime::LaunchPlan plan;
  plan.chip = chip.str();
  for (Operation &op : kernels.getOps()) {
    if (!isKernel(&op))
      continue;
    auto attribute =
        op.getAttrOfType<mcfg::LaunchPlanAttr>(mcfg::MCFGDialect::getLaunchPlanAttrName());
    if (!attribute)
      return op.emitError() << "expected a launch plan in attribute '"
                            << mcfg::MCFGDialect::getLaunchPlanAttrName() << "' of the kernel";
    runtime::KernelPlan kernel;
    kernel.name = SymbolTable::getSymbolName(&op).str();
    kernel.grid[0] = static_cast<uint32_t>(attribute.getGrid());
    kernel.block[0] = static_cast<uint32_t>(attribute.getBlock());
    kernel.dynamicWorkgroupBytes = static_cast<uint32_t>(attribute.getWorkgroupBytes());
    kernel.programmatic = attribute.getProgrammatic();
    for (mcfg::TripCountAttr count : attribute.getTripCounts())
      kernel.tripCounts.push_back({count.getSymbol().str(), count.getTileSize()});
    for (mcfg::KernelOperandAttr operand : attribute.getOperands())
      kernel.operands.push_back(exportOperand(operand));
    for (mcfg::KernelParameterAttr parameter : attribute.getParameters())
      kernel.parameters.push_back(exportParameter(parameter));
    plan.kernels.push_back(std::move(kernel));
  }
  std::string error;
  if (!plan.verify(error))
    return kernels.emitError() << "invalid launch plan: " << error;
  return plan;
}
