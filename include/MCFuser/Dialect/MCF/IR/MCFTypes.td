//===- MCFTypes.td - types of the mcf dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFTYPES_TD
#define MCFUSER_DIALECT_MCF_IR_MCFTYPES_TD

include "MCFuser/Dialect/MCF/IR/MCFDialect.td"
include "mlir/IR/AttrTypeBase.td"

class MCF_Type<string name, string typeMnemonic> : TypeDef<MCF_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def MCF_NamedType : MCF_Type<"Named", "named"> {
  let summary = "an array whose dims have names";
  let description = [{
    The type of every value inside a chain. The names are dims of the enclosing
    `mcf.chain`, which holds their sizes. Where the array is an operand or a
    result of the chain, the order of the names is the order of the tensor's axes;
    elsewhere the order means nothing.

    A scalar has no dims: `!mcf.named<[], f32>`.

    Example: `!mcf.named<[m, k], f16>`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr", "dim names">:$dims,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins "::llvm::ArrayRef<::llvm::StringRef>":$dims, "::mlir::Type":$elementType)>
  ];
  let extraClassDeclaration = [{
    /// True if the array has a dim of this name.
    bool hasDim(::mlir::StringAttr dim) const { return ::llvm::is_contained(getDims(), dim); }
    bool hasDim(::llvm::StringRef dim) const {
      return ::llvm::any_of(getDims(), [&](::mlir::StringAttr d) { return d.getValue() == dim; });
    }
    int64_t getRank() const { return getDims().size(); }
    /// Position of `dim` among the dims, or -1.
    int64_t getDimIndex(::mlir::StringAttr dim) const {
      auto it = ::llvm::find(getDims(), dim);
      return it == getDims().end() ? -1 : it - getDims().begin();
    }
  }];
}

#endif
