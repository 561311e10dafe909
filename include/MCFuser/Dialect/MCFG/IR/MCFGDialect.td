//===- MCFGDialect.td - the mcfg dialect ------------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGDIALECT_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGDIALECT_TD

include "mlir/IR/OpBase.td"

def MCFG_Dialect : Dialect {
  let name = "mcfg";
  let cppNamespace = "::mcf::mcfg";
  let summary = "Where the tiles of a block live, how fragments are laid out, and when tiles move";
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();

    /// Name of the attribute of a kernel that holds its launch plan.
    static constexpr ::llvm::StringLiteral getLaunchPlanAttrName() { return "mcfg.launch_plan"; }
  }];
}

#endif
