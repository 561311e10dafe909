func.func @region(%array_x0: memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>>, %array_x1: memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>>, %array_x2: memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>>, %out_0: memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>>) {
  %c0 = arith.constant 0.00000000000000000e+00 : f32
  %c1 = arith.constant 1.25000000000000000e-01 : f16
  %in_x0 = bufferization.to_tensor %array_x0 restrict : memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>> to tensor<8x12x512x64xf16>
  %in_x1 = bufferization.to_tensor %array_x1 restrict : memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>> to tensor<8x12x512x64xf16>
  %1 = tensor.empty() : tensor<8x12x64x512xf16>
  %2 = linalg.transpose ins(%in_x1 : tensor<8x12x512x64xf16>) outs(%1 : tensor<8x12x64x512xf16>) permutation = [0, 1, 3, 2]
  %in_x2 = bufferization.to_tensor %array_x2 restrict : memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>> to tensor<8x12x512x64xf16>
  %3 = tensor.empty() : tensor<8x12x512x512xf32>
  %4 = linalg.fill ins(%c0 : f32) outs(%3 : tensor<8x12x512x512xf32>) -> tensor<8x12x512x512xf32>
  %5 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>] ins(%in_x0, %2 : tensor<8x12x512x64xf16>, tensor<8x12x64x512xf16>) outs(%4 : tensor<8x12x512x512xf32>) -> tensor<8x12x512x512xf32>
  %6 = tensor.empty() : tensor<8x12x512x512xf16>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<8x12x512x512xf32>) outs(%6 : tensor<8x12x512x512xf16>) {
  ^bb0(%x0: f32, %out: f16):
    %r = arith.truncf %x0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<8x12x512x512xf16>
  %8 = tensor.empty() : tensor<8x12x512x512xf16>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<8x12x512x512xf16>) outs(%8 : tensor<8x12x512x512xf16>) {
  ^bb0(%x0: f16, %out: f16):
    %r = arith.mulf %x0, %c1 : f16
    linalg.yield %r : f16
  } -> tensor<8x12x512x512xf16>
  %10 = tensor.empty() : tensor<8x12x512x512xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<8x12x512x512xf16>) outs(%10 : tensor<8x12x512x512xf32>) {
  ^bb0(%x0: f16, %out: f32):
    %r = arith.extf %x0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<8x12x512x512xf32>
  %12 = tensor.empty() : tensor<8x12x512x512xf32>
  %13 = linalg.softmax dimension(3) ins(%11 : tensor<8x12x512x512xf32>) outs(%12 : tensor<8x12x512x512xf32>) -> tensor<8x12x512x512xf32>
  %14 = tensor.empty() : tensor<8x12x512x512xf16>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<8x12x512x512xf32>) outs(%14 : tensor<8x12x512x512xf16>) {
  ^bb0(%x0: f32, %out: f16):
    %r = arith.truncf %x0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<8x12x512x512xf16>
  %16 = tensor.empty() : tensor<8x12x512x64xf32>
  %17 = linalg.fill ins(%c0 : f32) outs(%16 : tensor<8x12x512x64xf32>) -> tensor<8x12x512x64xf32>
  %18 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>] ins(%15, %in_x2 : tensor<8x12x512x512xf16>, tensor<8x12x512x64xf16>) outs(%17 : tensor<8x12x512x64xf32>) -> tensor<8x12x512x64xf32>
  %19 = tensor.empty() : tensor<8x12x512x64xf16>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<8x12x512x64xf32>) outs(%19 : tensor<8x12x512x64xf16>) {
  ^bb0(%x0: f32, %out: f16):
    %r = arith.truncf %x0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<8x12x512x64xf16>
  bufferization.materialize_in_destination %20 in restrict writable %out_0 : (tensor<8x12x512x64xf16>, memref<8x12x512x64xf16, strided<[393216, 64, 768, 1], offset: ?>>) -> ()
  return
}
