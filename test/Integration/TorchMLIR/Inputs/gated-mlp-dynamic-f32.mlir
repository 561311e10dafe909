#map = affine_map<()[s0] -> (s0 * 2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @gated_mlp_dynamic_f32(%arg0: tensor<2x?x32xf32>, %arg1: tensor<48x32xf32>, %arg2: tensor<48x32xf32>, %arg3: tensor<32x48xf32>) -> tensor<2x?x32xf32> {
    %c2 = arith.constant 2 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %0 = tensor.empty() : tensor<32x48xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<48x32xf32>) outs(%0 : tensor<32x48xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x?x32xf32> into tensor<?x32xf32>
    %dim = tensor.dim %arg0, %c1 : tensor<2x?x32xf32>
    %1 = affine.apply #map()[%dim]
    %2 = tensor.empty(%1) : tensor<?x48xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %4 = linalg.matmul ins(%collapsed, %transposed : tensor<?x32xf32>, tensor<32x48xf32>) outs(%3 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %5 = arith.divsi %1, %c2 : index
    %expanded = tensor.expand_shape %4 [[0, 1], [2]] output_shape [2, %5, 48] : tensor<?x48xf32> into tensor<2x?x48xf32>
    %6 = tensor.empty(%5) : tensor<2x?x48xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x?x48xf32>) outs(%6 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.negf %in : f32
      %18 = math.exp %17 : f32
      %19 = arith.addf %18, %cst_0 : f32
      %20 = arith.divf %cst_0, %19 : f32
      linalg.yield %20 : f32
    } -> tensor<2x?x48xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %7 : tensor<2x?x48xf32>, tensor<2x?x48xf32>) outs(%6 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %17 = arith.mulf %in, %in_6 : f32
      linalg.yield %17 : f32
    } -> tensor<2x?x48xf32>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<48x32xf32>) outs(%0 : tensor<32x48xf32>) permutation = [1, 0] 
    %9 = linalg.matmul ins(%collapsed, %transposed_1 : tensor<?x32xf32>, tensor<32x48xf32>) outs(%3 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %expanded_2 = tensor.expand_shape %9 [[0, 1], [2]] output_shape [2, %5, 48] : tensor<?x48xf32> into tensor<2x?x48xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %expanded_2 : tensor<2x?x48xf32>, tensor<2x?x48xf32>) outs(%6 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %17 = arith.mulf %in, %in_6 : f32
      linalg.yield %17 : f32
    } -> tensor<2x?x48xf32>
    %11 = tensor.empty() : tensor<48x32xf32>
    %transposed_3 = linalg.transpose ins(%arg3 : tensor<32x48xf32>) outs(%11 : tensor<48x32xf32>) permutation = [1, 0] 
    %collapsed_4 = tensor.collapse_shape %10 [[0, 1], [2]] : tensor<2x?x48xf32> into tensor<?x48xf32>
    %12 = affine.apply #map()[%5]
    %13 = tensor.empty(%12) : tensor<?x32xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %15 = linalg.matmul ins(%collapsed_4, %transposed_3 : tensor<?x48xf32>, tensor<48x32xf32>) outs(%14 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %16 = arith.divsi %12, %c2 : index
    %expanded_5 = tensor.expand_shape %15 [[0, 1], [2]] output_shape [2, %16, 32] : tensor<?x32xf32> into tensor<2x?x32xf32>
    return %expanded_5 : tensor<2x?x32xf32>
  }
}
