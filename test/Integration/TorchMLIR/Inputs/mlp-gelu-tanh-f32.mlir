#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @mlp_gelu_tanh_f32(%arg0: tensor<2x13x32xf32>, %arg1: tensor<48x32xf32>, %arg2: tensor<48xf32>, %arg3: tensor<32x48xf32>, %arg4: tensor<32xf32>) -> tensor<2x13x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_0 = arith.constant 4.471500e-02 : f32
    %cst_1 = arith.constant 7.977240e-01 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %0 = tensor.empty() : tensor<32x48xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<48x32xf32>) outs(%0 : tensor<32x48xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<26x48xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<26x32xf32>, tensor<32x48xf32>) outs(%2 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<48xf32>) outs(%1 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%1 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %14 = arith.addf %in, %in_7 : f32
      linalg.yield %14 : f32
    } -> tensor<26x48xf32>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf32> into tensor<2x13x48xf32>
    %6 = tensor.empty() : tensor<2x13x48xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x13x48xf32>) outs(%6 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = math.fpowi %in, %c3_i64 : f32, i64
      %15 = arith.mulf %14, %cst_0 : f32
      %16 = arith.addf %in, %15 : f32
      %17 = arith.mulf %16, %cst_1 : f32
      %18 = math.tanh %17 : f32
      %19 = arith.addf %18, %cst_2 : f32
      %20 = arith.mulf %19, %cst_3 : f32
      %21 = arith.mulf %in, %20 : f32
      linalg.yield %21 : f32
    } -> tensor<2x13x48xf32>
    %collapsed_4 = tensor.collapse_shape %7 [[0, 1], [2]] : tensor<2x13x48xf32> into tensor<26x48xf32>
    %8 = tensor.empty() : tensor<48x32xf32>
    %transposed_5 = linalg.transpose ins(%arg3 : tensor<32x48xf32>) outs(%8 : tensor<48x32xf32>) permutation = [1, 0] 
    %9 = tensor.empty() : tensor<26x32xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %11 = linalg.matmul ins(%collapsed_4, %transposed_5 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%10 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<32xf32>) outs(%9 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %12 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%9 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %14 = arith.addf %in, %in_7 : f32
      linalg.yield %14 : f32
    } -> tensor<26x32xf32>
    %expanded_6 = tensor.expand_shape %13 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    return %expanded_6 : tensor<2x13x32xf32>
  }
}
