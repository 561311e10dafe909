func.func @given(%a: memref<33x40xf16, strided<[?, 1], offset: ?>>, %b: memref<40x70xf16, strided<[5000000000, 1]>>, %d: memref<70x24xf16>,
                 %out: memref<33x24xf16, strided<[?, 1], offset: ?>>) {
  %a0 = bufferization.to_tensor %a restrict : memref<33x40xf16, strided<[?, 1], offset: ?>> to tensor<33x40xf16>
  %b0 = bufferization.to_tensor %b restrict : memref<40x70xf16, strided<[5000000000, 1]>> to tensor<40x70xf16>
  %d0 = bufferization.to_tensor %d restrict : memref<70x24xf16> to tensor<70x24xf16>
  %zero = arith.constant 0.0 : f16
  %e0 = tensor.empty() : tensor<33x70xf16>
  %c0 = linalg.fill ins(%zero : f16) outs(%e0 : tensor<33x70xf16>) -> tensor<33x70xf16>
  %c = linalg.matmul ins(%a0, %b0 : tensor<33x40xf16>, tensor<40x70xf16>) outs(%c0 : tensor<33x70xf16>) -> tensor<33x70xf16>
  %e1 = tensor.empty() : tensor<33x24xf16>
  %o0 = linalg.fill ins(%zero : f16) outs(%e1 : tensor<33x24xf16>) -> tensor<33x24xf16>
  %o = linalg.matmul ins(%c, %d0 : tensor<33x70xf16>, tensor<70x24xf16>) outs(%o0 : tensor<33x24xf16>) -> tensor<33x24xf16>
  bufferization.materialize_in_destination %o in restrict writable %out : (tensor<33x24xf16>, memref<33x24xf16, strided<[?, 1], offset: ?>>) -> ()
  return
}
