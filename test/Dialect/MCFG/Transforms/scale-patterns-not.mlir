// Where factors stay.
// RUN: mcf-opt %s --mcf-vectorize-tile-program | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// The result is stored in f32: an exponential of rounded products would be another number. The maximum is exact all the same.
// CHECK-LABEL: func.func private @as_is
// CHECK: %[[S:.*]] = vector.contract
// CHECK: vector.multi_reduction <maximumf>, %[[S]],
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @as_is(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf32>) -> tensor<16x32xf32>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf32>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<16x32xf32>
    }
  }
  return %r : tensor<16x32xf32>
}

// Sums of products of f32 may be next to the largest number.
// CHECK-LABEL: func.func private @large
// CHECK: %[[S:.*]] = vector.contract
// CHECK: vector.multi_reduction <maximumf>, %[[S]],
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @large(%q: tensor<16x16xf32>, %k: tensor<32x16xf32>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf16>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf32>, tensor<32x16xf32>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %e16 = tensor.empty() : tensor<16x32xf16>
    %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<16x32xf32>) outs(%e16 : tensor<16x32xf16>) {
    ^bb0(%x: f32, %y: f16):
      %z = arith.truncf %x : f32 to f16
      linalg.yield %z : f16
    } -> tensor<16x32xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p16 into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf16> into tensor<16x32xf16>
    }
  }
  return %r : tensor<16x32xf16>
}

// So may a start value.
// CHECK-LABEL: func.func private @start_value
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @start_value(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf16>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %e16 = tensor.empty() : tensor<16x32xf16>
    %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<16x32xf32>) outs(%e16 : tensor<16x32xf16>) {
    ^bb0(%x: f32, %y: f16):
      %z = arith.truncf %x : f32 to f16
      linalg.yield %z : f16
    } -> tensor<16x32xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p16 into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf16> into tensor<16x32xf16>
    }
  }
  return %r : tensor<16x32xf16>
}

// Or a product with the factor.
// CHECK-LABEL: func.func private @large_factor
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @large_factor(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0x51000000 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf16>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %e16 = tensor.empty() : tensor<16x32xf16>
    %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<16x32xf32>) outs(%e16 : tensor<16x32xf16>) {
    ^bb0(%x: f32, %y: f16):
      %z = arith.truncf %x : f32 to f16
      linalg.yield %z : f16
    } -> tensor<16x32xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p16 into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf16> into tensor<16x32xf16>
    }
  }
  return %r : tensor<16x32xf16>
}

// The largest element is not that of the products.
// CHECK-LABEL: func.func private @negative
// CHECK: %[[S:.*]] = vector.contract
// CHECK: %[[X:.*]] = arith.mulf %[[S]]
// CHECK: vector.multi_reduction <maximumf>, %[[X]],
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @negative(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant -0.125 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf16>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %e16 = tensor.empty() : tensor<16x32xf16>
    %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<16x32xf32>) outs(%e16 : tensor<16x32xf16>) {
    ^bb0(%x: f32, %y: f16):
      %z = arith.truncf %x : f32 to f16
      linalg.yield %z : f16
    } -> tensor<16x32xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p16 into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf16> into tensor<16x32xf16>
    }
  }
  return %r : tensor<16x32xf16>
}

// 0 times it is no number.
// CHECK-LABEL: func.func private @infinite
// CHECK: %[[S:.*]] = vector.contract
// CHECK: %[[X:.*]] = arith.mulf %[[S]]
// CHECK: vector.multi_reduction <maximumf>, %[[X]],
// CHECK-NOT: math.exp2
// CHECK: math.exp %
func.func private @infinite(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0x7F800000 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x32xf16>) {
    %e = tensor.empty() : tensor<16x32xf32>
    %rows = tensor.empty() : tensor<16xf32>
    %s0 = linalg.fill ins(%init : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %factor : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %m0 = linalg.fill ins(%none : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<16x32xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%scaled, %m : tensor<16x32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %d = arith.subf %x, %t : f32
      %z = math.exp %d : f32
      linalg.yield %z : f32
    } -> tensor<16x32xf32>
    %e16 = tensor.empty() : tensor<16x32xf16>
    %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<16x32xf32>) outs(%e16 : tensor<16x32xf16>) {
    ^bb0(%x: f32, %y: f16):
      %z = arith.truncf %x : f32 to f16
      linalg.yield %z : f16
    } -> tensor<16x32xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p16 into %o[0, 0] [16, 32] [1, 1] : tensor<16x32xf16> into tensor<16x32xf16>
    }
  }
  return %r : tensor<16x32xf16>
}
