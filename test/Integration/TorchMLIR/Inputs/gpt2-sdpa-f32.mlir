#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map14 = affine_map<(d0, d1, d2) -> (d2)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @gpt2_sdpa_f32(%arg0: tensor<2x13xi64>, %arg1: tensor<30x32xf32>, %arg2: tensor<24x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x96xf32>, %arg6: tensor<96xf32>, %arg7: tensor<32x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x48xf32>, %arg12: tensor<48xf32>, %arg13: tensor<48x32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>) -> tensor<2x13x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c13_i64 = arith.constant 13 : i64
    %c30 = arith.constant 30 : index
    %c24 = arith.constant 24 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x2x13x13xf32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<true> : tensor<i1>
    %cst_6 = arith.constant 0.79788456080286541 : f64
    %cst_7 = arith.constant 4.471500e-02 : f64
    %cst_8 = arith.constant 0xFFF0000000000000 : f64
    %cst_9 = arith.constant 1.000000e-05 : f64
    %cst_10 = arith.constant 3.200000e+01 : f64
    %cst_11 = arith.constant 3.200000e+01 : f32
    %cst_12 = arith.constant 5.000000e-01 : f32
    %cst_13 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x13x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %145 = arith.index_cast %in : i64 to index
      %146 = linalg.index 2 : index
      %147 = arith.cmpi slt, %145, %c30 : index
      cf.assert %147, "index must be smaller than dim size"
      %148 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %148, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%145, %146] : tensor<30x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x13x32xf32>
    %2 = tensor.empty() : tensor<13xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %145 = linalg.index 0 : index
      %146 = arith.index_cast %145 : index to i64
      linalg.yield %146 : i64
    } -> tensor<13xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 13] : tensor<13xi64> into tensor<1x13xi64>
    %4 = tensor.empty() : tensor<1x13x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x13xi64>) outs(%4 : tensor<1x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %145 = arith.index_cast %in : i64 to index
      %146 = linalg.index 2 : index
      %147 = arith.cmpi slt, %145, %c24 : index
      cf.assert %147, "index must be smaller than dim size"
      %148 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %148, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%145, %146] : tensor<24x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x13x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x13x32xf32>, tensor<1x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %7 = tensor.empty() : tensor<2x13xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13xi64>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x13xi64>
    %extracted_slice = tensor.extract_slice %8[0, 0] [2, 1] [1, 1] : tensor<2x13xi64> to tensor<2x1xi64>
    %9 = tensor.empty() : tensor<2x1xi64>
    %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%9 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %145 = arith.subi %in, %c1_i64 : i64
      linalg.yield %145 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %10, %8 : (tensor<2x1xi64>, tensor<2x13xi64>) -> tensor<2x14xi64>
    %extracted_slice_14 = tensor.extract_slice %concat[0, 0] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %extracted_slice_15 = tensor.extract_slice %concat[0, 1] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %11 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_15, %extracted_slice_14 : tensor<2x13xi64>, tensor<2x13xi64>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %in_42: i64, %out: i64):
      %145 = arith.subi %in, %in_42 : i64
      linalg.yield %145 : i64
    } -> tensor<2x13xi64>
    %12 = tensor.empty() : tensor<2x13xi1>
    %13 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<2x13xi64>) outs(%12 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %145 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %145 : i1
    } -> tensor<2x13xi1>
    %14 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<2x13xi1>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i1, %out: i64):
      %145 = arith.extui %in : i1 to i64
      linalg.yield %145 : i64
    } -> tensor<2x13xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<2x13xi64>) -> tensor<2x13xi64>
    %16 = tensor.empty() : tensor<2xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<2xi64>) -> tensor<2xi64>
    %18:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%14 : tensor<2x13xi64>) outs(%15, %17 : tensor<2x13xi64>, tensor<2xi64>) {
    ^bb0(%arg17: i64, %arg18: i64):
      %145 = arith.addi %arg17, %arg18 : i64
      tm_tensor.yield %145 : i64
    } -> tensor<2x13xi64>, tensor<2xi64>
    %19 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%16 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %145 = linalg.index 0 : index
      %146 = arith.index_cast %145 : index to i64
      linalg.yield %146 : i64
    } -> tensor<2xi64>
    %expanded_16 = tensor.expand_shape %19 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_17 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_18 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %20 = tensor.empty() : tensor<2x1x13x1xi64>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%20 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_42: i64, %out: i64):
      %145 = arith.cmpi slt, %in, %c0_i64 : i64
      %146 = arith.addi %in, %c2_i64 : i64
      %147 = arith.select %145, %146, %in : i64
      %148 = arith.index_cast %147 : i64 to index
      %149 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %150 = arith.addi %in_42, %c13_i64 : i64
      %151 = arith.select %149, %150, %in_42 : i64
      %152 = arith.index_cast %151 : i64 to index
      %extracted = tensor.extract %8[%148, %152] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %22 = tensor.empty() : tensor<2x1x1x13xi64>
    %23 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_18 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%22 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_42: i64, %out: i64):
      %145 = arith.cmpi slt, %in, %c0_i64 : i64
      %146 = arith.addi %in, %c2_i64 : i64
      %147 = arith.select %145, %146, %in : i64
      %148 = arith.index_cast %147 : i64 to index
      %149 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %150 = arith.addi %in_42, %c13_i64 : i64
      %151 = arith.select %149, %150, %in_42 : i64
      %152 = arith.index_cast %151 : i64 to index
      %extracted = tensor.extract %8[%148, %152] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %24 = tensor.empty() : tensor<2x1x13x13xi1>
    %25 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %21 : tensor<2x1x1x13xi64>, tensor<2x1x13x1xi64>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %145 = arith.cmpi sle, %in, %in_42 : i64
      linalg.yield %145 : i1
    } -> tensor<2x1x13x13xi1>
    %26 = linalg.generic {indexing_maps = [#map12, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5, %25 : tensor<i1>, tensor<2x1x13x13xi1>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %145 = arith.andi %in, %in_42 : i1
      linalg.yield %145 : i1
    } -> tensor<2x1x13x13xi1>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%20 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_42: i64, %out: i64):
      %145 = arith.cmpi slt, %in, %c0_i64 : i64
      %146 = arith.addi %in, %c2_i64 : i64
      %147 = arith.select %145, %146, %in : i64
      %148 = arith.index_cast %147 : i64 to index
      %149 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %150 = arith.addi %in_42, %c13_i64 : i64
      %151 = arith.select %149, %150, %in_42 : i64
      %152 = arith.index_cast %151 : i64 to index
      %extracted = tensor.extract %18#0[%148, %152] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %28 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_18 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%22 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_42: i64, %out: i64):
      %145 = arith.cmpi slt, %in, %c0_i64 : i64
      %146 = arith.addi %in, %c2_i64 : i64
      %147 = arith.select %145, %146, %in : i64
      %148 = arith.index_cast %147 : i64 to index
      %149 = arith.cmpi slt, %in_42, %c0_i64 : i64
      %150 = arith.addi %in_42, %c13_i64 : i64
      %151 = arith.select %149, %150, %in_42 : i64
      %152 = arith.index_cast %151 : i64 to index
      %extracted = tensor.extract %18#0[%148, %152] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %29 = linalg.generic {indexing_maps = [#map11, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<2x1x13x1xi64>, tensor<2x1x1x13xi64>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %145 = arith.cmpi eq, %in, %in_42 : i64
      linalg.yield %145 : i1
    } -> tensor<2x1x13x13xi1>
    %30 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<2x1x13x13xi1>, tensor<2x1x13x13xi1>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %145 = arith.andi %in, %in_42 : i1
      linalg.yield %145 : i1
    } -> tensor<2x1x13x13xi1>
    %31 = tensor.empty() : tensor<2x13x32xf64>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x13x32xf32>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %145 = arith.extf %in : f32 to f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %33 = tensor.empty() : tensor<2x13x1xf64>
    %34 = linalg.fill ins(%cst : f64) outs(%33 : tensor<2x13x1xf64>) -> tensor<2x13x1xf64>
    %35 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%32 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %37 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %36 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.subf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %37 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.mulf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %39 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %41 = tensor.empty() : tensor<2x13x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x13x1xf64>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %145 = arith.truncf %in : f64 to f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x13x32xf32>) outs(%43 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.addf %in, %out : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.divf %in, %cst_11 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.truncf %cst_9 : f64 to f32
      %146 = arith.addf %in, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x13x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.rsqrt %in : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %45 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.subf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %47 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %arg3 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %arg4 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %collapsed = tensor.collapse_shape %51 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %52 = tensor.empty() : tensor<26x96xf32>
    %53 = linalg.fill ins(%cst_0 : f32) outs(%52 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %54 = linalg.matmul ins(%collapsed, %arg5 : tensor<26x32xf32>, tensor<32x96xf32>) outs(%53 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<96xf32>) outs(%52 : tensor<26x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x96xf32>
    %56 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%54, %55 : tensor<26x96xf32>, tensor<26x96xf32>) outs(%52 : tensor<26x96xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<26x96xf32>
    %expanded_19 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [2, 13, 96] : tensor<26x96xf32> into tensor<2x13x96xf32>
    %extracted_slice_20 = tensor.extract_slice %expanded_19[0, 0, 0] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf32> to tensor<2x13x32xf32>
    %extracted_slice_21 = tensor.extract_slice %expanded_19[0, 0, 32] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf32> to tensor<2x13x32xf32>
    %extracted_slice_22 = tensor.extract_slice %expanded_19[0, 0, 64] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf32> to tensor<2x13x32xf32>
    %expanded_23 = tensor.expand_shape %extracted_slice_21 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf32> into tensor<2x13x2x16xf32>
    %expanded_24 = tensor.expand_shape %extracted_slice_22 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf32> into tensor<2x13x2x16xf32>
    %57 = tensor.empty() : tensor<2x2x13x16xf32>
    %transposed = linalg.transpose ins(%expanded_24 : tensor<2x13x2x16xf32>) outs(%57 : tensor<2x2x13x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_25 = tensor.expand_shape %extracted_slice_20 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf32> into tensor<2x13x2x16xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x13x2x16xf32>) outs(%57 : tensor<2x2x13x16xf32>) permutation = [0, 2, 1, 3] 
    %58 = tensor.empty() : tensor<2x1x13x13xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map12, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_3, %cst_4 : tensor<2x1x13x13xi1>, tensor<f32>, tensor<f32>) outs(%58 : tensor<2x1x13x13xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %145 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %145 : f32
    } -> tensor<2x1x13x13xf32>
    %60 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_26 : tensor<2x2x13x16xf32>) outs(%57 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.mulf %in, %cst_12 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x16xf32>
    %61 = tensor.empty() : tensor<2x2x16x13xf32>
    %transposed_27 = linalg.transpose ins(%expanded_23 : tensor<2x13x2x16xf32>) outs(%61 : tensor<2x2x16x13xf32>) permutation = [0, 2, 3, 1] 
    %62 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<2x2x16x13xf32>) outs(%61 : tensor<2x2x16x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.mulf %in, %cst_12 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x16x13xf32>
    %collapsed_28 = tensor.collapse_shape %60 [[0, 1], [2], [3]] : tensor<2x2x13x16xf32> into tensor<4x13x16xf32>
    %collapsed_29 = tensor.collapse_shape %62 [[0, 1], [2], [3]] : tensor<2x2x16x13xf32> into tensor<4x16x13xf32>
    %63 = tensor.empty() : tensor<4x13x13xf32>
    %64 = linalg.fill ins(%cst_0 : f32) outs(%63 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %65 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<4x13x16xf32>, tensor<4x16x13xf32>) outs(%64 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %expanded_30 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf32> into tensor<2x2x13x13xf32>
    %66 = tensor.empty() : tensor<2x2x13x13xf32>
    %67 = linalg.generic {indexing_maps = [#map8, #map15, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30, %59 : tensor<2x2x13x13xf32>, tensor<2x1x13x13xf32>) outs(%66 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x13xf32>
    %68 = tensor.empty() : tensor<2x2x13xi64>
    %69 = linalg.fill ins(%c0_i64 : i64) outs(%68 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %70 = tensor.empty() : tensor<2x2x13xf32>
    %71 = linalg.fill ins(%cst_1 : f32) outs(%70 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %72:2 = linalg.generic {indexing_maps = [#map8, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<2x2x13x13xf32>) outs(%71, %69 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %145 = linalg.index 3 : index
      %146 = arith.index_cast %145 : index to i64
      %147 = arith.maximumf %in, %out : f32
      %148 = arith.cmpf ogt, %in, %out : f32
      %149 = arith.select %148, %146, %out_42 : i64
      linalg.yield %147, %149 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_31 = tensor.expand_shape %72#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %73 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_31 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%66 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.subf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x13xf32>
    %74 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x2x13x13xf32>) outs(%66 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.exp %in : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x13xf32>
    %75 = tensor.empty() : tensor<2x2x13x1xf32>
    %76 = linalg.fill ins(%cst_0 : f32) outs(%75 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %77 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%74 : tensor<2x2x13x13xf32>) outs(%76 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.addf %in, %out : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x1xf32>
    %78 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %77 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%66 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.divf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x13xf32>
    %79 = tensor.empty() : tensor<2x2x13x13xi1>
    %80 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<2x2x13x13xf32>) outs(%79 : tensor<2x2x13x13xi1>) {
    ^bb0(%in: f32, %out: i1):
      %145 = arith.extf %in : f32 to f64
      %146 = arith.cmpf oeq, %145, %cst_8 : f64
      linalg.yield %146 : i1
    } -> tensor<2x2x13x13xi1>
    %81 = tensor.empty() : tensor<2x2x13x1xi1>
    %82 = linalg.fill ins(%true : i1) outs(%81 : tensor<2x2x13x1xi1>) -> tensor<2x2x13x1xi1>
    %83 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%80 : tensor<2x2x13x13xi1>) outs(%82 : tensor<2x2x13x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %145 = arith.andi %in, %out : i1
      linalg.yield %145 : i1
    } -> tensor<2x2x13x1xi1>
    %84 = linalg.generic {indexing_maps = [#map11, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %cst_2, %78 : tensor<2x2x13x1xi1>, tensor<2x2x13x13xf32>, tensor<2x2x13x13xf32>) outs(%66 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %145 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %145 : f32
    } -> tensor<2x2x13x13xf32>
    %collapsed_32 = tensor.collapse_shape %84 [[0, 1], [2], [3]] : tensor<2x2x13x13xf32> into tensor<4x13x13xf32>
    %collapsed_33 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x2x13x16xf32> into tensor<4x13x16xf32>
    %85 = tensor.empty() : tensor<4x13x16xf32>
    %86 = linalg.fill ins(%cst_0 : f32) outs(%85 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %87 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<4x13x13xf32>, tensor<4x13x16xf32>) outs(%86 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %expanded_34 = tensor.expand_shape %87 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf32> into tensor<2x2x13x16xf32>
    %88 = tensor.empty() : tensor<2x13x2x16xf32>
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<2x2x13x16xf32>) outs(%88 : tensor<2x13x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_36 = tensor.collapse_shape %transposed_35 [[0, 1], [2, 3]] : tensor<2x13x2x16xf32> into tensor<26x32xf32>
    %89 = tensor.empty() : tensor<26x32xf32>
    %90 = linalg.fill ins(%cst_0 : f32) outs(%89 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %91 = linalg.matmul ins(%collapsed_36, %arg7 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%90 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<32xf32>) outs(%89 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%91, %92 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%89 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<26x32xf32>
    %expanded_37 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %6 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x13x32xf32>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %145 = arith.extf %in : f32 to f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %96 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %98 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %97 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.subf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %98 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.mulf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %100 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%99 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x13x1xf64>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %145 = arith.truncf %in : f64 to f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<2x13x32xf32>) outs(%43 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.addf %in, %out : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.divf %in, %cst_11 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.truncf %cst_9 : f64 to f32
      %146 = arith.addf %in, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x13x1xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.rsqrt %in : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %104 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.subf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %106 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %arg9 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %arg10 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %collapsed_38 = tensor.collapse_shape %110 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %111 = tensor.empty() : tensor<26x48xf32>
    %112 = linalg.fill ins(%cst_0 : f32) outs(%111 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %113 = linalg.matmul ins(%collapsed_38, %arg11 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%112 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %114 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<48xf32>) outs(%111 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %115 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%113, %114 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%111 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<26x48xf32>
    %expanded_39 = tensor.expand_shape %115 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf32> into tensor<2x13x48xf32>
    %116 = tensor.empty() : tensor<2x13x48xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.mulf %in, %cst_12 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.truncf %cst_7 : f64 to f32
      %146 = arith.mulf %in, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x13x48xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %119 : tensor<2x13x48xf32>, tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.truncf %cst_6 : f64 to f32
      %146 = arith.mulf %in, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x13x48xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.tanh %in : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.addf %in, %cst_13 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %123 : tensor<2x13x48xf32>, tensor<2x13x48xf32>) outs(%116 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x48xf32>
    %collapsed_40 = tensor.collapse_shape %124 [[0, 1], [2]] : tensor<2x13x48xf32> into tensor<26x48xf32>
    %125 = linalg.matmul ins(%collapsed_40, %arg13 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%90 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<32xf32>) outs(%89 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %127 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%125, %126 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%89 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<26x32xf32>
    %expanded_41 = tensor.expand_shape %127 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %expanded_41 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x13x32xf32>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %145 = arith.extf %in : f32 to f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %130 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%129 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %132 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %131 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.subf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %132 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%31 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_42: f64, %out: f64):
      %145 = arith.mulf %in, %in_42 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x32xf64>
    %134 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%133 : tensor<2x13x32xf64>) outs(%34 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.addf %in, %out : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x13x1xf64>) outs(%33 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %145 = arith.divf %in, %cst_10 : f64
      linalg.yield %145 : f64
    } -> tensor<2x13x1xf64>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x13x1xf64>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %145 = arith.truncf %in : f64 to f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%128 : tensor<2x13x32xf32>) outs(%43 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.addf %in, %out : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.divf %in, %cst_11 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = arith.truncf %cst_9 : f64 to f32
      %146 = arith.addf %in, %145 : f32
      linalg.yield %146 : f32
    } -> tensor<2x13x1xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<2x13x1xf32>) outs(%41 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %145 = math.rsqrt %in : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x1xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %138 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.subf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %140 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %arg15 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.mulf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %arg16 : tensor<2x13x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %145 = arith.addf %in, %in_42 : f32
      linalg.yield %145 : f32
    } -> tensor<2x13x32xf32>
    return %144 : tensor<2x13x32xf32>
  }
}
