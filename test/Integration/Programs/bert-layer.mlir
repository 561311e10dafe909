// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// A layer of BERT in f32, as torch-mlir lowers it: projections with bias, attention with a scale and an additive mask, residual and
// layer norm, GELU by erf. Attention is one chain; the output projection, the first layer norm, and both products of the feed-forward part are another. The
// projections of Q, K and V stay alone: each head would read their input again.
// CHECK-LABEL: func.func @bert_layer
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT: linalg.matmul
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 13, n = 13, k = 8, h = 8>
// CHECK-COUNT-2: mcf.contract
// CHECK: mcf.chain <m0 = 2, m1 = 13, n = 24, k0 = 3, k1 = 8, h = 96>
// CHECK: mcf.contract
// CHECK: math.rsqrt
// CHECK: mcf.contract
// CHECK: math.erf
// CHECK: mcf.contract
// CHECK: math.rsqrt
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @bert_layer(%arg0: tensor<2x13x24xf32>, %arg1: tensor<2x1x1x13xf32>, %arg2: tensor<24x24xf32>, %arg3: tensor<24x24xf32>, %arg4: tensor<24x24xf32>, %arg5: tensor<24x24xf32>, %arg6: tensor<24xf32>, %arg7: tensor<24xf32>, %arg8: tensor<24xf32>, %arg9: tensor<24xf32>, %arg10: tensor<24xf32>, %arg11: tensor<24xf32>, %arg12: tensor<96x24xf32>, %arg13: tensor<96xf32>, %arg14: tensor<24x96xf32>, %arg15: tensor<24xf32>, %arg16: tensor<24xf32>, %arg17: tensor<24xf32>) -> tensor<2x13x24xf32> {
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 2.828430e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 2.400000e+01 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %cst_6 = arith.constant 1.41421354 : f32
    %cst_7 = arith.constant 1.000000e+00 : f32
    %cst_8 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<24x24xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<24x24xf32>) outs(%0 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24xf32>
    %2 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x13x24xf32> into tensor<26x24xf32>
    %3 = tensor.empty() : tensor<26x24xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<26x24xf32>) -> tensor<26x24xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %5 = linalg.matmul ins(%2, %1 : tensor<26x24xf32>, tensor<24x24xf32>) outs(%4 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %6 = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 13, 24] : tensor<26x24xf32> into tensor<2x13x24xf32>
    %7 = tensor.empty() : tensor<2x13x24xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg6 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %9 = tensor.expand_shape %8 [[0], [1], [2, 3]] output_shape [2, 13, 3, 8] : tensor<2x13x24xf32> into tensor<2x13x3x8xf32>
    %10 = tensor.empty() : tensor<2x3x13x8xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x13x3x8xf32>) outs(%10 : tensor<2x3x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x13x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<24x24xf32>) outs(%0 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24xf32>
    %13 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x13x24xf32> into tensor<26x24xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<26x24xf32>) -> tensor<26x24xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %15 = linalg.matmul ins(%13, %12 : tensor<26x24xf32>, tensor<24x24xf32>) outs(%14 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %16 = tensor.expand_shape %15 [[0, 1], [2]] output_shape [2, 13, 24] : tensor<26x24xf32> into tensor<2x13x24xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %arg7 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %18 = tensor.expand_shape %17 [[0], [1], [2, 3]] output_shape [2, 13, 3, 8] : tensor<2x13x24xf32> into tensor<2x13x3x8xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x13x3x8xf32>) outs(%10 : tensor<2x3x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x13x8xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<24x24xf32>) outs(%0 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24xf32>
    %21 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x13x24xf32> into tensor<26x24xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<26x24xf32>) -> tensor<26x24xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %23 = linalg.matmul ins(%21, %20 : tensor<26x24xf32>, tensor<24x24xf32>) outs(%22 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %24 = tensor.expand_shape %23 [[0, 1], [2]] output_shape [2, 13, 24] : tensor<26x24xf32> into tensor<2x13x24xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %arg8 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %26 = tensor.expand_shape %25 [[0], [1], [2, 3]] output_shape [2, 13, 3, 8] : tensor<2x13x24xf32> into tensor<2x13x3x8xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x13x3x8xf32>) outs(%10 : tensor<2x3x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x13x8xf32>
    %28 = tensor.empty() : tensor<2x3x8x13xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x3x13x8xf32>) outs(%28 : tensor<2x3x8x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3x8x13xf32>
    %30 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : tensor<2x3x13x8xf32> into tensor<6x13x8xf32>
    %31 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<2x3x8x13xf32> into tensor<6x8x13xf32>
    %32 = tensor.empty() : tensor<6x13x13xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<6x13x13xf32>) -> tensor<6x13x13xf32>
    // expected-note @below {{what depends on it ends here: it has a batch dim that a contraction before it has in one operand only, which would read the other one again for each}}
    // expected-remark @below {{fused 2 contractions}}
    %34 = linalg.batch_matmul ins(%30, %31 : tensor<6x13x8xf32>, tensor<6x8x13xf32>) outs(%33 : tensor<6x13x13xf32>) -> tensor<6x13x13xf32>
    %35 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 3, 13, 13] : tensor<6x13x13xf32> into tensor<2x3x13x13xf32>
    %36 = tensor.empty() : tensor<2x3x13x13xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<2x3x13x13xf32>) outs(%36 : tensor<2x3x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x13xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %arg1 : tensor<2x3x13x13xf32>, tensor<2x1x1x13xf32>) outs(%36 : tensor<2x3x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x13xf32>
    %39 = tensor.empty() : tensor<2x3x13x1xi64>
    %40 = linalg.fill ins(%c0_i64 : i64) outs(%39 : tensor<2x3x13x1xi64>) -> tensor<2x3x13x1xi64>
    %41 = tensor.empty() : tensor<2x3x13x1xf32>
    %42 = linalg.fill ins(%cst_3 : f32) outs(%41 : tensor<2x3x13x1xf32>) -> tensor<2x3x13x1xf32>
    %43:2 = linalg.generic {indexing_maps = [#map4, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<2x3x13x13xf32>) outs(%42, %40 : tensor<2x3x13x1xf32>, tensor<2x3x13x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x3x13x1xf32>, tensor<2x3x13x1xi64>)
    %44 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %43#0 : tensor<2x3x13x13xf32>, tensor<2x3x13x1xf32>) outs(%36 : tensor<2x3x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x13xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x3x13x13xf32>) outs(%36 : tensor<2x3x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x13xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<2x3x13x1xf32>) -> tensor<2x3x13x1xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<2x3x13x13xf32>) outs(%46 : tensor<2x3x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x1xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %47 : tensor<2x3x13x13xf32>, tensor<2x3x13x1xf32>) outs(%36 : tensor<2x3x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x13x13xf32>
    %49 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<2x3x13x13xf32> into tensor<6x13x13xf32>
    %50 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<2x3x13x8xf32> into tensor<6x13x8xf32>
    %51 = tensor.empty() : tensor<6x13x8xf32>
    %52 = linalg.fill ins(%cst_0 : f32) outs(%51 : tensor<6x13x8xf32>) -> tensor<6x13x8xf32>
    // expected-note @below {{what depends on it ends here: it has a batch dim that a contraction before it has in one operand only, which would read the other one again for each}}
    %53 = linalg.batch_matmul ins(%49, %50 : tensor<6x13x13xf32>, tensor<6x13x8xf32>) outs(%52 : tensor<6x13x8xf32>) -> tensor<6x13x8xf32>
    %54 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [2, 3, 13, 8] : tensor<6x13x8xf32> into tensor<2x3x13x8xf32>
    %55 = tensor.empty() : tensor<2x13x3x8xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<2x3x13x8xf32>) outs(%55 : tensor<2x13x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x13x3x8xf32>
    %57 = tensor.collapse_shape %56 [[0], [1], [2, 3]] : tensor<2x13x3x8xf32> into tensor<2x13x24xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<24x24xf32>) outs(%0 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24xf32>
    %59 = tensor.collapse_shape %57 [[0, 1], [2]] : tensor<2x13x24xf32> into tensor<26x24xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<26x24xf32>) -> tensor<26x24xf32>
    // expected-remark @below {{fused 3 contractions}}
    %61 = linalg.matmul ins(%59, %58 : tensor<26x24xf32>, tensor<24x24xf32>) outs(%60 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %62 = tensor.expand_shape %61 [[0, 1], [2]] output_shape [2, 13, 24] : tensor<26x24xf32> into tensor<2x13x24xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %arg9 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %arg0 : tensor<2x13x24xf32>, tensor<2x13x24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %65 = tensor.empty() : tensor<2x13x1xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<2x13x24xf32>) outs(%66 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_4 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %68 : tensor<2x13x24xf32>, tensor<2x13x1xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %70 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %69 : tensor<2x13x24xf32>, tensor<2x13x24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<2x13x24xf32>) outs(%71 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %73 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_4 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %74 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_5 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %75 : tensor<2x13x24xf32>, tensor<2x13x1xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg10 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %arg11 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %79 = tensor.empty() : tensor<24x96xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<96x24xf32>) outs(%79 : tensor<24x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x96xf32>
    %81 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x13x24xf32> into tensor<26x24xf32>
    %82 = tensor.empty() : tensor<26x96xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%82 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %84 = linalg.matmul ins(%81, %80 : tensor<26x24xf32>, tensor<24x96xf32>) outs(%83 : tensor<26x96xf32>) -> tensor<26x96xf32>
    %85 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [2, 13, 96] : tensor<26x96xf32> into tensor<2x13x96xf32>
    %86 = tensor.empty() : tensor<2x13x96xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %arg13 : tensor<2x13x96xf32>, tensor<96xf32>) outs(%86 : tensor<2x13x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x96xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x13x96xf32>) outs(%86 : tensor<2x13x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.divf %in, %cst_6 : f32
      %b = math.erf %a : f32
      %c = arith.addf %b, %cst_7 : f32
      %d = arith.mulf %c, %cst_8 : f32
      %e = arith.mulf %in, %d : f32
      linalg.yield %e : f32
    } -> tensor<2x13x96xf32>
    %89 = tensor.empty() : tensor<96x24xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<24x96xf32>) outs(%89 : tensor<96x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x24xf32>
    %91 = tensor.collapse_shape %88 [[0, 1], [2]] : tensor<2x13x96xf32> into tensor<26x96xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %93 = linalg.matmul ins(%91, %90 : tensor<26x96xf32>, tensor<96x24xf32>) outs(%92 : tensor<26x24xf32>) -> tensor<26x24xf32>
    %94 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [2, 13, 24] : tensor<26x24xf32> into tensor<2x13x24xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg15 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %78 : tensor<2x13x24xf32>, tensor<2x13x24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %97 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%96 : tensor<2x13x24xf32>) outs(%97 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %99 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_4 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %99 : tensor<2x13x24xf32>, tensor<2x13x1xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %100 : tensor<2x13x24xf32>, tensor<2x13x24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %102 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<2x13x1xf32>) -> tensor<2x13x1xf32>
    %103 = linalg.generic {indexing_maps = [#map2, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<2x13x24xf32>) outs(%102 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_4 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %105 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_5 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %106 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<2x13x1xf32>) outs(%65 : tensor<2x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<2x13x1xf32>
    %107 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %106 : tensor<2x13x24xf32>, tensor<2x13x1xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %108 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %arg16 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    %109 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %arg17 : tensor<2x13x24xf32>, tensor<24xf32>) outs(%7 : tensor<2x13x24xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x13x24xf32>
    return %109 : tensor<2x13x24xf32>
  }
}
