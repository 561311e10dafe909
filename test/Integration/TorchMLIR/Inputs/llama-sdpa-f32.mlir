#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @llama_sdpa_f32(%arg0: tensor<2x13xi64>, %arg1: tensor<30x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<16x32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<48x32xf32>, %arg7: tensor<48x32xf32>, %arg8: tensor<32x48xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>) -> tensor<2x13x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c13_i64 = arith.constant 13 : i64
    %c30 = arith.constant 30 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x2x13x13xf32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<true> : tensor<i1>
    %cst_6 = arith.constant 0xFFF0000000000000 : f64
    %cst_7 = arith.constant 9.9999999999999995E-7 : f64
    %cst_8 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x13x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %127 = arith.index_cast %in : i64 to index
      %128 = linalg.index 2 : index
      %129 = arith.cmpi slt, %127, %c30 : index
      cf.assert %129, "index must be smaller than dim size"
      %130 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %130, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%127, %128] : tensor<30x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x13x32xf32>
    %2 = tensor.empty() : tensor<13xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %127 = linalg.index 0 : index
      %128 = arith.index_cast %127 : index to i64
      linalg.yield %128 : i64
    } -> tensor<13xi64>
    %4 = tensor.empty() : tensor<2x13xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13xi64>) outs(%4 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x13xi64>
    %extracted_slice = tensor.extract_slice %5[0, 0] [2, 1] [1, 1] : tensor<2x13xi64> to tensor<2x1xi64>
    %6 = tensor.empty() : tensor<2x1xi64>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%6 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %127 = arith.subi %in, %c1_i64 : i64
      linalg.yield %127 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %7, %5 : (tensor<2x1xi64>, tensor<2x13xi64>) -> tensor<2x14xi64>
    %extracted_slice_11 = tensor.extract_slice %concat[0, 0] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %extracted_slice_12 = tensor.extract_slice %concat[0, 1] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12, %extracted_slice_11 : tensor<2x13xi64>, tensor<2x13xi64>) outs(%4 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %127 = arith.subi %in, %in_54 : i64
      linalg.yield %127 : i64
    } -> tensor<2x13xi64>
    %9 = tensor.empty() : tensor<2x13xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<2x13xi64>) outs(%9 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %127 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %127 : i1
    } -> tensor<2x13xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x13xi1>) outs(%4 : tensor<2x13xi64>) {
    ^bb0(%in: i1, %out: i64):
      %127 = arith.extui %in : i1 to i64
      linalg.yield %127 : i64
    } -> tensor<2x13xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<2x13xi64>) -> tensor<2x13xi64>
    %13 = tensor.empty() : tensor<2xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2xi64>) -> tensor<2xi64>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%11 : tensor<2x13xi64>) outs(%12, %14 : tensor<2x13xi64>, tensor<2xi64>) {
    ^bb0(%arg12: i64, %arg13: i64):
      %127 = arith.addi %arg12, %arg13 : i64
      tm_tensor.yield %127 : i64
    } -> tensor<2x13xi64>, tensor<2xi64>
    %16 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%13 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %127 = linalg.index 0 : index
      %128 = arith.index_cast %127 : index to i64
      linalg.yield %128 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %16 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_13 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_14 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %17 = tensor.empty() : tensor<2x1x13x1xi64>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_13 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%17 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %127 = arith.cmpi slt, %in, %c0_i64 : i64
      %128 = arith.addi %in, %c2_i64 : i64
      %129 = arith.select %127, %128, %in : i64
      %130 = arith.index_cast %129 : i64 to index
      %131 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %132 = arith.addi %in_54, %c13_i64 : i64
      %133 = arith.select %131, %132, %in_54 : i64
      %134 = arith.index_cast %133 : i64 to index
      %extracted = tensor.extract %5[%130, %134] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %19 = tensor.empty() : tensor<2x1x1x13xi64>
    %20 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_14 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%19 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %127 = arith.cmpi slt, %in, %c0_i64 : i64
      %128 = arith.addi %in, %c2_i64 : i64
      %129 = arith.select %127, %128, %in : i64
      %130 = arith.index_cast %129 : i64 to index
      %131 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %132 = arith.addi %in_54, %c13_i64 : i64
      %133 = arith.select %131, %132, %in_54 : i64
      %134 = arith.index_cast %133 : i64 to index
      %extracted = tensor.extract %5[%130, %134] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %21 = tensor.empty() : tensor<2x1x13x13xi1>
    %22 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %18 : tensor<2x1x1x13xi64>, tensor<2x1x13x1xi64>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %127 = arith.cmpi sle, %in, %in_54 : i64
      linalg.yield %127 : i1
    } -> tensor<2x1x13x13xi1>
    %23 = linalg.generic {indexing_maps = [#map11, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5, %22 : tensor<i1>, tensor<2x1x13x13xi1>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_54: i1, %out: i1):
      %127 = arith.andi %in, %in_54 : i1
      linalg.yield %127 : i1
    } -> tensor<2x1x13x13xi1>
    %24 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_13 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%17 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %127 = arith.cmpi slt, %in, %c0_i64 : i64
      %128 = arith.addi %in, %c2_i64 : i64
      %129 = arith.select %127, %128, %in : i64
      %130 = arith.index_cast %129 : i64 to index
      %131 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %132 = arith.addi %in_54, %c13_i64 : i64
      %133 = arith.select %131, %132, %in_54 : i64
      %134 = arith.index_cast %133 : i64 to index
      %extracted = tensor.extract %15#0[%130, %134] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %25 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_14 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%19 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %127 = arith.cmpi slt, %in, %c0_i64 : i64
      %128 = arith.addi %in, %c2_i64 : i64
      %129 = arith.select %127, %128, %in : i64
      %130 = arith.index_cast %129 : i64 to index
      %131 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %132 = arith.addi %in_54, %c13_i64 : i64
      %133 = arith.select %131, %132, %in_54 : i64
      %134 = arith.index_cast %133 : i64 to index
      %extracted = tensor.extract %15#0[%130, %134] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %26 = linalg.generic {indexing_maps = [#map10, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<2x1x13x1xi64>, tensor<2x1x1x13xi64>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %127 = arith.cmpi eq, %in, %in_54 : i64
      linalg.yield %127 : i1
    } -> tensor<2x1x13x13xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x1x13x13xi1>, tensor<2x1x13x13xi1>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_54: i1, %out: i1):
      %127 = arith.andi %in, %in_54 : i1
      linalg.yield %127 : i1
    } -> tensor<2x1x13x13xi1>
    %expanded_15 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 13, 1] : tensor<13xi64> into tensor<1x13x1xi64>
    %28 = tensor.empty() : tensor<1x13x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<1x13x1xi64>) outs(%28 : tensor<1x13x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %127 = arith.sitofp %in : i64 to f32
      linalg.yield %127 : f32
    } -> tensor<1x13x1xf32>
    %30 = tensor.empty() : tensor<1x13x8xf32>
    %31 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %cst_8 : tensor<1x13x1xf32>, tensor<8xf32>) outs(%30 : tensor<1x13x8xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<1x13x8xf32>
    %concat_16 = tensor.concat dim(2) %31, %31 : (tensor<1x13x8xf32>, tensor<1x13x8xf32>) -> tensor<1x13x16xf32>
    %32 = tensor.empty() : tensor<1x13x16xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_16 : tensor<1x13x16xf32>) outs(%32 : tensor<1x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.cos %in : f32
      linalg.yield %127 : f32
    } -> tensor<1x13x16xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_16 : tensor<1x13x16xf32>) outs(%32 : tensor<1x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.sin %in : f32
      linalg.yield %127 : f32
    } -> tensor<1x13x16xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %36 = tensor.empty() : tensor<2x13x1xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35 : tensor<2x13x32xf32>) outs(%37 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_9 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_7 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x13x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %41 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %43 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %42 : tensor<32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %44 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%44 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %43 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %45 = tensor.empty() : tensor<26x32xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %47 = linalg.matmul ins(%collapsed, %transposed : tensor<26x32xf32>, tensor<32x32xf32>) outs(%46 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %expanded_17 = tensor.expand_shape %47 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf32> into tensor<2x13x2x16xf32>
    %48 = tensor.empty() : tensor<2x2x13x16xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<2x13x2x16xf32>) outs(%48 : tensor<2x2x13x16xf32>) permutation = [0, 2, 1, 3] 
    %49 = tensor.empty() : tensor<32x16xf32>
    %transposed_19 = linalg.transpose ins(%arg3 : tensor<16x32xf32>) outs(%49 : tensor<32x16xf32>) permutation = [1, 0] 
    %50 = tensor.empty() : tensor<26x16xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %52 = linalg.matmul ins(%collapsed, %transposed_19 : tensor<26x32xf32>, tensor<32x16xf32>) outs(%51 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %expanded_20 = tensor.expand_shape %52 [[0, 1], [2, 3]] output_shape [2, 13, 1, 16] : tensor<26x16xf32> into tensor<2x13x1x16xf32>
    %53 = tensor.empty() : tensor<2x1x13x16xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<2x13x1x16xf32>) outs(%53 : tensor<2x1x13x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_22 = linalg.transpose ins(%arg4 : tensor<16x32xf32>) outs(%49 : tensor<32x16xf32>) permutation = [1, 0] 
    %54 = linalg.matmul ins(%collapsed, %transposed_22 : tensor<26x32xf32>, tensor<32x16xf32>) outs(%51 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %expanded_23 = tensor.expand_shape %54 [[0, 1], [2, 3]] output_shape [2, 13, 1, 16] : tensor<26x16xf32> into tensor<2x13x1x16xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x13x1x16xf32>) outs(%53 : tensor<2x1x13x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_25 = tensor.expand_shape %33 [[0], [1, 2], [3]] output_shape [1, 1, 13, 16] : tensor<1x13x16xf32> into tensor<1x1x13x16xf32>
    %expanded_26 = tensor.expand_shape %34 [[0], [1, 2], [3]] output_shape [1, 1, 13, 16] : tensor<1x13x16xf32> into tensor<1x1x13x16xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18, %expanded_25 : tensor<2x2x13x16xf32>, tensor<1x1x13x16xf32>) outs(%48 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x16xf32>
    %extracted_slice_27 = tensor.extract_slice %transposed_18[0, 0, 0, 0] [2, 2, 13, 8] [1, 1, 1, 1] : tensor<2x2x13x16xf32> to tensor<2x2x13x8xf32>
    %extracted_slice_28 = tensor.extract_slice %transposed_18[0, 0, 0, 8] [2, 2, 13, 8] [1, 1, 1, 1] : tensor<2x2x13x16xf32> to tensor<2x2x13x8xf32>
    %56 = tensor.empty() : tensor<2x2x13x8xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_28 : tensor<2x2x13x8xf32>) outs(%56 : tensor<2x2x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.negf %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x8xf32>
    %concat_29 = tensor.concat dim(3) %57, %extracted_slice_27 : (tensor<2x2x13x8xf32>, tensor<2x2x13x8xf32>) -> tensor<2x2x13x16xf32>
    %58 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %expanded_26 : tensor<2x2x13x16xf32>, tensor<1x1x13x16xf32>) outs(%48 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x16xf32>
    %59 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %58 : tensor<2x2x13x16xf32>, tensor<2x2x13x16xf32>) outs(%48 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.addf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x16xf32>
    %60 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_21, %expanded_25 : tensor<2x1x13x16xf32>, tensor<1x1x13x16xf32>) outs(%53 : tensor<2x1x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x13x16xf32>
    %extracted_slice_30 = tensor.extract_slice %transposed_21[0, 0, 0, 0] [2, 1, 13, 8] [1, 1, 1, 1] : tensor<2x1x13x16xf32> to tensor<2x1x13x8xf32>
    %extracted_slice_31 = tensor.extract_slice %transposed_21[0, 0, 0, 8] [2, 1, 13, 8] [1, 1, 1, 1] : tensor<2x1x13x16xf32> to tensor<2x1x13x8xf32>
    %61 = tensor.empty() : tensor<2x1x13x8xf32>
    %62 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_31 : tensor<2x1x13x8xf32>) outs(%61 : tensor<2x1x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.negf %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x13x8xf32>
    %concat_32 = tensor.concat dim(3) %62, %extracted_slice_30 : (tensor<2x1x13x8xf32>, tensor<2x1x13x8xf32>) -> tensor<2x1x13x16xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_32, %expanded_26 : tensor<2x1x13x16xf32>, tensor<1x1x13x16xf32>) outs(%53 : tensor<2x1x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x13x16xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %63 : tensor<2x1x13x16xf32>, tensor<2x1x13x16xf32>) outs(%53 : tensor<2x1x13x16xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.addf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x13x16xf32>
    %65 = tensor.empty() : tensor<2x1x2x13x16xf32>
    %66 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<2x1x13x16xf32>) outs(%65 : tensor<2x1x2x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x13x16xf32>
    %collapsed_33 = tensor.collapse_shape %66 [[0], [1, 2], [3], [4]] : tensor<2x1x2x13x16xf32> into tensor<2x2x13x16xf32>
    %67 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<2x1x13x16xf32>) outs(%65 : tensor<2x1x2x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x13x16xf32>
    %68 = tensor.empty() : tensor<2x1x13x13xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map11, #map11, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %cst_3, %cst_4 : tensor<2x1x13x13xi1>, tensor<f32>, tensor<f32>) outs(%68 : tensor<2x1x13x13xf32>) {
    ^bb0(%in: i1, %in_54: f32, %in_55: f32, %out: f32):
      %127 = arith.select %in, %in_54, %in_55 : f32
      linalg.yield %127 : f32
    } -> tensor<2x1x13x13xf32>
    %70 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<2x2x13x16xf32>) outs(%48 : tensor<2x2x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.mulf %in, %cst_10 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x16xf32>
    %71 = tensor.empty() : tensor<2x2x16x13xf32>
    %transposed_34 = linalg.transpose ins(%collapsed_33 : tensor<2x2x13x16xf32>) outs(%71 : tensor<2x2x16x13xf32>) permutation = [0, 1, 3, 2] 
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_34 : tensor<2x2x16x13xf32>) outs(%71 : tensor<2x2x16x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.mulf %in, %cst_10 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x16x13xf32>
    %collapsed_35 = tensor.collapse_shape %70 [[0, 1], [2], [3]] : tensor<2x2x13x16xf32> into tensor<4x13x16xf32>
    %collapsed_36 = tensor.collapse_shape %72 [[0, 1], [2], [3]] : tensor<2x2x16x13xf32> into tensor<4x16x13xf32>
    %73 = tensor.empty() : tensor<4x13x13xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %75 = linalg.batch_matmul ins(%collapsed_35, %collapsed_36 : tensor<4x13x16xf32>, tensor<4x16x13xf32>) outs(%74 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %expanded_37 = tensor.expand_shape %75 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf32> into tensor<2x2x13x13xf32>
    %76 = tensor.empty() : tensor<2x2x13x13xf32>
    %77 = linalg.generic {indexing_maps = [#map7, #map18, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37, %69 : tensor<2x2x13x13xf32>, tensor<2x1x13x13xf32>) outs(%76 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.addf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x13xf32>
    %78 = tensor.empty() : tensor<2x2x13xi64>
    %79 = linalg.fill ins(%c0_i64 : i64) outs(%78 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %80 = tensor.empty() : tensor<2x2x13xf32>
    %81 = linalg.fill ins(%cst_0 : f32) outs(%80 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %82:2 = linalg.generic {indexing_maps = [#map7, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77 : tensor<2x2x13x13xf32>) outs(%81, %79 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_54: i64):
      %127 = linalg.index 3 : index
      %128 = arith.index_cast %127 : index to i64
      %129 = arith.maximumf %in, %out : f32
      %130 = arith.cmpf ogt, %in, %out : f32
      %131 = arith.select %130, %128, %out_54 : i64
      linalg.yield %129, %131 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_38 = tensor.expand_shape %82#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %expanded_38 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%76 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.subf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x13xf32>
    %84 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<2x2x13x13xf32>) outs(%76 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.exp %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x13xf32>
    %85 = tensor.empty() : tensor<2x2x13x1xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %87 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84 : tensor<2x2x13x13xf32>) outs(%86 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x1xf32>
    %88 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %87 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%76 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.divf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x13xf32>
    %89 = tensor.empty() : tensor<2x2x13x13xi1>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<2x2x13x13xf32>) outs(%89 : tensor<2x2x13x13xi1>) {
    ^bb0(%in: f32, %out: i1):
      %127 = arith.extf %in : f32 to f64
      %128 = arith.cmpf oeq, %127, %cst_6 : f64
      linalg.yield %128 : i1
    } -> tensor<2x2x13x13xi1>
    %91 = tensor.empty() : tensor<2x2x13x1xi1>
    %92 = linalg.fill ins(%true : i1) outs(%91 : tensor<2x2x13x1xi1>) -> tensor<2x2x13x1xi1>
    %93 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%90 : tensor<2x2x13x13xi1>) outs(%92 : tensor<2x2x13x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %127 = arith.andi %in, %out : i1
      linalg.yield %127 : i1
    } -> tensor<2x2x13x1xi1>
    %94 = linalg.generic {indexing_maps = [#map10, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %cst_2, %88 : tensor<2x2x13x1xi1>, tensor<2x2x13x13xf32>, tensor<2x2x13x13xf32>) outs(%76 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: i1, %in_54: f32, %in_55: f32, %out: f32):
      %127 = arith.select %in, %in_54, %in_55 : f32
      linalg.yield %127 : f32
    } -> tensor<2x2x13x13xf32>
    %collapsed_39 = tensor.collapse_shape %94 [[0, 1], [2], [3]] : tensor<2x2x13x13xf32> into tensor<4x13x13xf32>
    %collapsed_40 = tensor.collapse_shape %67 [[0, 1, 2], [3], [4]] : tensor<2x1x2x13x16xf32> into tensor<4x13x16xf32>
    %95 = tensor.empty() : tensor<4x13x16xf32>
    %96 = linalg.fill ins(%cst : f32) outs(%95 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %97 = linalg.batch_matmul ins(%collapsed_39, %collapsed_40 : tensor<4x13x13xf32>, tensor<4x13x16xf32>) outs(%96 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %expanded_41 = tensor.expand_shape %97 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf32> into tensor<2x2x13x16xf32>
    %98 = tensor.empty() : tensor<2x13x2x16xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<2x2x13x16xf32>) outs(%98 : tensor<2x13x2x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_43 = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%44 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %transposed_42 [[0, 1], [2, 3]] : tensor<2x13x2x16xf32> into tensor<26x32xf32>
    %99 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<26x32xf32>, tensor<32x32xf32>) outs(%46 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %expanded_45 = tensor.expand_shape %99 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_45 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.addf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<2x13x32xf32>) outs(%37 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_9 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_7 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x13x1xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %105 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %107 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %106 : tensor<32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %108 = tensor.empty() : tensor<32x48xf32>
    %transposed_46 = linalg.transpose ins(%arg6 : tensor<48x32xf32>) outs(%108 : tensor<32x48xf32>) permutation = [1, 0] 
    %collapsed_47 = tensor.collapse_shape %107 [[0, 1], [2]] : tensor<2x13x32xf32> into tensor<26x32xf32>
    %109 = tensor.empty() : tensor<26x48xf32>
    %110 = linalg.fill ins(%cst : f32) outs(%109 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %111 = linalg.matmul ins(%collapsed_47, %transposed_46 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%110 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %expanded_48 = tensor.expand_shape %111 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf32> into tensor<2x13x48xf32>
    %112 = tensor.empty() : tensor<2x13x48xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48 : tensor<2x13x48xf32>) outs(%112 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.negf %in : f32
      %128 = math.exp %127 : f32
      %129 = arith.addf %128, %cst_1 : f32
      %130 = arith.divf %cst_1, %129 : f32
      linalg.yield %130 : f32
    } -> tensor<2x13x48xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %113 : tensor<2x13x48xf32>, tensor<2x13x48xf32>) outs(%112 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x48xf32>
    %transposed_49 = linalg.transpose ins(%arg7 : tensor<48x32xf32>) outs(%108 : tensor<32x48xf32>) permutation = [1, 0] 
    %115 = linalg.matmul ins(%collapsed_47, %transposed_49 : tensor<26x32xf32>, tensor<32x48xf32>) outs(%110 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %expanded_50 = tensor.expand_shape %115 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf32> into tensor<2x13x48xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %expanded_50 : tensor<2x13x48xf32>, tensor<2x13x48xf32>) outs(%112 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x48xf32>
    %117 = tensor.empty() : tensor<48x32xf32>
    %transposed_51 = linalg.transpose ins(%arg8 : tensor<32x48xf32>) outs(%117 : tensor<48x32xf32>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<2x13x48xf32> into tensor<26x48xf32>
    %118 = linalg.matmul ins(%collapsed_52, %transposed_51 : tensor<26x48xf32>, tensor<48x32xf32>) outs(%46 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %expanded_53 = tensor.expand_shape %118 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf32> into tensor<2x13x32xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %expanded_53 : tensor<2x13x32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.addf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%120 : tensor<2x13x32xf32>) outs(%37 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.addf %in, %out : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.divf %in, %cst_9 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = arith.truncf %cst_7 : f64 to f32
      %128 = arith.addf %in, %127 : f32
      linalg.yield %128 : f32
    } -> tensor<2x13x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x13x1xf32>) outs(%36 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %127 = math.rsqrt %in : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %124 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    %126 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %125 : tensor<32xf32>, tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %127 = arith.mulf %in, %in_54 : f32
      linalg.yield %127 : f32
    } -> tensor<2x13x32xf32>
    return %126 : tensor<2x13x32xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.float32: "0x040000000000803F9BE8A13ECDCCCC3DE386013D0AD7233C383E4F3B6F12833A60CBA539"
    }
  }
#-}
