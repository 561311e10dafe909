func.func @f(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf16>, %d: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x512xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>) -> tensor<512x512xf16>
  %x = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%z : tensor<512x512xf16>) -> tensor<512x512xf16>
  %y = linalg.matmul ins(%x, %c : tensor<512x512xf16>, tensor<512x512xf16>) outs(%z : tensor<512x512xf16>) -> tensor<512x512xf16>
  %w = linalg.matmul ins(%y, %d : tensor<512x512xf16>, tensor<512x512xf16>) outs(%z : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %w : tensor<512x512xf16>
}
