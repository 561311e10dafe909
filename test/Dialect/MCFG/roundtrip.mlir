// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s
// RUN: mcf-opt %S/Inputs/block-vectors-gemm-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE
// RUN: mcf-opt %S/Inputs/block-vectors-softmax-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE

// EXAMPLE: gpu.func @{{.*}}mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 0, workgroup_bytes = 0, operands = [read

// CHECK: mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096, operands = [read 100x72xf16, value f32, write bf16]>
func.func private @plan(memref<100x72xf16>, f32, memref<bf16>) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096,
                                       operands = [read 100x72xf16, value f32, write bf16]>}

// CHECK: func.func private @operand() attributes {a = #mcfg.operand<read 2x3xf32>}
func.func private @operand() attributes {a = #mcfg.operand<read 2x3xf32>}

// CHECK-LABEL: func.func @copy_tile
func.func @copy_tile(%source: memref<?x10xf16, strided<[72, 1], offset: ?>>,
                     %target: memref<64x16xf16, #gpu.address_space<workgroup>>) {
  // CHECK: mcfg.copy_tile %{{.*}}, %{{.*}} : memref<?x10xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
  mcfg.copy_tile %source, %target : memref<?x10xf16, strided<[72, 1], offset: ?>>
      to memref<64x16xf16, #gpu.address_space<workgroup>>
  return
}
