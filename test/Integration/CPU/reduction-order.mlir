// A sum whose result has its axes in another order than its operand, and tiles that hold all of an axis: stored in the order of the result.
// RUN: mcfc %s --tiling=default --run=cpu | FileCheck %s
// RUN: mcfc %s --tiling='m0.m1.n.k.h{m0=1,m1=5,n=16,k=8,h=16}' --run=cpu | FileCheck %s
// RUN: mcfc %s --tiling=default --emit=ptx | FileCheck %s --check-prefix=PTX
// CHECK: 0 {{.*}} right
// PTX: .entry f_chain_0
func.func @f(%a: tensor<4x16x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x16x16xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %g = linalg.contract indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(k,n)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%a, %b : tensor<4x16x8xf32>, tensor<8x16xf32>) outs(%f0 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %h = linalg.batch_matmul ins(%g, %c : tensor<4x16x16xf32>, tensor<4x16x16xf32>) outs(%f0 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %e1 = tensor.empty() : tensor<16x16xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.generic {indexing_maps=[affine_map<(m,h,b)->(b,m,h)>, affine_map<(m,h,b)->(h,m)>], iterator_types=["parallel","parallel","reduction"]} ins(%h : tensor<4x16x16xf32>) outs(%f1 : tensor<16x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}
