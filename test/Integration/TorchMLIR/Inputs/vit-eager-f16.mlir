#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1) -> (d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @vit_eager_f16(%arg0: tensor<2x3x12x12xf16>, %arg1: tensor<1x1x32xf16>, %arg2: tensor<1x10x32xf16>, %arg3: tensor<32x3x4x4xf16>, %arg4: tensor<32xf16>, %arg5: tensor<32x32xf16>, %arg6: tensor<32xf16>, %arg7: tensor<32x32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32x32xf16>, %arg10: tensor<32xf16>, %arg11: tensor<32x32xf16>, %arg12: tensor<32xf16>, %arg13: tensor<32xf16>, %arg14: tensor<32xf16>, %arg15: tensor<32xf16>, %arg16: tensor<32xf16>, %arg17: tensor<48x32xf16>, %arg18: tensor<48xf16>, %arg19: tensor<32x48xf16>, %arg20: tensor<32xf16>, %arg21: tensor<32xf16>, %arg22: tensor<32xf16>, %arg23: tensor<32x32xf16>, %arg24: tensor<32xf16>) -> tensor<2x10x32xf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f16
    %cst_3 = arith.constant 2.000000e+00 : f16
    %cst_4 = arith.constant 5.000000e-01 : f16
    %cst_5 = arith.constant dense<-6.550400e+04> : tensor<f16>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_7 = arith.constant 9.9999999999999998E-13 : f64
    %cst_8 = arith.constant 3.200000e+01 : f64
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : f16
    %0 = tensor.empty() : tensor<2x32x3x3xf32>
    %1 = tensor.empty() : tensor<32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %broadcasted = linalg.broadcast ins(%2 : tensor<32xf32>) outs(%0 : tensor<2x32x3x3xf32>) dimensions = [0, 2, 3] 
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%arg0, %arg3 : tensor<2x3x12x12xf16>, tensor<32x3x4x4xf16>) outs(%broadcasted : tensor<2x32x3x3xf32>) -> tensor<2x32x3x3xf32>
    %4 = tensor.empty() : tensor<2x32x3x3xf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<2x32x3x3xf32>) outs(%4 : tensor<2x32x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<2x32x3x3xf16>
    %collapsed = tensor.collapse_shape %5 [[0], [1], [2, 3]] : tensor<2x32x3x3xf16> into tensor<2x32x9xf16>
    %6 = tensor.empty() : tensor<2x9x32xf16>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x32x9xf16>) outs(%6 : tensor<2x9x32xf16>) permutation = [0, 2, 1] 
    %7 = tensor.empty() : tensor<2x1x32xf16>
    %collapsed_11 = tensor.collapse_shape %arg1 [[0, 1], [2]] : tensor<1x1x32xf16> into tensor<1x32xf16>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_11 : tensor<1x32xf16>) outs(%7 : tensor<2x1x32xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<2x1x32xf16>
    %concat = tensor.concat dim(1) %8, %transposed : (tensor<2x1x32xf16>, tensor<2x9x32xf16>) -> tensor<2x10x32xf16>
    %9 = tensor.empty() : tensor<2x10x32xf16>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<2x10x32xf16>, tensor<1x10x32xf16>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f16, %in_40: f16, %out: f16):
      %166 = arith.addf %in, %in_40 : f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    %11 = tensor.empty() : tensor<10xi64>
    %12 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%11 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %166 = linalg.index 0 : index
      %167 = arith.index_cast %166 : index to i64
      linalg.yield %167 : i64
    } -> tensor<10xi64>
    %expanded = tensor.expand_shape %12 [[0, 1, 2, 3]] output_shape [1, 1, 10, 1] : tensor<10xi64> into tensor<1x1x10x1xi64>
    %13 = tensor.empty() : tensor<1x1x10x1xi1>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x10x1xi64>) outs(%13 : tensor<1x1x10x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %166 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %166 : i1
    } -> tensor<1x1x10x1xi1>
    %15 = tensor.empty() : tensor<2x1x10x10xi1>
    %collapsed_12 = tensor.collapse_shape %14 [[0, 1], [2, 3]] : tensor<1x1x10x1xi1> into tensor<1x10xi1>
    %16 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<1x10xi1>) outs(%15 : tensor<2x1x10x10xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x1x10x10xi1>
    %17 = tensor.empty() : tensor<2x1x10x10xf16>
    %18 = linalg.generic {indexing_maps = [#map1, #map6, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %cst_6, %cst_5 : tensor<2x1x10x10xi1>, tensor<f16>, tensor<f16>) outs(%17 : tensor<2x1x10x10xf16>) {
    ^bb0(%in: i1, %in_40: f16, %in_41: f16, %out: f16):
      %166 = arith.select %in, %in_40, %in_41 : f16
      linalg.yield %166 : f16
    } -> tensor<2x1x10x10xf16>
    %19 = tensor.empty() : tensor<2x10x32xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x10x32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %21 = tensor.empty() : tensor<2x10x32xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x10x32xf32>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %166 = arith.extf %in : f32 to f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %23 = tensor.empty() : tensor<2x10x1xf64>
    %24 = linalg.fill ins(%cst : f64) outs(%23 : tensor<2x10x1xf64>) -> tensor<2x10x1xf64>
    %25 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%22 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %27 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %26 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.subf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %28 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %27 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.mulf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %29 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%28 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %31 = tensor.empty() : tensor<2x10x1xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<2x10x1xf64>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %166 = arith.truncf %in : f64 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<2x10x1xf32>) -> tensor<2x10x1xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<2x10x32xf32>) outs(%33 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_9 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_7 : f64 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x1xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.rsqrt %in : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %35 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.subf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %37 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.mulf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %40 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %arg13 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %arg14 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<2x10x32xf32>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    %collapsed_13 = tensor.collapse_shape %42 [[0, 1], [2]] : tensor<2x10x32xf16> into tensor<20x32xf16>
    %43 = tensor.empty() : tensor<32x32xf16>
    %transposed_14 = linalg.transpose ins(%arg5 : tensor<32x32xf16>) outs(%43 : tensor<32x32xf16>) permutation = [1, 0] 
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %45 = tensor.empty() : tensor<20x32xf32>
    %46 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%collapsed_13 : tensor<20x32xf16>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %47 = tensor.empty() : tensor<32x32xf32>
    %48 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_14 : tensor<32x32xf16>) outs(%47 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32x32xf32>
    %49 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %50 = linalg.matmul ins(%46, %48 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%49 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %51 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %52 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%50, %51 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %53 = tensor.empty() : tensor<20x32xf16>
    %54 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<20x32xf32>) outs(%53 : tensor<20x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x32xf16>
    %expanded_15 = tensor.expand_shape %54 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf16> into tensor<2x10x2x16xf16>
    %55 = tensor.empty() : tensor<2x2x10x16xf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x10x2x16xf16>) outs(%55 : tensor<2x2x10x16xf16>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%arg7 : tensor<32x32xf16>) outs(%43 : tensor<32x32xf16>) permutation = [1, 0] 
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %57 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_17 : tensor<32x32xf16>) outs(%47 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32x32xf32>
    %58 = linalg.matmul ins(%46, %57 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%49 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %59 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %60 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%58, %59 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %61 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<20x32xf32>) outs(%53 : tensor<20x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x32xf16>
    %expanded_18 = tensor.expand_shape %61 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf16> into tensor<2x10x2x16xf16>
    %transposed_19 = linalg.transpose ins(%arg9 : tensor<32x32xf16>) outs(%43 : tensor<32x32xf16>) permutation = [1, 0] 
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %63 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_19 : tensor<32x32xf16>) outs(%47 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32x32xf32>
    %64 = linalg.matmul ins(%46, %63 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%49 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %65 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %66 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%64, %65 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %67 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<20x32xf32>) outs(%53 : tensor<20x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x32xf16>
    %expanded_20 = tensor.expand_shape %67 [[0, 1], [2, 3]] output_shape [2, 10, 2, 16] : tensor<20x32xf16> into tensor<2x10x2x16xf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<2x10x2x16xf16>) outs(%55 : tensor<2x2x10x16xf16>) permutation = [0, 2, 1, 3] 
    %68 = tensor.empty() : tensor<2x2x16x10xf16>
    %transposed_22 = linalg.transpose ins(%expanded_18 : tensor<2x10x2x16xf16>) outs(%68 : tensor<2x2x16x10xf16>) permutation = [0, 2, 3, 1] 
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x2x10x16xf16> into tensor<4x10x16xf16>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<2x2x16x10xf16> into tensor<4x16x10xf16>
    %69 = tensor.empty() : tensor<4x10x10xf32>
    %70 = linalg.fill ins(%cst_0 : f32) outs(%69 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %71 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x10x16xf16>, tensor<4x16x10xf16>) outs(%70 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %72 = tensor.empty() : tensor<4x10x10xf16>
    %73 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<4x10x10xf32>) outs(%72 : tensor<4x10x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<4x10x10xf16>
    %expanded_25 = tensor.expand_shape %73 [[0, 1], [2], [3]] output_shape [2, 2, 10, 10] : tensor<4x10x10xf16> into tensor<2x2x10x10xf16>
    %74 = tensor.empty() : tensor<2x2x10x10xf16>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x2x10x10xf16>) outs(%74 : tensor<2x2x10x10xf16>) {
    ^bb0(%in: f16, %out: f16):
      %166 = arith.mulf %in, %cst_10 : f16
      linalg.yield %166 : f16
    } -> tensor<2x2x10x10xf16>
    %76 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %18 : tensor<2x2x10x10xf16>, tensor<2x1x10x10xf16>) outs(%74 : tensor<2x2x10x10xf16>) {
    ^bb0(%in: f16, %in_40: f16, %out: f16):
      %166 = arith.addf %in, %in_40 : f16
      linalg.yield %166 : f16
    } -> tensor<2x2x10x10xf16>
    %77 = tensor.empty() : tensor<2x2x10x10xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<2x2x10x10xf16>) outs(%77 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<2x2x10x10xf32>
    %79 = tensor.empty() : tensor<2x2x10xi64>
    %80 = linalg.fill ins(%c0_i64 : i64) outs(%79 : tensor<2x2x10xi64>) -> tensor<2x2x10xi64>
    %81 = tensor.empty() : tensor<2x2x10xf32>
    %82 = linalg.fill ins(%cst_1 : f32) outs(%81 : tensor<2x2x10xf32>) -> tensor<2x2x10xf32>
    %83:2 = linalg.generic {indexing_maps = [#map1, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%78 : tensor<2x2x10x10xf32>) outs(%82, %80 : tensor<2x2x10xf32>, tensor<2x2x10xi64>) {
    ^bb0(%in: f32, %out: f32, %out_40: i64):
      %166 = linalg.index 3 : index
      %167 = arith.index_cast %166 : index to i64
      %168 = arith.maximumf %in, %out : f32
      %169 = arith.cmpf ogt, %in, %out : f32
      %170 = arith.select %169, %167, %out_40 : i64
      linalg.yield %168, %170 : f32, i64
    } -> (tensor<2x2x10xf32>, tensor<2x2x10xi64>)
    %expanded_26 = tensor.expand_shape %83#0 [[0], [1], [2, 3]] output_shape [2, 2, 10, 1] : tensor<2x2x10xf32> into tensor<2x2x10x1xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %expanded_26 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%77 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.subf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x2x10x10xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<2x2x10x10xf32>) outs(%77 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.exp %in : f32
      linalg.yield %166 : f32
    } -> tensor<2x2x10x10xf32>
    %86 = tensor.empty() : tensor<2x2x10x1xf32>
    %87 = linalg.fill ins(%cst_0 : f32) outs(%86 : tensor<2x2x10x1xf32>) -> tensor<2x2x10x1xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85 : tensor<2x2x10x10xf32>) outs(%87 : tensor<2x2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<2x2x10x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %88 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%77 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.divf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x2x10x10xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<2x2x10x10xf32>) outs(%74 : tensor<2x2x10x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<2x2x10x10xf16>
    %collapsed_27 = tensor.collapse_shape %90 [[0, 1], [2], [3]] : tensor<2x2x10x10xf16> into tensor<4x10x10xf16>
    %collapsed_28 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<2x2x10x16xf16> into tensor<4x10x16xf16>
    %91 = tensor.empty() : tensor<4x10x16xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%91 : tensor<4x10x16xf32>) -> tensor<4x10x16xf32>
    %93 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<4x10x10xf16>, tensor<4x10x16xf16>) outs(%92 : tensor<4x10x16xf32>) -> tensor<4x10x16xf32>
    %94 = tensor.empty() : tensor<4x10x16xf16>
    %95 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<4x10x16xf32>) outs(%94 : tensor<4x10x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<4x10x16xf16>
    %expanded_29 = tensor.expand_shape %95 [[0, 1], [2], [3]] output_shape [2, 2, 10, 16] : tensor<4x10x16xf16> into tensor<2x2x10x16xf16>
    %96 = tensor.empty() : tensor<2x10x2x16xf16>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<2x2x10x16xf16>) outs(%96 : tensor<2x10x2x16xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_31 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<2x10x2x16xf16> into tensor<20x32xf16>
    %transposed_32 = linalg.transpose ins(%arg11 : tensor<32x32xf16>) outs(%43 : tensor<32x32xf16>) permutation = [1, 0] 
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %98 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%collapsed_31 : tensor<20x32xf16>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %99 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_32 : tensor<32x32xf16>) outs(%47 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32x32xf32>
    %100 = linalg.matmul ins(%98, %99 : tensor<20x32xf32>, tensor<32x32xf32>) outs(%49 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %101 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%97 : tensor<32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %102 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%100, %101 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %103 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<20x32xf32>) outs(%53 : tensor<20x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x32xf16>
    %expanded_33 = tensor.expand_shape %103 [[0, 1], [2]] output_shape [2, 10, 32] : tensor<20x32xf16> into tensor<2x10x32xf16>
    %104 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %10 : tensor<2x10x32xf16>, tensor<2x10x32xf16>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f16, %in_40: f16, %out: f16):
      %166 = arith.addf %in, %in_40 : f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x10x32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<2x10x32xf32>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %166 = arith.extf %in : f32 to f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %107 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%106 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %108 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %109 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %108 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.subf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %110 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %109 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.mulf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %111 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %112 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %113 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x10x1xf64>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %166 = arith.truncf %in : f64 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%105 : tensor<2x10x32xf32>) outs(%33 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_9 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_7 : f64 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x1xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.rsqrt %in : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %115 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.subf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %117 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.mulf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %arg15 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %arg16 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x10x32xf32>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    %collapsed_34 = tensor.collapse_shape %122 [[0, 1], [2]] : tensor<2x10x32xf16> into tensor<20x32xf16>
    %123 = tensor.empty() : tensor<32x48xf16>
    %transposed_35 = linalg.transpose ins(%arg17 : tensor<48x32xf16>) outs(%123 : tensor<32x48xf16>) permutation = [1, 0] 
    %124 = tensor.empty() : tensor<48xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg18 : tensor<48xf16>) outs(%124 : tensor<48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<48xf32>
    %126 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%collapsed_34 : tensor<20x32xf16>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %127 = tensor.empty() : tensor<32x48xf32>
    %128 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_35 : tensor<32x48xf16>) outs(%127 : tensor<32x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32x48xf32>
    %129 = tensor.empty() : tensor<20x48xf32>
    %130 = linalg.fill ins(%cst_0 : f32) outs(%129 : tensor<20x48xf32>) -> tensor<20x48xf32>
    %131 = linalg.matmul ins(%126, %128 : tensor<20x32xf32>, tensor<32x48xf32>) outs(%130 : tensor<20x48xf32>) -> tensor<20x48xf32>
    %132 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<48xf32>) outs(%129 : tensor<20x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x48xf32>
    %133 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%131, %132 : tensor<20x48xf32>, tensor<20x48xf32>) outs(%129 : tensor<20x48xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x48xf32>
    %134 = tensor.empty() : tensor<20x48xf16>
    %135 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%133 : tensor<20x48xf32>) outs(%134 : tensor<20x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x48xf16>
    %expanded_36 = tensor.expand_shape %135 [[0, 1], [2]] output_shape [2, 10, 48] : tensor<20x48xf16> into tensor<2x10x48xf16>
    %136 = tensor.empty() : tensor<2x10x48xf16>
    %137 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x10x48xf16>) outs(%136 : tensor<2x10x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %166 = math.sqrt %cst_3 : f16
      %167 = arith.divf %in, %166 : f16
      %168 = math.erf %167 : f16
      %169 = arith.addf %168, %cst_2 : f16
      %170 = arith.mulf %169, %cst_4 : f16
      %171 = arith.mulf %in, %170 : f16
      linalg.yield %171 : f16
    } -> tensor<2x10x48xf16>
    %collapsed_37 = tensor.collapse_shape %137 [[0, 1], [2]] : tensor<2x10x48xf16> into tensor<20x48xf16>
    %138 = tensor.empty() : tensor<48x32xf16>
    %transposed_38 = linalg.transpose ins(%arg19 : tensor<32x48xf16>) outs(%138 : tensor<48x32xf16>) permutation = [1, 0] 
    %139 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg20 : tensor<32xf16>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<32xf32>
    %140 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<20x48xf16>) outs(%129 : tensor<20x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<20x48xf32>
    %141 = tensor.empty() : tensor<48x32xf32>
    %142 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%transposed_38 : tensor<48x32xf16>) outs(%141 : tensor<48x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<48x32xf32>
    %143 = linalg.matmul ins(%140, %142 : tensor<20x48xf32>, tensor<48x32xf32>) outs(%49 : tensor<20x32xf32>) -> tensor<20x32xf32>
    %144 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%139 : tensor<32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x32xf32>
    %145 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%143, %144 : tensor<20x32xf32>, tensor<20x32xf32>) outs(%45 : tensor<20x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.addf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<20x32xf32>
    %146 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<20x32xf32>) outs(%53 : tensor<20x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<20x32xf16>
    %expanded_39 = tensor.expand_shape %146 [[0, 1], [2]] output_shape [2, 10, 32] : tensor<20x32xf16> into tensor<2x10x32xf16>
    %147 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %104 : tensor<2x10x32xf16>, tensor<2x10x32xf16>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f16, %in_40: f16, %out: f16):
      %166 = arith.addf %in, %in_40 : f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    %148 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x10x32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %166 = arith.extf %in : f16 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x10x32xf32>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %166 = arith.extf %in : f32 to f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %150 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%149 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %152 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %151 : tensor<2x10x32xf64>, tensor<2x10x1xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.subf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %153 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %152 : tensor<2x10x32xf64>, tensor<2x10x32xf64>) outs(%21 : tensor<2x10x32xf64>) {
    ^bb0(%in: f64, %in_40: f64, %out: f64):
      %166 = arith.mulf %in, %in_40 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x32xf64>
    %154 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%153 : tensor<2x10x32xf64>) outs(%24 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.addf %in, %out : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %155 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %166 = arith.divf %in, %cst_8 : f64
      linalg.yield %166 : f64
    } -> tensor<2x10x1xf64>
    %156 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<2x10x1xf64>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %166 = arith.truncf %in : f64 to f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%148 : tensor<2x10x32xf32>) outs(%33 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_9 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_7 : f64 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x1xf32>
    %160 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x10x1xf32>) outs(%31 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.rsqrt %in : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x1xf32>
    %161 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %158 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.subf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %162 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %160 : tensor<2x10x32xf32>, tensor<2x10x1xf32>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %166 = arith.mulf %in, %in_40 : f32
      linalg.yield %166 : f32
    } -> tensor<2x10x32xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %arg21 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %arg22 : tensor<2x10x32xf32>, tensor<32xf16>) outs(%19 : tensor<2x10x32xf32>) {
    ^bb0(%in: f32, %in_40: f16, %out: f32):
      %166 = arith.extf %in_40 : f16 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<2x10x32xf32>
    %165 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<2x10x32xf32>) outs(%9 : tensor<2x10x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %166 = arith.truncf %in : f32 to f16
      linalg.yield %166 : f16
    } -> tensor<2x10x32xf16>
    return %165 : tensor<2x10x32xf16>
  }
}
