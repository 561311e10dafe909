// Functions that have a polynomial or an instruction reach PTX without a library.
// RUN: mcfc %s --arch=sm_80 --emit=ptx | FileCheck %s
// RUN: mcfc %s --run=cpu | FileCheck %s --check-prefix=RIGHT
// CHECK: .entry f_chain_0(
// CHECK: abs.f32
// CHECK-NOT: .extern .func
// RIGHT: right
func.func @f(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %d: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x32xf16>, tensor<32x32xf16>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  %pe = tensor.empty() : tensor<32x32xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<32x32xf32>) outs(%pe : tensor<32x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.mulf %x, %x : f32
    %r = math.tanh %t : f32
    linalg.yield %r : f32
  } -> tensor<32x32xf32>
  %g = linalg.matmul ins(%p, %d : tensor<32x32xf32>, tensor<32x32xf32>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %g : tensor<32x32xf32>
}
