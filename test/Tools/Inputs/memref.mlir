func.func @f(%q: memref<?x64xf16, strided<[?, 1], offset: ?>>, %k: memref<64x32xf16>, %v: memref<32x48xf16>,
             %out: memref<?x48xf32, strided<[?, 1]>>) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %q restrict : memref<?x64xf16, strided<[?, 1], offset: ?>> to tensor<?x64xf16>
  %b = bufferization.to_tensor %k restrict : memref<64x32xf16> to tensor<64x32xf16>
  %d = bufferization.to_tensor %v restrict : memref<32x48xf16> to tensor<32x48xf16>
  %m = tensor.dim %a, %c0 : tensor<?x64xf16>
  %e = tensor.empty(%m) : tensor<?x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x64xf16>, tensor<64x32xf16>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  %h = arith.truncf %c : tensor<?x32xf32> to tensor<?x32xf16>
  %e1 = tensor.empty(%m) : tensor<?x48xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<?x48xf32>) -> tensor<?x48xf32>
  %o = linalg.matmul ins(%h, %d : tensor<?x32xf16>, tensor<32x48xf16>) outs(%f1 : tensor<?x48xf32>) -> tensor<?x48xf32>
  bufferization.materialize_in_destination %o in restrict writable %out : (tensor<?x48xf32>, memref<?x48xf32, strided<[?, 1]>>) -> ()
  return
}
