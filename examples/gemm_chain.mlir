// E = (A B) D, with C = A B rounded to f16 as a library that stores it would do. No size divides a tile.
// mcfc examples/gemm_chain.mlir
func.func @gemm_chain(%a: tensor<100x72xf16>, %b: tensor<72x90xf16>,
                      %d: tensor<90x40xf16>) -> tensor<100x40xf16> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<100x90xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<100x90xf32>) -> tensor<100x90xf32>
  %c = linalg.matmul ins(%a, %b : tensor<100x72xf16>, tensor<72x90xf16>)
                     outs(%c_zero : tensor<100x90xf32>) -> tensor<100x90xf32>
  %c16 = arith.truncf %c : tensor<100x90xf32> to tensor<100x90xf16>
  %e_empty = tensor.empty() : tensor<100x40xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<100x40xf32>) -> tensor<100x40xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<100x90xf16>, tensor<90x40xf16>)
                     outs(%e_zero : tensor<100x40xf32>) -> tensor<100x40xf32>
  %e16 = arith.truncf %e : tensor<100x40xf32> to tensor<100x40xf16>
  return %e16 : tensor<100x40xf16>
}
