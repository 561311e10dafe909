// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// GPT-2 attention as torch-mlir lowers it, with the causal mask as a constant of booleans (a buffer of the model) and a select of the lowest float. One product
// gives Q, K and V; its slices end the chain before attention.
// CHECK-LABEL: func.func @gpt2_attention
// CHECK: linalg.matmul
// CHECK: mcf.chain <b0 = 2, b1 = 2, m = 17, n = 17, k = 8, h = 8>
// CHECK-SAME: tensor<17x17xi1>
// CHECK: arith.select
// CHECK: mcf.reduce <maximumf>
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @gpt2_attention(%arg0: tensor<2x17x16xf32>, %arg1: tensor<16x48xf32>, %arg2: tensor<48xf32>) -> tensor<2x17x16xf32> {
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 2.828430e+00 : f32
    %causal = arith.constant dense<[[[[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false], [true, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false], [true, true, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false], [true, true, true, true, false, false, false, false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, false, false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true, true, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true, true, true, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true, true, true, true, false, false, false, false], [true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, false, false], [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, false], [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]]]]> : tensor<1x1x17x17xi1>
    %cst_3 = arith.constant -3.40282347E+38 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_5 = arith.constant 0xFF800000 : f32
    %0 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x17x16xf32> into tensor<34x16xf32>
    %1 = tensor.empty() : tensor<34x48xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<48xf32>) outs(%1 : tensor<34x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<34x48xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %3 = linalg.matmul ins(%0, %arg1 : tensor<34x16xf32>, tensor<16x48xf32>) outs(%2 : tensor<34x48xf32>) -> tensor<34x48xf32>
    %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [2, 17, 48] : tensor<34x48xf32> into tensor<2x17x48xf32>
    // expected-note @below {{what depends on it ends here: tensor.extract_slice cannot be part of a chain}}
    %5 = tensor.extract_slice %4[0, 0, 0] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %6 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %7 = tensor.empty() : tensor<2x2x17x8xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<2x17x2x8xf32>) outs(%7 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %9 = tensor.extract_slice %4[0, 0, 16] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %10 = tensor.expand_shape %9 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<2x17x2x8xf32>) outs(%7 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %12 = tensor.extract_slice %4[0, 0, 32] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %13 = tensor.expand_shape %12 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<2x17x2x8xf32>) outs(%7 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %15 = tensor.empty() : tensor<2x2x8x17xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<2x2x17x8xf32>) outs(%15 : tensor<2x2x8x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x17xf32>
    %17 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : tensor<2x2x17x8xf32> into tensor<4x17x8xf32>
    %18 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x2x8x17xf32> into tensor<4x8x17xf32>
    %19 = tensor.empty() : tensor<4x17x17xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<4x17x17xf32>) -> tensor<4x17x17xf32>
    // expected-remark @below {{fused 2 contractions}}
    %21 = linalg.batch_matmul ins(%17, %18 : tensor<4x17x8xf32>, tensor<4x8x17xf32>) outs(%20 : tensor<4x17x17xf32>) -> tensor<4x17x17xf32>
    %22 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 2, 17, 17] : tensor<4x17x17xf32> into tensor<2x2x17x17xf32>
    %23 = tensor.empty() : tensor<2x2x17x17xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x2x17x17xf32>) outs(%23 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%causal, %24 : tensor<1x1x17x17xi1>, tensor<2x2x17x17xf32>) outs(%23 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: i1, %in_1: f32, %out: f32):
      %x = arith.select %in, %in_1, %cst_3 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %26 = tensor.empty() : tensor<2x2x17x1xi64>
    %27 = linalg.fill ins(%c0_i64 : i64) outs(%26 : tensor<2x2x17x1xi64>) -> tensor<2x2x17x1xi64>
    %28 = tensor.empty() : tensor<2x2x17x1xf32>
    %29 = linalg.fill ins(%cst_5 : f32) outs(%28 : tensor<2x2x17x1xf32>) -> tensor<2x2x17x1xf32>
    %30:2 = linalg.generic {indexing_maps = [#map2, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<2x2x17x17xf32>) outs(%29, %27 : tensor<2x2x17x1xf32>, tensor<2x2x17x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x2x17x1xf32>, tensor<2x2x17x1xi64>)
    %31 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %30#0 : tensor<2x2x17x17xf32>, tensor<2x2x17x1xf32>) outs(%23 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<2x2x17x17xf32>) outs(%23 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<2x2x17x1xf32>) -> tensor<2x2x17x1xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%32 : tensor<2x2x17x17xf32>) outs(%33 : tensor<2x2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x1xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %34 : tensor<2x2x17x17xf32>, tensor<2x2x17x1xf32>) outs(%23 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %36 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<2x2x17x17xf32> into tensor<4x17x17xf32>
    %37 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : tensor<2x2x17x8xf32> into tensor<4x17x8xf32>
    %38 = tensor.empty() : tensor<4x17x8xf32>
    %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<4x17x8xf32>) -> tensor<4x17x8xf32>
    %40 = linalg.batch_matmul ins(%36, %37 : tensor<4x17x17xf32>, tensor<4x17x8xf32>) outs(%39 : tensor<4x17x8xf32>) -> tensor<4x17x8xf32>
    %41 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 2, 17, 8] : tensor<4x17x8xf32> into tensor<2x2x17x8xf32>
    %42 = tensor.empty() : tensor<2x17x2x8xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x2x17x8xf32>) outs(%42 : tensor<2x17x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x17x2x8xf32>
    %44 = tensor.collapse_shape %43 [[0], [1], [2, 3]] : tensor<2x17x2x8xf32> into tensor<2x17x16xf32>
    return %44 : tensor<2x17x16xf32>
  }
}
