//===- MCFGOps.td - the mcfg dialect: tiles on a GPU ------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD

include "MCFuser/Dialect/MCFG/IR/MCFGLayout.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class MCFG_Op<string mnemonic, list<Trait> traits = []> : Op<MCFG_Dialect, mnemonic, traits>;

def MCFG_CopyTileOp : MCFG_Op<"copy_tile"> {
  let summary = "the block copies a tile from global to workgroup memory";
  let description = [{
    All threads of the block together copy `source` (a view of global memory, possibly strided and of
    dynamic size: the part of the tile that is inside the array) to the leading corner of `target`
    (a static buffer in workgroup memory) and fill the rest of `target` with zeros. In every dim the
    source is at most as large as the target.

    The copy is not ordered with other threads: it needs a `gpu.barrier` after it before the tile is
    read, and one before it if an older tile in the same buffer may still be read.

    Example:
    ```mlir
    mcfg.copy_tile %view, %buffer
        : memref<?x?xf16, strided<[72, 1], offset: ?>>
          to memref<64x16xf16, strided<[24, 1]>, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins Arg<AnyStridedMemRef, "the part of the tile inside the array", [MemRead]>:$source,
                       Arg<AnyStridedMemRef, "the whole tile", [MemWrite]>:$target);
  let assemblyFormat = "$source `,` $target attr-dict `:` type($source) `to` type($target)";
  let hasVerifier = 1;
}

def MCFG_ConvertLayoutOp : MCFG_Op<"convert_layout",
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "the same tile in another layout";
  let description = [{
    Becomes nothing, a permutation of registers, or a trip through workgroup memory, by what the
    layouts of the source and the result say. All threads of the block take part.

    ```mlir
    %1 = mcfg.convert_layout %0 {layout = #mcfg.layout<...>} : vector<64x64xf16>
    ```
  }];
  let arguments = (ins AnyVectorOfAnyRank:$source, MCFG_LayoutAttr:$layout);
  let results = (outs AnyVectorOfAnyRank:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif
