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
  func.func @gpt2_eager_f16(%arg0: tensor<2x13xi64>, %arg1: tensor<30x32xf16>, %arg2: tensor<24x32xf16>, %arg3: tensor<32xf16>, %arg4: tensor<32xf16>, %arg5: tensor<32x96xf16>, %arg6: tensor<96xf16>, %arg7: tensor<32x32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32xf16>, %arg10: tensor<32xf16>, %arg11: tensor<32x48xf16>, %arg12: tensor<48xf16>, %arg13: tensor<48x32xf16>, %arg14: tensor<32xf16>, %arg15: tensor<32xf16>, %arg16: tensor<32xf16>) -> tensor<2x13x32xf16> {
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
    %cst_2 = arith.constant dense<-6.550400e+04> : tensor<f16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.79788456080286541 : f64
    %cst_6 = arith.constant 4.471500e-02 : f64
    %cst_7 = arith.constant 1.000000e-05 : f64
    %cst_8 = arith.constant 3.200000e+01 : f64
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : f16
    %cst_11 = arith.constant 5.000000e-01 : f16
    %cst_12 = arith.constant 1.000000e+00 : f16
    %0 = tensor.empty() : tensor<2x13x32xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %178 = arith.index_cast %in : i64 to index
      %179 = linalg.index 2 : index
      %180 = arith.cmpi slt, %178, %c30 : index
      cf.assert %180, "index must be smaller than dim size"
      %181 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %181, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%178, %179] : tensor<30x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<2x13x32xf16>
    %2 = tensor.empty() : tensor<13xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %178 = linalg.index 0 : index
      %179 = arith.index_cast %178 : index to i64
      linalg.yield %179 : i64
    } -> tensor<13xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 13] : tensor<13xi64> into tensor<1x13xi64>
    %4 = tensor.empty() : tensor<1x13x32xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x13xi64>) outs(%4 : tensor<1x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %178 = arith.index_cast %in : i64 to index
      %179 = linalg.index 2 : index
      %180 = arith.cmpi slt, %178, %c24 : index
      cf.assert %180, "index must be smaller than dim size"
      %181 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %181, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%178, %179] : tensor<24x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<1x13x32xf16>
    %6 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x13x32xf16>, tensor<1x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.addf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    %7 = tensor.empty() : tensor<2x13xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13xi64>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x13xi64>
    %extracted_slice = tensor.extract_slice %8[0, 0] [2, 1] [1, 1] : tensor<2x13xi64> to tensor<2x1xi64>
    %9 = tensor.empty() : tensor<2x1xi64>
    %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%9 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %178 = arith.subi %in, %c1_i64 : i64
      linalg.yield %178 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %10, %8 : (tensor<2x1xi64>, tensor<2x13xi64>) -> tensor<2x14xi64>
    %extracted_slice_13 = tensor.extract_slice %concat[0, 0] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %extracted_slice_14 = tensor.extract_slice %concat[0, 1] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %11 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14, %extracted_slice_13 : tensor<2x13xi64>, tensor<2x13xi64>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %in_41: i64, %out: i64):
      %178 = arith.subi %in, %in_41 : i64
      linalg.yield %178 : i64
    } -> tensor<2x13xi64>
    %12 = tensor.empty() : tensor<2x13xi1>
    %13 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<2x13xi64>) outs(%12 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %178 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %178 : i1
    } -> tensor<2x13xi1>
    %14 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<2x13xi1>) outs(%7 : tensor<2x13xi64>) {
    ^bb0(%in: i1, %out: i64):
      %178 = arith.extui %in : i1 to i64
      linalg.yield %178 : i64
    } -> tensor<2x13xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<2x13xi64>) -> tensor<2x13xi64>
    %16 = tensor.empty() : tensor<2xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<2xi64>) -> tensor<2xi64>
    %18:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%14 : tensor<2x13xi64>) outs(%15, %17 : tensor<2x13xi64>, tensor<2xi64>) {
    ^bb0(%arg17: i64, %arg18: i64):
      %178 = arith.addi %arg17, %arg18 : i64
      tm_tensor.yield %178 : i64
    } -> tensor<2x13xi64>, tensor<2xi64>
    %19 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%16 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %178 = linalg.index 0 : index
      %179 = arith.index_cast %178 : index to i64
      linalg.yield %179 : i64
    } -> tensor<2xi64>
    %expanded_15 = tensor.expand_shape %19 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_16 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_17 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %20 = tensor.empty() : tensor<2x1x13x1xi64>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%20 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_41: i64, %out: i64):
      %178 = arith.cmpi slt, %in, %c0_i64 : i64
      %179 = arith.addi %in, %c2_i64 : i64
      %180 = arith.select %178, %179, %in : i64
      %181 = arith.index_cast %180 : i64 to index
      %182 = arith.cmpi slt, %in_41, %c0_i64 : i64
      %183 = arith.addi %in_41, %c13_i64 : i64
      %184 = arith.select %182, %183, %in_41 : i64
      %185 = arith.index_cast %184 : i64 to index
      %extracted = tensor.extract %8[%181, %185] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %22 = tensor.empty() : tensor<2x1x1x13xi64>
    %23 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%22 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_41: i64, %out: i64):
      %178 = arith.cmpi slt, %in, %c0_i64 : i64
      %179 = arith.addi %in, %c2_i64 : i64
      %180 = arith.select %178, %179, %in : i64
      %181 = arith.index_cast %180 : i64 to index
      %182 = arith.cmpi slt, %in_41, %c0_i64 : i64
      %183 = arith.addi %in_41, %c13_i64 : i64
      %184 = arith.select %182, %183, %in_41 : i64
      %185 = arith.index_cast %184 : i64 to index
      %extracted = tensor.extract %8[%181, %185] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %24 = tensor.empty() : tensor<2x1x13x13xi1>
    %25 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %21 : tensor<2x1x1x13xi64>, tensor<2x1x13x1xi64>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_41: i64, %out: i1):
      %178 = arith.cmpi sle, %in, %in_41 : i64
      linalg.yield %178 : i1
    } -> tensor<2x1x13x13xi1>
    %26 = linalg.generic {indexing_maps = [#map12, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %25 : tensor<i1>, tensor<2x1x13x13xi1>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_41: i1, %out: i1):
      %178 = arith.andi %in, %in_41 : i1
      linalg.yield %178 : i1
    } -> tensor<2x1x13x13xi1>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%20 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_41: i64, %out: i64):
      %178 = arith.cmpi slt, %in, %c0_i64 : i64
      %179 = arith.addi %in, %c2_i64 : i64
      %180 = arith.select %178, %179, %in : i64
      %181 = arith.index_cast %180 : i64 to index
      %182 = arith.cmpi slt, %in_41, %c0_i64 : i64
      %183 = arith.addi %in_41, %c13_i64 : i64
      %184 = arith.select %182, %183, %in_41 : i64
      %185 = arith.index_cast %184 : i64 to index
      %extracted = tensor.extract %18#0[%181, %185] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %28 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%22 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_41: i64, %out: i64):
      %178 = arith.cmpi slt, %in, %c0_i64 : i64
      %179 = arith.addi %in, %c2_i64 : i64
      %180 = arith.select %178, %179, %in : i64
      %181 = arith.index_cast %180 : i64 to index
      %182 = arith.cmpi slt, %in_41, %c0_i64 : i64
      %183 = arith.addi %in_41, %c13_i64 : i64
      %184 = arith.select %182, %183, %in_41 : i64
      %185 = arith.index_cast %184 : i64 to index
      %extracted = tensor.extract %18#0[%181, %185] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %29 = linalg.generic {indexing_maps = [#map11, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<2x1x13x1xi64>, tensor<2x1x1x13xi64>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_41: i64, %out: i1):
      %178 = arith.cmpi eq, %in, %in_41 : i64
      linalg.yield %178 : i1
    } -> tensor<2x1x13x13xi1>
    %30 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<2x1x13x13xi1>, tensor<2x1x13x13xi1>) outs(%24 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_41: i1, %out: i1):
      %178 = arith.andi %in, %in_41 : i1
      linalg.yield %178 : i1
    } -> tensor<2x1x13x13xi1>
    %31 = tensor.empty() : tensor<2x1x13x13xf16>
    %32 = linalg.generic {indexing_maps = [#map8, #map12, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_3, %cst_2 : tensor<2x1x13x13xi1>, tensor<f16>, tensor<f16>) outs(%31 : tensor<2x1x13x13xf16>) {
    ^bb0(%in: i1, %in_41: f16, %in_42: f16, %out: f16):
      %178 = arith.select %in, %in_41, %in_42 : f16
      linalg.yield %178 : f16
    } -> tensor<2x1x13x13xf16>
    %33 = tensor.empty() : tensor<2x13x32xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x13x32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %35 = tensor.empty() : tensor<2x13x32xf64>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x13x32xf32>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %37 = tensor.empty() : tensor<2x13x1xf64>
    %38 = linalg.fill ins(%cst : f64) outs(%37 : tensor<2x13x1xf64>) -> tensor<2x13x1xf64>
    %39 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %41 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %40 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.subf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %41 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.mulf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %43 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%42 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %45 = tensor.empty() : tensor<2x13x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<2x13x1xf64>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%34 : tensor<2x13x32xf32>) outs(%47 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_9 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_7 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %49 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.subf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %51 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.mulf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %arg3 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.mulf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %arg4 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    %collapsed = tensor.collapse_shape %56 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %57 = tensor.empty() : tensor<96xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg6 : tensor<96xf16>) outs(%57 : tensor<96xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<96xf32>
    %59 = tensor.empty() : tensor<26x32xf32>
    %60 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<26x32xf16>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<26x32xf32>
    %61 = tensor.empty() : tensor<32x96xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<32x96xf16>) outs(%61 : tensor<32x96xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<32x96xf32>
    %63 = tensor.empty() : tensor<26x96xf32>
    %64 = linalg.fill ins(%cst_0 : f32) outs(%63 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %65 = linalg.matmul ins(%60, %62 : tensor<26x32xf32>, tensor<32x96xf32>) outs(%64 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<96xf32>) outs(%63 : tensor<26x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x96xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%65, %66 : tensor<26x96xf32>, tensor<26x96xf32>) outs(%63 : tensor<26x96xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.addf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<26x96xf32>
    %68 = tensor.empty() : tensor<26x96xf16>
    %69 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<26x96xf32>) outs(%68 : tensor<26x96xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<26x96xf16>
    %expanded_18 = tensor.expand_shape %69 [[0, 1], [2]] output_shape [2, 13, 96] : tensor<26x96xf16> into tensor<2x13x96xf16>
    %extracted_slice_19 = tensor.extract_slice %expanded_18[0, 0, 0] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf16> to tensor<2x13x32xf16>
    %extracted_slice_20 = tensor.extract_slice %expanded_18[0, 0, 32] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf16> to tensor<2x13x32xf16>
    %extracted_slice_21 = tensor.extract_slice %expanded_18[0, 0, 64] [2, 13, 32] [1, 1, 1] : tensor<2x13x96xf16> to tensor<2x13x32xf16>
    %expanded_22 = tensor.expand_shape %extracted_slice_20 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf16> into tensor<2x13x2x16xf16>
    %expanded_23 = tensor.expand_shape %extracted_slice_21 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf16> into tensor<2x13x2x16xf16>
    %70 = tensor.empty() : tensor<2x2x13x16xf16>
    %transposed = linalg.transpose ins(%expanded_23 : tensor<2x13x2x16xf16>) outs(%70 : tensor<2x2x13x16xf16>) permutation = [0, 2, 1, 3] 
    %expanded_24 = tensor.expand_shape %extracted_slice_19 [[0], [1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<2x13x32xf16> into tensor<2x13x2x16xf16>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<2x13x2x16xf16>) outs(%70 : tensor<2x2x13x16xf16>) permutation = [0, 2, 1, 3] 
    %71 = tensor.empty() : tensor<2x2x16x13xf16>
    %transposed_26 = linalg.transpose ins(%expanded_22 : tensor<2x13x2x16xf16>) outs(%71 : tensor<2x2x16x13xf16>) permutation = [0, 2, 3, 1] 
    %collapsed_27 = tensor.collapse_shape %transposed_25 [[0, 1], [2], [3]] : tensor<2x2x13x16xf16> into tensor<4x13x16xf16>
    %collapsed_28 = tensor.collapse_shape %transposed_26 [[0, 1], [2], [3]] : tensor<2x2x16x13xf16> into tensor<4x16x13xf16>
    %72 = tensor.empty() : tensor<4x13x13xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%72 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %74 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<4x13x16xf16>, tensor<4x16x13xf16>) outs(%73 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %75 = tensor.empty() : tensor<4x13x13xf16>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<4x13x13xf32>) outs(%75 : tensor<4x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<4x13x13xf16>
    %expanded_29 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf16> into tensor<2x2x13x13xf16>
    %77 = tensor.empty() : tensor<2x2x13x13xf16>
    %78 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x2x13x13xf16>) outs(%77 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = arith.mulf %in, %cst_10 : f16
      linalg.yield %178 : f16
    } -> tensor<2x2x13x13xf16>
    %79 = linalg.generic {indexing_maps = [#map8, #map15, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %32 : tensor<2x2x13x13xf16>, tensor<2x1x13x13xf16>) outs(%77 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.addf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x2x13x13xf16>
    %80 = tensor.empty() : tensor<2x2x13x13xf32>
    %81 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<2x2x13x13xf16>) outs(%80 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<2x2x13x13xf32>
    %82 = tensor.empty() : tensor<2x2x13xi64>
    %83 = linalg.fill ins(%c0_i64 : i64) outs(%82 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %84 = tensor.empty() : tensor<2x2x13xf32>
    %85 = linalg.fill ins(%cst_1 : f32) outs(%84 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %86:2 = linalg.generic {indexing_maps = [#map8, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%81 : tensor<2x2x13x13xf32>) outs(%85, %83 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_41: i64):
      %178 = linalg.index 3 : index
      %179 = arith.index_cast %178 : index to i64
      %180 = arith.maximumf %in, %out : f32
      %181 = arith.cmpf ogt, %in, %out : f32
      %182 = arith.select %181, %179, %out_41 : i64
      linalg.yield %180, %182 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_30 = tensor.expand_shape %86#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %87 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %expanded_30 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%80 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.subf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x13x13xf32>
    %88 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<2x2x13x13xf32>) outs(%80 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.exp %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x13x13xf32>
    %89 = tensor.empty() : tensor<2x2x13x1xf32>
    %90 = linalg.fill ins(%cst_0 : f32) outs(%89 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %91 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%88 : tensor<2x2x13x13xf32>) outs(%90 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x13x1xf32>
    %92 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %91 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%80 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.divf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x13x13xf32>
    %93 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<2x2x13x13xf32>) outs(%77 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<2x2x13x13xf16>
    %collapsed_31 = tensor.collapse_shape %93 [[0, 1], [2], [3]] : tensor<2x2x13x13xf16> into tensor<4x13x13xf16>
    %collapsed_32 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x2x13x16xf16> into tensor<4x13x16xf16>
    %94 = tensor.empty() : tensor<4x13x16xf32>
    %95 = linalg.fill ins(%cst_0 : f32) outs(%94 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %96 = linalg.batch_matmul ins(%collapsed_31, %collapsed_32 : tensor<4x13x13xf16>, tensor<4x13x16xf16>) outs(%95 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %97 = tensor.empty() : tensor<4x13x16xf16>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<4x13x16xf32>) outs(%97 : tensor<4x13x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<4x13x16xf16>
    %expanded_33 = tensor.expand_shape %98 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf16> into tensor<2x2x13x16xf16>
    %99 = tensor.empty() : tensor<2x13x2x16xf16>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<2x2x13x16xf16>) outs(%99 : tensor<2x13x2x16xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_35 = tensor.collapse_shape %transposed_34 [[0, 1], [2, 3]] : tensor<2x13x2x16xf16> into tensor<26x32xf16>
    %100 = tensor.empty() : tensor<32xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xf16>) outs(%100 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<32xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<26x32xf16>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<26x32xf32>
    %103 = tensor.empty() : tensor<32x32xf32>
    %104 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<32x32xf16>) outs(%103 : tensor<32x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<32x32xf32>
    %105 = linalg.fill ins(%cst_0 : f32) outs(%59 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %106 = linalg.matmul ins(%102, %104 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%105 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%101 : tensor<32xf32>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %108 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%106, %107 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.addf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<26x32xf32>
    %109 = tensor.empty() : tensor<26x32xf16>
    %110 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%108 : tensor<26x32xf32>) outs(%109 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<26x32xf16>
    %expanded_36 = tensor.expand_shape %110 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %111 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %6 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.addf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x13x32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x13x32xf32>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%113 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %116 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %115 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.subf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %116 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.mulf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %118 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%117 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x13x1xf64>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<2x13x32xf32>) outs(%47 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_9 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_7 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %122 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.subf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %124 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.mulf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %arg9 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.mulf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %arg10 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    %collapsed_37 = tensor.collapse_shape %129 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %130 = tensor.empty() : tensor<48xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg12 : tensor<48xf16>) outs(%130 : tensor<48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<48xf32>
    %132 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<26x32xf16>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<26x32xf32>
    %133 = tensor.empty() : tensor<32x48xf32>
    %134 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<32x48xf16>) outs(%133 : tensor<32x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<32x48xf32>
    %135 = tensor.empty() : tensor<26x48xf32>
    %136 = linalg.fill ins(%cst_0 : f32) outs(%135 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %137 = linalg.matmul ins(%132, %134 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%136 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<48xf32>) outs(%135 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x48xf32>
    %139 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%137, %138 : tensor<26x48xf32>, tensor<26x48xf32>) outs(%135 : tensor<26x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.addf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<26x48xf32>
    %140 = tensor.empty() : tensor<26x48xf16>
    %141 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%139 : tensor<26x48xf32>) outs(%140 : tensor<26x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<26x48xf16>
    %expanded_38 = tensor.expand_shape %141 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf16> into tensor<2x13x48xf16>
    %142 = tensor.empty() : tensor<2x13x48xf16>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = arith.mulf %in, %cst_11 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = math.fpowi %in, %c3_i64 : f16, i64
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %145 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = arith.truncf %cst_6 : f64 to f16
      %179 = arith.mulf %in, %178 : f16
      linalg.yield %179 : f16
    } -> tensor<2x13x48xf16>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %145 : tensor<2x13x48xf16>, tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.addf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = arith.truncf %cst_5 : f64 to f16
      %179 = arith.mulf %in, %178 : f16
      linalg.yield %179 : f16
    } -> tensor<2x13x48xf16>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = math.tanh %in : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %out: f16):
      %178 = arith.addf %in, %cst_12 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %150 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %149 : tensor<2x13x48xf16>, tensor<2x13x48xf16>) outs(%142 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.mulf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x48xf16>
    %collapsed_39 = tensor.collapse_shape %150 [[0, 1], [2]] : tensor<2x13x48xf16> into tensor<26x48xf16>
    %151 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg14 : tensor<32xf16>) outs(%100 : tensor<32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<32xf32>
    %152 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_39 : tensor<26x48xf16>) outs(%135 : tensor<26x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<26x48xf32>
    %153 = tensor.empty() : tensor<48x32xf32>
    %154 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<48x32xf16>) outs(%153 : tensor<48x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<48x32xf32>
    %155 = linalg.matmul ins(%152, %154 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%105 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %156 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<32xf32>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<26x32xf32>
    %157 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%155, %156 : tensor<26x32xf32>, tensor<26x32xf32>) outs(%59 : tensor<26x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.addf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<26x32xf32>
    %158 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%157 : tensor<26x32xf32>) outs(%109 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<26x32xf16>
    %expanded_40 = tensor.expand_shape %158 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %159 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %expanded_40 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_41: f16, %out: f16):
      %178 = arith.addf %in, %in_41 : f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x13x32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %178 = arith.extf %in : f16 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<2x13x32xf32>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %162 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%161 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %163 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %164 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %163 : tensor<2x13x32xf64>, tensor<2x13x1xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.subf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %165 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %164 : tensor<2x13x32xf64>, tensor<2x13x32xf64>) outs(%35 : tensor<2x13x32xf64>) {
    ^bb0(%in: f64, %in_41: f64, %out: f64):
      %178 = arith.mulf %in, %in_41 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x32xf64>
    %166 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%165 : tensor<2x13x32xf64>) outs(%38 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x13x1xf64>) outs(%37 : tensor<2x13x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_8 : f64
      linalg.yield %178 : f64
    } -> tensor<2x13x1xf64>
    %168 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<2x13x1xf64>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%160 : tensor<2x13x32xf32>) outs(%47 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_9 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %171 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_7 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x1xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x1xf32>
    %173 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %170 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.subf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %174 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %172 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %178 = arith.mulf %in, %in_41 : f32
      linalg.yield %178 : f32
    } -> tensor<2x13x32xf32>
    %175 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %arg15 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.mulf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %176 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %arg16 : tensor<2x13x32xf32>, tensor<32xf16>) outs(%33 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_41: f16, %out: f32):
      %178 = arith.extf %in_41 : f16 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x13x32xf32>
    %177 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %178 = arith.truncf %in : f32 to f16
      linalg.yield %178 : f16
    } -> tensor<2x13x32xf16>
    return %177 : tensor<2x13x32xf16>
  }
}
