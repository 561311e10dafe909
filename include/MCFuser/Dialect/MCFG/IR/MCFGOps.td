//===- MCFGOps.td - the mcfg dialect: tiles on a GPU ------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def MCFG_Dialect : Dialect {
  let name = "mcfg";
  let cppNamespace = "::mcf::mcfg";
  let summary = "Where the tiles of a block live, how fragments are laid out, and when tiles move";
  let useDefaultAttributePrinterParser = 1;
}

class MCFG_Op<string mnemonic, list<Trait> traits = []> : Op<MCFG_Dialect, mnemonic, traits>;

/// Placeholder attribute until the layout attribute lands.
def MCFG_PlaceAttr : AttrDef<MCFG_Dialect, "Place"> {
  let mnemonic = "place";
}

def MCFG_BarrierOp : MCFG_Op<"barrier"> {
  let summary = "waits for all threads of the block";
  let assemblyFormat = "attr-dict";
}

#endif
