// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts)))' -split-input-file -verify-diagnostics

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  gpu.func @f64(%a: vector<16x16xf64>, %acc: vector<16x16xf32>) kernel {
    // expected-error @below {{expected contractions of f8E4M3FN, f8E5M2, f16, bf16 or f32 with a sum in f32, of f64 in f64, or of integers of at least 8 bits in i32 or i64, but got 'f64', 'f64' and 'f32'}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %acc : vector<16x16xf64>, vector<16x16xf64> into vector<16x16xf32>
    gpu.return
  }
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  gpu.func @f16_sums(%a: vector<16x16xf16>) kernel {
    // expected-error @below {{expected contractions of f8E4M3FN, f8E5M2, f16, bf16 or f32 with a sum in f32, of f64 in f64, or of integers of at least 8 bits in i32 or i64, but got 'f16', 'f16' and 'f16'}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %a : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
    gpu.return
  }
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  gpu.func @i8_sums(%a: vector<16x16xi8>) kernel {
    // expected-error @below {{integers of at least 8 bits in i32 or i64, but got 'i8', 'i8' and 'i8'}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %a : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi8>
    gpu.return
  }
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  gpu.func @kind(%a: vector<16x16xf32>) kernel {
    // expected-error @below {{expected a contraction that adds, but got maximumf}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maximumf>} %a, %a, %a : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
    gpu.return
  }
}

// -----

#lhs = affine_map<(b, m, n, k) -> (b, m, k)>
#rhs = affine_map<(b, m, n, k) -> (b, k, n)>
#acc = affine_map<(b, m, n, k) -> (b, m, n)>
gpu.module @m {
  gpu.func @batch(%a: vector<2x16x16xf32>) kernel {
    // expected-error @below {{expected a contraction of two matrices into a matrix, but got}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %a : vector<2x16x16xf32>, vector<2x16x16xf32> into vector<2x16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @constant() kernel {
    // expected-error @below {{expected the same value in all elements of a vector constant}}
    %c = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @unknown(%a: vector<16xf32>) kernel {
    // expected-error @below {{expected an op on block vectors that has a distribution rule}}
    %c = vector.shuffle %a, %a [0, 1] : vector<16xf32>, vector<16xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @mask(%a: memref<16xf32>, %m: vector<16xi1>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{expected a transfer without a mask}}
    %c = vector.transfer_read %a[%c0], %zero, %m : memref<16xf32>, vector<16xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @extract(%a: vector<16xf32>, %i: index) kernel {
    // expected-error @below {{expected a scalar from a position known at compile time, but got 'f32'}}
    %c = vector.extract %a[%i] : f32 from vector<16xf32>
    gpu.return
  }
}
