func.func @f(%all: memref<32x64xf32>, %k: tensor<64x32xf32>, %v: tensor<32x48xf32>) -> tensor<16x48xf32> {
  %z = arith.constant 0.0 : f32
  %q = memref.subview %all[0, 0] [16, 64] [2, 1] : memref<32x64xf32> to memref<16x64xf32, strided<[128, 1]>>
  %a = bufferization.to_tensor %q restrict : memref<16x64xf32, strided<[128, 1]>> to tensor<16x64xf32>
  %e = tensor.empty() : tensor<16x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %c = linalg.matmul ins(%a, %k : tensor<16x64xf32>, tensor<64x32xf32>) outs(%f : tensor<16x32xf32>) -> tensor<16x32xf32>
  %e1 = tensor.empty() : tensor<16x48xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<16x48xf32>) -> tensor<16x48xf32>
  %o = linalg.matmul ins(%c, %v : tensor<16x32xf32>, tensor<32x48xf32>) outs(%f1 : tensor<16x48xf32>) -> tensor<16x48xf32>
  return %o : tensor<16x48xf32>
}
