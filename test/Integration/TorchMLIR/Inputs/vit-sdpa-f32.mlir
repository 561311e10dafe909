#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @vit_sdpa_f32(%arg0: tensor<2x3x12x12xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<1x10x32xf32>, %arg3: tensor<32x3x4x4xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<48x32xf32>, %arg18: tensor<48xf32>, %arg19: tensor<32x48xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<32xf32>, %arg23: tensor<32x32xf32>, %arg24: tensor<32xf32>) -> tensor<2x10x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<2x2x10x10xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant 0xFFF0000000000000 : f64
    %cst_8 = arith.constant 9.9999999999999998E-13 : f64
    %cst_9 = arith.constant 3.200000e+01 : f64
    %cst_10 = arith.constant 3.200000e+01 : f32
    %cst_11 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x32x3x3xf32>
    %broadcasted = linalg.broadcast ins(%arg4 : tensor<32xf32>) outs(%0 : tensor<2x32x3x3xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%arg0, %arg3 : tensor<2x3x12x12xf32>, tensor<32x3x4x4xf32>) outs(%broadcasted : tensor<2x32x3x3xf32>) -> tensor<2x32x3x3xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<2x32x3x3xf32> into tensor<2x32x9xf32>
    %2 = tensor.empty() : tensor<2x9x32xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x32x9xf32>) outs(%2 : tensor<2x9x32xf32>) permutation = [0, 2, 1] 
    %3 = tensor.empty() : tensor<2x1x32xf32>
    %collapsed_12 = tensor.collapse_shape %arg1 [[0, 1], [2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<1x32xf32>) outs(%3 : tensor<2x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x32xf32>
    %concat = tensor.concat dim(1) %4, %transposed : (tensor<2x1x32xf32>, tensor<2x9x32xf32>) -> tensor<2x10x32xf32>
    %5 = tensor.empty() : tensor<2x10x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<2x10x32xf32>, tensor<1x10x32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %7 = tensor.empty() : tensor<10xi64>
    %8 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%7 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %127 = linalg.index 0 : index
      %128 = arith.index_cast %127 : index to i64
      linalg.yield %128 : i64
    } -> tensor<10xi64>
    %expanded = tensor.expand_shape %8 [[0, 1, 2, 3]] output_shape [1, 1, 10, 1] : tensor<10xi64> into tensor<1x1x10x1xi64>
    %9 = tensor.empty() : tensor<1x1x10x1xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x10x1xi64>) outs(%9 : tensor<1x1x10x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %127 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %127 : i1
    } -> tensor<1x1x10x1xi1>
    %11 = tensor.empty() : tensor<2x1x10x10xi1>
    %collapsed_13 = tensor.collapse_shape %10 [[0, 1], [2, 3]] : tensor<1x1x10x1xi1> into tensor<1x10xi1>
    %12 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<1x10xi1>) outs(%11 : tensor<2x1x10x10xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x1x10x10xi1>
    %13 = tensor.empty() : tensor<2x10x32xf64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x10x32xf32>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %127 = arith.extf %in : f32 to f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %15 = tensor.empty() : tensor<2x10x1xf64>
    %16 = linalg.fill ins(%cst_0 : f64) outs(%15 : tensor<2x10x1xf64>) -> tensor<2x10x1xf64>
    %17 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %19 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %18 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.subf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %19 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.mulf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %21 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %23 = tensor.empty() : tensor<2x10x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %127 = arith.truncf %in : f64 to f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x10x1xf32>) -> tensor<2x10x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x10x32xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_10 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_8 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x10x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %27 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.subf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %29 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg13 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg14 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %collapsed_14 = tensor.collapse_shape %33 [[0, 1], [2]] : tensor<2x10x32xf32> into tensor<20x32xf32>
    %34 = tensor.empty() : tensor<32x32xf32>
    %transposed_15 = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%34 : tensor<32x32xf32>) permutation = [1, 0] 
    %35 = tensor.empty() : tensor<20x32xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %37 = linalg.matmul ins(%collapsed_14, %transposed_15 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%36 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %38 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%37, %38 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x32xf32>
    %expanded_16 = tensor.expand_shape %39 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf32> into tensor<2x10x2x16xf32>
    %40 = tensor.empty() : tensor<2x2x10x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x10x2x16xf32>) outs(%40 : tensor<2x2x10x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_18 = linalg.transpose ins(%arg7 : tensor<32x32xf32>) outs(%34 : tensor<32x32xf32>) permutation = [1, 0] 
    %41 = linalg.matmul ins(%collapsed_14, %transposed_18 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%36 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %42 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %43 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%41, %42 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x32xf32>
    %expanded_19 = tensor.expand_shape %43 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf32> into tensor<2x10x2x16xf32>
    %transposed_20 = linalg.transpose ins(%arg9 : tensor<32x32xf32>) outs(%34 : tensor<32x32xf32>) permutation = [1, 0] 
    %44 = linalg.matmul ins(%collapsed_14, %transposed_20 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%36 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %46 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%44, %45 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x32xf32>
    %expanded_21 = tensor.expand_shape %46 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf32> into tensor<2x10x2x16xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x10x2x16xf32>) outs(%40 : tensor<2x2x10x16xf32>) permutation = [0, 2, 1, 3] 
    %47 = tensor.empty() : tensor<2x1x10x10xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map10, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cst_5, %cst_6 : tensor<2x1x10x10xi1>, tensor<f32>, tensor<f32>) outs(%47 : tensor<2x1x10x10xf32>) {
    ^bb0(%in: i1, %in_41: f32, %in_42: f32, %out: f32):
      %127 = arith.select %in, %in_41, %in_42 : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x10x10xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_17 : tensor<2x2x10x16xf32>) outs(%40 : tensor<2x2x10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.mulf %in, %cst_3 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x16xf32>
    %50 = tensor.empty() : tensor<2x2x16x10xf32>
    %transposed_23 = linalg.transpose ins(%expanded_19 : tensor<2x10x2x16xf32>) outs(%50 : tensor<2x2x16x10xf32>) permutation = [0, 2, 3, 1] 
    %51 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<2x2x16x10xf32>) outs(%50 : tensor<2x2x16x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.mulf %in, %cst_3 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x16x10xf32>
    %collapsed_24 = tensor.collapse_shape %49 [[0, 1], [2], [3]] : tensor<2x2x10x16xf32> into tensor<4x10x16xf32>
    %collapsed_25 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : tensor<2x2x16x10xf32> into tensor<4x16x10xf32>
    %52 = tensor.empty() : tensor<4x10x10xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%52 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %54 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<4x10x16xf32>, tensor<4x16x10xf32>) outs(%53 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %expanded_26 = tensor.expand_shape %54 [[0, 1], [2], [3]] output_shape [2, 2, 10, 10] : tensor<4x10x10xf32> into tensor<2x2x10x10xf32>
    %55 = tensor.empty() : tensor<2x2x10x10xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map11, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26, %48 : tensor<2x2x10x10xf32>, tensor<2x1x10x10xf32>) outs(%55 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x10xf32>
    %57 = tensor.empty() : tensor<2x2x10xi64>
    %58 = linalg.fill ins(%c0_i64 : i64) outs(%57 : tensor<2x2x10xi64>) -> tensor<2x2x10xi64>
    %59 = tensor.empty() : tensor<2x2x10xf32>
    %60 = linalg.fill ins(%cst_1 : f32) outs(%59 : tensor<2x2x10xf32>) -> tensor<2x2x10xf32>
    %61:2 = linalg.generic {indexing_maps = [#map4, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56 : tensor<2x2x10x10xf32>) outs(%60, %58 : tensor<2x2x10xf32>, tensor<2x2x10xi64>) {
    ^bb0(%in: f32, %out: f32, %out_41: i64):
      %127 = linalg.index 3 : index
      %128 = arith.index_cast %127 : index to i64
      %129 = arith.maximumf %in, %out : f32
      %130 = arith.cmpf ogt, %in, %out : f32
      %131 = arith.select %130, %128, %out_41 : i64
      linalg.yield %129, %131 : f32, i64
    } -> (tensor<2x2x10xf32>, tensor<2x2x10xi64>)
    %expanded_27 = tensor.expand_shape %61#0 [[0], [1], [2, 3]] output_shape [2, 2, 10, 1] : tensor<2x2x10xf32> into tensor<2x2x10x1xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map13, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %expanded_27 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%55 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.subf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x10xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x10x10xf32>) outs(%55 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.exp %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x10xf32>
    %64 = tensor.empty() : tensor<2x2x10x1xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<2x2x10x1xf32>) -> tensor<2x2x10x1xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%63 : tensor<2x2x10x10xf32>) outs(%65 : tensor<2x2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x1xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map13, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %66 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%55 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.divf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x10xf32>
    %68 = tensor.empty() : tensor<2x2x10x10xi1>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<2x2x10x10xf32>) outs(%68 : tensor<2x2x10x10xi1>) {
    ^bb0(%in: f32, %out: i1):
      %127 = arith.extf %in : f32 to f64
      %128 = arith.cmpf oeq, %127, %cst_7 : f64
      linalg.yield %128 : i1
    } -> tensor<2x2x10x10xi1>
    %70 = tensor.empty() : tensor<2x2x10x1xi1>
    %71 = linalg.fill ins(%true : i1) outs(%70 : tensor<2x2x10x1xi1>) -> tensor<2x2x10x1xi1>
    %72 = linalg.generic {indexing_maps = [#map4, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%69 : tensor<2x2x10x10xi1>) outs(%71 : tensor<2x2x10x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %127 = arith.andi %in, %out : i1
      linalg.yield %127 : i1
    } -> tensor<2x2x10x1xi1>
    %73 = linalg.generic {indexing_maps = [#map13, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %cst_4, %67 : tensor<2x2x10x1xi1>, tensor<2x2x10x10xf32>, tensor<2x2x10x10xf32>) outs(%55 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: i1, %in_41: f32, %in_42: f32, %out: f32):
      %127 = arith.select %in, %in_41, %in_42 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x10x10xf32>
    %collapsed_28 = tensor.collapse_shape %73 [[0, 1], [2], [3]] : tensor<2x2x10x10xf32> into tensor<4x10x10xf32>
    %collapsed_29 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<2x2x10x16xf32> into tensor<4x10x16xf32>
    %74 = tensor.empty() : tensor<4x10x16xf32>
    %75 = linalg.fill ins(%cst : f32) outs(%74 : tensor<4x10x16xf32>) -> tensor<4x10x16xf32>
    %76 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<4x10x10xf32>, tensor<4x10x16xf32>) outs(%75 : tensor<4x10x16xf32>) -> tensor<4x10x16xf32>
    %expanded_30 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [2, 2, 10, 16] : tensor<4x10x16xf32> into tensor<2x2x10x16xf32>
    %77 = tensor.empty() : tensor<2x10x2x16xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<2x2x10x16xf32>) outs(%77 : tensor<2x10x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0, 1], [2, 3]] : tensor<2x10x2x16xf32> into tensor<20x32xf32>
    %transposed_33 = linalg.transpose ins(%arg11 : tensor<32x32xf32>) outs(%34 : tensor<32x32xf32>) permutation = [1, 0] 
    %78 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%36 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %79 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %80 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%78, %79 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x32xf32>
    %expanded_34 = tensor.expand_shape %80 [[0, 1], [2]] output_shape [2, 10, 32] : tensor<20x32xf32> into tensor<2x10x32xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %6 : tensor<2x10x32xf32>, tensor<2x10x32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x10x32xf32>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %127 = arith.extf %in : f32 to f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %83 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %85 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %84 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.subf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %86 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %85 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.mulf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %87 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %127 = arith.truncf %in : f64 to f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%81 : tensor<2x10x32xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_10 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_8 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x10x1xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %91 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.subf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %93 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %arg15 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %arg16 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %collapsed_35 = tensor.collapse_shape %97 [[0, 1], [2]] : tensor<2x10x32xf32> into tensor<20x32xf32>
    %98 = tensor.empty() : tensor<32x48xf32>
    %transposed_36 = linalg.transpose ins(%arg17 : tensor<48x32xf32>) outs(%98 : tensor<32x48xf32>) permutation = [1, 0] 
    %99 = tensor.empty() : tensor<20x48xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<20x48xf32>) -> tensor<20x48xf32>
    %101 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<20x32xf32>, tensor<32x48xf32>) outs(%100 : tensor<20x48xf32>) -> tensor<20x48xf32>
    %102 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<48xf32>) outs(%99 : tensor<20x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x48xf32>
    %103 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%101, %102 : tensor<20x48xf32>, tensor<20x48xf32>) outs(%99 : tensor<20x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x48xf32>
    %expanded_37 = tensor.expand_shape %103 [[0, 1], [2]] output_shape [2, 10, 48] : tensor<20x48xf32> into tensor<2x10x48xf32>
    %104 = tensor.empty() : tensor<2x10x48xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x10x48xf32>) outs(%104 : tensor<2x10x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_11 : f32
      %128 = math.erf %127 : f32
      %129 = arith.addf %128, %cst_2 : f32
      %130 = arith.mulf %129, %cst_3 : f32
      %131 = arith.mulf %in, %130 : f32
      linalg.yield %131 : f32
    } -> tensor<2x10x48xf32>
    %collapsed_38 = tensor.collapse_shape %105 [[0, 1], [2]] : tensor<2x10x48xf32> into tensor<20x48xf32>
    %106 = tensor.empty() : tensor<48x32xf32>
    %transposed_39 = linalg.transpose ins(%arg19 : tensor<32x48xf32>) outs(%106 : tensor<48x32xf32>) permutation = [1, 0] 
    %107 = linalg.matmul ins(%collapsed_38, %transposed_39 : tensor<20x48xf32>, tensor<48x32xf32>) outs(%36 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %108 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %109 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%107, %108 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%35 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<20x32xf32>
    %expanded_40 = tensor.expand_shape %109 [[0, 1], [2]] output_shape [2, 10, 32] : tensor<20x32xf32> into tensor<2x10x32xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40, %81 : tensor<2x10x32xf32>, tensor<2x10x32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x10x32xf32>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %127 = arith.extf %in : f32 to f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %112 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%111 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %113 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.subf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %114 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%13 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %127 = arith.mulf %in, %in_41 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x32xf64>
    %116 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<2x10x32xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.addf %in, %out : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %127 = arith.divf %in, %cst_9 : f64
      linalg.yield %127 : f64
    } -> tensor<2x10x1xf64>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %127 = arith.truncf %in : f64 to f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<2x10x32xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_10 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_8 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x10x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %120 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.subf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %122 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg21 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.mulf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %arg22 : tensor<2x10x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %127 = arith.addf %in, %in_41 : f32
      linalg.yield %127 : f32
    } -> tensor<2x10x32xf32>
    return %126 : tensor<2x10x32xf32>
  }
}
