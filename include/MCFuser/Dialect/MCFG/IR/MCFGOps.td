//===- MCFGOps.td - the mcfg dialect: tiles on a GPU ------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGOPS_TD

include "MCFuser/Dialect/MCFG/IR/MCFGLayout.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

class MCFG_Op<string mnemonic, list<Trait> traits = []> : Op<MCFG_Dialect, mnemonic, traits>;

def MCFG_CopyTileOp : MCFG_Op<"copy_tile"> {
  let summary = "the block copies a tile from global to workgroup memory";
  let description = [{
    All threads of the block together copy `source` (a view of global memory, possibly strided and of
    dynamic size: the part of the tile that is inside the array) to the leading corner of `target`
    (a static buffer in workgroup memory) and fill the rest of `target` with zeros. In every dim the
    source is at most as large as the target.

    The copy may still be under way when the op is done. It is part of the group that the next
    `mcfg.commit_copies` closes, has arrived after an `mcfg.wait_copies` that waits for this group, and is there for
    all threads after a `gpu.barrier` behind that. One is needed before it, too, if an older tile in the same buffer may
    still be read.

    Example:
    ```mlir
    mcfg.copy_tile %view, %buffer
        : memref<?x?xf16, strided<[72, 1], offset: ?>>
          to memref<64x16xf16, strided<[24, 1]>, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins Arg<AnyStridedMemRef, "the part of the tile inside the array", [MemRead]>:$source,
                       Arg<AnyMemRef, "the whole tile", [MemWrite]>:$target);
  let assemblyFormat = "$source `,` $target attr-dict `:` type($source) `to` type($target)";
  let hasVerifier = 1;
}

def MCFG_CommitCopiesOp : MCFG_Op<"commit_copies"> {
  let summary = "closes a group of copies";
  let description = [{
    All `mcfg.copy_tile` since the last `mcfg.commit_copies` are one group; a group may be empty. Groups arrive in
    the order in which they are closed.
  }];
  let assemblyFormat = "attr-dict";
}

def MCFG_WaitCopiesOp : MCFG_Op<"wait_copies"> {
  let summary = "waits until all but the latest groups of copies have arrived";
  let description = [{
    Each thread waits for what it copies itself: all groups but the `pending` latest ones have arrived. A `gpu.barrier` after it
    makes that so for the copies of all threads.

    ```mlir
    mcfg.copy_tile %x, %a : ...
    mcfg.commit_copies
    mcfg.copy_tile %y, %b : ...
    mcfg.commit_copies
    mcfg.wait_copies pending 1
    gpu.barrier
    // The tile in %a is there.
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "`pending` $pending attr-dict";
}

def MCFG_TileViewOp : MCFG_Op<"tile_view",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a swizzled tile in a slot of a buffer";
  let description = [{
    `ring` holds slots of whole panels, one after the other; the result is the tile in one of them.

    ```mlir
    %tile = mcfg.tile_view %ring[%slot] : memref<2x8192xf16, #gpu.address_space<workgroup>>
        to memref<64x128xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins AnyMemRef:$ring, Index:$slot);
  let results = (outs AnyMemRef:$tile);
  let assemblyFormat = "$ring `[` $slot `]` attr-dict `:` type($ring) `to` type($tile)";
  let hasVerifier = 1;
}

def MCFG_WarpgroupMmaOp : MCFG_Op<"warpgroup_mma", [AllTypesMatch<["sum", "result"]>]> {
  let summary = "wgmma: four warps start to add the product of 64 x 16 and 16 x n";
  let description = [{
    `wgmma.mma_async.m64nNk16` into f32. `sum` and the result are structs of n / 2 registers in the order of the instruction:
    the accumulator of `mma.sync` m16n8 of each warp, column block after column block. `a` is the descriptor of a matrix in workgroup memory
    (one i64) or the four registers of a thread (i32) of operand A of `mma.sync` m16n8k16; `b` is a descriptor. `transposeA` and `transposeB` say that
    neighbours in memory are along m or n and not along the summed dim.

    The result must not be touched before `mcfg.warpgroup_wait`. With `fresh` the sum starts at 0 and what `sum` holds does not matter.
  }];
  let arguments = (ins AnyType:$sum, Variadic<AnyTypeOf<[I32, I64]>>:$a, I64:$b,
                       ConfinedAttr<I64Attr, [IntPositive]>:$n, TypeAttr:$elementType,
                       UnitAttr:$transposeA, UnitAttr:$transposeB, UnitAttr:$fresh);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $sum `,` `a` `(` $a `:` type($a) `)` `,` `b` `(` $b `)` attr-dict `:` type($sum)
  }];
  let hasVerifier = 1;
}

def MCFG_WarpgroupWaitOp : MCFG_Op<"warpgroup_wait"> {
  let summary = "waits until all but the latest groups of wgmma are done";
  let description = [{
    `wgmma.wait_group`. The results are the sums, which may be used from here on.
  }];
  let arguments = (ins Variadic<AnyType>:$sums, ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$sums `pending` $pending attr-dict `:` type($sums) `to` type($results)";
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
