//===- MCFEnums.td - enums of the mcf dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFENUMS_TD
#define MCFUSER_DIALECT_MCF_IR_MCFENUMS_TD

include "mlir/IR/EnumAttr.td"

def MCF_Binding : I32EnumAttr<"Binding", "what runs the trips of a loop", [
    I32EnumAttrCase<"Serial", 0, "serial">,
    I32EnumAttrCase<"Block", 1, "block">,
    I32EnumAttrCase<"Cluster", 2, "cluster">]> {
  let cppNamespace = "::mcf";
  let genSpecializedAttr = 0;
}

def MCF_MaskedRows : I32EnumAttr<"MaskedRows", "what a row gives whose elements are all masked", [
    I32EnumAttrCase<"NaN", 0, "nan">,
    I32EnumAttrCase<"Zero", 1, "zero">]> {
  let cppNamespace = "::mcf";
  let genSpecializedAttr = 0;
}
#endif
