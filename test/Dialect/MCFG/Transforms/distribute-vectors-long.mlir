// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors)))' -split-input-file -verify-diagnostics

// On one warp each thread has 32 sums of 2048 products, and reads 2048 times (4 + 8) operands.
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  // expected-error @below {{expected tiles of which the program of a thread has at most about 65536 ops, but got}}
  gpu.func @long(%a: memref<32x2048xf32>, %b: memref<2048x32xf32>, %c: memref<32x32xf32>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %sum = arith.constant dense<0.0> : vector<32x32xf32>
    %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x2048xf32>, vector<32x2048xf32>
    %y = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<2048x32xf32>, vector<2048x32xf32>
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %sum
        : vector<32x2048xf32>, vector<2048x32xf32> into vector<32x32xf32>
    vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xf32>, memref<32x32xf32>
    gpu.return
  }
}
