// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// A block of GPT-2 as torch-mlir lowers it: layer norms, Conv1D with the bias as start value, the causal mask from a comparison of positions, GELU by tanh with x^3 as a
// power. The comparison becomes part of the chain: no mask is read. The output projection and the feed-forward part are one chain.
// CHECK-LABEL: func.func @gpt2_block
// CHECK: linalg.matmul
// CHECK: mcf.chain <b0 = 2, b1 = 2, m = 17, n = 17, k = 8, h = 8>
// CHECK-DAG: mcf.index "m"
// CHECK-DAG: mcf.index "n"
// CHECK: arith.select
// CHECK: mcf.chain <m0 = 2, m1 = 17, n = 16, k0 = 2, k1 = 8, h = 64>
// CHECK: mcf.contract
// CHECK: math.rsqrt
// CHECK: mcf.contract
// CHECK: math.tanh
// CHECK: mcf.contract
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @gpt2_block(%arg0: tensor<2x17x16xf32>, %arg1: tensor<16x48xf32>, %arg2: tensor<48xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64x16xf32>, %arg12: tensor<16xf32>) -> tensor<2x17x16xf32> {
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.600000e+01 : f32
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %cst_3 = arith.constant 2.828430e+00 : f32
    %cst_4 = arith.constant -3.40282347E+38 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_6 = arith.constant 0xFF800000 : f32
    %cst_7 = arith.constant 3.000000e+00 : f32
    %cst_8 = arith.constant 4.471500e-02 : f32
    %cst_9 = arith.constant 0.797884583 : f32
    %cst_10 = arith.constant 1.000000e+00 : f32
    %cst_11 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<2x17x1xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x17x16xf32>) outs(%1 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %4 = tensor.empty() : tensor<2x17x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %3 : tensor<2x17x16xf32>, tensor<2x17x1xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %5 : tensor<2x17x16xf32>, tensor<2x17x16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x17x16xf32>) outs(%7 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_2 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %11 : tensor<2x17x16xf32>, tensor<2x17x1xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg5 : tensor<2x17x16xf32>, tensor<16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %arg6 : tensor<2x17x16xf32>, tensor<16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %15 = tensor.collapse_shape %14 [[0, 1], [2]] : tensor<2x17x16xf32> into tensor<34x16xf32>
    %16 = tensor.empty() : tensor<34x48xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<48xf32>) outs(%16 : tensor<34x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<34x48xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %18 = linalg.matmul ins(%15, %arg1 : tensor<34x16xf32>, tensor<16x48xf32>) outs(%17 : tensor<34x48xf32>) -> tensor<34x48xf32>
    %19 = tensor.expand_shape %18 [[0, 1], [2]] output_shape [2, 17, 48] : tensor<34x48xf32> into tensor<2x17x48xf32>
    // expected-note @below {{what depends on it ends here: tensor.extract_slice cannot be part of a chain}}
    %20 = tensor.extract_slice %19[0, 0, 0] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %21 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %22 = tensor.empty() : tensor<2x2x17x8xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<2x17x2x8xf32>) outs(%22 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %24 = tensor.extract_slice %19[0, 0, 16] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %25 = tensor.expand_shape %24 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x17x2x8xf32>) outs(%22 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %27 = tensor.extract_slice %19[0, 0, 32] [2, 17, 16] [1, 1, 1] : tensor<2x17x48xf32> to tensor<2x17x16xf32>
    %28 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 17, 2, 8] : tensor<2x17x16xf32> into tensor<2x17x2x8xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<2x17x2x8xf32>) outs(%22 : tensor<2x2x17x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x17x8xf32>
    %30 = tensor.empty() : tensor<2x2x8x17xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x2x17x8xf32>) outs(%30 : tensor<2x2x8x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x17xf32>
    %32 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x2x17x8xf32> into tensor<4x17x8xf32>
    %33 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : tensor<2x2x8x17xf32> into tensor<4x8x17xf32>
    %34 = tensor.empty() : tensor<4x17x17xf32>
    %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : tensor<4x17x17xf32>) -> tensor<4x17x17xf32>
    // expected-remark @below {{fused 2 contractions}}
    %36 = linalg.batch_matmul ins(%32, %33 : tensor<4x17x8xf32>, tensor<4x8x17xf32>) outs(%35 : tensor<4x17x17xf32>) -> tensor<4x17x17xf32>
    %37 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 2, 17, 17] : tensor<4x17x17xf32> into tensor<2x2x17x17xf32>
    %38 = tensor.empty() : tensor<2x2x17x17xf32>
    %39 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x2x17x17xf32>) outs(%38 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_3 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %40 = tensor.empty() : tensor<17x17xi1>
    %41 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel"]} outs(%40 : tensor<17x17xi1>) {
    ^bb0(%out: i1):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %x = arith.cmpi sge, %i, %j : index
      linalg.yield %x : i1
    } -> tensor<17x17xi1>
    %42 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %39 : tensor<17x17xi1>, tensor<2x2x17x17xf32>) outs(%38 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: i1, %in_1: f32, %out: f32):
      %x = arith.select %in, %in_1, %cst_4 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %43 = tensor.empty() : tensor<2x2x17x1xi64>
    %44 = linalg.fill ins(%c0_i64 : i64) outs(%43 : tensor<2x2x17x1xi64>) -> tensor<2x2x17x1xi64>
    %45 = tensor.empty() : tensor<2x2x17x1xf32>
    %46 = linalg.fill ins(%cst_6 : f32) outs(%45 : tensor<2x2x17x1xf32>) -> tensor<2x2x17x1xf32>
    %47:2 = linalg.generic {indexing_maps = [#map5, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<2x2x17x17xf32>) outs(%46, %44 : tensor<2x2x17x1xf32>, tensor<2x2x17x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x2x17x1xf32>, tensor<2x2x17x1xi64>)
    %48 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %47#0 : tensor<2x2x17x17xf32>, tensor<2x2x17x1xf32>) outs(%38 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x2x17x17xf32>) outs(%38 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<2x2x17x1xf32>) -> tensor<2x2x17x1xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<2x2x17x17xf32>) outs(%50 : tensor<2x2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x1xf32>
    %52 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %51 : tensor<2x2x17x17xf32>, tensor<2x2x17x1xf32>) outs(%38 : tensor<2x2x17x17xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x17x17xf32>
    %53 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : tensor<2x2x17x17xf32> into tensor<4x17x17xf32>
    %54 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<2x2x17x8xf32> into tensor<4x17x8xf32>
    %55 = tensor.empty() : tensor<4x17x8xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<4x17x8xf32>) -> tensor<4x17x8xf32>
    %57 = linalg.batch_matmul ins(%53, %54 : tensor<4x17x17xf32>, tensor<4x17x8xf32>) outs(%56 : tensor<4x17x8xf32>) -> tensor<4x17x8xf32>
    %58 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 2, 17, 8] : tensor<4x17x8xf32> into tensor<2x2x17x8xf32>
    %59 = tensor.empty() : tensor<2x17x2x8xf32>
    %60 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<2x2x17x8xf32>) outs(%59 : tensor<2x17x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x17x2x8xf32>
    %61 = tensor.collapse_shape %60 [[0], [1], [2, 3]] : tensor<2x17x2x8xf32> into tensor<2x17x16xf32>
    %62 = tensor.collapse_shape %61 [[0, 1], [2]] : tensor<2x17x16xf32> into tensor<34x16xf32>
    %63 = tensor.empty() : tensor<34x16xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%63 : tensor<34x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<34x16xf32>
    // expected-remark @below {{fused 3 contractions}}
    %65 = linalg.matmul ins(%62, %arg3 : tensor<34x16xf32>, tensor<16x16xf32>) outs(%64 : tensor<34x16xf32>) -> tensor<34x16xf32>
    %66 = tensor.expand_shape %65 [[0, 1], [2]] output_shape [2, 17, 16] : tensor<34x16xf32> into tensor<2x17x16xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %arg0 : tensor<2x17x16xf32>, tensor<2x17x16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<2x17x16xf32>) outs(%68 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %70 : tensor<2x17x16xf32>, tensor<2x17x1xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %71 : tensor<2x17x16xf32>, tensor<2x17x16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x17x16xf32>) outs(%73 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_2 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x17x1xf32>) outs(%0 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<2x17x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %77 : tensor<2x17x16xf32>, tensor<2x17x1xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %arg7 : tensor<2x17x16xf32>, tensor<16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %arg8 : tensor<2x17x16xf32>, tensor<16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    %81 = tensor.collapse_shape %80 [[0, 1], [2]] : tensor<2x17x16xf32> into tensor<34x16xf32>
    %82 = tensor.empty() : tensor<34x64xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<64xf32>) outs(%82 : tensor<34x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<34x64xf32>
    %84 = linalg.matmul ins(%81, %arg9 : tensor<34x16xf32>, tensor<16x64xf32>) outs(%83 : tensor<34x64xf32>) -> tensor<34x64xf32>
    %85 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [2, 17, 64] : tensor<34x64xf32> into tensor<2x17x64xf32>
    %86 = tensor.empty() : tensor<2x17x64xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.mulf %in, %cst_11 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.powf %in, %cst_7 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.mulf %in, %cst_8 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %89 : tensor<2x17x64xf32>, tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.mulf %in, %cst_9 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.tanh %in : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_10 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %93 : tensor<2x17x64xf32>, tensor<2x17x64xf32>) outs(%86 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x64xf32>
    %95 = tensor.collapse_shape %94 [[0, 1], [2]] : tensor<2x17x64xf32> into tensor<34x64xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<16xf32>) outs(%63 : tensor<34x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<34x16xf32>
    %97 = linalg.matmul ins(%95, %arg11 : tensor<34x64xf32>, tensor<64x16xf32>) outs(%96 : tensor<34x16xf32>) -> tensor<34x16xf32>
    %98 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [2, 17, 16] : tensor<34x16xf32> into tensor<2x17x16xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %67 : tensor<2x17x16xf32>, tensor<2x17x16xf32>) outs(%4 : tensor<2x17x16xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x17x16xf32>
    return %99 : tensor<2x17x16xf32>
  }
}
