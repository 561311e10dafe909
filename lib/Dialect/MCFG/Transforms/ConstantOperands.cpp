//===- ConstantOperands.cpp - arrays that stay as they are ----------------===//
#include "ConstantOperands.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mcf::mcfg;

ConstantOperands::ConstantOperands(gpu::GPUFuncOp kernel) {
  auto numbers = kernel->getAttrOfType<DenseI64ArrayAttr>(mcf::MCFDialect::getConstantsAttrName());
  auto plan = kernel->getAttrOfType<LaunchPlanAttr>(MCFGDialect::getLaunchPlanAttrName());
  if (!numbers || !plan)
    return;
  auto isConstant = [&](unsigned operand) {
    return llvm::is_contained(numbers.asArrayRef(), operand) &&
           plan.getOperands()[operand].getAccess() == Access::Read;
  };
  for (unsigned i = 0, e = plan.getNumParameters(); i < e && i < kernel.getNumArguments(); ++i) {
    if (plan.getParameters().empty()) {
      if (isConstant(i))
        parameters.insert(kernel.getArgument(i));
      continue;
    }
    KernelParameterAttr parameter = plan.getParameters()[i];
    bool isArray = parameter.getKind() == ParameterKind::Pointer ||
                   parameter.getKind() == ParameterKind::TensorMap;
    if (isArray && isConstant(parameter.getOperand()))
      parameters.insert(kernel.getArgument(i));
  }
}

bool ConstantOperands::contain(Value value) const {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return parameters.contains(value);
}
