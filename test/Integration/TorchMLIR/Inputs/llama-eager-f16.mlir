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
  func.func @llama_eager_f16(%arg0: tensor<2x13xi64>, %arg1: tensor<30x32xf16>, %arg2: tensor<32x32xf16>, %arg3: tensor<16x32xf16>, %arg4: tensor<16x32xf16>, %arg5: tensor<32x32xf16>, %arg6: tensor<48x32xf16>, %arg7: tensor<48x32xf16>, %arg8: tensor<32x48xf16>, %arg9: tensor<32xf16>, %arg10: tensor<32xf16>, %arg11: tensor<32xf16>) -> tensor<2x13x32xf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c13_i64 = arith.constant 13 : i64
    %c30 = arith.constant 30 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-6.550400e+04> : tensor<f16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant dense_resource<torch_tensor_8_torch.float16> : tensor<8xf16>
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 2.500000e-01 : f16
    %0 = tensor.empty() : tensor<2x13x32xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x13xi64>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: i64, %out: f16):
      %152 = arith.index_cast %in : i64 to index
      %153 = linalg.index 2 : index
      %154 = arith.cmpi slt, %152, %c30 : index
      cf.assert %154, "index must be smaller than dim size"
      %155 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %155, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%152, %153] : tensor<30x32xf16>
      linalg.yield %extracted : f16
    } -> tensor<2x13x32xf16>
    %2 = tensor.empty() : tensor<13xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<13xi64>) {
    ^bb0(%out: i64):
      %152 = linalg.index 0 : index
      %153 = arith.index_cast %152 : index to i64
      linalg.yield %153 : i64
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
      %152 = arith.subi %in, %c1_i64 : i64
      linalg.yield %152 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %7, %5 : (tensor<2x1xi64>, tensor<2x13xi64>) -> tensor<2x14xi64>
    %extracted_slice_9 = tensor.extract_slice %concat[0, 0] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %extracted_slice_10 = tensor.extract_slice %concat[0, 1] [2, 13] [1, 1] : tensor<2x14xi64> to tensor<2x13xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %extracted_slice_9 : tensor<2x13xi64>, tensor<2x13xi64>) outs(%4 : tensor<2x13xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %152 = arith.subi %in, %in_52 : i64
      linalg.yield %152 : i64
    } -> tensor<2x13xi64>
    %9 = tensor.empty() : tensor<2x13xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<2x13xi64>) outs(%9 : tensor<2x13xi1>) {
    ^bb0(%in: i64, %out: i1):
      %152 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %152 : i1
    } -> tensor<2x13xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x13xi1>) outs(%4 : tensor<2x13xi64>) {
    ^bb0(%in: i1, %out: i64):
      %152 = arith.extui %in : i1 to i64
      linalg.yield %152 : i64
    } -> tensor<2x13xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<2x13xi64>) -> tensor<2x13xi64>
    %13 = tensor.empty() : tensor<2xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2xi64>) -> tensor<2xi64>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%11 : tensor<2x13xi64>) outs(%12, %14 : tensor<2x13xi64>, tensor<2xi64>) {
    ^bb0(%arg12: i64, %arg13: i64):
      %152 = arith.addi %arg12, %arg13 : i64
      tm_tensor.yield %152 : i64
    } -> tensor<2x13xi64>, tensor<2xi64>
    %16 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%13 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %152 = linalg.index 0 : index
      %153 = arith.index_cast %152 : index to i64
      linalg.yield %153 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %16 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 13, 1] : tensor<13xi64> into tensor<1x1x13x1xi64>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 13] : tensor<13xi64> into tensor<1x1x1x13xi64>
    %17 = tensor.empty() : tensor<2x1x13x1xi64>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%17 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %152 = arith.cmpi slt, %in, %c0_i64 : i64
      %153 = arith.addi %in, %c2_i64 : i64
      %154 = arith.select %152, %153, %in : i64
      %155 = arith.index_cast %154 : i64 to index
      %156 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %157 = arith.addi %in_52, %c13_i64 : i64
      %158 = arith.select %156, %157, %in_52 : i64
      %159 = arith.index_cast %158 : i64 to index
      %extracted = tensor.extract %5[%155, %159] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %19 = tensor.empty() : tensor<2x1x1x13xi64>
    %20 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_12 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%19 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %152 = arith.cmpi slt, %in, %c0_i64 : i64
      %153 = arith.addi %in, %c2_i64 : i64
      %154 = arith.select %152, %153, %in : i64
      %155 = arith.index_cast %154 : i64 to index
      %156 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %157 = arith.addi %in_52, %c13_i64 : i64
      %158 = arith.select %156, %157, %in_52 : i64
      %159 = arith.index_cast %158 : i64 to index
      %extracted = tensor.extract %5[%155, %159] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %21 = tensor.empty() : tensor<2x1x13x13xi1>
    %22 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %18 : tensor<2x1x1x13xi64>, tensor<2x1x13x1xi64>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %152 = arith.cmpi sle, %in, %in_52 : i64
      linalg.yield %152 : i1
    } -> tensor<2x1x13x13xi1>
    %23 = linalg.generic {indexing_maps = [#map11, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %22 : tensor<i1>, tensor<2x1x13x13xi1>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %152 = arith.andi %in, %in_52 : i1
      linalg.yield %152 : i1
    } -> tensor<2x1x13x13xi1>
    %24 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x13x1xi64>) outs(%17 : tensor<2x1x13x1xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %152 = arith.cmpi slt, %in, %c0_i64 : i64
      %153 = arith.addi %in, %c2_i64 : i64
      %154 = arith.select %152, %153, %in : i64
      %155 = arith.index_cast %154 : i64 to index
      %156 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %157 = arith.addi %in_52, %c13_i64 : i64
      %158 = arith.select %156, %157, %in_52 : i64
      %159 = arith.index_cast %158 : i64 to index
      %extracted = tensor.extract %15#0[%155, %159] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x13x1xi64>
    %25 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_12 : tensor<2x1x1x1xi64>, tensor<1x1x1x13xi64>) outs(%19 : tensor<2x1x1x13xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %152 = arith.cmpi slt, %in, %c0_i64 : i64
      %153 = arith.addi %in, %c2_i64 : i64
      %154 = arith.select %152, %153, %in : i64
      %155 = arith.index_cast %154 : i64 to index
      %156 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %157 = arith.addi %in_52, %c13_i64 : i64
      %158 = arith.select %156, %157, %in_52 : i64
      %159 = arith.index_cast %158 : i64 to index
      %extracted = tensor.extract %15#0[%155, %159] : tensor<2x13xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x13xi64>
    %26 = linalg.generic {indexing_maps = [#map10, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<2x1x13x1xi64>, tensor<2x1x1x13xi64>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %152 = arith.cmpi eq, %in, %in_52 : i64
      linalg.yield %152 : i1
    } -> tensor<2x1x13x13xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x1x13x13xi1>, tensor<2x1x13x13xi1>) outs(%21 : tensor<2x1x13x13xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %152 = arith.andi %in, %in_52 : i1
      linalg.yield %152 : i1
    } -> tensor<2x1x13x13xi1>
    %28 = tensor.empty() : tensor<2x1x13x13xf16>
    %29 = linalg.generic {indexing_maps = [#map7, #map11, #map11, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %cst_3, %cst_2 : tensor<2x1x13x13xi1>, tensor<f16>, tensor<f16>) outs(%28 : tensor<2x1x13x13xf16>) {
    ^bb0(%in: i1, %in_52: f16, %in_53: f16, %out: f16):
      %152 = arith.select %in, %in_52, %in_53 : f16
      linalg.yield %152 : f16
    } -> tensor<2x1x13x13xf16>
    %expanded_13 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 13, 1] : tensor<13xi64> into tensor<1x13x1xi64>
    %30 = tensor.empty() : tensor<1x13x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<1x13x1xi64>) outs(%30 : tensor<1x13x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %152 = arith.sitofp %in : i64 to f32
      linalg.yield %152 : f32
    } -> tensor<1x13x1xf32>
    %32 = tensor.empty() : tensor<8xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%cst_6 : tensor<8xf16>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<8xf32>
    %34 = tensor.empty() : tensor<1x13x8xf32>
    %35 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x13x1xf32>, tensor<8xf32>) outs(%34 : tensor<1x13x8xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.mulf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<1x13x8xf32>
    %concat_14 = tensor.concat dim(2) %35, %35 : (tensor<1x13x8xf32>, tensor<1x13x8xf32>) -> tensor<1x13x16xf32>
    %36 = tensor.empty() : tensor<1x13x16xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x13x16xf32>) outs(%36 : tensor<1x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.cos %in : f32
      linalg.yield %152 : f32
    } -> tensor<1x13x16xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x13x16xf32>) outs(%36 : tensor<1x13x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.sin %in : f32
      linalg.yield %152 : f32
    } -> tensor<1x13x16xf32>
    %39 = tensor.empty() : tensor<1x13x16xf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x13x16xf32>) outs(%39 : tensor<1x13x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<1x13x16xf16>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x13x16xf32>) outs(%39 : tensor<1x13x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<1x13x16xf16>
    %42 = tensor.empty() : tensor<2x13x32xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x13x32xf16>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x13x32xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %45 = tensor.empty() : tensor<2x13x1xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<2x13x32xf32>) outs(%46 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.divf %in, %cst_7 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_5 : f64 to f32
      %153 = arith.addf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<2x13x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.rsqrt %in : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %50 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.mulf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %53 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %52 : tensor<32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %54 = tensor.empty() : tensor<32x32xf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<32x32xf16>) outs(%54 : tensor<32x32xf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %53 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %55 = tensor.empty() : tensor<26x32xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %57 = linalg.matmul ins(%collapsed, %transposed : tensor<26x32xf16>, tensor<32x32xf16>) outs(%56 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %58 = tensor.empty() : tensor<26x32xf16>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<26x32xf32>) outs(%58 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x32xf16>
    %expanded_15 = tensor.expand_shape %59 [[0, 1], [2, 3]] output_shape [2, 13, 2, 16] : tensor<26x32xf16> into tensor<2x13x2x16xf16>
    %60 = tensor.empty() : tensor<2x2x13x16xf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x13x2x16xf16>) outs(%60 : tensor<2x2x13x16xf16>) permutation = [0, 2, 1, 3] 
    %61 = tensor.empty() : tensor<32x16xf16>
    %transposed_17 = linalg.transpose ins(%arg3 : tensor<16x32xf16>) outs(%61 : tensor<32x16xf16>) permutation = [1, 0] 
    %62 = tensor.empty() : tensor<26x16xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %64 = linalg.matmul ins(%collapsed, %transposed_17 : tensor<26x32xf16>, tensor<32x16xf16>) outs(%63 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %65 = tensor.empty() : tensor<26x16xf16>
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<26x16xf32>) outs(%65 : tensor<26x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x16xf16>
    %expanded_18 = tensor.expand_shape %66 [[0, 1], [2, 3]] output_shape [2, 13, 1, 16] : tensor<26x16xf16> into tensor<2x13x1x16xf16>
    %67 = tensor.empty() : tensor<2x1x13x16xf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<2x13x1x16xf16>) outs(%67 : tensor<2x1x13x16xf16>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%arg4 : tensor<16x32xf16>) outs(%61 : tensor<32x16xf16>) permutation = [1, 0] 
    %68 = linalg.matmul ins(%collapsed, %transposed_20 : tensor<26x32xf16>, tensor<32x16xf16>) outs(%63 : tensor<26x16xf32>) -> tensor<26x16xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<26x16xf32>) outs(%65 : tensor<26x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x16xf16>
    %expanded_21 = tensor.expand_shape %69 [[0, 1], [2, 3]] output_shape [2, 13, 1, 16] : tensor<26x16xf16> into tensor<2x13x1x16xf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x13x1x16xf16>) outs(%67 : tensor<2x1x13x16xf16>) permutation = [0, 2, 1, 3] 
    %expanded_23 = tensor.expand_shape %40 [[0], [1, 2], [3]] output_shape [1, 1, 13, 16] : tensor<1x13x16xf16> into tensor<1x1x13x16xf16>
    %expanded_24 = tensor.expand_shape %41 [[0], [1, 2], [3]] output_shape [1, 1, 13, 16] : tensor<1x13x16xf16> into tensor<1x1x13x16xf16>
    %70 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16, %expanded_23 : tensor<2x2x13x16xf16>, tensor<1x1x13x16xf16>) outs(%60 : tensor<2x2x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x16xf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_16[0, 0, 0, 0] [2, 2, 13, 8] [1, 1, 1, 1] : tensor<2x2x13x16xf16> to tensor<2x2x13x8xf16>
    %extracted_slice_26 = tensor.extract_slice %transposed_16[0, 0, 0, 8] [2, 2, 13, 8] [1, 1, 1, 1] : tensor<2x2x13x16xf16> to tensor<2x2x13x8xf16>
    %71 = tensor.empty() : tensor<2x2x13x8xf16>
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<2x2x13x8xf16>) outs(%71 : tensor<2x2x13x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %152 = arith.negf %in : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x8xf16>
    %concat_27 = tensor.concat dim(3) %72, %extracted_slice_25 : (tensor<2x2x13x8xf16>, tensor<2x2x13x8xf16>) -> tensor<2x2x13x16xf16>
    %73 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_24 : tensor<2x2x13x16xf16>, tensor<1x1x13x16xf16>) outs(%60 : tensor<2x2x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x16xf16>
    %74 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %73 : tensor<2x2x13x16xf16>, tensor<2x2x13x16xf16>) outs(%60 : tensor<2x2x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.addf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x16xf16>
    %75 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19, %expanded_23 : tensor<2x1x13x16xf16>, tensor<1x1x13x16xf16>) outs(%67 : tensor<2x1x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x1x13x16xf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_19[0, 0, 0, 0] [2, 1, 13, 8] [1, 1, 1, 1] : tensor<2x1x13x16xf16> to tensor<2x1x13x8xf16>
    %extracted_slice_29 = tensor.extract_slice %transposed_19[0, 0, 0, 8] [2, 1, 13, 8] [1, 1, 1, 1] : tensor<2x1x13x16xf16> to tensor<2x1x13x8xf16>
    %76 = tensor.empty() : tensor<2x1x13x8xf16>
    %77 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<2x1x13x8xf16>) outs(%76 : tensor<2x1x13x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %152 = arith.negf %in : f16
      linalg.yield %152 : f16
    } -> tensor<2x1x13x8xf16>
    %concat_30 = tensor.concat dim(3) %77, %extracted_slice_28 : (tensor<2x1x13x8xf16>, tensor<2x1x13x8xf16>) -> tensor<2x1x13x16xf16>
    %78 = linalg.generic {indexing_maps = [#map7, #map15, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_30, %expanded_24 : tensor<2x1x13x16xf16>, tensor<1x1x13x16xf16>) outs(%67 : tensor<2x1x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x1x13x16xf16>
    %79 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %78 : tensor<2x1x13x16xf16>, tensor<2x1x13x16xf16>) outs(%67 : tensor<2x1x13x16xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.addf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x1x13x16xf16>
    %80 = tensor.empty() : tensor<2x1x2x13x16xf16>
    %81 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<2x1x13x16xf16>) outs(%80 : tensor<2x1x2x13x16xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<2x1x2x13x16xf16>
    %collapsed_31 = tensor.collapse_shape %81 [[0], [1, 2], [3], [4]] : tensor<2x1x2x13x16xf16> into tensor<2x2x13x16xf16>
    %82 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22 : tensor<2x1x13x16xf16>) outs(%80 : tensor<2x1x2x13x16xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<2x1x2x13x16xf16>
    %83 = tensor.empty() : tensor<2x2x16x13xf16>
    %transposed_32 = linalg.transpose ins(%collapsed_31 : tensor<2x2x13x16xf16>) outs(%83 : tensor<2x2x16x13xf16>) permutation = [0, 1, 3, 2] 
    %collapsed_33 = tensor.collapse_shape %74 [[0, 1], [2], [3]] : tensor<2x2x13x16xf16> into tensor<4x13x16xf16>
    %collapsed_34 = tensor.collapse_shape %transposed_32 [[0, 1], [2], [3]] : tensor<2x2x16x13xf16> into tensor<4x16x13xf16>
    %84 = tensor.empty() : tensor<4x13x13xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %86 = linalg.batch_matmul ins(%collapsed_33, %collapsed_34 : tensor<4x13x16xf16>, tensor<4x16x13xf16>) outs(%85 : tensor<4x13x13xf32>) -> tensor<4x13x13xf32>
    %87 = tensor.empty() : tensor<4x13x13xf16>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<4x13x13xf32>) outs(%87 : tensor<4x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<4x13x13xf16>
    %expanded_35 = tensor.expand_shape %88 [[0, 1], [2], [3]] output_shape [2, 2, 13, 13] : tensor<4x13x13xf16> into tensor<2x2x13x13xf16>
    %89 = tensor.empty() : tensor<2x2x13x13xf16>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<2x2x13x13xf16>) outs(%89 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %out: f16):
      %152 = arith.mulf %in, %cst_8 : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x13xf16>
    %91 = linalg.generic {indexing_maps = [#map7, #map18, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %29 : tensor<2x2x13x13xf16>, tensor<2x1x13x13xf16>) outs(%89 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.addf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x13xf16>
    %92 = tensor.empty() : tensor<2x2x13x13xf32>
    %93 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<2x2x13x13xf16>) outs(%92 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<2x2x13x13xf32>
    %94 = tensor.empty() : tensor<2x2x13xi64>
    %95 = linalg.fill ins(%c0_i64 : i64) outs(%94 : tensor<2x2x13xi64>) -> tensor<2x2x13xi64>
    %96 = tensor.empty() : tensor<2x2x13xf32>
    %97 = linalg.fill ins(%cst_0 : f32) outs(%96 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
    %98:2 = linalg.generic {indexing_maps = [#map7, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%93 : tensor<2x2x13x13xf32>) outs(%97, %95 : tensor<2x2x13xf32>, tensor<2x2x13xi64>) {
    ^bb0(%in: f32, %out: f32, %out_52: i64):
      %152 = linalg.index 3 : index
      %153 = arith.index_cast %152 : index to i64
      %154 = arith.maximumf %in, %out : f32
      %155 = arith.cmpf ogt, %in, %out : f32
      %156 = arith.select %155, %153, %out_52 : i64
      linalg.yield %154, %156 : f32, i64
    } -> (tensor<2x2x13xf32>, tensor<2x2x13xi64>)
    %expanded_36 = tensor.expand_shape %98#0 [[0], [1], [2, 3]] output_shape [2, 2, 13, 1] : tensor<2x2x13xf32> into tensor<2x2x13x1xf32>
    %99 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %expanded_36 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%92 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.subf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x2x13x13xf32>
    %100 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<2x2x13x13xf32>) outs(%92 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.exp %in : f32
      linalg.yield %152 : f32
    } -> tensor<2x2x13x13xf32>
    %101 = tensor.empty() : tensor<2x2x13x1xf32>
    %102 = linalg.fill ins(%cst : f32) outs(%101 : tensor<2x2x13x1xf32>) -> tensor<2x2x13x1xf32>
    %103 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100 : tensor<2x2x13x13xf32>) outs(%102 : tensor<2x2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<2x2x13x1xf32>
    %104 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100, %103 : tensor<2x2x13x13xf32>, tensor<2x2x13x1xf32>) outs(%92 : tensor<2x2x13x13xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.divf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x2x13x13xf32>
    %105 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104 : tensor<2x2x13x13xf32>) outs(%89 : tensor<2x2x13x13xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<2x2x13x13xf16>
    %collapsed_37 = tensor.collapse_shape %105 [[0, 1], [2], [3]] : tensor<2x2x13x13xf16> into tensor<4x13x13xf16>
    %collapsed_38 = tensor.collapse_shape %82 [[0, 1, 2], [3], [4]] : tensor<2x1x2x13x16xf16> into tensor<4x13x16xf16>
    %106 = tensor.empty() : tensor<4x13x16xf32>
    %107 = linalg.fill ins(%cst : f32) outs(%106 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %108 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<4x13x13xf16>, tensor<4x13x16xf16>) outs(%107 : tensor<4x13x16xf32>) -> tensor<4x13x16xf32>
    %109 = tensor.empty() : tensor<4x13x16xf16>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<4x13x16xf32>) outs(%109 : tensor<4x13x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<4x13x16xf16>
    %expanded_39 = tensor.expand_shape %110 [[0, 1], [2], [3]] output_shape [2, 2, 13, 16] : tensor<4x13x16xf16> into tensor<2x2x13x16xf16>
    %111 = tensor.empty() : tensor<2x13x2x16xf16>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<2x2x13x16xf16>) outs(%111 : tensor<2x13x2x16xf16>) permutation = [0, 2, 1, 3] 
    %transposed_41 = linalg.transpose ins(%arg5 : tensor<32x32xf16>) outs(%54 : tensor<32x32xf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %transposed_40 [[0, 1], [2, 3]] : tensor<2x13x2x16xf16> into tensor<26x32xf16>
    %112 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<26x32xf16>, tensor<32x32xf16>) outs(%56 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%112 : tensor<26x32xf32>) outs(%58 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x32xf16>
    %expanded_43 = tensor.expand_shape %113 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_43 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.addf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x13x32xf16>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x13x32xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%116 : tensor<2x13x32xf32>) outs(%46 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.divf %in, %cst_7 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_5 : f64 to f32
      %153 = arith.addf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<2x13x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.rsqrt %in : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %120 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.mulf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %123 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %122 : tensor<32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %124 = tensor.empty() : tensor<32x48xf16>
    %transposed_44 = linalg.transpose ins(%arg6 : tensor<48x32xf16>) outs(%124 : tensor<32x48xf16>) permutation = [1, 0] 
    %collapsed_45 = tensor.collapse_shape %123 [[0, 1], [2]] : tensor<2x13x32xf16> into tensor<26x32xf16>
    %125 = tensor.empty() : tensor<26x48xf32>
    %126 = linalg.fill ins(%cst : f32) outs(%125 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %127 = linalg.matmul ins(%collapsed_45, %transposed_44 : tensor<26x32xf16>, tensor<32x48xf16>) outs(%126 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %128 = tensor.empty() : tensor<26x48xf16>
    %129 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<26x48xf32>) outs(%128 : tensor<26x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x48xf16>
    %expanded_46 = tensor.expand_shape %129 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf16> into tensor<2x13x48xf16>
    %130 = tensor.empty() : tensor<2x13x48xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_46 : tensor<2x13x48xf16>) outs(%130 : tensor<2x13x48xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<2x13x48xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x13x48xf32>) outs(%130 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.negf %in : f32
      %153 = math.exp %152 : f32
      %154 = arith.addf %153, %cst_1 : f32
      %155 = arith.divf %cst_1, %154 : f32
      linalg.yield %155 : f32
    } -> tensor<2x13x48xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<2x13x48xf32>, tensor<2x13x48xf32>) outs(%130 : tensor<2x13x48xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.mulf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x48xf32>
    %134 = tensor.empty() : tensor<2x13x48xf16>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x13x48xf32>) outs(%134 : tensor<2x13x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<2x13x48xf16>
    %transposed_47 = linalg.transpose ins(%arg7 : tensor<48x32xf16>) outs(%124 : tensor<32x48xf16>) permutation = [1, 0] 
    %136 = linalg.matmul ins(%collapsed_45, %transposed_47 : tensor<26x32xf16>, tensor<32x48xf16>) outs(%126 : tensor<26x48xf32>) -> tensor<26x48xf32>
    %137 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<26x48xf32>) outs(%128 : tensor<26x48xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x48xf16>
    %expanded_48 = tensor.expand_shape %137 [[0, 1], [2]] output_shape [2, 13, 48] : tensor<26x48xf16> into tensor<2x13x48xf16>
    %138 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %expanded_48 : tensor<2x13x48xf16>, tensor<2x13x48xf16>) outs(%134 : tensor<2x13x48xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x48xf16>
    %139 = tensor.empty() : tensor<48x32xf16>
    %transposed_49 = linalg.transpose ins(%arg8 : tensor<32x48xf16>) outs(%139 : tensor<48x32xf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %138 [[0, 1], [2]] : tensor<2x13x48xf16> into tensor<26x48xf16>
    %140 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<26x48xf16>, tensor<48x32xf16>) outs(%56 : tensor<26x32xf32>) -> tensor<26x32xf32>
    %141 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<26x32xf32>) outs(%58 : tensor<26x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<26x32xf16>
    %expanded_51 = tensor.expand_shape %141 [[0, 1], [2]] output_shape [2, 13, 32] : tensor<26x32xf16> into tensor<2x13x32xf16>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %expanded_51 : tensor<2x13x32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.addf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x13x32xf16>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f16, %out: f32):
      %152 = arith.extf %in : f16 to f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<2x13x32xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%144 : tensor<2x13x32xf32>) outs(%46 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.addf %in, %out : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.divf %in, %cst_7 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = arith.truncf %cst_5 : f64 to f32
      %153 = arith.addf %in, %152 : f32
      linalg.yield %153 : f32
    } -> tensor<2x13x1xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x13x1xf32>) outs(%45 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %152 = math.rsqrt %in : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x1xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %148 : tensor<2x13x32xf32>, tensor<2x13x1xf32>) outs(%42 : tensor<2x13x32xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %152 = arith.mulf %in, %in_52 : f32
      linalg.yield %152 : f32
    } -> tensor<2x13x32xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x13x32xf32>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %152 = arith.truncf %in : f32 to f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    %151 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %150 : tensor<32xf16>, tensor<2x13x32xf16>) outs(%0 : tensor<2x13x32xf16>) {
    ^bb0(%in: f16, %in_52: f16, %out: f16):
      %152 = arith.mulf %in, %in_52 : f16
      linalg.yield %152 : f16
    } -> tensor<2x13x32xf16>
    return %151 : tensor<2x13x32xf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.float16: "0x02000000003C0F35662E0C281F217A1A19142E0D"
    }
  }
#-}
