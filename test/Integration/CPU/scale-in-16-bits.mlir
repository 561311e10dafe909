// A product in 16 bits is rounded there, and overflows there: it is not taken out of the sum.
// RUN: mcfc %s --run=cpu | FileCheck %s
// CHECK: 0 {{.*}} right
#m = affine_map<(i,j)->(i,j)>
func.func @f(%a: tensor<40x32xf16>, %b: tensor<32x48xf32>, %c: tensor<48x24xf32>, %init: tensor<40x48xf32>) -> tensor<40x24xf32> {
  %zero = arith.constant 0.0 : f32
  %k = arith.constant 6.0e+4 : f16
  %ea = tensor.empty() : tensor<40x32xf32>
  %as = linalg.generic {indexing_maps=[#m,#m], iterator_types=["parallel","parallel"]} ins(%a : tensor<40x32xf16>) outs(%ea : tensor<40x32xf32>) {
  ^bb0(%x: f16, %o: f32):
    %m = arith.mulf %x, %k : f16
    %y = arith.extf %m : f16 to f32
    linalg.yield %y : f32
  } -> tensor<40x32xf32>
  %e0 = tensor.empty() : tensor<40x48xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = linalg.matmul ins(%as, %b : tensor<40x32xf32>, tensor<32x48xf32>) outs(%f0 : tensor<40x48xf32>) -> tensor<40x48xf32>
  %e1 = tensor.empty() : tensor<40x24xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<40x24xf32>) -> tensor<40x24xf32>
  %r = linalg.matmul ins(%c0, %c : tensor<40x48xf32>, tensor<48x24xf32>) outs(%f1 : tensor<40x24xf32>) -> tensor<40x24xf32>
  return %r : tensor<40x24xf32>
}
