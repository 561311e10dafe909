//===- MCFGLayout.td - fragment layouts in the IR ---------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGLAYOUT_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGLAYOUT_TD

include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def MCFG_LayoutAttr : MCFG_Attr<"Layout", "layout"> {
  let summary = "how a fragment lies over warps, lanes and registers";
  let description = [{
    Maps (register, lane, warp) to coordinates of a tile of the given shape. Each list holds the
    digits of that index, fastest first: `dim:stride` for one bit of the lane or the warp (`_`
    where both see the same), `dim:stride*count` for registers. The coordinate is the sum over all
    digits; per dimension they form one mixed-radix number that covers the shape exactly.

    ```mlir
    // Accumulator of mma.sync m16n8, a tile of 64 x 32 over four warps.
    #mcfg.layout<[64, 32], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16, 0:32],
                 registers = [1:1*2, 0:8*2, 1:8*4]>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "extent per dimension">:$shape,
    ArrayRefParameter<"int64_t", "dim, stride per lane bit">:$lanes,
    ArrayRefParameter<"int64_t", "dim, stride per warp bit">:$warps,
    ArrayRefParameter<"int64_t", "dim, stride, count per register digit">:$registers);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let genMnemonicAlias = 1;
  let extraClassDeclaration = [{
    static LayoutAttr getFor(::mlir::MLIRContext *context, const FragmentLayout &layout);
    FragmentLayout getLayout() const;
  }];
}

def MCFG_SwizzleAttr : MCFG_Attr<"Swizzle", "swizzle",
    [DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface>]> {
  let summary = "a tile in workgroup memory as wgmma and TMA take it: the 128-byte swizzle";
  let description = [{
    The layout of a memref of `rows` rows. The tile is cut into panels of 8 chunks of `chunk` elements (16 bytes, so a
    row of a panel has 128); panels lie one after the other, rows of a panel too. In row r, chunk c of the panel lies at
    place `c xor (r mod 8)`, so that neither rows nor columns of 16 bytes meet in a bank.

    ```mlir
    memref<64x128xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
    ```
  }];
  let parameters = (ins "int64_t":$rows, "int64_t":$chunk);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kChunks = 8;
    /// Elements of a row of a panel, and of a panel.
    int64_t getPanelColumns() const { return kChunks * getChunk(); }
    int64_t getPanelElements() const { return getRows() * getPanelColumns(); }
    /// Elements of whole panels that hold so many columns.
    int64_t getElements(int64_t columns) const {
      return (columns + getPanelColumns() - 1) / getPanelColumns() * getPanelElements();
    }
  }];
}

#endif
