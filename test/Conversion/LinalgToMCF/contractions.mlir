// RUN: mcf-opt %s --convert-linalg-to-mcf 2>/dev/null | FileCheck %s

// The first contraction names m, n and k, the second h. Zero fills and what only they used are gone.
// CHECK-LABEL: func.func @gemm_chain
// CHECK-SAME: (%[[A:.*]]: tensor<50x23xf16>, %[[B:.*]]: tensor<23x37xf16>, %[[D:.*]]: tensor<37x19xf16>)
// CHECK-NEXT: %[[E:.*]] = mcf.chain <m = 50, n = 37, k = 23, h = 19> ins(%[[A]], %[[B]], %[[D]] : tensor<50x23xf16>, tensor<23x37xf16>, tensor<37x19xf16>) -> (tensor<50x19xf32>) {
// CHECK-NEXT: ^bb0(%[[a:.*]]: !mcf.named<[m, k], f16>, %[[b:.*]]: !mcf.named<[k, n], f16>, %[[d:.*]]: !mcf.named<[n, h], f16>):
// CHECK-NEXT: %[[c:.*]] = mcf.contract %[[a]], %[[b]] : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
// CHECK-NEXT: %[[c16:.*]] = mcf.map ins(%[[c]] : !mcf.named<[m, n], f32>) -> <[m, n], f16> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32):
// CHECK-NEXT: %[[y:.*]] = arith.truncf %[[x]] : f32 to f16
// CHECK-NEXT: mcf.yield %[[y]] : f16
// CHECK: %[[e:.*]] = mcf.contract %[[c16]], %[[d]] : <[m, n], f16>, <[n, h], f16> -> <[m, h], f32>
// CHECK-NEXT: mcf.yield %[[e]] : !mcf.named<[m, h], f32>
// CHECK: return %[[E]]
func.func @gemm_chain(%a: tensor<50x23xf16>, %b: tensor<23x37xf16>, %d: tensor<37x19xf16>) -> tensor<50x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<50x37xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<50x37xf32>) -> tensor<50x37xf32>
  %c = linalg.matmul ins(%a, %b : tensor<50x23xf16>, tensor<23x37xf16>) outs(%f0 : tensor<50x37xf32>) -> tensor<50x37xf32>
  %e1 = tensor.empty() : tensor<50x37xf16>
  %c16 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<50x37xf32>) outs(%e1 : tensor<50x37xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<50x37xf16>
  %e2 = tensor.empty() : tensor<50x19xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<50x19xf32>) -> tensor<50x19xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<50x37xf16>, tensor<37x19xf16>) outs(%f2 : tensor<50x19xf32>) -> tensor<50x19xf32>
  return %e : tensor<50x19xf32>
}
