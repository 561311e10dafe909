// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s

// A sum of nothing is its start value; what is left of the chain is one contraction.
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[Z:arg4]]: tensor<5x8xf32>
// CHECK-NOT: linalg.matmul {{.*}}tensor<5x0xf32>
// CHECK: linalg.matmul
// CHECK-NOT: linalg.matmul
func.func @sum(%a: tensor<5x0xf32>, %b: tensor<0x6xf32>, %z: tensor<5x6xf32>, %d: tensor<6x8xf32>, %z2: tensor<5x8xf32>) -> tensor<5x8xf32> {
  // expected-remark @below {{not fused: it has a dim of size 0, so that its result is its start value}}
  %c = linalg.matmul ins(%a, %b : tensor<5x0xf32>, tensor<0x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it}}
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// A softmax over no keys: the sum over it is 0, and not 0 / 0.
// CHECK-LABEL: func @softmax
// CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: return %[[ZERO]]
func.func @softmax(%q: tensor<4x16xf32>, %k: tensor<16x0xf32>, %v: tensor<0x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x0xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x0xf32>) -> tensor<4x0xf32>
  // expected-remark @below {{not fused: it has a dim of size 0}}
  %s = linalg.matmul ins(%q, %k : tensor<4x16xf32>, tensor<16x0xf32>) outs(%f : tensor<4x0xf32>) -> tensor<4x0xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4x0xf32>) outs(%e : tensor<4x0xf32>) -> tensor<4x0xf32>
  %eo = tensor.empty() : tensor<4x8xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-remark @below {{not fused: it has a dim of size 0}}
  %o = linalg.matmul ins(%p, %v : tensor<4x0xf32>, tensor<0x8xf32>) outs(%fo : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// -----

// A contraction that is spelled as a generic gets the same remark.
func.func @generic(%a: tensor<0x8xf16>, %b: tensor<8x6xf16>, %z: tensor<0x6xf32>) -> tensor<0x6xf32> {
  // expected-remark @below {{not fused: it has a dim of size 0, so that its result is its start value}}
  %c = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<0x8xf16>, tensor<8x6xf16>) outs(%z : tensor<0x6xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %p = arith.mulf %wx, %wy : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  } -> tensor<0x6xf32>
  return %c : tensor<0x6xf32>
}
