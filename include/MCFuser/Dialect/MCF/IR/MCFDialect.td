//===- MCFDialect.td - the mcf dialect --------------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFDIALECT_TD
#define MCFUSER_DIALECT_MCF_IR_MCFDIALECT_TD

include "mlir/IR/OpBase.td"

def MCF_Dialect : Dialect {
  let name = "mcf";
  let cppNamespace = "::mcf";
  let summary = "Chains of contractions and the tiling expressions that fuse them";
  let description = [{
    The dialect has two levels.

    *The chain* says what is computed and nothing about how: `mcf.chain` holds a
    small program over arrays whose dims have names. A contraction is an einsum
    by name (`mcf.contract`): a dim that both operands have and the result lacks
    is summed over, so transposition, batch dims and grouped heads need no
    attribute. `mcf.map` is elementwise with broadcasting by name, `mcf.reduce`
    reduces over the dims that its result lacks.

    *The tiling expression* says how: `mcf.schedule` inside a chain holds nested
    `mcf.loop` ops and the statements `mcf.load`, `mcf.compute` and `mcf.store`
    (the paper's `L_X`, `C_X`, `S_X`), which refer to values of the chain.
    Its short text form is `mn(k,h){m=64,n=32,k=16,h=64}`.

    The method is that of MCFuser (SC'24, arXiv 2506.22169).
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();

    /// Name of the attribute of a linalg.contract or vector.contract of f32 whose operands may be
    /// rounded to TF32.
    static constexpr ::llvm::StringLiteral getTF32AttrName() { return "mcf.tf32"; }
    /// Name of the attribute of a tile program, and of a kernel, that says how a block runs it.
    static constexpr ::llvm::StringLiteral getMappingAttrName() { return "mcf.mapping"; }
    /// Name of the attribute of an argument of a tile program: the names of its dims. Sizes of the
    /// same name are the same.
    static constexpr ::llvm::StringLiteral getDimsAttrName() { return "mcf.dims"; }
    /// Name of the unit attribute of an argument of a function: no kernel that may still run when
    /// one of this function is launched writes to the array. So it is with the weights of a model.
    static constexpr ::llvm::StringLiteral getConstantAttrName() { return "mcf.constant"; }
    /// Name of the attribute of a kernel: the numbers of its operands that are so.
    static constexpr ::llvm::StringLiteral getConstantsAttrName() { return "mcf.constants"; }
  }];
}

#endif
