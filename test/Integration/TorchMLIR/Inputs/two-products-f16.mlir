#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @two_products_f16(%arg0: tensor<37x16xf16>, %arg1: tensor<16x29xf16>, %arg2: tensor<29x12xf16>) -> tensor<37x12xf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<37x29xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<37x29xf32>) -> tensor<37x29xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<37x16xf16>, tensor<16x29xf16>) outs(%1 : tensor<37x29xf32>) -> tensor<37x29xf32>
    %3 = tensor.empty() : tensor<37x29xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<37x29xf32>) outs(%3 : tensor<37x29xf16>) {
    ^bb0(%in: f32, %out: f16):
      %10 = arith.truncf %in : f32 to f16
      linalg.yield %10 : f16
    } -> tensor<37x29xf16>
    %5 = tensor.empty() : tensor<37x12xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<37x12xf32>) -> tensor<37x12xf32>
    %7 = linalg.matmul ins(%4, %arg2 : tensor<37x29xf16>, tensor<29x12xf16>) outs(%6 : tensor<37x12xf32>) -> tensor<37x12xf32>
    %8 = tensor.empty() : tensor<37x12xf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<37x12xf32>) outs(%8 : tensor<37x12xf16>) {
    ^bb0(%in: f32, %out: f16):
      %10 = arith.truncf %in : f32 to f16
      linalg.yield %10 : f16
    } -> tensor<37x12xf16>
    return %9 : tensor<37x12xf16>
  }
}
