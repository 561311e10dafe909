// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// torch.nn.functional.scaled_dot_product_attention in f16, decomposed and lowered by torch-mlir: K is transposed by an op, batched
// products are of rank 3, the scale comes after, an additive mask is broadcast over heads and rows, softmax runs in f32 and its
// maximum comes with a position that nothing uses. All of it is one chain, and nothing is copied before it.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 33, n = 50, k = 16, h = 24> ins(%arg0, %arg1, %{{.*}}, %arg2 :
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, m, k], f16>, {{.*}}: !mcf.named<[b0, b1, n, k], f16>, {{.*}}: !mcf.named<[b0, n], f16>, {{.*}}: !mcf.named<[b0, b1, n, h], f16>):
// CHECK: mcf.contract
// CHECK: mcf.reduce <maximumf>
// CHECK: math.exp
// CHECK: mcf.reduce <add>
// CHECK: arith.divf
// CHECK-NEXT: arith.truncf
// CHECK: mcf.contract
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @attention(%arg0: tensor<2x3x33x16xf16>, %arg1: tensor<2x3x50x16xf16>, %arg2: tensor<2x3x50x24xf16>, %arg3: tensor<2x1x1x50xf16>) -> tensor<2x3x33x24xf16> {
    %cst_0 = arith.constant 0.000000e+00 : f16
    %cst_1 = arith.constant 2.500000e-01 : f16
    %c0_i64 = arith.constant 0 : i64
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3x16x50xf16>
    %1 = linalg.transpose ins(%arg1 : tensor<2x3x50x16xf16>) outs(%0 : tensor<2x3x16x50xf16>) permutation = [0, 1, 3, 2]
    %2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x3x33x16xf16> into tensor<6x33x16xf16>
    %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x3x16x50xf16> into tensor<6x16x50xf16>
    %4 = tensor.empty() : tensor<6x33x50xf16>
    %5 = linalg.fill ins(%cst_0 : f16) outs(%4 : tensor<6x33x50xf16>) -> tensor<6x33x50xf16>
    // expected-remark @below {{fused 2 contractions}}
    %6 = linalg.batch_matmul ins(%2, %3 : tensor<6x33x16xf16>, tensor<6x16x50xf16>) outs(%5 : tensor<6x33x50xf16>) -> tensor<6x33x50xf16>
    %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 3, 33, 50] : tensor<6x33x50xf16> into tensor<2x3x33x50xf16>
    %8 = tensor.empty() : tensor<2x3x33x50xf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<2x3x33x50xf16>) outs(%8 : tensor<2x3x33x50xf16>) {
    ^bb0(%in: f16, %out: f16):
      %x = arith.mulf %in, %cst_1 : f16
      linalg.yield %x : f16
    } -> tensor<2x3x33x50xf16>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %arg3 : tensor<2x3x33x50xf16>, tensor<2x1x1x50xf16>) outs(%8 : tensor<2x3x33x50xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %x = arith.addf %in, %in_1 : f16
      linalg.yield %x : f16
    } -> tensor<2x3x33x50xf16>
    %11 = tensor.empty() : tensor<2x3x33x50xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<2x3x33x50xf16>) outs(%11 : tensor<2x3x33x50xf32>) {
    ^bb0(%in: f16, %out: f32):
      %x = arith.extf %in : f16 to f32
      linalg.yield %x : f32
    } -> tensor<2x3x33x50xf32>
    %13 = tensor.empty() : tensor<2x3x33x1xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2x3x33x1xi64>) -> tensor<2x3x33x1xi64>
    %15 = tensor.empty() : tensor<2x3x33x1xf32>
    %16 = linalg.fill ins(%cst_3 : f32) outs(%15 : tensor<2x3x33x1xf32>) -> tensor<2x3x33x1xf32>
    %17:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<2x3x33x50xf32>) outs(%16, %14 : tensor<2x3x33x1xf32>, tensor<2x3x33x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %c = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %c, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x3x33x1xf32>, tensor<2x3x33x1xi64>)
    %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17#0 : tensor<2x3x33x50xf32>, tensor<2x3x33x1xf32>) outs(%11 : tensor<2x3x33x50xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.subf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x33x50xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x3x33x50xf32>) outs(%11 : tensor<2x3x33x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = math.exp %in : f32
      linalg.yield %x : f32
    } -> tensor<2x3x33x50xf32>
    %20 = linalg.fill ins(%cst_4 : f32) outs(%15 : tensor<2x3x33x1xf32>) -> tensor<2x3x33x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<2x3x33x50xf32>) outs(%20 : tensor<2x3x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %x = arith.addf %in, %out : f32
      linalg.yield %x : f32
    } -> tensor<2x3x33x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<2x3x33x50xf32>, tensor<2x3x33x1xf32>) outs(%11 : tensor<2x3x33x50xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %x = arith.divf %in, %in_1 : f32
      linalg.yield %x : f32
    } -> tensor<2x3x33x50xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x3x33x50xf32>) outs(%8 : tensor<2x3x33x50xf16>) {
    ^bb0(%in: f32, %out: f16):
      %x = arith.truncf %in : f32 to f16
      linalg.yield %x : f16
    } -> tensor<2x3x33x50xf16>
    %24 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x3x33x50xf16> into tensor<6x33x50xf16>
    %25 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x3x50x24xf16> into tensor<6x50x24xf16>
    %26 = tensor.empty() : tensor<6x33x24xf16>
    %27 = linalg.fill ins(%cst_0 : f16) outs(%26 : tensor<6x33x24xf16>) -> tensor<6x33x24xf16>
    %28 = linalg.batch_matmul ins(%24, %25 : tensor<6x33x50xf16>, tensor<6x50x24xf16>) outs(%27 : tensor<6x33x24xf16>) -> tensor<6x33x24xf16>
    %29 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 3, 33, 24] : tensor<6x33x24xf16> into tensor<2x3x33x24xf16>
    return %29 : tensor<2x3x33x24xf16>
  }
}
