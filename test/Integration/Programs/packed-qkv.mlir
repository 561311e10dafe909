// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// Attention on a packed tensor of Q, K and V, which are slices of it; the result goes back to rows of all heads. One chain reads the slices in the order of axes that they have.
// CHECK-LABEL: func.func @packed_qkv
// CHECK-NOT: linalg
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 29, n = 29, k = 8, h = 8>
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, m, b1, k], f16>, {{.*}}: !mcf.named<[b0, n, b1, k], f16>, {{.*}}: !mcf.named<[b0, n, b1, h], f16>):
// CHECK: mcf.yield {{.*}} : !mcf.named<[b0, m, b1, h], f16>
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @packed_qkv(%arg0: tensor<2x29x3x3x8xf16>) -> tensor<2x29x24xf16> {
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 3.535530e-01 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_3 = arith.constant 0xFF800000 : f32
    %0 = tensor.extract_slice %arg0[0, 0, 0, 0, 0] [2, 29, 1, 3, 8] [1, 1, 1, 1, 1] : tensor<2x29x3x3x8xf16> to tensor<2x29x1x3x8xf16>
    %1 = tensor.collapse_shape %0 [[0], [1, 2], [3], [4]] : tensor<2x29x1x3x8xf16> into tensor<2x29x3x8xf16>
    %2 = tensor.empty() : tensor<2x3x29x8xf16>
    %3 = linalg.transpose ins(%1 : tensor<2x29x3x8xf16>) outs(%2 : tensor<2x3x29x8xf16>) permutation = [0, 2, 1, 3]
    %4 = tensor.extract_slice %arg0[0, 0, 1, 0, 0] [2, 29, 1, 3, 8] [1, 1, 1, 1, 1] : tensor<2x29x3x3x8xf16> to tensor<2x29x1x3x8xf16>
    %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<2x29x1x3x8xf16> into tensor<2x29x3x8xf16>
    %6 = linalg.transpose ins(%5 : tensor<2x29x3x8xf16>) outs(%2 : tensor<2x3x29x8xf16>) permutation = [0, 2, 1, 3]
    %7 = tensor.extract_slice %arg0[0, 0, 2, 0, 0] [2, 29, 1, 3, 8] [1, 1, 1, 1, 1] : tensor<2x29x3x3x8xf16> to tensor<2x29x1x3x8xf16>
    %8 = tensor.collapse_shape %7 [[0], [1, 2], [3], [4]] : tensor<2x29x1x3x8xf16> into tensor<2x29x3x8xf16>
    %9 = linalg.transpose ins(%8 : tensor<2x29x3x8xf16>) outs(%2 : tensor<2x3x29x8xf16>) permutation = [0, 2, 1, 3]
    %10 = tensor.empty() : tensor<2x3x8x29xf16>
    %11 = linalg.transpose ins(%6 : tensor<2x3x29x8xf16>) outs(%10 : tensor<2x3x8x29xf16>) permutation = [0, 1, 3, 2]
    %12 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x3x29x8xf16> into tensor<6x29x8xf16>
    %13 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : tensor<2x3x8x29xf16> into tensor<6x8x29xf16>
    %14 = tensor.empty() : tensor<6x29x29xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<6x29x29xf32>) -> tensor<6x29x29xf32>
    // expected-remark @below {{fused 2 contractions}}
    %16 = linalg.batch_matmul ins(%12, %13 : tensor<6x29x8xf16>, tensor<6x8x29xf16>) outs(%15 : tensor<6x29x29xf32>) -> tensor<6x29x29xf32>
    %17 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [2, 3, 29, 29] : tensor<6x29x29xf32> into tensor<2x3x29x29xf32>
    %18 = tensor.empty() : tensor<2x3x29x29xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<2x3x29x29xf32>) outs(%18 : tensor<2x3x29x29xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.mulf %in, %cst_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x29x29xf32>
    %20 = tensor.empty() : tensor<2x3x29x1xi64>
    %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : tensor<2x3x29x1xi64>) -> tensor<2x3x29x1xi64>
    %22 = tensor.empty() : tensor<2x3x29x1xf32>
    %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : tensor<2x3x29x1xf32>) -> tensor<2x3x29x1xf32>
    %24:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<2x3x29x29xf32>) outs(%23, %21 : tensor<2x3x29x1xf32>, tensor<2x3x29x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x3x29x1xf32>, tensor<2x3x29x1xi64>)
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %24#0 : tensor<2x3x29x29xf32>, tensor<2x3x29x1xf32>) outs(%18 : tensor<2x3x29x29xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x29x29xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x3x29x29xf32>) outs(%18 : tensor<2x3x29x29xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x3x29x29xf32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<2x3x29x1xf32>) -> tensor<2x3x29x1xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26 : tensor<2x3x29x29xf32>) outs(%27 : tensor<2x3x29x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x3x29x1xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %28 : tensor<2x3x29x29xf32>, tensor<2x3x29x1xf32>) outs(%18 : tensor<2x3x29x29xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x29x29xf32>
    %30 = tensor.empty() : tensor<2x3x29x29xf16>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x3x29x29xf32>) outs(%30 : tensor<2x3x29x29xf16>) {
    ^bb0(%in: f32, %out: f16):
      %x = arith.truncf %in : f32 to f16
      linalg.yield %x : f16
    } -> tensor<2x3x29x29xf16>
    %32 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : tensor<2x3x29x29xf16> into tensor<6x29x29xf16>
    %33 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : tensor<2x3x29x8xf16> into tensor<6x29x8xf16>
    %34 = tensor.empty() : tensor<6x29x8xf32>
    %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : tensor<6x29x8xf32>) -> tensor<6x29x8xf32>
    %36 = linalg.batch_matmul ins(%32, %33 : tensor<6x29x29xf16>, tensor<6x29x8xf16>) outs(%35 : tensor<6x29x8xf32>) -> tensor<6x29x8xf32>
    %37 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 3, 29, 8] : tensor<6x29x8xf32> into tensor<2x3x29x8xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x3x29x8xf32>) outs(%2 : tensor<2x3x29x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %x = arith.truncf %in : f32 to f16
      linalg.yield %x : f16
    } -> tensor<2x3x29x8xf16>
    %39 = tensor.empty() : tensor<2x29x3x8xf16>
    %40 = linalg.transpose ins(%38 : tensor<2x3x29x8xf16>) outs(%39 : tensor<2x29x3x8xf16>) permutation = [0, 2, 1, 3]
    %41 = tensor.collapse_shape %40 [[0], [1], [2, 3]] : tensor<2x29x3x8xf16> into tensor<2x29x24xf16>
    return %41 : tensor<2x29x24xf16>
  }
}
