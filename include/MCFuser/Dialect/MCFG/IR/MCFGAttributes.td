//===- MCFGAttributes.td - attributes of the mcfg dialect -------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGATTRIBUTES_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGATTRIBUTES_TD

include "MCFuser/Dialect/MCFG/IR/MCFGDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class MCFG_Attr<string name, string attrMnemonic> : AttrDef<MCFG_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def MCFG_Access : I32EnumAttr<"Access", "what a kernel does with an operand", [
    I32EnumAttrCase<"Read", 0, "read">,
    I32EnumAttrCase<"Write", 1, "write">,
    I32EnumAttrCase<"Value", 2, "value">]> {
  let cppNamespace = "::mcf::mcfg";
  let genSpecializedAttr = 0;
}

def MCFG_KernelOperandAttr : MCFG_Attr<"KernelOperand", "operand"> {
  let summary = "an operand of a kernel: access, shape in elements, element type";
  let description = [{
    `#mcfg.operand<read 100x72xf16>` is an array that is only read,
    `#mcfg.operand<write 100x40xf32>` one that the kernel writes whole and never reads. Both
    are dense and row-major. `#mcfg.operand<value f32>` is a scalar, passed by value.
  }];
  let parameters = (ins "::mcf::mcfg::Access":$access, ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Reads `read 100x72xf16`, without `#mcfg.operand<>` around it.
    static ::mlir::FailureOr<KernelOperandAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def MCFG_LaunchPlanAttr : MCFG_Attr<"LaunchPlan", "launch_plan"> {
  let summary = "how a kernel is launched: grid, block, workgroup memory, operands";
  let description = [{
    Data beside the code, read by the runtime. The grid has one axis (x) and at most
    2^31 - 1 blocks. `block` is the number of threads of a block and
    `workgroup_bytes` the dynamic workgroup memory of a block in bytes; a block of
    0 threads means that later passes have not chosen them yet. The operands stand in the order of the
    parameters of the kernel.

    Example:
    ```mlir
    #mcfg.launch_plan<grid = 2, block = 128, workgroup_bytes = 16384,
                      operands = [read 100x72xf16, value f32, write 100x40xf32]>
    ```
  }];
  let parameters = (ins "int64_t":$grid, "int64_t":$block, "int64_t":$workgroupBytes,
                        ArrayRefParameter<"KernelOperandAttr">:$operands);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same plan with a block size and workgroup memory.
    LaunchPlanAttr withBlock(int64_t threads, int64_t workgroupBytes) const;
    /// The most blocks that one axis takes.
    static constexpr int64_t getMaxGrid() { return (int64_t(1) << 31) - 1; }
  }];
}

#endif
