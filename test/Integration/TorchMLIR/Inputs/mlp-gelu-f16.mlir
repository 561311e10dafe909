#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @mlp_gelu_f16(%arg0: tensor<2x13x32xf16>, %arg1: tensor<48x32xf16>, %arg2: tensor<48xf16>, %arg3: tensor<32x48xf16>, %arg4: tensor<32xf16>) -> tensor<2x13x32xf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f16
    %cst_1 = arith.constant 2.000000e+00 : f16
    %cst_2 = arith.constant 5.000000e-01 : f16
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %0 = tensor.empty() : tensor<32x48xf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<48x32xf16>) outs(%0 : tensor<32x48xf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<48xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<48xf16>) outs(%1 : tensor<48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<48xf32>
    %3 = tensor.empty() : tensor<26x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<26x32xf16>) outs(%3 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<26x32xf32>
    %5 = tensor.empty() : tensor<32x48xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x48xf16>) outs(%5 : tensor<32x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<32x48xf32>
    %7 = tensor.empty() : tensor<26x48xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%8 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<48xf32>) outs(%7 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%7 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.addf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<26x48xf32>
    %12 = tensor.empty() : tensor<26x48xf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<26x48xf32>) outs(%12 : tensor<26x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %28 = arith.truncf %in : f32 to f16
      linalg.yield %28 : f16
    } -> tensor<26x48xf16>
    %expanded = tensor.expand_shape %13 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf16> into tensor<2x13x48xf16>
    %14 = tensor.empty() : tensor<2x13x48xf16>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x13x48xf16>) outs(%14 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %28 = math.sqrt %cst_1 : f16
      %29 = arith.divf %in, %28 : f16
      %30 = math.erf %29 : f16
      %31 = arith.addf %30, %cst_0 : f16
      %32 = arith.mulf %31, %cst_2 : f16
      %33 = arith.mulf %in, %32 : f16
      linalg.yield %33 : f16
    } -> tensor<2x13x48xf16>
    %collapsed_3 = tensor.collapse_shape %15 [[0, 1], [2]] : tensor<2x13x48xf16> into tensor<26x48xf16>
    %16 = tensor.empty() : tensor<48x32xf16>
    %transposed_4 = linalg.transpose ins(%arg3 : tensor<32x48xf16>) outs(%16 : tensor<48x32xf16>) permutation = [1, 0] 
    %17 = tensor.empty() : tensor<32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<32xf16>) outs(%17 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<32xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<26x48xf16>) outs(%7 : tensor<26x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<26x48xf32>
    %20 = tensor.empty() : tensor<48x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_4 : tensor<48x32xf16>) outs(%20 : tensor<48x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %28 = arith.extf %in : f16 to f32
      linalg.yield %28 : f32
    } -> tensor<48x32xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%3 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %23 = linalg.matmul ins(%19, %21 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%22 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<32xf32>) outs(%3 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%3 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.addf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<26x32xf32>
    %26 = tensor.empty() : tensor<26x32xf16>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<26x32xf32>) outs(%26 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %28 = arith.truncf %in : f32 to f16
      linalg.yield %28 : f16
    } -> tensor<26x32xf16>
    %expanded_5 = tensor.expand_shape %27 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    return %expanded_5 : tensor<2x13x32xf16>
  }
}
