// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// Attention of T5 in bf16: no scale, a bias of positions for each head that is shared by the batch, plus a mask of keys for each batch. The two are added in the chain; their sum is never written.
// CHECK-LABEL: func.func @t5_attention
// CHECK-NOT: linalg
// CHECK: mcf.chain <b0 = 2, b1 = 2, m = 19, n = 23, k = 8, h = 8>
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, m, k], bf16>, {{.*}}: !mcf.named<[b0, b1, n, k], bf16>, {{.*}}: !mcf.named<[b1, m, n], bf16>, {{.*}}: !mcf.named<[b0, n], bf16>, {{.*}}: !mcf.named<[b0, b1, n, h], bf16>):
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
module {
  func.func @t5_attention(%arg0: tensor<2x2x19x8xbf16>, %arg1: tensor<2x2x23x8xbf16>, %arg2: tensor<2x2x23x8xbf16>, %arg3: tensor<1x2x19x23xbf16>, %arg4: tensor<2x1x1x23xbf16>) -> tensor<2x19x16xbf16> {
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %c0_i64 = arith.constant 0 : i64
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x2x8x23xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x23x8xbf16>) outs(%0 : tensor<2x2x8x23xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x8x23xbf16>
    %2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x2x19x8xbf16> into tensor<4x19x8xbf16>
    %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x2x8x23xbf16> into tensor<4x8x23xbf16>
    %4 = tensor.empty() : tensor<4x19x23xbf16>
    %5 = linalg.fill ins(%cst_0 : bf16) outs(%4 : tensor<4x19x23xbf16>) -> tensor<4x19x23xbf16>
    // expected-remark @below {{fused 2 contractions}}
    %6 = linalg.batch_matmul ins(%2, %3 : tensor<4x19x8xbf16>, tensor<4x8x23xbf16>) outs(%5 : tensor<4x19x23xbf16>) -> tensor<4x19x23xbf16>
    %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 2, 19, 23] : tensor<4x19x23xbf16> into tensor<2x2x19x23xbf16>
    %8 = tensor.empty() : tensor<2x2x19x23xbf16>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3, %arg4 : tensor<1x2x19x23xbf16>, tensor<2x1x1x23xbf16>) outs(%8 : tensor<2x2x19x23xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %x = arith.addf %in, %in_1 : bf16
      linalg.yield %x : bf16
    } -> tensor<2x2x19x23xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %9 : tensor<2x2x19x23xbf16>, tensor<2x2x19x23xbf16>) outs(%8 : tensor<2x2x19x23xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %x = arith.addf %in, %in_1 : bf16
      linalg.yield %x : bf16
    } -> tensor<2x2x19x23xbf16>
    %11 = tensor.empty() : tensor<2x2x19x23xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<2x2x19x23xbf16>) outs(%11 : tensor<2x2x19x23xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %x = arith.extf %in : bf16 to f32
      linalg.yield %x : f32
    } -> tensor<2x2x19x23xf32>
    %13 = tensor.empty() : tensor<2x2x19x1xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2x2x19x1xi64>) -> tensor<2x2x19x1xi64>
    %15 = tensor.empty() : tensor<2x2x19x1xf32>
    %16 = linalg.fill ins(%cst_2 : f32) outs(%15 : tensor<2x2x19x1xf32>) -> tensor<2x2x19x1xf32>
    %17:2 = linalg.generic {indexing_maps = [#map, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<2x2x19x23xf32>) outs(%16, %14 : tensor<2x2x19x1xf32>, tensor<2x2x19x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x2x19x1xf32>, tensor<2x2x19x1xi64>)
    %18 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17#0 : tensor<2x2x19x23xf32>, tensor<2x2x19x1xf32>) outs(%11 : tensor<2x2x19x23xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x19x23xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x2x19x23xf32>) outs(%11 : tensor<2x2x19x23xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x2x19x23xf32>
    %20 = linalg.fill ins(%cst_3 : f32) outs(%15 : tensor<2x2x19x1xf32>) -> tensor<2x2x19x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<2x2x19x23xf32>) outs(%20 : tensor<2x2x19x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x2x19x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<2x2x19x23xf32>, tensor<2x2x19x1xf32>) outs(%11 : tensor<2x2x19x23xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x2x19x23xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x2x19x23xf32>) outs(%8 : tensor<2x2x19x23xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %x = arith.truncf %in : f32 to bf16
      linalg.yield %x : bf16
    } -> tensor<2x2x19x23xbf16>
    %24 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x2x19x23xbf16> into tensor<4x19x23xbf16>
    %25 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x2x23x8xbf16> into tensor<4x23x8xbf16>
    %26 = tensor.empty() : tensor<4x19x8xbf16>
    %27 = linalg.fill ins(%cst_0 : bf16) outs(%26 : tensor<4x19x8xbf16>) -> tensor<4x19x8xbf16>
    %28 = linalg.batch_matmul ins(%24, %25 : tensor<4x19x23xbf16>, tensor<4x23x8xbf16>) outs(%27 : tensor<4x19x8xbf16>) -> tensor<4x19x8xbf16>
    %29 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 2, 19, 8] : tensor<4x19x8xbf16> into tensor<2x2x19x8xbf16>
    %30 = tensor.empty() : tensor<2x19x2x8xbf16>
    %31 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x2x19x8xbf16>) outs(%30 : tensor<2x19x2x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x19x2x8xbf16>
    %32 = tensor.collapse_shape %31 [[0], [1], [2, 3]] : tensor<2x19x2x8xbf16> into tensor<2x19x16xbf16>
    return %32 : tensor<2x19x16xbf16>
  }
}
