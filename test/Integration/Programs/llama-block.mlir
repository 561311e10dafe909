// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// A block of Llama as torch-mlir lowers it: RMS norms, rotary positions (slices and a concatenation), three query heads to one head of K and V, which the
// program repeats by a broadcast and a reshape, and a gated feed-forward part. Neither K nor V is repeated in the fused program: they lack the dim
// b1 of the group. The output projection, the norm, both gates and the last product are one chain of four.
// CHECK-LABEL: func.func @llama_block
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT: linalg.matmul
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 13, n = 13, k = 8, h = 8>
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, m, k], f32>, {{.*}}: !mcf.named<[b0, n, k], f32>, {{.*}}: !mcf.named<[m, n], f32>, {{.*}}: !mcf.named<[{{.*}}b0, {{.*}}], f32>):
// CHECK: mcf.contract {{.*}} : <[b0, b1, m, n], f32>, <[{{n, b0, h|b0, n, h}}], f32>
// CHECK: mcf.chain <m = 13, n = 48, k{{.*}}, h = 40
// CHECK-COUNT-4: mcf.contract
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @llama_block(%arg0: tensor<1x13x48xf32>, %arg1: tensor<1x1x13x8xf32>, %arg2: tensor<1x1x13x8xf32>, %arg3: tensor<1x1x13x13xf32>, %arg4: tensor<48xf32>, %arg5: tensor<48x48xf32>, %arg6: tensor<16x48xf32>, %arg7: tensor<16x48xf32>, %arg8: tensor<48x48xf32>, %arg9: tensor<48xf32>, %arg10: tensor<40x48xf32>, %arg11: tensor<40x48xf32>, %arg12: tensor<48x40xf32>) -> tensor<1x13x48xf32> {
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 4.800000e+01 : f32
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %cst_3 = arith.constant 3.535530e-01 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_5 = arith.constant 0xFF800000 : f32
    %cst_6 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x13x48xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<1x13x48xf32>, tensor<1x13x48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %2 = tensor.empty() : tensor<1x13x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x13x1xf32>) -> tensor<1x13x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<1x13x48xf32>) outs(%3 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_2 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<1x13x48xf32>, tensor<1x13x1xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg4 : tensor<1x13x48xf32>, tensor<48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %10 = tensor.empty() : tensor<48x48xf32>
    %11 = linalg.transpose ins(%arg5 : tensor<48x48xf32>) outs(%10 : tensor<48x48xf32>) permutation = [1, 0]
    %12 = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %13 = tensor.empty() : tensor<13x48xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<13x48xf32>) -> tensor<13x48xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %15 = linalg.matmul ins(%12, %11 : tensor<13x48xf32>, tensor<48x48xf32>) outs(%14 : tensor<13x48xf32>) -> tensor<13x48xf32>
    %16 = tensor.expand_shape %15 [[0, 1], [2]] output_shape [1, 13, 48] : tensor<13x48xf32> into tensor<1x13x48xf32>
    %17 = tensor.expand_shape %16 [[0], [1], [2, 3]] output_shape [1, 13, 6, 8] : tensor<1x13x48xf32> into tensor<1x13x6x8xf32>
    %18 = tensor.empty() : tensor<1x6x13x8xf32>
    %19 = linalg.transpose ins(%17 : tensor<1x13x6x8xf32>) outs(%18 : tensor<1x6x13x8xf32>) permutation = [0, 2, 1, 3]
    %20 = tensor.empty() : tensor<48x16xf32>
    %21 = linalg.transpose ins(%arg6 : tensor<16x48xf32>) outs(%20 : tensor<48x16xf32>) permutation = [1, 0]
    %22 = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %23 = tensor.empty() : tensor<13x16xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<13x16xf32>) -> tensor<13x16xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %25 = linalg.matmul ins(%22, %21 : tensor<13x48xf32>, tensor<48x16xf32>) outs(%24 : tensor<13x16xf32>) -> tensor<13x16xf32>
    %26 = tensor.expand_shape %25 [[0, 1], [2]] output_shape [1, 13, 16] : tensor<13x16xf32> into tensor<1x13x16xf32>
    %27 = tensor.expand_shape %26 [[0], [1], [2, 3]] output_shape [1, 13, 2, 8] : tensor<1x13x16xf32> into tensor<1x13x2x8xf32>
    %28 = tensor.empty() : tensor<1x2x13x8xf32>
    %29 = linalg.transpose ins(%27 : tensor<1x13x2x8xf32>) outs(%28 : tensor<1x2x13x8xf32>) permutation = [0, 2, 1, 3]
    %30 = linalg.transpose ins(%arg7 : tensor<16x48xf32>) outs(%20 : tensor<48x16xf32>) permutation = [1, 0]
    %31 = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<13x16xf32>) -> tensor<13x16xf32>
    // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused}}
    %33 = linalg.matmul ins(%31, %30 : tensor<13x48xf32>, tensor<48x16xf32>) outs(%32 : tensor<13x16xf32>) -> tensor<13x16xf32>
    %34 = tensor.expand_shape %33 [[0, 1], [2]] output_shape [1, 13, 16] : tensor<13x16xf32> into tensor<1x13x16xf32>
    %35 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [1, 13, 2, 8] : tensor<1x13x16xf32> into tensor<1x13x2x8xf32>
    %36 = linalg.transpose ins(%35 : tensor<1x13x2x8xf32>) outs(%28 : tensor<1x2x13x8xf32>) permutation = [0, 2, 1, 3]
    // expected-note @below {{what depends on it ends here: tensor.extract_slice cannot be part of a chain}}
    %37 = tensor.extract_slice %19[0, 0, 0, 0] [1, 6, 13, 4] [1, 1, 1, 1] : tensor<1x6x13x8xf32> to tensor<1x6x13x4xf32>
    %38 = tensor.extract_slice %19[0, 0, 0, 4] [1, 6, 13, 4] [1, 1, 1, 1] : tensor<1x6x13x8xf32> to tensor<1x6x13x4xf32>
    %39 = tensor.empty() : tensor<1x6x13x4xf32>
    %40 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x6x13x4xf32>) outs(%39 : tensor<1x6x13x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.negf %in : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x4xf32>
    %41 = tensor.concat dim(3) %40, %37 : (tensor<1x6x13x4xf32>, tensor<1x6x13x4xf32>) -> tensor<1x6x13x8xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<1x6x13x8xf32>, tensor<1x1x13x8xf32>) outs(%18 : tensor<1x6x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x8xf32>
    %43 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %arg2 : tensor<1x6x13x8xf32>, tensor<1x1x13x8xf32>) outs(%18 : tensor<1x6x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x8xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %43 : tensor<1x6x13x8xf32>, tensor<1x6x13x8xf32>) outs(%18 : tensor<1x6x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x8xf32>
    // expected-note @below {{what depends on it ends here: tensor.extract_slice cannot be part of a chain}}
    %45 = tensor.extract_slice %29[0, 0, 0, 0] [1, 2, 13, 4] [1, 1, 1, 1] : tensor<1x2x13x8xf32> to tensor<1x2x13x4xf32>
    %46 = tensor.extract_slice %29[0, 0, 0, 4] [1, 2, 13, 4] [1, 1, 1, 1] : tensor<1x2x13x8xf32> to tensor<1x2x13x4xf32>
    %47 = tensor.empty() : tensor<1x2x13x4xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x2x13x4xf32>) outs(%47 : tensor<1x2x13x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.negf %in : f32
      linalg.yield %x : f32
    } -> tensor<1x2x13x4xf32>
    %49 = tensor.concat dim(3) %48, %45 : (tensor<1x2x13x4xf32>, tensor<1x2x13x4xf32>) -> tensor<1x2x13x8xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %arg1 : tensor<1x2x13x8xf32>, tensor<1x1x13x8xf32>) outs(%28 : tensor<1x2x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x2x13x8xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %arg2 : tensor<1x2x13x8xf32>, tensor<1x1x13x8xf32>) outs(%28 : tensor<1x2x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x2x13x8xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %51 : tensor<1x2x13x8xf32>, tensor<1x2x13x8xf32>) outs(%28 : tensor<1x2x13x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x2x13x8xf32>
    %53 = tensor.expand_shape %52 [[0], [1], [2, 3], [4]] output_shape [1, 2, 1, 13, 8] : tensor<1x2x13x8xf32> into tensor<1x2x1x13x8xf32>
    %54 = tensor.empty() : tensor<1x2x3x13x8xf32>
    %55 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x2x1x13x8xf32>) outs(%54 : tensor<1x2x3x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3x13x8xf32>
    %56 = tensor.collapse_shape %55 [[0], [1, 2], [3], [4]] : tensor<1x2x3x13x8xf32> into tensor<1x6x13x8xf32>
    %57 = tensor.empty() : tensor<1x6x8x13xf32>
    %58 = linalg.transpose ins(%56 : tensor<1x6x13x8xf32>) outs(%57 : tensor<1x6x8x13xf32>) permutation = [0, 1, 3, 2]
    %59 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<1x6x13x8xf32> into tensor<6x13x8xf32>
    %60 = tensor.collapse_shape %58 [[0, 1], [2], [3]] : tensor<1x6x8x13xf32> into tensor<6x8x13xf32>
    %61 = tensor.empty() : tensor<6x13x13xf32>
    %62 = linalg.fill ins(%cst_0 : f32) outs(%61 : tensor<6x13x13xf32>) -> tensor<6x13x13xf32>
    // expected-remark @below {{fused 2 contractions}}
    %63 = linalg.batch_matmul ins(%59, %60 : tensor<6x13x8xf32>, tensor<6x8x13xf32>) outs(%62 : tensor<6x13x13xf32>) -> tensor<6x13x13xf32>
    %64 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [1, 6, 13, 13] : tensor<6x13x13xf32> into tensor<1x6x13x13xf32>
    %65 = tensor.empty() : tensor<1x6x13x13xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x6x13x13xf32>) outs(%65 : tensor<1x6x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.mulf %in, %cst_3 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x13xf32>
    %67 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %arg3 : tensor<1x6x13x13xf32>, tensor<1x1x13x13xf32>) outs(%65 : tensor<1x6x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x13xf32>
    %68 = tensor.empty() : tensor<1x6x13x1xi64>
    %69 = linalg.fill ins(%c0_i64 : i64) outs(%68 : tensor<1x6x13x1xi64>) -> tensor<1x6x13x1xi64>
    %70 = tensor.empty() : tensor<1x6x13x1xf32>
    %71 = linalg.fill ins(%cst_5 : f32) outs(%70 : tensor<1x6x13x1xf32>) -> tensor<1x6x13x1xf32>
    %72:2 = linalg.generic {indexing_maps = [#map3, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<1x6x13x13xf32>) outs(%71, %69 : tensor<1x6x13x1xf32>, tensor<1x6x13x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<1x6x13x1xf32>, tensor<1x6x13x1xi64>)
    %73 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %72#0 : tensor<1x6x13x13xf32>, tensor<1x6x13x1xf32>) outs(%65 : tensor<1x6x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x13xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x6x13x13xf32>) outs(%65 : tensor<1x6x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x13xf32>
    %75 = linalg.fill ins(%cst_0 : f32) outs(%70 : tensor<1x6x13x1xf32>) -> tensor<1x6x13x1xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%74 : tensor<1x6x13x13xf32>) outs(%75 : tensor<1x6x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x1xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %76 : tensor<1x6x13x13xf32>, tensor<1x6x13x1xf32>) outs(%65 : tensor<1x6x13x13xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x6x13x13xf32>
    %78 = tensor.expand_shape %36 [[0], [1], [2, 3], [4]] output_shape [1, 2, 1, 13, 8] : tensor<1x2x13x8xf32> into tensor<1x2x1x13x8xf32>
    %79 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x2x1x13x8xf32>) outs(%54 : tensor<1x2x3x13x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3x13x8xf32>
    %80 = tensor.collapse_shape %79 [[0], [1, 2], [3], [4]] : tensor<1x2x3x13x8xf32> into tensor<1x6x13x8xf32>
    %81 = tensor.collapse_shape %77 [[0, 1], [2], [3]] : tensor<1x6x13x13xf32> into tensor<6x13x13xf32>
    %82 = tensor.collapse_shape %80 [[0, 1], [2], [3]] : tensor<1x6x13x8xf32> into tensor<6x13x8xf32>
    %83 = tensor.empty() : tensor<6x13x8xf32>
    %84 = linalg.fill ins(%cst_0 : f32) outs(%83 : tensor<6x13x8xf32>) -> tensor<6x13x8xf32>
    // expected-note @below {{what depends on it ends here: both of its operands are computed by contractions, so that each tile of one would compute the other again}}
    %85 = linalg.batch_matmul ins(%81, %82 : tensor<6x13x13xf32>, tensor<6x13x8xf32>) outs(%84 : tensor<6x13x8xf32>) -> tensor<6x13x8xf32>
    %86 = tensor.expand_shape %85 [[0, 1], [2], [3]] output_shape [1, 6, 13, 8] : tensor<6x13x8xf32> into tensor<1x6x13x8xf32>
    %87 = tensor.empty() : tensor<1x13x6x8xf32>
    %88 = linalg.transpose ins(%86 : tensor<1x6x13x8xf32>) outs(%87 : tensor<1x13x6x8xf32>) permutation = [0, 2, 1, 3]
    %89 = tensor.collapse_shape %88 [[0], [1], [2, 3]] : tensor<1x13x6x8xf32> into tensor<1x13x48xf32>
    %90 = linalg.transpose ins(%arg8 : tensor<48x48xf32>) outs(%10 : tensor<48x48xf32>) permutation = [1, 0]
    %91 = tensor.collapse_shape %89 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<13x48xf32>) -> tensor<13x48xf32>
    // expected-remark @below {{fused 4 contractions}}
    %93 = linalg.matmul ins(%91, %90 : tensor<13x48xf32>, tensor<48x48xf32>) outs(%92 : tensor<13x48xf32>) -> tensor<13x48xf32>
    %94 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [1, 13, 48] : tensor<13x48xf32> into tensor<1x13x48xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %94 : tensor<1x13x48xf32>, tensor<1x13x48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %95 : tensor<1x13x48xf32>, tensor<1x13x48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %97 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x13x1xf32>) -> tensor<1x13x1xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%96 : tensor<1x13x48xf32>) outs(%97 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.divf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %cst_2 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<1x13x1xf32>) outs(%2 : tensor<1x13x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.rsqrt %in : f32
      linalg.yield %x : f32
    } -> tensor<1x13x1xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %101 : tensor<1x13x48xf32>, tensor<1x13x1xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %arg9 : tensor<1x13x48xf32>, tensor<48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    %104 = tensor.empty() : tensor<48x40xf32>
    %105 = linalg.transpose ins(%arg10 : tensor<40x48xf32>) outs(%104 : tensor<48x40xf32>) permutation = [1, 0]
    %106 = tensor.collapse_shape %103 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %107 = tensor.empty() : tensor<13x40xf32>
    %108 = linalg.fill ins(%cst_0 : f32) outs(%107 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %109 = linalg.matmul ins(%106, %105 : tensor<13x48xf32>, tensor<48x40xf32>) outs(%108 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %110 = tensor.expand_shape %109 [[0, 1], [2]] output_shape [1, 13, 40] : tensor<13x40xf32> into tensor<1x13x40xf32>
    %111 = tensor.empty() : tensor<1x13x40xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x13x40xf32>) outs(%111 : tensor<1x13x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      %e = math.exp %n : f32
      %d = arith.addf %e, %cst_6 : f32
      %x = arith.divf %cst_6, %d : f32
      linalg.yield %x : f32
    } -> tensor<1x13x40xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %110 : tensor<1x13x40xf32>, tensor<1x13x40xf32>) outs(%111 : tensor<1x13x40xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x40xf32>
    %114 = linalg.transpose ins(%arg11 : tensor<40x48xf32>) outs(%104 : tensor<48x40xf32>) permutation = [1, 0]
    %115 = tensor.collapse_shape %103 [[0, 1], [2]] : tensor<1x13x48xf32> into tensor<13x48xf32>
    %116 = linalg.fill ins(%cst_0 : f32) outs(%107 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %117 = linalg.matmul ins(%115, %114 : tensor<13x48xf32>, tensor<48x40xf32>) outs(%116 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %118 = tensor.expand_shape %117 [[0, 1], [2]] output_shape [1, 13, 40] : tensor<13x40xf32> into tensor<1x13x40xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %118 : tensor<1x13x40xf32>, tensor<1x13x40xf32>) outs(%111 : tensor<1x13x40xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.mulf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x40xf32>
    %120 = tensor.empty() : tensor<40x48xf32>
    %121 = linalg.transpose ins(%arg12 : tensor<48x40xf32>) outs(%120 : tensor<40x48xf32>) permutation = [1, 0]
    %122 = tensor.collapse_shape %119 [[0, 1], [2]] : tensor<1x13x40xf32> into tensor<13x40xf32>
    %123 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<13x48xf32>) -> tensor<13x48xf32>
    %124 = linalg.matmul ins(%122, %121 : tensor<13x40xf32>, tensor<40x48xf32>) outs(%123 : tensor<13x48xf32>) -> tensor<13x48xf32>
    %125 = tensor.expand_shape %124 [[0, 1], [2]] output_shape [1, 13, 48] : tensor<13x48xf32> into tensor<1x13x48xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %125 : tensor<1x13x48xf32>, tensor<1x13x48xf32>) outs(%0 : tensor<1x13x48xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.addf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<1x13x48xf32>
    return %126 : tensor<1x13x48xf32>
  }
}
