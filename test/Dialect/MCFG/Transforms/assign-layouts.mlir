// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts)))' -split-input-file | FileCheck %s
// RUN: mcf-opt %S/../Inputs/block-vectors-softmax-chain.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts)))' | FileCheck %s --check-prefix=SOFTMAX
// RUN: mcf-opt %S/../Inputs/block-vectors-gemm-chain.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts{num-warps=2})))' | FileCheck %s --check-prefix=TWO

// A statistic of the rows of the scores is a slice of their layout, the accumulator of the first contraction is operand A
// of the second: the whole chain needs no conversion.
// SOFTMAX-DAG: #[[S:.*]] = #mcfg.layout<[64, 32], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [1:1*2, 0:8*2, 1:8*4]>
// SOFTMAX-DAG: #[[O:.*]] = #mcfg.layout<[64, 64], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [1:1*2, 0:8*2, 1:8*8]>
// SOFTMAX-DAG: #[[ROW:.*]] = #mcfg.layout<[64], lanes = [_, _, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [0:8*2]>
// SOFTMAX: known_block_size = array<i32: 128, 1, 1>
// SOFTMAX-SAME: #mcfg.launch_plan<grid = 2, block = 128,
// SOFTMAX-NOT: mcfg.convert_layout
// SOFTMAX: vector.multi_reduction <maximumf>{{.*}} {mcfg.layouts = [#[[ROW]]]}
// SOFTMAX: math.exp {{.*}} {mcfg.layouts = [#[[S]]]}
// SOFTMAX: scf.yield
// SOFTMAX: } {mcfg.layouts = [#[[ROW]], #[[ROW]], #[[O]]]}

// TWO: #mcfg.layout<[64, 32], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16], registers = [1:1*2, 0:8*2, 1:8*4, 0:32*2]>
// TWO: block = 64,

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>

// Few rows: one warp. The left operand is used in the layout of an accumulator and as operand B: converted.
// CHECK-DAG: #[[A:.*]] = #mcfg.layout<[16, 16], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [], registers = [1:1*2, 0:8*2, 1:8*2]>
// CHECK-DAG: #[[B:.*]] = #mcfg.layout<[16, 16], lanes = [0:2, 0:4, 1:1, 1:2, 1:4], warps = [], registers = [0:1*2, 0:8*2, 1:8*2]>
gpu.module @m {
  // CHECK-LABEL: @conversion
  // CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
  gpu.func @conversion(%out: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %buf = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %init = arith.constant dense<0.0> : vector<16x16xf32>
    // CHECK: %[[READ:.*]] = vector.transfer_read {{.*}} mcfg.layouts = [#[[A]]]
    %a = vector.transfer_read %buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    // CHECK: %[[CONVERTED:.*]] = mcfg.convert_layout %[[READ]] {layout = #[[B]], mcfg.layouts = [#[[B]]]}
    // CHECK: vector.contract {{.*}} %[[READ]], %[[CONVERTED]]
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>

// Sizes that mma.sync does not have: multiply-adds. Operand A holds all of k per row.
// CHECK: #mcfg.layout<[8, 16], lanes = [1:4, 1:8, 0:1, 0:2, 0:4], warps = [], registers = [1:1*4]>
// CHECK: #mcfg.layout<[8, 5], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = [1:1*5]>
// CHECK: #mcfg.layout<[5, 16], lanes = [1:4, 1:8, _, _, _], warps = [], registers = [1:1*4, 0:1*5]>
gpu.module @m {
  gpu.func @odd(%out: memref<8x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %a_buf = memref.alloc() : memref<8x5xf16, #gpu.address_space<workgroup>>
    %b_buf = memref.alloc() : memref<5x16xf16, #gpu.address_space<workgroup>>
    %init = arith.constant dense<0.0> : vector<8x16xf32>
    %a = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x5xf16, #gpu.address_space<workgroup>>, vector<8x5xf16>
    %b = vector.transfer_read %b_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<5x16xf16, #gpu.address_space<workgroup>>, vector<5x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<8x5xf16>, vector<5x16xf16> into vector<8x16xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
    gpu.return
  }
}
