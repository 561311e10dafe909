//===- MCFGDialect.cpp - registration of the mcfg dialect -----------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mcf::mcfg;

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.cpp.inc"

void MCFGDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "MCFuser/Dialect/MCFG/IR/MCFGOps.cpp.inc"
      >();
}

LogicalResult MCFGDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != getLaunchPlanAttrName())
    return success();
  auto plan = dyn_cast<LaunchPlanAttr>(attribute.getValue());
  if (!plan)
    return op->emitOpError() << "expected a #mcfg.launch_plan, but got " << attribute.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "expected a launch plan on a function only";
  // Lowering to LLVM turns every parameter into a pointer or a scalar; the number stays.
  if (function.getNumArguments() != plan.getNumParameters())
    return op->emitOpError() << "expected a launch plan with " << function.getNumArguments()
                             << (plan.getParameters().empty() ? " operands" : " parameters")
                             << ", one for each argument, but got " << plan.getNumParameters();
  return success();
}
