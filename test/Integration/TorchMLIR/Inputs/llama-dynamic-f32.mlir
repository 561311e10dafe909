#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<()[s0] -> (s0 + 1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map14 = affine_map<(d0, d1, d2) -> (d2)>
#map15 = affine_map<()[s0] -> (s0 * 2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map17 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map19 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @llama_dynamic_f32(%arg0: tensor<2x?xi64>, %arg1: tensor<30x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<16x32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<48x32xf32>, %arg7: tensor<48x32xf32>, %arg8: tensor<32x48xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>) -> tensor<2x?x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c1 = arith.constant 1 : index
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c30 = arith.constant 30 : index
    %c-1 = arith.constant -1 : index
    %c3 = arith.constant 3 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c16_i64 = arith.constant 16 : i64
    %c4_i64 = arith.constant 4 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0xFFF0000000000000 : f64
    %cst_6 = arith.constant 9.9999999999999995E-7 : f64
    %cst_7 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %cst_8 = arith.constant 3.200000e+01 : f32
    %c32_i64 = arith.constant 32 : i64
    %c64_i64 = arith.constant 64 : i64
    %cst_9 = arith.constant 5.000000e-01 : f32
    %dim = tensor.dim %arg0, %c1 : tensor<2x?xi64>
    %0 = arith.index_cast %dim : index to i64
    %1 = tensor.empty(%dim) : tensor<2x?x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x?xi64>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %187 = arith.index_cast %in : i64 to index
      %188 = linalg.index 2 : index
      %189 = arith.cmpi slt, %187, %c30 : index
      cf.assert %189, "index must be smaller than dim size"
      %190 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %190, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%187, %188] : tensor<30x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x?x32xf32>
    %3 = tensor.empty(%dim) : tensor<?xi64>
    %4 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%3 : tensor<?xi64>) {
    ^bb0(%out: i64):
      %187 = linalg.index 0 : index
      %188 = arith.index_cast %187 : index to i64
      linalg.yield %188 : i64
    } -> tensor<?xi64>
    %5 = tensor.empty(%dim) : tensor<2x?xi64>
    %6 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<?xi64>) outs(%5 : tensor<2x?xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x?xi64>
    %7 = arith.minsi %0, %c0_i64 : i64
    %8 = arith.index_cast %7 : i64 to index
    %extracted_slice = tensor.extract_slice %6[0, %8] [2, 1] [1, 1] : tensor<2x?xi64> to tensor<2x1xi64>
    %9 = tensor.empty() : tensor<2x1xi64>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%9 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %187 = arith.subi %in, %c1_i64 : i64
      linalg.yield %187 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %10, %6 : (tensor<2x1xi64>, tensor<2x?xi64>) -> tensor<2x?xi64>
    %11 = arith.addi %0, %c1_i64 : i64
    %dim_10 = tensor.dim %6, %c1 : tensor<2x?xi64>
    %12 = affine.apply #map5()[%dim_10]
    %13 = arith.index_cast %12 : index to i64
    %14 = arith.minsi %13, %c0_i64 : i64
    %15 = arith.index_cast %14 : i64 to index
    %16 = arith.cmpi slt, %dim, %c0 : index
    %17 = arith.addi %dim, %12 : index
    %18 = arith.select %16, %17, %dim : index
    %19 = arith.cmpi slt, %18, %c0 : index
    %20 = arith.select %19, %c-1, %18 : index
    %21 = arith.minsi %20, %12 : index
    %22 = arith.subi %21, %15 : index
    %23 = arith.maxsi %22, %c0 : index
    %extracted_slice_11 = tensor.extract_slice %concat[0, %15] [2, %23] [1, 1] : tensor<2x?xi64> to tensor<2x?xi64>
    %24 = arith.minsi %13, %c1_i64 : i64
    %25 = arith.index_cast %24 : i64 to index
    %26 = arith.index_cast %11 : i64 to index
    %27 = arith.cmpi slt, %26, %c0 : index
    %28 = arith.addi %26, %12 : index
    %29 = arith.select %27, %28, %26 : index
    %30 = arith.cmpi slt, %29, %c0 : index
    %31 = arith.select %30, %c-1, %29 : index
    %32 = arith.minsi %31, %12 : index
    %33 = arith.subi %32, %25 : index
    %34 = arith.maxsi %33, %c0 : index
    %extracted_slice_12 = tensor.extract_slice %concat[0, %25] [2, %34] [1, 1] : tensor<2x?xi64> to tensor<2x?xi64>
    %35 = tensor.empty(%34) : tensor<2x?xi64>
    %36 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12, %extracted_slice_11 : tensor<2x?xi64>, tensor<2x?xi64>) outs(%35 : tensor<2x?xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %187 = arith.subi %in, %in_69 : i64
      linalg.yield %187 : i64
    } -> tensor<2x?xi64>
    %37 = tensor.empty(%34) : tensor<2x?xi1>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<2x?xi64>) outs(%37 : tensor<2x?xi1>) {
    ^bb0(%in: i64, %out: i1):
      %187 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %187 : i1
    } -> tensor<2x?xi1>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<2x?xi1>) outs(%35 : tensor<2x?xi64>) {
    ^bb0(%in: i1, %out: i64):
      %187 = arith.extui %in : i1 to i64
      linalg.yield %187 : i64
    } -> tensor<2x?xi64>
    %dim_13 = tensor.dim %39, %c1 : tensor<2x?xi64>
    %40 = tensor.empty(%dim_13) : tensor<2x?xi64>
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<2x?xi64>) -> tensor<2x?xi64>
    %42 = tensor.empty() : tensor<2xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<2xi64>) -> tensor<2xi64>
    %44:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%39 : tensor<2x?xi64>) outs(%41, %43 : tensor<2x?xi64>, tensor<2xi64>) {
    ^bb0(%arg12: i64, %arg13: i64):
      %187 = arith.addi %arg12, %arg13 : i64
      tm_tensor.yield %187 : i64
    } -> tensor<2x?xi64>, tensor<2xi64>
    %45 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%42 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %187 = linalg.index 0 : index
      %188 = arith.index_cast %187 : index to i64
      linalg.yield %188 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %45 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_14 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, %dim, 1] : tensor<?xi64> into tensor<1x1x?x1xi64>
    %expanded_15 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 1, %dim] : tensor<?xi64> into tensor<1x1x1x?xi64>
    %dim_16 = tensor.dim %expanded_14, %c2 : tensor<1x1x?x1xi64>
    %46 = tensor.empty(%dim_16) : tensor<2x1x?x1xi64>
    %47 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_14 : tensor<2x1x1x1xi64>, tensor<1x1x?x1xi64>) outs(%46 : tensor<2x1x?x1xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %187 = arith.cmpi slt, %in, %c0_i64 : i64
      %188 = arith.addi %in, %c2_i64 : i64
      %189 = arith.select %187, %188, %in : i64
      %190 = arith.index_cast %189 : i64 to index
      %191 = arith.cmpi slt, %in_69, %c0_i64 : i64
      %192 = arith.addi %in_69, %0 : i64
      %193 = arith.select %191, %192, %in_69 : i64
      %194 = arith.index_cast %193 : i64 to index
      %extracted = tensor.extract %6[%190, %194] : tensor<2x?xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x?x1xi64>
    %dim_17 = tensor.dim %expanded_15, %c3 : tensor<1x1x1x?xi64>
    %48 = tensor.empty(%dim_17) : tensor<2x1x1x?xi64>
    %49 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_15 : tensor<2x1x1x1xi64>, tensor<1x1x1x?xi64>) outs(%48 : tensor<2x1x1x?xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %187 = arith.cmpi slt, %in, %c0_i64 : i64
      %188 = arith.addi %in, %c2_i64 : i64
      %189 = arith.select %187, %188, %in : i64
      %190 = arith.index_cast %189 : i64 to index
      %191 = arith.cmpi slt, %in_69, %c0_i64 : i64
      %192 = arith.addi %in_69, %0 : i64
      %193 = arith.select %191, %192, %in_69 : i64
      %194 = arith.index_cast %193 : i64 to index
      %extracted = tensor.extract %6[%190, %194] : tensor<2x?xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x?xi64>
    %50 = tensor.empty(%dim_16, %dim_17) : tensor<2x1x?x?xi1>
    %51 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %47 : tensor<2x1x1x?xi64>, tensor<2x1x?x1xi64>) outs(%50 : tensor<2x1x?x?xi1>) {
    ^bb0(%in: i64, %in_69: i64, %out: i1):
      %187 = arith.cmpi sle, %in, %in_69 : i64
      linalg.yield %187 : i1
    } -> tensor<2x1x?x?xi1>
    %52 = linalg.generic {indexing_maps = [#map12, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %51 : tensor<i1>, tensor<2x1x?x?xi1>) outs(%50 : tensor<2x1x?x?xi1>) {
    ^bb0(%in: i1, %in_69: i1, %out: i1):
      %187 = arith.andi %in, %in_69 : i1
      linalg.yield %187 : i1
    } -> tensor<2x1x?x?xi1>
    %53 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_14 : tensor<2x1x1x1xi64>, tensor<1x1x?x1xi64>) outs(%46 : tensor<2x1x?x1xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %187 = arith.cmpi slt, %in, %c0_i64 : i64
      %188 = arith.addi %in, %c2_i64 : i64
      %189 = arith.select %187, %188, %in : i64
      %190 = arith.index_cast %189 : i64 to index
      %191 = arith.cmpi slt, %in_69, %c0_i64 : i64
      %dim_70 = tensor.dim %44#0, %c1 : tensor<2x?xi64>
      %192 = arith.index_cast %dim_70 : index to i64
      %193 = arith.addi %in_69, %192 : i64
      %194 = arith.select %191, %193, %in_69 : i64
      %195 = arith.index_cast %194 : i64 to index
      %extracted = tensor.extract %44#0[%190, %195] : tensor<2x?xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x?x1xi64>
    %54 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_15 : tensor<2x1x1x1xi64>, tensor<1x1x1x?xi64>) outs(%48 : tensor<2x1x1x?xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %187 = arith.cmpi slt, %in, %c0_i64 : i64
      %188 = arith.addi %in, %c2_i64 : i64
      %189 = arith.select %187, %188, %in : i64
      %190 = arith.index_cast %189 : i64 to index
      %191 = arith.cmpi slt, %in_69, %c0_i64 : i64
      %dim_70 = tensor.dim %44#0, %c1 : tensor<2x?xi64>
      %192 = arith.index_cast %dim_70 : index to i64
      %193 = arith.addi %in_69, %192 : i64
      %194 = arith.select %191, %193, %in_69 : i64
      %195 = arith.index_cast %194 : i64 to index
      %extracted = tensor.extract %44#0[%190, %195] : tensor<2x?xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x?xi64>
    %55 = linalg.generic {indexing_maps = [#map11, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %54 : tensor<2x1x?x1xi64>, tensor<2x1x1x?xi64>) outs(%50 : tensor<2x1x?x?xi1>) {
    ^bb0(%in: i64, %in_69: i64, %out: i1):
      %187 = arith.cmpi eq, %in, %in_69 : i64
      linalg.yield %187 : i1
    } -> tensor<2x1x?x?xi1>
    %56 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %55 : tensor<2x1x?x?xi1>, tensor<2x1x?x?xi1>) outs(%50 : tensor<2x1x?x?xi1>) {
    ^bb0(%in: i1, %in_69: i1, %out: i1):
      %187 = arith.andi %in, %in_69 : i1
      linalg.yield %187 : i1
    } -> tensor<2x1x?x?xi1>
    %expanded_18 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [1, %dim, 1] : tensor<?xi64> into tensor<1x?x1xi64>
    %57 = tensor.empty(%dim) : tensor<1x?x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<1x?x1xi64>) outs(%57 : tensor<1x?x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %187 = arith.sitofp %in : i64 to f32
      linalg.yield %187 : f32
    } -> tensor<1x?x1xf32>
    %59 = tensor.empty(%dim) : tensor<1x?x8xf32>
    %60 = linalg.generic {indexing_maps = [#map13, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %cst_7 : tensor<1x?x1xf32>, tensor<8xf32>) outs(%59 : tensor<1x?x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<1x?x8xf32>
    %concat_19 = tensor.concat dim(2) %60, %60 : (tensor<1x?x8xf32>, tensor<1x?x8xf32>) -> tensor<1x?x16xf32>
    %dim_20 = tensor.dim %60, %c1 : tensor<1x?x8xf32>
    %61 = tensor.empty(%dim_20) : tensor<1x?x16xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_19 : tensor<1x?x16xf32>) outs(%61 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.cos %in : f32
      linalg.yield %187 : f32
    } -> tensor<1x?x16xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_19 : tensor<1x?x16xf32>) outs(%61 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.sin %in : f32
      linalg.yield %187 : f32
    } -> tensor<1x?x16xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %65 = tensor.empty(%dim) : tensor<2x?x1xf32>
    %66 = linalg.fill ins(%cst : f32) outs(%65 : tensor<2x?x1xf32>) -> tensor<2x?x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<2x?x32xf32>) outs(%66 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.addf %in, %out : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.divf %in, %cst_8 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.truncf %cst_6 : f64 to f32
      %188 = arith.addf %in, %187 : f32
      linalg.yield %188 : f32
    } -> tensor<2x?x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.rsqrt %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %70 : tensor<2x?x32xf32>, tensor<2x?x1xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %72 = linalg.generic {indexing_maps = [#map14, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %71 : tensor<32xf32>, tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %73 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %72 [[0, 1], [2]] : tensor<2x?x32xf32> into tensor<?x32xf32>
    %74 = affine.apply #map15()[%dim]
    %75 = tensor.empty(%74) : tensor<?x32xf32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %77 = linalg.matmul ins(%collapsed, %transposed : tensor<?x32xf32>, tensor<32x32xf32>) outs(%76 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %78 = arith.divsi %74, %c2 : index
    %expanded_21 = tensor.expand_shape %77 [[0, 1], [2]] output_shape [2, %78, 32] : tensor<?x32xf32> into tensor<2x?x32xf32>
    %79 = arith.muli %0, %c32_i64 : i64
    %80 = arith.index_cast %78 : index to i64
    %81 = arith.muli %80, %c64_i64 : i64
    %82 = arith.divui %81, %79 : i64
    %from_elements = tensor.from_elements %c2_i64, %0, %82, %c16_i64 : tensor<4xi64>
    %reshape = tensor.reshape %expanded_21(%from_elements) : (tensor<2x?x32xf32>, tensor<4xi64>) -> tensor<2x?x2x16xf32>
    %83 = tensor.empty(%dim) : tensor<2x2x?x16xf32>
    %transposed_22 = linalg.transpose ins(%reshape : tensor<2x?x2x16xf32>) outs(%83 : tensor<2x2x?x16xf32>) permutation = [0, 2, 1, 3] 
    %84 = tensor.empty() : tensor<32x16xf32>
    %transposed_23 = linalg.transpose ins(%arg3 : tensor<16x32xf32>) outs(%84 : tensor<32x16xf32>) permutation = [1, 0] 
    %85 = tensor.empty(%74) : tensor<?x16xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<?x16xf32>) -> tensor<?x16xf32>
    %87 = linalg.matmul ins(%collapsed, %transposed_23 : tensor<?x32xf32>, tensor<32x16xf32>) outs(%86 : tensor<?x16xf32>) -> tensor<?x16xf32>
    %expanded_24 = tensor.expand_shape %87 [[0, 1], [2]] output_shape [2, %78, 16] : tensor<?x16xf32> into tensor<2x?x16xf32>
    %88 = arith.muli %80, %c32_i64 : i64
    %89 = arith.divui %88, %79 : i64
    %from_elements_25 = tensor.from_elements %c2_i64, %0, %89, %c16_i64 : tensor<4xi64>
    %reshape_26 = tensor.reshape %expanded_24(%from_elements_25) : (tensor<2x?x16xf32>, tensor<4xi64>) -> tensor<2x?x1x16xf32>
    %90 = tensor.empty(%dim) : tensor<2x1x?x16xf32>
    %transposed_27 = linalg.transpose ins(%reshape_26 : tensor<2x?x1x16xf32>) outs(%90 : tensor<2x1x?x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_28 = linalg.transpose ins(%arg4 : tensor<16x32xf32>) outs(%84 : tensor<32x16xf32>) permutation = [1, 0] 
    %91 = linalg.matmul ins(%collapsed, %transposed_28 : tensor<?x32xf32>, tensor<32x16xf32>) outs(%86 : tensor<?x16xf32>) -> tensor<?x16xf32>
    %expanded_29 = tensor.expand_shape %91 [[0, 1], [2]] output_shape [2, %78, 16] : tensor<?x16xf32> into tensor<2x?x16xf32>
    %reshape_30 = tensor.reshape %expanded_29(%from_elements_25) : (tensor<2x?x16xf32>, tensor<4xi64>) -> tensor<2x?x1x16xf32>
    %transposed_31 = linalg.transpose ins(%reshape_30 : tensor<2x?x1x16xf32>) outs(%90 : tensor<2x1x?x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_32 = tensor.expand_shape %62 [[0], [1, 2], [3]] output_shape [1, 1, %dim_20, 16] : tensor<1x?x16xf32> into tensor<1x1x?x16xf32>
    %expanded_33 = tensor.expand_shape %63 [[0], [1, 2], [3]] output_shape [1, 1, %dim_20, 16] : tensor<1x?x16xf32> into tensor<1x1x?x16xf32>
    %92 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22, %expanded_32 : tensor<2x2x?x16xf32>, tensor<1x1x?x16xf32>) outs(%83 : tensor<2x2x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x16xf32>
    %extracted_slice_34 = tensor.extract_slice %transposed_22[0, 0, 0, 0] [2, 2, %dim, 8] [1, 1, 1, 1] : tensor<2x2x?x16xf32> to tensor<2x2x?x8xf32>
    %extracted_slice_35 = tensor.extract_slice %transposed_22[0, 0, 0, 8] [2, 2, %dim, 8] [1, 1, 1, 1] : tensor<2x2x?x16xf32> to tensor<2x2x?x8xf32>
    %93 = tensor.empty(%dim) : tensor<2x2x?x8xf32>
    %94 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_35 : tensor<2x2x?x8xf32>) outs(%93 : tensor<2x2x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.negf %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x8xf32>
    %concat_36 = tensor.concat dim(3) %94, %extracted_slice_34 : (tensor<2x2x?x8xf32>, tensor<2x2x?x8xf32>) -> tensor<2x2x?x16xf32>
    %dim_37 = tensor.dim %94, %c2 : tensor<2x2x?x8xf32>
    %95 = tensor.empty(%dim_37) : tensor<2x2x?x16xf32>
    %96 = linalg.generic {indexing_maps = [#map8, #map16, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_36, %expanded_33 : tensor<2x2x?x16xf32>, tensor<1x1x?x16xf32>) outs(%95 : tensor<2x2x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x16xf32>
    %97 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %96 : tensor<2x2x?x16xf32>, tensor<2x2x?x16xf32>) outs(%83 : tensor<2x2x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.addf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x16xf32>
    %98 = linalg.generic {indexing_maps = [#map8, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27, %expanded_32 : tensor<2x1x?x16xf32>, tensor<1x1x?x16xf32>) outs(%90 : tensor<2x1x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x1x?x16xf32>
    %extracted_slice_38 = tensor.extract_slice %transposed_27[0, 0, 0, 0] [2, 1, %dim, 8] [1, 1, 1, 1] : tensor<2x1x?x16xf32> to tensor<2x1x?x8xf32>
    %extracted_slice_39 = tensor.extract_slice %transposed_27[0, 0, 0, 8] [2, 1, %dim, 8] [1, 1, 1, 1] : tensor<2x1x?x16xf32> to tensor<2x1x?x8xf32>
    %99 = tensor.empty(%dim) : tensor<2x1x?x8xf32>
    %100 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_39 : tensor<2x1x?x8xf32>) outs(%99 : tensor<2x1x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.negf %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x1x?x8xf32>
    %concat_40 = tensor.concat dim(3) %100, %extracted_slice_38 : (tensor<2x1x?x8xf32>, tensor<2x1x?x8xf32>) -> tensor<2x1x?x16xf32>
    %dim_41 = tensor.dim %100, %c2 : tensor<2x1x?x8xf32>
    %101 = tensor.empty(%dim_41) : tensor<2x1x?x16xf32>
    %102 = linalg.generic {indexing_maps = [#map8, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_40, %expanded_33 : tensor<2x1x?x16xf32>, tensor<1x1x?x16xf32>) outs(%101 : tensor<2x1x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x1x?x16xf32>
    %103 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %102 : tensor<2x1x?x16xf32>, tensor<2x1x?x16xf32>) outs(%90 : tensor<2x1x?x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.addf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x1x?x16xf32>
    %104 = tensor.empty(%dim) : tensor<2x1x2x?x16xf32>
    %105 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<2x1x?x16xf32>) outs(%104 : tensor<2x1x2x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x?x16xf32>
    %collapsed_42 = tensor.collapse_shape %105 [[0], [1, 2], [3], [4]] : tensor<2x1x2x?x16xf32> into tensor<2x2x?x16xf32>
    %106 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<2x1x?x16xf32>) outs(%104 : tensor<2x1x2x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2x?x16xf32>
    %107 = tensor.empty(%dim_16, %dim_17) : tensor<2x1x?x?xf32>
    %108 = linalg.generic {indexing_maps = [#map8, #map12, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %cst_2, %cst_3 : tensor<2x1x?x?xi1>, tensor<f32>, tensor<f32>) outs(%107 : tensor<2x1x?x?xf32>) {
    ^bb0(%in: i1, %in_69: f32, %in_70: f32, %out: f32):
      %187 = arith.select %in, %in_69, %in_70 : f32
      linalg.yield %187 : f32
    } -> tensor<2x1x?x?xf32>
    %109 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<2x2x?x16xf32>) outs(%83 : tensor<2x2x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.mulf %in, %cst_9 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x16xf32>
    %110 = tensor.empty(%dim) : tensor<2x2x16x?xf32>
    %transposed_43 = linalg.transpose ins(%collapsed_42 : tensor<2x2x?x16xf32>) outs(%110 : tensor<2x2x16x?xf32>) permutation = [0, 1, 3, 2] 
    %111 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_43 : tensor<2x2x16x?xf32>) outs(%110 : tensor<2x2x16x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.mulf %in, %cst_9 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x16x?xf32>
    %collapsed_44 = tensor.collapse_shape %109 [[0, 1], [2], [3]] : tensor<2x2x?x16xf32> into tensor<4x?x16xf32>
    %collapsed_45 = tensor.collapse_shape %111 [[0, 1], [2], [3]] : tensor<2x2x16x?xf32> into tensor<4x16x?xf32>
    %112 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %113 = linalg.fill ins(%cst : f32) outs(%112 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %114 = linalg.batch_matmul ins(%collapsed_44, %collapsed_45 : tensor<4x?x16xf32>, tensor<4x16x?xf32>) outs(%113 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %from_elements_46 = tensor.from_elements %c2_i64, %c2_i64, %0, %0 : tensor<4xi64>
    %reshape_47 = tensor.reshape %114(%from_elements_46) : (tensor<4x?x?xf32>, tensor<4xi64>) -> tensor<2x2x?x?xf32>
    %115 = tensor.empty(%dim, %dim) : tensor<2x2x?x?xf32>
    %116 = linalg.generic {indexing_maps = [#map8, #map20, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_47, %108 : tensor<2x2x?x?xf32>, tensor<2x1x?x?xf32>) outs(%115 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.addf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x?xf32>
    %117 = tensor.empty(%dim) : tensor<2x2x?xi64>
    %118 = linalg.fill ins(%c0_i64 : i64) outs(%117 : tensor<2x2x?xi64>) -> tensor<2x2x?xi64>
    %119 = tensor.empty(%dim) : tensor<2x2x?xf32>
    %120 = linalg.fill ins(%cst_0 : f32) outs(%119 : tensor<2x2x?xf32>) -> tensor<2x2x?xf32>
    %121:2 = linalg.generic {indexing_maps = [#map8, #map21, #map21], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%116 : tensor<2x2x?x?xf32>) outs(%120, %118 : tensor<2x2x?xf32>, tensor<2x2x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_69: i64):
      %187 = linalg.index 3 : index
      %188 = arith.index_cast %187 : index to i64
      %189 = arith.maximumf %in, %out : f32
      %190 = arith.cmpf ogt, %in, %out : f32
      %191 = arith.select %190, %188, %out_69 : i64
      linalg.yield %189, %191 : f32, i64
    } -> (tensor<2x2x?xf32>, tensor<2x2x?xi64>)
    %expanded_48 = tensor.expand_shape %121#0 [[0], [1], [2, 3]] output_shape [2, 2, %dim, 1] : tensor<2x2x?xf32> into tensor<2x2x?x1xf32>
    %122 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %expanded_48 : tensor<2x2x?x?xf32>, tensor<2x2x?x1xf32>) outs(%115 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.subf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x?xf32>
    %123 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<2x2x?x?xf32>) outs(%115 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.exp %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x?xf32>
    %124 = tensor.empty(%dim) : tensor<2x2x?x1xf32>
    %125 = linalg.fill ins(%cst : f32) outs(%124 : tensor<2x2x?x1xf32>) -> tensor<2x2x?x1xf32>
    %126 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%123 : tensor<2x2x?x?xf32>) outs(%125 : tensor<2x2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.addf %in, %out : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x1xf32>
    %127 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %126 : tensor<2x2x?x?xf32>, tensor<2x2x?x1xf32>) outs(%115 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.divf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x?xf32>
    %128 = tensor.empty(%dim, %dim) : tensor<2x2x?x?xi1>
    %129 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116 : tensor<2x2x?x?xf32>) outs(%128 : tensor<2x2x?x?xi1>) {
    ^bb0(%in: f32, %out: i1):
      %187 = arith.extf %in : f32 to f64
      %188 = arith.cmpf oeq, %187, %cst_5 : f64
      linalg.yield %188 : i1
    } -> tensor<2x2x?x?xi1>
    %130 = tensor.empty(%dim) : tensor<2x2x?x1xi1>
    %131 = linalg.fill ins(%true : i1) outs(%130 : tensor<2x2x?x1xi1>) -> tensor<2x2x?x1xi1>
    %132 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%129 : tensor<2x2x?x?xi1>) outs(%131 : tensor<2x2x?x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %187 = arith.andi %in, %out : i1
      linalg.yield %187 : i1
    } -> tensor<2x2x?x1xi1>
    %133 = tensor.empty(%dim, %dim) : tensor<2x2x?x?xf32>
    %134 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%133 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x?x?xf32>
    %135 = tensor.empty(%dim, %dim) : tensor<2x2x?x?xf32>
    %136 = linalg.generic {indexing_maps = [#map11, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132, %134, %127 : tensor<2x2x?x1xi1>, tensor<2x2x?x?xf32>, tensor<2x2x?x?xf32>) outs(%135 : tensor<2x2x?x?xf32>) {
    ^bb0(%in: i1, %in_69: f32, %in_70: f32, %out: f32):
      %187 = arith.select %in, %in_69, %in_70 : f32
      linalg.yield %187 : f32
    } -> tensor<2x2x?x?xf32>
    %from_elements_49 = tensor.from_elements %c4_i64, %0, %0 : tensor<3xi64>
    %reshape_50 = tensor.reshape %136(%from_elements_49) : (tensor<2x2x?x?xf32>, tensor<3xi64>) -> tensor<4x?x?xf32>
    %collapsed_51 = tensor.collapse_shape %106 [[0, 1, 2], [3], [4]] : tensor<2x1x2x?x16xf32> into tensor<4x?x16xf32>
    %137 = tensor.empty(%dim) : tensor<4x?x16xf32>
    %138 = linalg.fill ins(%cst : f32) outs(%137 : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
    %139 = linalg.batch_matmul ins(%reshape_50, %collapsed_51 : tensor<4x?x?xf32>, tensor<4x?x16xf32>) outs(%138 : tensor<4x?x16xf32>) -> tensor<4x?x16xf32>
    %expanded_52 = tensor.expand_shape %139 [[0, 1], [2], [3]] output_shape [2, 2, %dim, 16] : tensor<4x?x16xf32> into tensor<2x2x?x16xf32>
    %140 = arith.muli %0, %c2_i64 : i64
    %141 = arith.cmpi slt, %0, %c0_i64 : i64
    %142 = arith.select %141, %c2_i64, %140 : i64
    %143 = arith.muli %142, %c16_i64 : i64
    %144 = arith.muli %0, %c64_i64 : i64
    %145 = arith.divsi %144, %143 : i64
    %146 = arith.select %141, %145, %0 : i64
    %from_elements_53 = tensor.from_elements %c2_i64, %145, %146, %c16_i64 : tensor<4xi64>
    %reshape_54 = tensor.reshape %expanded_52(%from_elements_53) : (tensor<2x2x?x16xf32>, tensor<4xi64>) -> tensor<2x2x?x16xf32>
    %147 = arith.index_cast %146 : i64 to index
    %148 = tensor.empty(%147) : tensor<2x?x2x16xf32>
    %transposed_55 = linalg.transpose ins(%reshape_54 : tensor<2x2x?x16xf32>) outs(%148 : tensor<2x?x2x16xf32>) permutation = [0, 2, 1, 3] 
    %149 = arith.muli %146, %c64_i64 : i64
    %150 = arith.divui %149, %140 : i64
    %from_elements_56 = tensor.from_elements %c2_i64, %0, %150 : tensor<3xi64>
    %reshape_57 = tensor.reshape %transposed_55(%from_elements_56) : (tensor<2x?x2x16xf32>, tensor<3xi64>) -> tensor<2x?x32xf32>
    %transposed_58 = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_59 = tensor.collapse_shape %reshape_57 [[0, 1], [2]] : tensor<2x?x32xf32> into tensor<?x32xf32>
    %151 = affine.apply #map15()[%dim]
    %152 = tensor.empty(%151) : tensor<?x32xf32>
    %153 = linalg.fill ins(%cst : f32) outs(%152 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %154 = linalg.matmul ins(%collapsed_59, %transposed_58 : tensor<?x32xf32>, tensor<32x32xf32>) outs(%153 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %155 = arith.divsi %151, %c2 : index
    %expanded_60 = tensor.expand_shape %154 [[0, 1], [2]] output_shape [2, %155, 32] : tensor<?x32xf32> into tensor<2x?x32xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %expanded_60 : tensor<2x?x32xf32>, tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.addf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%157 : tensor<2x?x32xf32>) outs(%66 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.addf %in, %out : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.divf %in, %cst_8 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.truncf %cst_6 : f64 to f32
      %188 = arith.addf %in, %187 : f32
      linalg.yield %188 : f32
    } -> tensor<2x?x1xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.rsqrt %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %161 : tensor<2x?x32xf32>, tensor<2x?x1xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %163 = linalg.generic {indexing_maps = [#map14, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %162 : tensor<32xf32>, tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %164 = tensor.empty() : tensor<32x48xf32>
    %transposed_61 = linalg.transpose ins(%arg6 : tensor<48x32xf32>) outs(%164 : tensor<32x48xf32>) permutation = [1, 0] 
    %collapsed_62 = tensor.collapse_shape %163 [[0, 1], [2]] : tensor<2x?x32xf32> into tensor<?x32xf32>
    %165 = tensor.empty(%74) : tensor<?x48xf32>
    %166 = linalg.fill ins(%cst : f32) outs(%165 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %167 = linalg.matmul ins(%collapsed_62, %transposed_61 : tensor<?x32xf32>, tensor<32x48xf32>) outs(%166 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %expanded_63 = tensor.expand_shape %167 [[0, 1], [2]] output_shape [2, %78, 48] : tensor<?x48xf32> into tensor<2x?x48xf32>
    %168 = tensor.empty(%78) : tensor<2x?x48xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_63 : tensor<2x?x48xf32>) outs(%168 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.negf %in : f32
      %188 = math.exp %187 : f32
      %189 = arith.addf %188, %cst_1 : f32
      %190 = arith.divf %cst_1, %189 : f32
      linalg.yield %190 : f32
    } -> tensor<2x?x48xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_63, %169 : tensor<2x?x48xf32>, tensor<2x?x48xf32>) outs(%168 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x48xf32>
    %transposed_64 = linalg.transpose ins(%arg7 : tensor<48x32xf32>) outs(%164 : tensor<32x48xf32>) permutation = [1, 0] 
    %171 = linalg.matmul ins(%collapsed_62, %transposed_64 : tensor<?x32xf32>, tensor<32x48xf32>) outs(%166 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %expanded_65 = tensor.expand_shape %171 [[0, 1], [2]] output_shape [2, %78, 48] : tensor<?x48xf32> into tensor<2x?x48xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %expanded_65 : tensor<2x?x48xf32>, tensor<2x?x48xf32>) outs(%168 : tensor<2x?x48xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x48xf32>
    %173 = tensor.empty() : tensor<48x32xf32>
    %transposed_66 = linalg.transpose ins(%arg8 : tensor<32x48xf32>) outs(%173 : tensor<48x32xf32>) permutation = [1, 0] 
    %collapsed_67 = tensor.collapse_shape %172 [[0, 1], [2]] : tensor<2x?x48xf32> into tensor<?x48xf32>
    %174 = affine.apply #map15()[%78]
    %175 = tensor.empty(%174) : tensor<?x32xf32>
    %176 = linalg.fill ins(%cst : f32) outs(%175 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %177 = linalg.matmul ins(%collapsed_67, %transposed_66 : tensor<?x48xf32>, tensor<48x32xf32>) outs(%176 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %178 = arith.divsi %174, %c2 : index
    %expanded_68 = tensor.expand_shape %177 [[0, 1], [2]] output_shape [2, %178, 32] : tensor<?x32xf32> into tensor<2x?x32xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %expanded_68 : tensor<2x?x32xf32>, tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.addf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%180 : tensor<2x?x32xf32>) outs(%66 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.addf %in, %out : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.divf %in, %cst_8 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %183 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = arith.truncf %cst_6 : f64 to f32
      %188 = arith.addf %in, %187 : f32
      linalg.yield %188 : f32
    } -> tensor<2x?x1xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<2x?x1xf32>) outs(%65 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %187 = math.rsqrt %in : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x1xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %184 : tensor<2x?x32xf32>, tensor<2x?x1xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    %186 = linalg.generic {indexing_maps = [#map14, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %185 : tensor<32xf32>, tensor<2x?x32xf32>) outs(%1 : tensor<2x?x32xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %187 = arith.mulf %in, %in_69 : f32
      linalg.yield %187 : f32
    } -> tensor<2x?x32xf32>
    return %186 : tensor<2x?x32xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.float32: "0x040000000000803F9BE8A13ECDCCCC3DE386013D0AD7233C383E4F3B6F12833A60CBA539"
    }
  }
#-}
