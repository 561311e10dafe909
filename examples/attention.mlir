// O = softmax(Q K^T / 8) V for 3 heads, with the probabilities rounded to f16 before the second
// product. No size divides a tile.
// mcfc examples/attention.mlir
#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @attention(%q: tensor<3x100x40xf16>, %k: tensor<3x77x40xf16>,
                     %v: tensor<3x77x40xf16>) -> tensor<3x100x40xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant dense<0.125> : tensor<3x100x77xf32>
  %s_empty = tensor.empty() : tensor<3x100x77xf32>
  %s_zero = linalg.fill ins(%zero : f32) outs(%s_empty : tensor<3x100x77xf32>)
      -> tensor<3x100x77xf32>
  %s = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<3x100x40xf16>, tensor<3x77x40xf16>)
      outs(%s_zero : tensor<3x100x77xf32>) -> tensor<3x100x77xf32>
  %scaled = arith.mulf %s, %scale : tensor<3x100x77xf32>
  %p = linalg.softmax dimension(2) ins(%scaled : tensor<3x100x77xf32>)
      outs(%s_empty : tensor<3x100x77xf32>) -> tensor<3x100x77xf32>
  %p16 = arith.truncf %p : tensor<3x100x77xf32> to tensor<3x100x77xf16>
  %o_empty = tensor.empty() : tensor<3x100x40xf32>
  %o_zero = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<3x100x40xf32>)
      -> tensor<3x100x40xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<3x100x77xf16>, tensor<3x77x40xf16>)
      outs(%o_zero : tensor<3x100x40xf32>) -> tensor<3x100x40xf32>
  %o16 = arith.truncf %o : tensor<3x100x40xf32> to tensor<3x100x40xf16>
  return %o16 : tensor<3x100x40xf16>
}
