// Attention in f32; the sizes divide nothing.
func.func @attention(%q: tensor<50x40xf32>, %k: tensor<77x40xf32>, %v: tensor<77x33xf32>) -> tensor<50x33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<50x77xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<50x77xf32>) -> tensor<50x77xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%q, %k : tensor<50x40xf32>, tensor<77x40xf32>) outs(%f : tensor<50x77xf32>) -> tensor<50x77xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<50x77xf32>) outs(%e : tensor<50x77xf32>) -> tensor<50x77xf32>
  %e2 = tensor.empty() : tensor<50x33xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<50x33xf32>) -> tensor<50x33xf32>
  %o = linalg.matmul ins(%p, %v : tensor<50x77xf32>, tensor<77x33xf32>) outs(%f2 : tensor<50x33xf32>) -> tensor<50x33xf32>
  return %o : tensor<50x33xf32>
}
