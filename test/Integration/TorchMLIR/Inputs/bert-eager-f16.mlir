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
  func.func @bert_eager_f16(%arg0: tensor<2x13xi64>, %arg1: tensor<2x13xi64>, %arg2: tensor<30x32xf16>, %arg3: tensor<24x32xf16>, %arg4: tensor<2x32xf16>, %arg5: tensor<32xf16>, %arg6: tensor<32xf16>, %arg7: tensor<32x32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32x32xf16>, %arg10: tensor<32xf16>, %arg11: tensor<32x32xf16>, %arg12: tensor<32xf16>, %arg13: tensor<32x32xf16>, %arg14: tensor<32xf16>, %arg15: tensor<32xf16>, %arg16: tensor<32xf16>, %arg17: tensor<48x32xf16>, %arg18: tensor<48xf16>, %arg19: tensor<32x48xf16>, %arg20: tensor<32xf16>, %arg21: tensor<32xf16>, %arg22: tensor<32xf16>, %arg23: tensor<32x32xf16>, %arg24: tensor<32xf16>) -> tensor<2x13x32xf16> {
    %c0_i64 = arith.constant 0 : i64
    %c13_i64 = arith.constant 13 : i64
    %c24 = arith.constant 24 : index
    %c2 = arith.constant 2 : index
    %c30 = arith.constant 30 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f16
    %cst_3 = arith.constant 2.000000e+00 : f16
    %cst_4 = arith.constant 5.000000e-01 : f16
    %cst_5 = arith.constant dense<-6.550400e+04> : tensor<f16>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_7 = arith.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant 9.9999999999999998E-13 : f64
    %c0 = arith.constant 0 : index
    %cst_9 = arith.constant 3.200000e+01 : f64
    %cst_10 = arith.constant 3.200000e+01 : f32
    %cst_11 = arith.constant 2.500000e-01 : f16
    %c2_i64 = arith.constant 2 : i64
    %cst_12 = arith.constant dense_resource<torch_tensor_1_24_torch.int64_1> : tensor<1x24xi64>
    %cst_13 = arith.constant dense_resource<torch_tensor_1_24_torch.int64> : tensor<1x24xi64>
    %extracted_slice = tensor.extract_slice %cst_13[0, 0] [1, 13] [1, 1] : tensor<1x24xi64> to tensor<1x13xi64>
    %0 = tensor.empty() : tensor<1x13xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x13xi64>) -> tensor<1x13xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x13xi64>) outs(%1 : tensor<1x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      %175 = arith.index_cast %in : i64 to index
      %176 = arith.cmpi slt, %175, %c24 : index
      cf.assert %176, "index must be smaller than dim size"
      %177 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %177, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_12[%c0, %175] : tensor<1x24xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x13xi64>
    %3 = tensor.empty() : tensor<2x13xi64>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x13xi64> into tensor<13xi64>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<13xi64>) outs(%3 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x13xi64>
    %5 = tensor.empty() : tensor<2x13x32xf16>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %175 = arith.index_cast %in : i64 to index
      %176 = linalg.index 2 : index
      %177 = arith.cmpi slt, %175, %c30 : index
      cf.assert %177, "index must be smaller than dim size"
      %178 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %178, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%175, %176] : tensor<30x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<2x13x32xf16>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x13xi64>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %175 = arith.index_cast %in : i64 to index
      %176 = linalg.index 2 : index
      %177 = arith.cmpi slt, %175, %c2 : index
      cf.assert %177, "index must be smaller than dim size"
      %178 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %178, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg4[%175, %176] : tensor<2x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<2x13x32xf16>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %175 = arith.addf %in, %in_42 : f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %9 = tensor.empty() : tensor<1x13x32xf16>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x13xi64>) outs(%9 : tensor<1x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %175 = arith.index_cast %in : i64 to index
      %176 = linalg.index 2 : index
      %177 = arith.cmpi slt, %175, %c24 : index
      cf.assert %177, "index must be smaller than dim size"
      %178 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %178, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg3[%175, %176] : tensor<24x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<1x13x32xf16>
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<2x13x32xf16>, tensor<1x13x32xf16>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %175 = arith.addf %in, %in_42 : f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %12 = tensor.empty() : tensor<2x13x32xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x13x32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %14 = tensor.empty() : tensor<2x13x32xf64>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x13x32xf32>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %175 = arith.extf %in : f32 to f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %16 = tensor.empty() : tensor<2x13x1xf64>
    %17 = linalg.fill ins(%cst : f64) outs(%16 : tensor<2x13x1xf64>) -> tensor<2x13x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %19 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.subf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %20 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.mulf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %24 = tensor.empty() : tensor<2x13x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x13x1xf64>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %175 = arith.truncf %in : f64 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x13x32xf32>) outs(%26 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %out : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %in, %cst_10 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.truncf %cst_8 : f64 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.rsqrt %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %28 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.subf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %30 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.mulf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg5 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.mulf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %arg6 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %36 = tensor.empty() : tensor<2x13xi1>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2x13xi64>) outs(%36 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %175 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %175 : i1
    } -> tensor<2x13xi1>
    %38 = tensor.empty() : tensor<2xi64>
    %39 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%38 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %175 = linalg.index 0 : index
      %176 = arith.index_cast %175 : index to i64
      linalg.yield %176 : i64
    } -> tensor<2xi64>
    %40 = tensor.empty() : tensor<13xi64>
    %41 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%40 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %175 = linalg.index 0 : index
      %176 = arith.index_cast %175 : index to i64
      linalg.yield %176 : i64
    } -> tensor<13xi64>
    %expanded = tensor.expand_shape %39 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_14 = tensor.expand_shape %41 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_15 = tensor.expand_shape %41 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %42 = tensor.empty() : tensor<1x1x13x1xi1>
    %43 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<1x1x13x1xi64>) outs(%42 : tensor<1x1x13x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %175 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %175 : i1
    } -> tensor<1x1x13x1xi1>
    %44 = linalg.generic {indexing_maps = [#map9, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7, %43 : tensor<i1>, tensor<1x1x13x1xi1>) outs(%42 : tensor<1x1x13x1xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %175 = arith.andi %in, %in_42 : i1
      linalg.yield %175 : i1
    } -> tensor<1x1x13x1xi1>
    %45 = tensor.empty() : tensor<2x1x1x13xi1>
    %46 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_15 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%45 : tensor<2x1x1x13xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %175 = arith.cmpi slt, %in, %c0_i64 : i64
      %176 = arith.addi %in, %c2_i64 : i64
      %177 = arith.select %175, %176, %in : i64
      %178 = arith.index_cast %177 : i64 to index
      %179 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %180 = arith.addi %in_42, %c13_i64 : i64
      %181 = arith.select %179, %180, %in_42 : i64
      %182 = arith.index_cast %181 : i64 to index
      %extracted = tensor.extract %37[%178, %182] : tensor<2x13xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x13xi1>
    %47 = tensor.empty() : tensor<2x1x13x13xi1>
    %48 = linalg.generic {indexing_maps = [#map12, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<1x1x13x1xi1>, tensor<2x1x1x13xi1>) outs(%47 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %175 = arith.andi %in, %in_42 : i1
      linalg.yield %175 : i1
    } -> tensor<2x1x13x13xi1>
    %49 = tensor.empty() : tensor<2x1x13x13xf16>
    %50 = linalg.generic {indexing_maps = [#map8, #map9, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %cst_6, %cst_5 : tensor<2x1x13x13xi1>, tensor<f16>, tensor<f16>) outs(%49 : tensor<2x1x13x13xf16>) {
    ^bb0(%in: i1, %in_42: f16, %in_43: f16, %out: f16):
      %175 = arith.select %in, %in_42, %in_43 : f16
      linalg.yield %175 : f16
    } -> tensor<2x1x13x13xf16>
    %collapsed_16 = tensor.collapse_shape %35 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %51 = tensor.empty() : tensor<32x32xf16>
    %transposed = linalg.transpose ins(%arg7 : tensor<32x32xf16>) outs(%51 : tensor<32x32xf16>) permutation = [1, 0] 
    %52 = tensor.empty() : tensor<32xf32>
    %53 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xf16>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32xf32>
    %54 = tensor.empty() : tensor<26x32xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_16 : tensor<26x32xf16>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %56 = tensor.empty() : tensor<32x32xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x32xf16>) outs(%56 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32x32xf32>
    %58 = linalg.fill ins(%cst_0 : f32) outs(%54 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %59 = linalg.matmul ins(%55, %57 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%58 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %62 = tensor.empty() : tensor<26x32xf16>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<26x32xf32>) outs(%62 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x32xf16>
    %expanded_17 = tensor.expand_shape %63 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf16> into tensor<2x13x2x16xf16>
    %64 = tensor.empty() : tensor<2x2x13x16xf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<2x13x2x16xf16>) outs(%64 : tensor<2x2x13x16xf16>) permutation = [0, 2, 1, 3] 
    %transposed_19 = linalg.transpose ins(%arg9 : tensor<32x32xf16>) outs(%51 : tensor<32x32xf16>) permutation = [1, 0] 
    %65 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xf16>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_19 : tensor<32x32xf16>) outs(%56 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32x32xf32>
    %67 = linalg.matmul ins(%55, %66 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%58 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%67, %68 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<26x32xf32>) outs(%62 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x32xf16>
    %expanded_20 = tensor.expand_shape %70 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf16> into tensor<2x13x2x16xf16>
    %transposed_21 = linalg.transpose ins(%arg11 : tensor<32x32xf16>) outs(%51 : tensor<32x32xf16>) permutation = [1, 0] 
    %71 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg12 : tensor<32xf16>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_21 : tensor<32x32xf16>) outs(%56 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32x32xf32>
    %73 = linalg.matmul ins(%55, %72 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%58 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%71 : tensor<32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%73, %74 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%75 : tensor<26x32xf32>) outs(%62 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x32xf16>
    %expanded_22 = tensor.expand_shape %76 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf16> into tensor<2x13x2x16xf16>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x13x2x16xf16>) outs(%64 : tensor<2x2x13x16xf16>) permutation = [0, 2, 1, 3] 
    %77 = tensor.empty() : tensor<2x2x16x13xf16>
    %transposed_24 = linalg.transpose ins(%expanded_20 : tensor<2x13x2x16xf16>) outs(%77 : tensor<2x2x16x13xf16>) permutation = [0, 2, 3, 1] 
    %collapsed_25 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x2x13x16xf16> into tensor<4x13x16xf16>
    %collapsed_26 = tensor.collapse_shape %transposed_24 [[0, 1], [2], [3]] : tensor<2x2x16x13xf16> into tensor<4x16x13xf16>
    %78 = tensor.empty() : tensor<4x13x13xf32>
    %79 = linalg.fill ins(%cst_0 : f32) outs(%78 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %80 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x13x16xf16>, tensor<4x16x13xf16>) outs(%79 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %81 = tensor.empty() : tensor<4x13x13xf16>
    %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<4x13x13xf32>) outs(%81 : tensor<4x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<4x13x13xf16>
    %expanded_27 = tensor.expand_shape %82 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf16> into tensor<2x2x13x13xf16>
    %83 = tensor.empty() : tensor<2x2x13x13xf16>
    %84 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x2x13x13xf16>) outs(%83 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %out: f16):
      %175 = arith.mulf %in, %cst_11 : f16
      linalg.yield %175 : f16
    } -> tensor<2x2x13x13xf16>
    %85 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %50 : tensor<2x2x13x13xf16>, tensor<2x1x13x13xf16>) outs(%83 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %175 = arith.addf %in, %in_42 : f16
      linalg.yield %175 : f16
    } -> tensor<2x2x13x13xf16>
    %86 = tensor.empty() : tensor<2x2x13x13xf32>
    %87 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<2x2x13x13xf16>) outs(%86 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<2x2x13x13xf32>
    %88 = tensor.empty() : tensor<2x2x13xi64>
    %89 = linalg.fill ins(%c0_i64 : i64) outs(%88 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %90 = tensor.empty() : tensor<2x2x13xf32>
    %91 = linalg.fill ins(%cst_1 : f32) outs(%90 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %92:2 = linalg.generic {indexing_maps = [#map8, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%87 : tensor<2x2x13x13xf32>) outs(%91, %89 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %175 = linalg.index 3 : index
      %176 = arith.index_cast %175 : index to i64
      %177 = arith.maximumf %in, %out : f32
      %178 = arith.cmpf ogt, %in, %out : f32
      %179 = arith.select %178, %176, %out_42 : i64
      linalg.yield %177, %179 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_28 = tensor.expand_shape %92#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %93 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %expanded_28 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%86 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.subf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x2x13x13xf32>
    %94 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<2x2x13x13xf32>) outs(%86 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x2x13x13xf32>
    %95 = tensor.empty() : tensor<2x2x13x1xf32>
    %96 = linalg.fill ins(%cst_0 : f32) outs(%95 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %97 = linalg.generic {indexing_maps = [#map8, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94 : tensor<2x2x13x13xf32>) outs(%96 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %out : f32
      linalg.yield %175 : f32
    } -> tensor<2x2x13x1xf32>
    %98 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94, %97 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%86 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.divf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x2x13x13xf32>
    %99 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98 : tensor<2x2x13x13xf32>) outs(%83 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<2x2x13x13xf16>
    %collapsed_29 = tensor.collapse_shape %99 [[0, 1], [2], [3]] : tensor<2x2x13x13xf16> into tensor<4x13x13xf16>
    %collapsed_30 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<2x2x13x16xf16> into tensor<4x13x16xf16>
    %100 = tensor.empty() : tensor<4x13x16xf32>
    %101 = linalg.fill ins(%cst_0 : f32) outs(%100 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %102 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<4x13x13xf16>, tensor<4x13x16xf16>) outs(%101 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %103 = tensor.empty() : tensor<4x13x16xf16>
    %104 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<4x13x16xf32>) outs(%103 : tensor<4x13x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<4x13x16xf16>
    %expanded_31 = tensor.expand_shape %104 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf16> into tensor<2x2x13x16xf16>
    %105 = tensor.empty() : tensor<2x13x2x16xf16>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<2x2x13x16xf16>) outs(%105 : tensor<2x13x2x16xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_33 = tensor.collapse_shape %transposed_32 [[0, 1], [2, 3]] : tensor<2x13x2x16xf16> into tensor<26x32xf16>
    %transposed_34 = linalg.transpose ins(%arg13 : tensor<32x32xf16>) outs(%51 : tensor<32x32xf16>) permutation = [1, 0] 
    %106 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg14 : tensor<32xf16>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_33 : tensor<26x32xf16>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_34 : tensor<32x32xf16>) outs(%56 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32x32xf32>
    %109 = linalg.matmul ins(%107, %108 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%58 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%109, %110 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<26x32xf32>) outs(%62 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x32xf16>
    %expanded_35 = tensor.expand_shape %112 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %113 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %35 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %175 = arith.addf %in, %in_42 : f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x13x32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x13x32xf32>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %175 = arith.extf %in : f32 to f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %116 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %118 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.subf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %119 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %118 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.mulf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %120 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x13x1xf64>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %175 = arith.truncf %in : f64 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%114 : tensor<2x13x32xf32>) outs(%26 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %out : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %in, %cst_10 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.truncf %cst_8 : f64 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x1xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.rsqrt %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %124 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.subf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %126 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.mulf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %arg15 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.mulf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %arg16 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %collapsed_36 = tensor.collapse_shape %131 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %132 = tensor.empty() : tensor<32x48xf16>
    %transposed_37 = linalg.transpose ins(%arg17 : tensor<48x32xf16>) outs(%132 : tensor<32x48xf16>) permutation = [1, 0] 
    %133 = tensor.empty() : tensor<48xf32>
    %134 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg18 : tensor<48xf16>) outs(%133 : tensor<48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<48xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_36 : tensor<26x32xf16>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %136 = tensor.empty() : tensor<32x48xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_37 : tensor<32x48xf16>) outs(%136 : tensor<32x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32x48xf32>
    %138 = tensor.empty() : tensor<26x48xf32>
    %139 = linalg.fill ins(%cst_0 : f32) outs(%138 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %140 = linalg.matmul ins(%135, %137 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%139 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<48xf32>) outs(%138 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%140, %141 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%138 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x48xf32>
    %143 = tensor.empty() : tensor<26x48xf16>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<26x48xf32>) outs(%143 : tensor<26x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x48xf16>
    %expanded_38 = tensor.expand_shape %144 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf16> into tensor<2x13x48xf16>
    %145 = tensor.empty() : tensor<2x13x48xf16>
    %146 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<2x13x48xf16>) outs(%145 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %175 = math.sqrt %cst_3 : f16
      %176 = arith.divf %in, %175 : f16
      %177 = math.erf %176 : f16
      %178 = arith.addf %177, %cst_2 : f16
      %179 = arith.mulf %178, %cst_4 : f16
      %180 = arith.mulf %in, %179 : f16
      linalg.yield %180 : f16
    } -> tensor<2x13x48xf16>
    %collapsed_39 = tensor.collapse_shape %146 [[0, 1], [2]] : tensor<2x13x48xf16> into tensor<26x48xf16>
    %147 = tensor.empty() : tensor<48x32xf16>
    %transposed_40 = linalg.transpose ins(%arg19 : tensor<32x48xf16>) outs(%147 : tensor<48x32xf16>) permutation = [1, 0] 
    %148 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg20 : tensor<32xf16>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<32xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_39 : tensor<26x48xf16>) outs(%138 : tensor<26x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<26x48xf32>
    %150 = tensor.empty() : tensor<48x32xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_40 : tensor<48x32xf16>) outs(%150 : tensor<48x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<48x32xf32>
    %152 = linalg.matmul ins(%149, %151 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%58 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%152, %153 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%54 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.addf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<26x32xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%154 : tensor<26x32xf32>) outs(%62 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<26x32xf16>
    %expanded_41 = tensor.expand_shape %155 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %156 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_41, %131 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_42: f16, %out: f16):
      %175 = arith.addf %in, %in_42 : f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    %157 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x13x32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %175 = arith.extf %in : f16 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x13x32xf32>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %175 = arith.extf %in : f32 to f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %159 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %160 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %161 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %160 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.subf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %162 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %161 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%14 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %175 = arith.mulf %in, %in_42 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x32xf64>
    %163 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162 : tensor<2x13x32xf64>) outs(%17 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.addf %in, %out : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %164 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x13x1xf64>) outs(%16 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %175 = arith.divf %in, %cst_9 : f64
      linalg.yield %175 : f64
    } -> tensor<2x13x1xf64>
    %165 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<2x13x1xf64>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %175 = arith.truncf %in : f64 to f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %166 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%157 : tensor<2x13x32xf32>) outs(%26 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %out : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %in, %cst_10 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.truncf %cst_8 : f64 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x1xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<2x13x1xf32>) outs(%24 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.rsqrt %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x1xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %167 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.subf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %169 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %175 = arith.mulf %in, %in_42 : f32
      linalg.yield %175 : f32
    } -> tensor<2x13x32xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %arg21 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.mulf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172, %arg22 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%12 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f16, %out: f32):
      %175 = arith.extf %in_42 : f16 to f32
      %176 = arith.addf %in, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x13x32xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<2x13x32xf32>) outs(%5 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %175 = arith.truncf %in : f32 to f16
      linalg.yield %175 : f16
    } -> tensor<2x13x32xf16>
    return %174 : tensor<2x13x32xf16>
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
