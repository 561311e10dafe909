#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @bert_sdpa_f32(%arg0: tensor<2x13xi64>, %arg1: tensor<2x13xi64>, %arg2: tensor<30x32xf32>, %arg3: tensor<24x32xf32>, %arg4: tensor<2x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32x32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<48x32xf32>, %arg18: tensor<48xf32>, %arg19: tensor<32x48xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<32xf32>, %arg23: tensor<32x32xf32>, %arg24: tensor<32xf32>) -> tensor<2x13x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c13_i64 = arith.constant 13 : i64
    %c24 = arith.constant 24 : index
    %c2 = arith.constant 2 : index
    %c30 = arith.constant 30 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<2x2x13x13xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant 0xFFF0000000000000 : f64
    %cst_9 = arith.constant 9.9999999999999998E-13 : f64
    %c0 = arith.constant 0 : index
    %cst_10 = arith.constant 3.200000e+01 : f64
    %cst_11 = arith.constant 3.200000e+01 : f32
    %cst_12 = arith.constant 1.41421354 : f32
    %c2_i64 = arith.constant 2 : i64
    %cst_13 = arith.constant dense_resource<torch_tensor_1_24_torch.int64_1> : tensor<1x24xi64>
    %cst_14 = arith.constant dense_resource<torch_tensor_1_24_torch.int64> : tensor<1x24xi64>
    %extracted_slice = tensor.extract_slice %cst_14[0, 0] [1, 13] [1, 1] : tensor<1x24xi64> to tensor<1x13xi64>
    %0 = tensor.empty() : tensor<1x13xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x13xi64>) -> tensor<1x13xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x13xi64>) outs(%1 : tensor<1x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      %139 = arith.index_cast %in : i64 to index
      %140 = arith.cmpi slt, %139, %c24 : index
      cf.assert %140, "index must be smaller than dim size"
      %141 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %141, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_13[%c0, %139] : tensor<1x24xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x13xi64>
    %3 = tensor.empty() : tensor<2x13xi64>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x13xi64> into tensor<13xi64>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<13xi64>) outs(%3 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x13xi64>
    %5 = tensor.empty() : tensor<2x13x32xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %139 = arith.index_cast %in : i64 to index
      %140 = linalg.index 2 : index
      %141 = arith.cmpi slt, %139, %c30 : index
      cf.assert %141, "index must be smaller than dim size"
      %142 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %142, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%139, %140] : tensor<30x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x13x32xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x13xi64>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %139 = arith.index_cast %in : i64 to index
      %140 = linalg.index 2 : index
      %141 = arith.cmpi slt, %139, %c2 : index
      cf.assert %141, "index must be smaller than dim size"
      %142 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %142, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg4[%139, %140] : tensor<2x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x13x32xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %9 = tensor.empty() : tensor<1x13x32xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x13xi64>) outs(%9 : tensor<1x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %139 = arith.index_cast %in : i64 to index
      %140 = linalg.index 2 : index
      %141 = arith.cmpi slt, %139, %c24 : index
      cf.assert %141, "index must be smaller than dim size"
      %142 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %142, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg3[%139, %140] : tensor<24x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x13x32xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<2x13x32xf32>, tensor<1x13x32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %12 = tensor.empty() : tensor<2x13x32xf64>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x13x32xf32>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %139 = arith.extf %in : f32 to f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %14 = tensor.empty() : tensor<2x13x1xf64>
    %15 = linalg.fill ins(%cst : f64) outs(%14 : tensor<2x13x1xf64>) -> tensor<2x13x1xf64>
    %16 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %17 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.subf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %18 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.mulf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%19 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %22 = tensor.empty() : tensor<2x13x1xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x13x1xf64>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %139 = arith.truncf %in : f64 to f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<2x13x32xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.addf %in, %out : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.divf %in, %cst_11 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.truncf %cst_9 : f64 to f32
      %140 = arith.addf %in, %139 : f32
      linalg.yield %140 : f32
    } -> tensor<2x13x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = math.rsqrt %in : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %26 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.subf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %28 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %arg5 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg6 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %33 = tensor.empty() : tensor<2x13xi1>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2x13xi64>) outs(%33 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %139 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %139 : i1
    } -> tensor<2x13xi1>
    %35 = tensor.empty() : tensor<2xi64>
    %36 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%35 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %139 = linalg.index 0 : index
      %140 = arith.index_cast %139 : index to i64
      linalg.yield %140 : i64
    } -> tensor<2xi64>
    %37 = tensor.empty() : tensor<13xi64>
    %38 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%37 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %139 = linalg.index 0 : index
      %140 = arith.index_cast %139 : index to i64
      linalg.yield %140 : i64
    } -> tensor<13xi64>
    %expanded = tensor.expand_shape %36 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_15 = tensor.expand_shape %38 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_16 = tensor.expand_shape %38 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %39 = tensor.empty() : tensor<1x1x13x1xi1>
    %40 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<1x1x13x1xi64>) outs(%39 : tensor<1x1x13x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %139 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %139 : i1
    } -> tensor<1x1x13x1xi1>
    %41 = linalg.generic {indexing_maps = [#map9, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7, %40 : tensor<i1>, tensor<1x1x13x1xi1>) outs(%39 : tensor<1x1x13x1xi1>) {
    ^bb0(%in: i1, %in_43: i1, %out: i1):
      %139 = arith.andi %in, %in_43 : i1
      linalg.yield %139 : i1
    } -> tensor<1x1x13x1xi1>
    %42 = tensor.empty() : tensor<2x1x1x13xi1>
    %43 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%42 : tensor<2x1x1x13xi1>) {
    ^bb0(%in: i64, %in_43: i64, %out: i1):
      %139 = arith.cmpi slt, %in, %c0_i64 : i64
      %140 = arith.addi %in, %c2_i64 : i64
      %141 = arith.select %139, %140, %in : i64
      %142 = arith.index_cast %141 : i64 to index
      %143 = arith.cmpi slt, %in_43, %c0_i64 : i64
      %144 = arith.addi %in_43, %c13_i64 : i64
      %145 = arith.select %143, %144, %in_43 : i64
      %146 = arith.index_cast %145 : i64 to index
      %extracted = tensor.extract %34[%142, %146] : tensor<2x13xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x13xi1>
    %44 = tensor.empty() : tensor<2x1x13x13xi1>
    %45 = linalg.generic {indexing_maps = [#map12, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %43 : tensor<1x1x13x1xi1>, tensor<2x1x1x13xi1>) outs(%44 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_43: i1, %out: i1):
      %139 = arith.andi %in, %in_43 : i1
      linalg.yield %139 : i1
    } -> tensor<2x1x13x13xi1>
    %collapsed_17 = tensor.collapse_shape %32 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %46 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg7 : tensor<32x32xf32>) outs(%46 : tensor<32x32xf32>) permutation = [1, 0] 
    %47 = tensor.empty() : tensor<26x32xf32>
    %48 = linalg.fill ins(%cst_0 : f32) outs(%47 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %49 = linalg.matmul ins(%collapsed_17, %transposed : tensor<26x32xf32>, tensor<32x32xf32>) outs(%48 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%49, %50 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x32xf32>
    %expanded_18 = tensor.expand_shape %51 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf32> into tensor<2x13x2x16xf32>
    %52 = tensor.empty() : tensor<2x2x13x16xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<2x13x2x16xf32>) outs(%52 : tensor<2x2x13x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%arg9 : tensor<32x32xf32>) outs(%46 : tensor<32x32xf32>) permutation = [1, 0] 
    %53 = linalg.matmul ins(%collapsed_17, %transposed_20 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%48 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%53, %54 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x32xf32>
    %expanded_21 = tensor.expand_shape %55 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf32> into tensor<2x13x2x16xf32>
    %transposed_22 = linalg.transpose ins(%arg11 : tensor<32x32xf32>) outs(%46 : tensor<32x32xf32>) permutation = [1, 0] 
    %56 = linalg.matmul ins(%collapsed_17, %transposed_22 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%48 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %57 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x32xf32>
    %expanded_23 = tensor.expand_shape %58 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf32> into tensor<2x13x2x16xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x13x2x16xf32>) outs(%52 : tensor<2x2x13x16xf32>) permutation = [0, 2, 1, 3] 
    %59 = tensor.empty() : tensor<2x1x13x13xf32>
    %60 = linalg.generic {indexing_maps = [#map8, #map9, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %cst_5, %cst_6 : tensor<2x1x13x13xi1>, tensor<f32>, tensor<f32>) outs(%59 : tensor<2x1x13x13xf32>) {
    ^bb0(%in: i1, %in_43: f32, %in_44: f32, %out: f32):
      %139 = arith.select %in, %in_43, %in_44 : f32
      linalg.yield %139 : f32
    } -> tensor<2x1x13x13xf32>
    %61 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19 : tensor<2x2x13x16xf32>) outs(%52 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.mulf %in, %cst_3 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x16xf32>
    %62 = tensor.empty() : tensor<2x2x16x13xf32>
    %transposed_25 = linalg.transpose ins(%expanded_21 : tensor<2x13x2x16xf32>) outs(%62 : tensor<2x2x16x13xf32>) permutation = [0, 2, 3, 1] 
    %63 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<2x2x16x13xf32>) outs(%62 : tensor<2x2x16x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.mulf %in, %cst_3 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x16x13xf32>
    %collapsed_26 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<2x2x13x16xf32> into tensor<4x13x16xf32>
    %collapsed_27 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<2x2x16x13xf32> into tensor<4x16x13xf32>
    %64 = tensor.empty() : tensor<4x13x13xf32>
    %65 = linalg.fill ins(%cst_0 : f32) outs(%64 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %66 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x13x16xf32>, tensor<4x16x13xf32>) outs(%65 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %expanded_28 = tensor.expand_shape %66 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf32> into tensor<2x2x13x13xf32>
    %67 = tensor.empty() : tensor<2x2x13x13xf32>
    %68 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28, %60 : tensor<2x2x13x13xf32>, tensor<2x1x13x13xf32>) outs(%67 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x13xf32>
    %69 = tensor.empty() : tensor<2x2x13xi64>
    %70 = linalg.fill ins(%c0_i64 : i64) outs(%69 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %71 = tensor.empty() : tensor<2x2x13xf32>
    %72 = linalg.fill ins(%cst_1 : f32) outs(%71 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %73:2 = linalg.generic {indexing_maps = [#map8, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%68 : tensor<2x2x13x13xf32>) outs(%72, %70 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_43: i64):
      %139 = linalg.index 3 : index
      %140 = arith.index_cast %139 : index to i64
      %141 = arith.maximumf %in, %out : f32
      %142 = arith.cmpf ogt, %in, %out : f32
      %143 = arith.select %142, %140, %out_43 : i64
      linalg.yield %141, %143 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_29 = tensor.expand_shape %73#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %74 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %expanded_29 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%67 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.subf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x13xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<2x2x13x13xf32>) outs(%67 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = math.exp %in : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x13xf32>
    %76 = tensor.empty() : tensor<2x2x13x1xf32>
    %77 = linalg.fill ins(%cst_0 : f32) outs(%76 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %78 = linalg.generic {indexing_maps = [#map8, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%75 : tensor<2x2x13x13xf32>) outs(%77 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.addf %in, %out : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x1xf32>
    %79 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %78 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%67 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.divf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x13xf32>
    %80 = tensor.empty() : tensor<2x2x13x13xi1>
    %81 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x13x13xf32>) outs(%80 : tensor<2x2x13x13xi1>) {
    ^bb0(%in: f32, %out: i1):
      %139 = arith.extf %in : f32 to f64
      %140 = arith.cmpf oeq, %139, %cst_8 : f64
      linalg.yield %140 : i1
    } -> tensor<2x2x13x13xi1>
    %82 = tensor.empty() : tensor<2x2x13x1xi1>
    %83 = linalg.fill ins(%true : i1) outs(%82 : tensor<2x2x13x1xi1>) -> tensor<2x2x13x1xi1>
    %84 = linalg.generic {indexing_maps = [#map8, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%81 : tensor<2x2x13x13xi1>) outs(%83 : tensor<2x2x13x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %139 = arith.andi %in, %out : i1
      linalg.yield %139 : i1
    } -> tensor<2x2x13x1xi1>
    %85 = linalg.generic {indexing_maps = [#map16, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %cst_4, %79 : tensor<2x2x13x1xi1>, tensor<2x2x13x13xf32>, tensor<2x2x13x13xf32>) outs(%67 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: i1, %in_43: f32, %in_44: f32, %out: f32):
      %139 = arith.select %in, %in_43, %in_44 : f32
      linalg.yield %139 : f32
    } -> tensor<2x2x13x13xf32>
    %collapsed_30 = tensor.collapse_shape %85 [[0, 1], [2], [3]] : tensor<2x2x13x13xf32> into tensor<4x13x13xf32>
    %collapsed_31 = tensor.collapse_shape %transposed_24 [[0, 1], [2], [3]] : tensor<2x2x13x16xf32> into tensor<4x13x16xf32>
    %86 = tensor.empty() : tensor<4x13x16xf32>
    %87 = linalg.fill ins(%cst_0 : f32) outs(%86 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %88 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<4x13x13xf32>, tensor<4x13x16xf32>) outs(%87 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %expanded_32 = tensor.expand_shape %88 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf32> into tensor<2x2x13x16xf32>
    %89 = tensor.empty() : tensor<2x13x2x16xf32>
    %transposed_33 = linalg.transpose ins(%expanded_32 : tensor<2x2x13x16xf32>) outs(%89 : tensor<2x13x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_34 = tensor.collapse_shape %transposed_33 [[0, 1], [2, 3]] : tensor<2x13x2x16xf32> into tensor<26x32xf32>
    %transposed_35 = linalg.transpose ins(%arg13 : tensor<32x32xf32>) outs(%46 : tensor<32x32xf32>) permutation = [1, 0] 
    %90 = linalg.matmul ins(%collapsed_34, %transposed_35 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%48 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%90, %91 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x32xf32>
    %expanded_36 = tensor.expand_shape %92 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %32 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x13x32xf32>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %139 = arith.extf %in : f32 to f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %95 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %96 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %97 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %96 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.subf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %98 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %97 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.mulf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %99 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%98 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %100 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x13x1xf64>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %139 = arith.truncf %in : f64 to f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%93 : tensor<2x13x32xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.addf %in, %out : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.divf %in, %cst_11 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.truncf %cst_9 : f64 to f32
      %140 = arith.addf %in, %139 : f32
      linalg.yield %140 : f32
    } -> tensor<2x13x1xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = math.rsqrt %in : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %103 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.subf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %105 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %arg15 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %arg16 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %collapsed_37 = tensor.collapse_shape %109 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %110 = tensor.empty() : tensor<32x48xf32>
    %transposed_38 = linalg.transpose ins(%arg17 : tensor<48x32xf32>) outs(%110 : tensor<32x48xf32>) permutation = [1, 0] 
    %111 = tensor.empty() : tensor<26x48xf32>
    %112 = linalg.fill ins(%cst_0 : f32) outs(%111 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %113 = linalg.matmul ins(%collapsed_37, %transposed_38 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%112 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<48xf32>) outs(%111 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%113, %114 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%111 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x48xf32>
    %expanded_39 = tensor.expand_shape %115 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf32> into tensor<2x13x48xf32>
    %116 = tensor.empty() : tensor<2x13x48xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.divf %in, %cst_12 : f32
      %140 = math.erf %139 : f32
      %141 = arith.addf %140, %cst_2 : f32
      %142 = arith.mulf %141, %cst_3 : f32
      %143 = arith.mulf %in, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<2x13x48xf32>
    %collapsed_40 = tensor.collapse_shape %117 [[0, 1], [2]] : tensor<2x13x48xf32> into tensor<26x48xf32>
    %118 = tensor.empty() : tensor<48x32xf32>
    %transposed_41 = linalg.transpose ins(%arg19 : tensor<32x48xf32>) outs(%118 : tensor<48x32xf32>) permutation = [1, 0] 
    %119 = linalg.matmul ins(%collapsed_40, %transposed_41 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%48 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%119, %120 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%47 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<26x32xf32>
    %expanded_42 = tensor.expand_shape %121 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42, %109 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x13x32xf32>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %139 = arith.extf %in : f32 to f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %124 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%123 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %125 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %126 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %125 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.subf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %127 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %126 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%12 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_43: f64, %out: f64):
      %139 = arith.mulf %in, %in_43 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x32xf64>
    %128 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<2x13x32xf64>) outs(%15 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.addf %in, %out : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %129 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x13x1xf64>) outs(%14 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %139 = arith.divf %in, %cst_10 : f64
      linalg.yield %139 : f64
    } -> tensor<2x13x1xf64>
    %130 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<2x13x1xf64>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %139 = arith.truncf %in : f64 to f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%122 : tensor<2x13x32xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.addf %in, %out : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.divf %in, %cst_11 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = arith.truncf %cst_9 : f64 to f32
      %140 = arith.addf %in, %139 : f32
      linalg.yield %140 : f32
    } -> tensor<2x13x1xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x13x1xf32>) outs(%22 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %139 = math.rsqrt %in : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x1xf32>
    %135 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %132 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.subf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %134 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %arg21 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.mulf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %arg22 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%5 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %139 = arith.addf %in, %in_43 : f32
      linalg.yield %139 : f32
    } -> tensor<2x13x32xf32>
    return %138 : tensor<2x13x32xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_1_24_torch.int64_1: "0x08000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_1_24_torch.int64: "0x0800000000000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000080000000000000009000000000000000A000000000000000B000000000000000C000000000000000D000000000000000E000000000000000F0000000000000010000000000000001100000000000000120000000000000013000000000000001400000000000000150000000000000016000000000000001700000000000000"
    }
  }
#-}
