// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -split-input-file -verify-diagnostics | FileCheck %s

// Two types of f8 in a chain.
// CHECK-LABEL: func.func @chain(
// CHECK: mcf.contract %{{.*}} : <[m, k], f8E4M3FN>, <[k, n], f8E5M2> -> <[m, n], f32>
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @chain(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x6xf8E5M2>, %d: tensor<6x4xf8E4M3FN>, %e: tensor<5x6xf32>, %f: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = linalg.fill ins(%z : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x6xf8E5M2>) outs(%e0 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %c8 = arith.truncf %c : tensor<5x6xf32> to tensor<5x6xf8E4M3FN>
  %f0 = linalg.fill ins(%z : f32) outs(%f : tensor<5x4xf32>) -> tensor<5x4xf32>
  %r = linalg.matmul ins(%c8, %d : tensor<5x6xf8E4M3FN>, tensor<6x4xf8E4M3FN>) outs(%f0 : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// -----

func.func @fnuz(%a: tensor<5x5xf8E4M3FNUZ>, %z: tensor<5x5xf32>) -> tensor<5x5xf32> {
  // expected-remark @below {{not fused: element type f8E4M3FNUZ is not supported}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf8E4M3FNUZ>, tensor<5x5xf8E4M3FNUZ>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %c : tensor<5x5xf32>
}

// -----

// Functions and reductions of f8 end a chain.
#id = affine_map<(i, j) -> (i, j)>
func.func @math(%a: tensor<5x5xf8E5M2>, %z: tensor<5x5xf32>, %o: tensor<5x5xf8E5M2>) -> tensor<5x5xf32> {
  // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf8E5M2>, tensor<5x5xf8E5M2>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %c8 = arith.truncf %c : tensor<5x5xf32> to tensor<5x5xf8E5M2>
  // expected-note @below {{what depends on it ends here: functions of math on 8-bit floats are not supported}}
  // expected-note @below {{what it depends on ends here: functions of math on 8-bit floats are not supported}}
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c8 : tensor<5x5xf8E5M2>) outs(%o : tensor<5x5xf8E5M2>) {
  ^bb0(%x: f8E5M2, %out: f8E5M2):
    %y = math.exp %x : f8E5M2
    linalg.yield %y : f8E5M2
  } -> tensor<5x5xf8E5M2>
  // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
  %r = linalg.matmul ins(%p, %a : tensor<5x5xf8E5M2>, tensor<5x5xf8E5M2>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r : tensor<5x5xf32>
}
