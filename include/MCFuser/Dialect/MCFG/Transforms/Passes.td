//===- Passes.td - passes of the mcfg dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD
#define MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeTileProgram : Pass<"mcf-vectorize-tile-program", "::mlir::ModuleOp"> {
  let summary = "turns tile programs into block vectors on memrefs";
  let description = [{
    Each function with the attribute `mcf.tile_program` becomes one with
    `mcfg.block_vectors`: every tile value is a vector, arrays are memrefs,
    destinations are arguments that are written only, and the function returns nothing. A
    caller passes its tensors as buffers and allocates what the call fills.

    Parts of a tensor (`tensor.extract_slice`, perhaps reshaped) and tensors of a strided buffer
    (`bufferization.to_tensor`) are passed as they lie in memory, as strided memrefs. A result with one use that is
    put into a larger tensor (`tensor.insert_slice`) or a buffer (`bufferization.materialize_in_destination`, `restrict writable`)
    is written there, unless others use the larger one. If callers differ, the strides of the function's memrefs are dynamic.

    Loops that index kept tiles are unrolled first, since a value in registers cannot be
    indexed by a counter; each kept tile becomes a vector of its own. Loads are
    `vector.transfer_read` with padding, stores `vector.transfer_write` into the valid part.
    Contractions become `vector.contract` of two matrices.

    Afterwards no tensor is left and no vector has more than two dims; anything else is an error that names the
    op.
  }];
  let options = [
    Option<"maxCopies", "max-copies", "int64_t", /*default=*/"64",
           "the most copies of a loop body that unrolling over kept tiles may make">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def OutlineKernels : Pass<"mcf-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "makes a GPU kernel of each function on block vectors";
  let description = [{
    Each function with the attribute `mcfg.block_vectors` becomes `gpu.module @f` with one
    `gpu.func @f kernel` and the same arguments; the module becomes a `gpu.container_module`. Of an array
    whose sizes and strides are not all known the kernel takes the pointer (a memref of rank 0). Behind all operands follows an `index` for each
    distinct size that is given at launch (named by the arguments' `mcf.dims`, an array of texts; without it all sizes are distinct)
    and for each such stride. An offset in the layout of an argument is left to the launch: the pointer is that of the first element.

    The trips of the `scf.forall`, numbers or sizes of arguments divided by a number and rounded up,
    are one linear `gpu.block_id x`, from which each block computes its coordinates, the last dim fastest. The
    attribute `mcfg.launch_plan` of the kernel says how to launch it; block size and workgroup
    memory are filled in by later passes. The attribute `mcf.mapping` passes on to the kernel.

    A function that nobody calls is erased. One that is called stays as the declaration
    `@f_launch`, to be defined by whoever launches the kernel.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mcf::mcfg::MCFGDialect"];
}

def PlaceTiles : Pass<"mcf-place-tiles", "::mlir::gpu::GPUModuleOp"> {
  let summary = "sends the operands of contractions through workgroup memory";
  let description = [{
    A tile that a `vector.contract` takes from global memory gets a buffer in workgroup memory (`memref.alloc` at the
    top of the kernel, with one slot for a tile): where the tile was read, the block copies it there
    (`mcfg.copy_tile`) and then reads the buffer. Reads with only address
    computations between them are copied together. All other reads (bias, start values, row vectors) stay: they are read into
    fragments. `mcf-schedule-copies` must follow: nothing waits for the copies yet.

    A row of a buffer is a multiple of 16 bytes and has padding, so that the rows of a fragment lie in different banks. With `warpgroups` a
    tile that only contractions on wgmma take has the layout `#mcfg.swizzle`: those of 16-bit elements into f32, with multiples
    of 64 rows and columns from a tile in global memory.
  }];
  let options = [
    Option<"paddingBytes", "padding-bytes", "int64_t", /*default=*/"16",
           "bytes added to each row of a buffer, a multiple of 16">,
    Option<"warpgroups", "warpgroups", "bool", /*default=*/"false",
           "the device has wgmma: tiles that it takes are swizzled">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mcf::mcfg::MCFGDialect"];
}

def ScheduleCopies : Pass<"mcf-schedule-copies", "::mlir::gpu::GPUFuncOp"> {
  let summary = "decides when tiles are copied to workgroup memory, and who waits";
  let description = [{
    After `mcf-place-tiles`. Copies that follow each other are a group: they are closed by one `mcfg.commit_copies`, and
    `mcfg.wait_copies` and a `gpu.barrier` stand before the first read.

    With a depth of at least 2, copies run ahead. A buffer that is filled in a loop becomes a ring of as many slots as the depth says, or as the
    loop has trips: the first tiles are under way before the loop begins, and each trip starts the copy
    of a later one into the slot that the trip before has left. At the top of the kernel as many groups as the depth says, where
    a loop with rings counts as one, are under way beside the one that is read.

    With `bulk-copies` TMA copies the swizzled tiles of arrays whose sizes and strides are known, if rows are multiples of 16 bytes, outside of loops and in those
    that run once: one thread starts a copy, and whoever wants the tile waits at an `mbarrier` (`mcfg.wait_tile`). In a ring
    whose slots are filled again each warp says behind its last read that it has left the slot (`mcfg.release_tile`), and the copy into it waits for that. The kernel
    gets the tensor maps as further arguments, which the launch plan lists.

    With depth 1 each copy starts where its tile is read, between two barriers.
  }];
  let options = [
    Option<"depth", "depth", "int64_t", "0",
           "slots of a ring, at least 1; 0: what the mapping of the kernel says, or 2">,
    Option<"bulkCopies", "bulk-copies", "bool", /*default=*/"false",
           "the device has TMA: it copies swizzled tiles where it can">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect",
                           "::mcf::mcfg::MCFGDialect"];
}

def PipelineContractions : Pass<"mcf-pipeline-contractions", "mlir::gpu::GPUFuncOp"> {
  let summary = "overlaps contractions of a loop with what threads compute in another trip";
  let description = [{
    After `mcf-schedule-copies`. For loops in which one contraction on wgmma waits for another one of the same trip, with other ops
    between (a softmax). What the mapping of the kernel says rotates them (`scf::pipelineForLoop`), so that tensor cores work while threads compute:

    - `overlap = 1`: the first contractions, with what brings their operands, run a trip ahead. Their sums are carried, so they take registers
      twice.
    - `overlap = 2`: the last contractions, with what belongs to their sums, stay a trip behind. Their operands are carried. Both
      contractions start next to each other, and what follows the first one runs beside the last one.

    The ops of a ring of copies stay together. Loops stay as they are that are known to have one trip, whose stages touch the same buffers, that count
    groups of copies, or whose contractions share rows between warps (`warps` along columns).
  }];
  let options = [
    Option<"overlap", "overlap", "int64_t", "-1", "0 to 2, whatever the mapping says; -1: as it says">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect", "mcfg::MCFGDialect"];
}

def AssignLayouts : Pass<"mcf-assign-layouts", "mlir::gpu::GPUFuncOp"> {
  let summary = "choose how each fragment lies over warps, lanes and registers";
  let description = [{
    Chooses a layout for every block vector of a kernel. The kernel's `mcf.mapping` says how many warps a block has; where it
    does not, that is as many as the rows of a contraction keep busy, 4 at most. Contractions anchor layouts: those
    with f16 or bf16 operands and sizes that are multiples of 16 x 8 x 16 take the fragments of `mma.sync`
    m16n8k16, those of i8 into i32 with multiples of 16 x 8 x 32 the fragments of m16n8k32, all others those of multiply-adds. Warps stand along the rows of
    a contraction as far as 16 rows go to each, the rest along its columns, 16 or more to each; those that are left over do the same as others. Elementwise ops, reductions, broadcasts and loops pass
    layouts on. Where an op needs another layout than its operand has, an `mcfg.convert_layout` is inserted.

    The layouts of the results of an op are in its attribute `mcfg.layouts`. The block size is set in the launch plan
    and as the known block size of the kernel.
  }];
  let options = [
    Option<"numWarps", "num-warps", "int64_t", "0",
           "the warps of a block, a power of two, whatever the mapping says; 0: as it says">
  ];
  let dependentDialects = ["mcfg::MCFGDialect", "mlir::vector::VectorDialect",
                           "mlir::arith::ArithDialect"];
}

def PrintLayouts : Pass<"mcf-print-layouts", "mlir::gpu::GPUFuncOp"> {
  let summary = "say which layout each block vector would take";
  let description = [{
    One remark per vector result, in the notation of `#mcfg.layout`, before conversions are inserted.
  }];
  let options = [
    Option<"numWarps", "num-warps", "int64_t", "0", "as of `mcf-assign-layouts`">
  ];
  let dependentDialects = ["mcfg::MCFGDialect"];
}

def DistributeVectors : Pass<"mcf-distribute-vectors", "mlir::gpu::GPUFuncOp"> {
  let summary = "rewrite block vectors into the registers of one thread";
  let description = [{
    After `mcf-assign-layouts`. Each block vector becomes a list of scalars, one per register of its layout. Contractions
    become `nvvm.mma.sync` or fused multiply-adds, reductions combine in the thread, over lanes (shuffles) and over warps
    (workgroup memory), transfers become loads and stores under bounds tests, and conversions of a layout
    permute registers or go through a workgroup buffer between barriers. What a contraction alone reads from workgroup
    memory is loaded step by step, next to its use.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect", "mlir::vector::VectorDialect",
                           "mlir::math::MathDialect", "mlir::nvgpu::NVGPUDialect",
                           "mlir::NVVM::NVVMDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def DelayWarpgroupWaits : Pass<"mcf-delay-warpgroup-waits", "mlir::gpu::GPUFuncOp"> {
  let summary = "waits for tensor cores where their sums are needed";
  let description = [{
    After `mcf-distribute-vectors`. Moves each `mcfg.warpgroup_wait` down its block to the first op that uses one of its sums, writes
    memory, synchronizes or has regions; `pending` counts the groups that have started since.
  }];
  let dependentDialects = ["mcfg::MCFGDialect", "mlir::LLVM::LLVMDialect", "mlir::NVVM::NVVMDialect"];
}

def RenewWarpgroupOperands : Pass<"mcf-renew-warpgroup-operands", "mlir::gpu::GPUFuncOp"> {
  let summary = "makes rows in registers that a loop leaves alone values of each trip";
  let description = [{
    After `mcf-distribute-vectors`. In a loop in which one `mcfg.warpgroup_mma` takes rows from registers that the loop does not
    change, and another one takes rows that it does, ptxas (CUDA 13.0) gives both the same registers: from the second trip on the first
    one multiplies rows of the other. So what it takes is combined, in each trip, with a 0 of that trip that compilers do not know as 0.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::NVVM::NVVMDialect"];
}

def LowerTileCopies : Pass<"mcf-lower-tile-copies", "mlir::gpu::GPUFuncOp"> {
  let summary = "lower mcfg.copy_tile to asynchronous copies of the threads of a block";
  let description = [{
    The tile is rows of chunks of up to 16 bytes. Each thread has one column of chunks and walks down the rows. Chunks of at least
    4 bytes are copied by `nvgpu.device_async_copy` (`cp.async`), which fills what lies beyond the source with zeros; where the
    array does not start at a multiple of a chunk, which is tested at run time, and where rows do not, elements are
    loaded and stored one by one, eight at a time. `mcfg.commit_copies` and `mcfg.wait_copies` become
    `nvvm.cp.async.commit.group` and `nvvm.cp.async.wait.group`. The first thread of the block makes barriers and bulk copies; the first lane of each warp
    arrives for `mcfg.release_tile` when all lanes are there.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect", "mlir::vector::VectorDialect",
                           "mlir::nvgpu::NVGPUDialect", "mlir::NVVM::NVVMDialect"];
}

def SplitWarps : Pass<"mcf-split-warps", "mlir::gpu::GPUFuncOp"> {
  let summary = "give warps that only copy a program of their own";
  let description = [{
    After all passes that make barriers. Lowers `mcfg.produce`: the block gets its warps, behind those that compute, and each side runs its part of the program.
    Barriers behind the split are named barriers of one side. If a warpgroup copies, it gives registers away (`setmaxnreg`): 40 remain, and those
    that compute get what there is, up to 240.
  }];
  let options = [Option<"numRegisters", "num-registers", "int64_t", /*default=*/"0",
                        "Registers of an SM; 0: those of an H200">];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect", "mlir::NVVM::NVVMDialect"];
}

def AllocateWorkgroupMemory
    : Pass<"mcf-allocate-workgroup-memory", "mlir::gpu::GPUFuncOp"> {
  let summary = "put all workgroup buffers into one arena of dynamic memory";
  let description = [{
    Each `memref.alloc` in workgroup memory becomes a view of `gpu.dynamic_shared_memory` at a multiple of 128 bytes. Buffers that
    are never in use in the same op at the top of the kernel (a loop counts as one) may share their bytes: the first writer of each waits
    at a barrier. The total goes into the launch plan.
  }];
  let options = [
    Option<"maxWorkgroupBytes", "max-workgroup-bytes", "int64_t", "0",
           "the workgroup memory that a block may have, in bytes; 0: that of an H200">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::memref::MemRefDialect"];
}

def StartConstantCopies : Pass<"mcf-start-constant-copies", "mlir::gpu::GPUFuncOp"> {
  let summary = "start copies of constant arrays before others";
  let description = [{
    At the top of a kernel bulk copies of arrays that no kernel before it writes (`mcf.constants`) go before copies of others, as
    far as only copies stand between them. `mcf-launch-dependents` lets them run beside the kernel before. Each bulk copy has a
    barrier of its own, so their order is free.
  }];
  let dependentDialects = ["mcfg::MCFGDialect"];
}

def LaunchDependents : Pass<"mcf-launch-dependents", "mlir::gpu::GPUFuncOp"> {
  let summary = "lets a kernel and its neighbours in a stream overlap";
  let description = [{
    For sm_90 and later. All threads of a kernel wait for the kernels before it in the stream (`nvvm.griddepcontrol wait`) before the first op at the top of the
    kernel that may touch global memory, but for reads of constant arrays (`mcf.constants`): these, and what needs no global memory (barriers, indices),
    run beside the kernel before. The launch plan says
    `programmatic`, so that the launch permits it. A kernel without a launch plan stays as it is.

    `nvvm.griddepcontrol launch_dependents` says when the next kernel may start. Where both grids fit on the device side by side, one block on an SM, that is
    right behind the wait. Otherwise, since blocks that share an SM slow each other down, it is behind the last loop or contraction before the first op that
    stores to global memory. Where that op is a loop that also loads from there, or the kernel is no single block of ops, it is left to the end of the kernel.
  }];
  let options = [
    Option<"numSMs", "num-sms", "int64_t", "0", "multiprocessors of the device; 0: those of an H200">
  ];
  let dependentDialects = ["mlir::NVVM::NVVMDialect", "mcfg::MCFGDialect"];
}

def LowerWarpgroupOps : Pass<"mcf-lower-warpgroup-ops"> {
  let summary = "lower mcfg.warpgroup_mma and mcfg.warpgroup_wait to their instructions";
  let description = [{
    Each becomes one `wgmma` instruction as inline PTX, whose sums are operands and results: so nobody can move what
    uses a sum before the wait. The ops of the NVVM dialect take no operand in registers, and their wait no sums.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect", "mlir::arith::ArithDialect"];
}

def LowerMath : Pass<"mcf-lower-math"> {
  let summary = "lower math ops on scalars to GPU instructions and polynomials";
  let description = [{
    `exp`, `exp2`, `log`, `log2`, `log10` and `rsqrt` take the approximate instruction (`exp(x)` is `ex2(x log2(e))`; a relative error of
    about 2^-22, for `exp` times the size of the argument, and 0 for what is below 2^-126; logarithms between 1/2 and 2 take a series, since there the instruction is
    good to 2^-22 in all and not of the result). `tanh`, `erf` and others take the polynomials of upstream. Powers with a constant
    whole exponent up to 8 are products. f16 and bf16 are computed in f32.
    A quotient in f32 that is only rounded to 16 bits, perhaps after products and quotients, takes the instruction that is 2 units in the last
    place off at most.
    `arith.maxnumf` and `arith.minnumf` become intrinsics, which have instructions.
    What would need a library of the CUDA toolkit is an error.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::math::MathDialect",
                           "mlir::vector::VectorDialect", "mlir::LLVM::LLVMDialect"];
}

def LowerSmallFloats : Pass<"mcf-lower-small-floats"> {
  let summary = "lower casts from and to 8-bit floats to GPU instructions";
  let description = [{
    `arith.extf` and `arith.truncf` of scalars of f8E4M3FN and f8E5M2 become `nvvm.convert` ops, which sm_89 and later have. The
    instruction gives the largest number where a cast gives NaN (E4M3FN) or infinity (E5M2); that is put right after it. A cast from
    f64 is an error.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::vector::VectorDialect",
                           "mlir::NVVM::NVVMDialect", "mlir::LLVM::LLVMDialect"];
}

def FinalizeKernels : Pass<"mcf-finalize-kernels", "mlir::gpu::GPUModuleOp"> {
  let summary = "check that a gpu.module is fully lowered";
  let description = [{
    Fails on an op outside of the LLVM and NVVM dialects and on calls of libraries. Aligns the arena of workgroup
    memory to 1024 bytes, and tells ptxas that one block on an SM is enough, so that it does not spill for more.
    Parameters that the launch plan says are tensor maps are passed by value, 128 bytes aligned to 64. Hints to loops become
    what LLVM reads.
  }];
}

#endif
