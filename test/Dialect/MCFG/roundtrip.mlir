// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s
// RUN: mcf-opt %S/Inputs/block-vectors-gemm-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE
// RUN: mcf-opt %S/Inputs/block-vectors-softmax-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE

// EXAMPLE: gpu.func @{{.*}}mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 0, workgroup_bytes = 0, operands = [read

// CHECK: mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096, operands = [read 100x72xf16, value f32, write bf16]>
func.func private @plan(memref<100x72xf16>, f32, memref<bf16>) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096,
                                       operands = [read 100x72xf16, value f32, write bf16]>}

// CHECK: mcfg.launch_plan = #mcfg.launch_plan<grid = 6 * ceil_div(m, 64) * ceil_div("n 1", 32), block = 128, workgroup_bytes = 0, operands = [read ?x72xf16 sizes [m] strides [?, 1], write ?x?xf32 sizes [m, "n 1"]], parameters = [pointer 0, pointer 1, size m, size "n 1", stride 0:0]>
func.func private @given(memref<f16>, memref<f32>, index, index, index) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 2 * ceil_div(m, 64) * 3 * ceil_div("n 1", 32), block = 128, workgroup_bytes = 0,
                                       operands = [read ?x72xf16 sizes [m] strides [?, 1], write ?x?xf32 sizes [m, "n 1"]],
                                       parameters = [pointer 0, pointer 1, size m, size "n 1", stride 0:0]>}

// CHECK: attributes {a = #mcfg.operand<read 2x3xf32 strides [0, 1]>, b = #mcfg.parameter<stride 0:1>, c = #mcfg.trip_count<ceil_div(m, 64)>}
func.func private @pieces() attributes {a = #mcfg.operand<read 2x3xf32 strides [0, 1]>, b = #mcfg.parameter<stride 0:1>,
                                        c = #mcfg.trip_count<ceil_div(m, 64)>}

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
