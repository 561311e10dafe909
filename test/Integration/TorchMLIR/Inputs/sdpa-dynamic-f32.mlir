#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @sdpa_dynamic_f32(%arg0: tensor<2x2x?x8xf32>, %arg1: tensor<2x2x?x8xf32>, %arg2: tensor<2x2x?x8xf32>) -> tensor<2x2x?x8xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c4_i64 = arith.constant 4 : i64
    %c0_i64 = arith.constant 0 : i64
    %c2 = arith.constant 2 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0xFFF0000000000000 : f64
    %cst_3 = arith.constant 0.59460355750136051 : f64
    %dim = tensor.dim %arg0, %c2 : tensor<2x2x?x8xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_4 = tensor.dim %arg1, %c2 : tensor<2x2x?x8xf32>
    %1 = arith.index_cast %dim_4 : index to i64
    %2 = tensor.empty(%dim) : tensor<2x2x?x8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x2x?x8xf32>) outs(%2 : tensor<2x2x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.truncf %cst_3 : f64 to f32
      %36 = arith.mulf %in, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<2x2x?x8xf32>
    %4 = tensor.empty(%dim_4) : tensor<2x2x8x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<2x2x?x8xf32>) outs(%4 : tensor<2x2x8x?xf32>) permutation = [0, 1, 3, 2] 
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<2x2x8x?xf32>) outs(%4 : tensor<2x2x8x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.truncf %cst_3 : f64 to f32
      %36 = arith.mulf %in, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<2x2x8x?xf32>
    %collapsed = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x2x?x8xf32> into tensor<4x?x8xf32>
    %collapsed_5 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : tensor<2x2x8x?xf32> into tensor<4x8x?xf32>
    %6 = tensor.empty(%dim, %dim_4) : tensor<4x?x?xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %8 = linalg.batch_matmul ins(%collapsed, %collapsed_5 : tensor<4x?x8xf32>, tensor<4x8x?xf32>) outs(%7 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %from_elements = tensor.from_elements %c2_i64, %c2_i64, %0, %1 : tensor<4xi64>
    %reshape = tensor.reshape %8(%from_elements) : (tensor<4x?x?xf32>, tensor<4xi64>) -> tensor<2x2x?x?xf32>
    %9 = tensor.empty(%dim) : tensor<2x2x?xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<2x2x?xi64>) -> tensor<2x2x?xi64>
    %11 = tensor.empty(%dim) : tensor<2x2x?xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<2x2x?xf32>) -> tensor<2x2x?xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape : tensor<2x2x?x?xf32>) outs(%12, %10 : tensor<2x2x?xf32>, tensor<2x2x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %35 = linalg.index 3 : index
      %36 = arith.index_cast %35 : index to i64
      %37 = arith.maximumf %in, %out : f32
      %38 = arith.cmpf ogt, %in, %out : f32
      %39 = arith.select %38, %36, %out_11 : i64
      linalg.yield %37, %39 : f32, i64
    } -> (tensor<2x2x?xf32>, tensor<2x2x?xi64>)
    %expanded = tensor.expand_shape %13#0 [[0], [1], [2, 3]] output_shape [2, 2, %dim, 1] : tensor<2x2x?xf32> into tensor<2x2x?x1xf32>
    %14 = tensor.empty(%dim, %dim_4) : tensor<2x2x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape, %expanded : tensor<2x2x?x?xf32>, tensor<2x2x?x1xf32>) outs(%14 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %35 = arith.subf %in, %in_11 : f32
      linalg.yield %35 : f32
    } -> tensor<2x2x?x?xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x2x?x?xf32>) outs(%14 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.exp %in : f32
      linalg.yield %35 : f32
    } -> tensor<2x2x?x?xf32>
    %17 = tensor.empty(%dim) : tensor<2x2x?x1xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<2x2x?x1xf32>) -> tensor<2x2x?x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%16 : tensor<2x2x?x?xf32>) outs(%18 : tensor<2x2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<2x2x?x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %19 : tensor<2x2x?x?xf32>, tensor<2x2x?x1xf32>) outs(%14 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %35 = arith.divf %in, %in_11 : f32
      linalg.yield %35 : f32
    } -> tensor<2x2x?x?xf32>
    %21 = tensor.empty(%dim, %dim_4) : tensor<2x2x?x?xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape : tensor<2x2x?x?xf32>) outs(%21 : tensor<2x2x?x?xi1>) {
    ^bb0(%in: f32, %out: i1):
      %35 = arith.extf %in : f32 to f64
      %36 = arith.cmpf oeq, %35, %cst_2 : f64
      linalg.yield %36 : i1
    } -> tensor<2x2x?x?xi1>
    %23 = tensor.empty(%dim) : tensor<2x2x?x1xi1>
    %24 = linalg.fill ins(%true : i1) outs(%23 : tensor<2x2x?x1xi1>) -> tensor<2x2x?x1xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<2x2x?x?xi1>) outs(%24 : tensor<2x2x?x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %35 = arith.andi %in, %out : i1
      linalg.yield %35 : i1
    } -> tensor<2x2x?x1xi1>
    %26 = tensor.empty(%dim, %dim_4) : tensor<2x2x?x?xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%26 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x?x?xf32>
    %28 = tensor.empty(%dim, %dim_4) : tensor<2x2x?x?xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %27, %20 : tensor<2x2x?x1xi1>, tensor<2x2x?x?xf32>, tensor<2x2x?x?xf32>) outs(%28 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %35 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %35 : f32
    } -> tensor<2x2x?x?xf32>
    %from_elements_6 = tensor.from_elements %c4_i64, %0, %1 : tensor<3xi64>
    %reshape_7 = tensor.reshape %29(%from_elements_6) : (tensor<2x2x?x?xf32>, tensor<3xi64>) -> tensor<4x?x?xf32>
    %collapsed_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x2x?x8xf32> into tensor<4x?x8xf32>
    %dim_9 = tensor.dim %arg2, %c2 : tensor<2x2x?x8xf32>
    %30 = arith.index_cast %dim_9 : index to i64
    %31 = arith.cmpi eq, %1, %30 : i64
    cf.assert %31, "mismatching contracting dimension"
    %32 = tensor.empty(%dim) : tensor<4x?x8xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
    %34 = linalg.batch_matmul ins(%reshape_7, %collapsed_8 : tensor<4x?x?xf32>, tensor<4x?x8xf32>) outs(%33 : tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
    %expanded_10 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 2, %dim, 8] : tensor<4x?x8xf32> into tensor<2x2x?x8xf32>
    return %expanded_10 : tensor<2x2x?x8xf32>
  }
}
