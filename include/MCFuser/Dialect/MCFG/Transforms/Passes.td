//===- Passes.td - passes of the mcfg dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD
#define MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeTileProgram : Pass<"mcf-vectorize-tile-program", "::mlir::ModuleOp"> {
  let summary = "turns tile programs into block vectors on memrefs";
  let description = [{
    Each function with the attribute `mcf.tile_program` becomes one with
    `mcfg.block_vectors`: every tile value is a vector, arrays are memrefs with identity
    layout, destinations are arguments that are written only, and the function returns nothing. A
    caller passes its tensors as buffers and allocates what the call fills.

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
    `gpu.func @f kernel` and the same arguments; the module becomes a `gpu.container_module`. The trips of the `scf.forall`
    are one linear `gpu.block_id x`, from which each block computes its coordinates, the last dim fastest. The
    attribute `mcfg.launch_plan` of the kernel says how to launch it; block size and workgroup
    memory are filled in by later passes.

    A function that nobody calls is erased. One that is called stays as the declaration
    `@f_launch`, to be defined by whoever launches the kernel.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::gpu::GPUDialect",
                           "::mcf::mcfg::MCFGDialect"];
}

def PlaceTiles : Pass<"mcf-place-tiles", "::mlir::gpu::GPUModuleOp"> {
  let summary = "sends the operands of contractions through workgroup memory";
  let description = [{
    A tile that a `vector.contract` takes from global memory gets a buffer in workgroup memory (`memref.alloc` at the
    top of the kernel): where the tile was read, the block copies it there
    (`mcfg.copy_tile`) between two `gpu.barrier` and then reads the buffer. Reads with only address
    computations between them share the barriers. All other reads (bias, start values, row vectors) stay: they are read into
    fragments.

    A row of a buffer is a multiple of 16 bytes and has padding, so that the rows of a fragment lie in different banks.
  }];
  let options = [
    Option<"paddingBytes", "padding-bytes", "int64_t", /*default=*/"16",
           "bytes added to each row of a buffer, a multiple of 16">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mcf::mcfg::MCFGDialect"];
}

#endif
