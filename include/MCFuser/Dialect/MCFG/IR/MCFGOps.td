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

class MCFG_Barriers<string about> : Arg<MemRefRankOf<[I64], [1]>, about, [MemRead, MemWrite]>;

def MCFG_InitBarriersOp : MCFG_Op<"init_barriers"> {
  let summary = "makes barriers for bulk copies";
  let description = [{
    Each element of `barriers`, in workgroup memory, becomes an `mbarrier` whose phases are over after as many arrivals as `counts` says
    at its place (0: one of each warp of the block, `mcfg.release_tile`), and after all bytes that these announced. Needs a `gpu.barrier` before
    another thread than the first waits for one.
  }];
  let arguments = (ins MCFG_Barriers<"the barriers">:$barriers, DenseI64ArrayAttr:$counts);
  let assemblyFormat = "$barriers `counts` $counts attr-dict `:` type($barriers)";
  let hasVerifier = 1;
}

def MCFG_BulkCopyTileOp : MCFG_Op<"bulk_copy_tile"> {
  let summary = "one thread starts a bulk copy of a tile (TMA)";
  let description = [{
    Copies the box of the array of `map` that begins at `coordinates` (one for each dim of the array, outermost first) to `target`, a
    swizzled tile in workgroup memory; elements beyond the array are zeros. That is one arrival at the barrier `barriers[slot]`, which
    waits for the bytes, too: see `mcfg.wait_tile`. `source` is the part of the tile that is inside of the array: where its array
    does not start at a multiple of 16 bytes there is no tensor map, and all threads of the block copy it together.

    ```mlir
    mcfg.bulk_copy_tile %view via %map[%b, %row, %c0] to %tile signals %barriers[%slot]
        : memref<64x64xf16, strided<[128, 1], offset: ?>>, memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, 3>, memref<2xi64, 3>
    ```
  }];
  let arguments = (ins Arg<AnyStridedMemRef, "the part of the tile inside the array", [MemRead]>:$source,
                       AnyType:$map, Variadic<Index>:$coordinates,
                       Arg<AnyMemRef, "the whole tile", [MemWrite]>:$target,
                       MCFG_Barriers<"the barriers of the slots">:$barriers, Index:$slot);
  let assemblyFormat = [{
    $source `via` $map `[` $coordinates `]` `to` $target `signals` $barriers `[` $slot `]` attr-dict
    `:` type($source) `,` type($map) `,` type($target) `,` type($barriers)
  }];
  let hasVerifier = 1;
}

// What is before or after it in the program stays there: it says when other memory may be touched.
def MCFG_WaitTileOp : MCFG_Op<"wait_tile", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for the bulk copies of a slot, or until all warps have left it";
  let description = [{
    Each thread waits until the phase of the barrier with this parity (0 for the first, then 1, 0, ...) is over: then the tiles that were copied
    under it are there, or all warps have left the slot (`mcfg.release_tile`). Parity 1 of a barrier that is still in its first phase is the phase before
    that, which is over.
  }];
  let arguments = (ins MCFG_Barriers<"the barriers of the slots">:$barriers, Index:$slot, Index:$parity);
  let assemblyFormat = "$barriers `[` $slot `]` `parity` $parity attr-dict `:` type($barriers)";
}

def MCFG_ReleaseTileOp : MCFG_Op<"release_tile", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a warp leaves a slot";
  let description = [{
    This warp does not read the tiles in the slot of the barrier `barriers[slot]` any more: its reads before this op are done, and `wgmma` that take the
    tile have been waited for. That is one arrival of each warp (a count of 0 in `mcfg.init_barriers`). Whoever has waited for
    that phase of the barrier (`mcfg.wait_tile`) may fill the slot again. All threads of a warp get here together. `rings` are the buffers that have
    the slot, for those who move it.

    ```mlir
    mcfg.wait_tile %barriers[%full] parity %round : memref<4xi64, 3>
    %read = vector.transfer_read %tile[%c0, %c0], %zero : ...
    %sum = vector.contract ... %read, ...
    mcfg.release_tile %barriers[%empty] : memref<4xi64, 3> of %ring : memref<2x8192xf16, 3>
    ```
  }];
  let arguments = (ins MCFG_Barriers<"the barriers of the slots">:$barriers, Index:$slot,
                       Variadic<AnyMemRef>:$rings);
  let assemblyFormat = [{
    $barriers `[` $slot `]` attr-dict `:` type($barriers) (`of` $rings^ `:` type($rings))?
  }];
  let hasVerifier = 1;
}

def MCFG_ProduceOp : MCFG_Op<"produce",
    [NoTerminator, SingleBlock, RecursiveMemoryEffects, ParentOneOf<["::mlir::gpu::GPUFuncOp"]>]> {
  let summary = "what warps of their own do beside the others";
  let description = [{
    `warps` warps, which the block has beside those that compute, do what is in the region and end. The others do what follows the op, at the
    same time: each side waits for the other at barriers in workgroup memory only (`mcfg.wait_tile`, `mcfg.release_tile`). A `gpu.barrier` before the
    op is for all warps, behind it for those that compute. `mcf-split-warps` lowers it.

    ```mlir
    mcfg.produce warps 1 {
      mcfg.wait_tile %barriers[%empty] parity %round : memref<4xi64, 3>
      mcfg.bulk_copy_tile %view via %map[%row, %c0] to %tile signals %barriers[%full] : ...
    }
    mcfg.wait_tile %barriers[%full] parity %turn : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$warps);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`warps` $warps $body attr-dict";
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
