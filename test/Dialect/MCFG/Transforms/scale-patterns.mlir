// RUN: mcf-opt %s --mcf-vectorize-tile-program | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// The maximum is taken of what is not scaled, and scaled then. In the exponential the factor becomes log2(e) / 8.
// CHECK-LABEL: func.func private @rounded
// CHECK-DAG: %[[LOG2E:.*]] = arith.constant dense<1.44269502> : vector<16x1xf32>
// CHECK-DAG: %[[EIGHTH:.*]] = arith.constant dense<1.250000e-01> : vector<16xf32>
// CHECK-DAG: %[[BOTH:.*]] = arith.constant dense<0.180336878> : vector<16x32xf32>
// CHECK: %[[S:.*]] = vector.contract
// CHECK: %[[M:.*]] = vector.multi_reduction <maximumf>, %[[S]],
// CHECK: %[[MAX:.*]] = arith.mulf %[[M]], %[[EIGHTH]]
// CHECK: %[[COLUMN:.*]] = vector.shape_cast %[[MAX]]
// CHECK-DAG: %[[X:.*]] = arith.mulf %[[S]], %[[BOTH]]
// CHECK-DAG: %[[R:.*]] = arith.mulf %[[COLUMN]], %[[LOG2E]]
// CHECK: %[[D:.*]] = arith.subf %[[X]], %{{.*}}
// CHECK: math.exp2 %[[D]]
// CHECK-NOT: math.exp 
func.func private @rounded(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
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

// A sum is rough enough, too.
// CHECK-LABEL: func.func private @summed
// CHECK: math.exp2
// CHECK: vector.multi_reduction <add>
func.func private @summed(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16xf32>) -> tensor<16xf32>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16xf32>) {
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
    %l0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
    %l = linalg.reduce { arith.addf } ins(%p : tensor<16x32xf32>) outs(%l0 : tensor<16xf32>) dimensions = [1]
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %l into %o[0] [16] [1] : tensor<16xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}

// The factor passes a mask whose other elements it does not change.
// CHECK-LABEL: func.func private @masked
// CHECK: %[[S:.*]] = vector.contract
// CHECK-NOT: arith.mulf
// CHECK: %[[KEPT:.*]] = arith.select %{{.*}}, %[[S]], %{{.*}}
// CHECK: vector.multi_reduction <maximumf>, %[[KEPT]],
// CHECK: arith.mulf %[[KEPT]]
// CHECK: math.exp2
func.func private @masked(%q: tensor<16x16xf16>, %k: tensor<32x16xf16>, %out: tensor<16x32xf16>) -> tensor<16x32xf16>
    attributes {mcf.tile_program} {
  %init = arith.constant 0.0 : f32
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
      %j = linalg.index 1 : index
      %c29 = arith.constant 29 : index
      %inside = arith.cmpi slt, %j, %c29 : index
      %kept = arith.select %inside, %z, %none : f32
      linalg.yield %kept : f32
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
