// From block vectors to the NVVM dialect: tensor cores, shuffles, approximate exponentials, nothing left to lower.
// RUN: mcf-opt %S/../Dialect/MCFG/Inputs/block-vectors-softmax-chain.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors,mcf-lower-tile-copies,mcf-allocate-workgroup-memory)),mcf-lower-to-nvvm-pipeline)' | FileCheck %s
// RUN: mcf-opt %S/../Dialect/MCFG/Inputs/block-vectors-gemm-chain.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors,mcf-lower-tile-copies,mcf-allocate-workgroup-memory)),mcf-lower-to-nvvm-pipeline)' | FileCheck %s --check-prefix=GEMM

// Buffers of 64 x 72, 32 x 72 and 32 x 72 f16; the first is in fragments before the others are filled.
// CHECK: llvm.mlir.global {{.*}}addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: llvm.func @softmax_chain(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK-SAME: workgroup_bytes = 9216
// CHECK: nvvm.mma.sync
// CHECK: nvvm.shfl.sync
// CHECK: llvm.nvvm.ex2.approx

// GEMM: llvm.func @gemm_chain
// GEMM-SAME: block = 128
// 2 x 4 mma steps of 16 x 8 x 16 for the first contraction... of each of 16 rows, 4 and 16 in all.
// GEMM-COUNT-20: nvvm.mma.sync
// GEMM-NOT: nvvm.mma.sync
