// K and V that the program repeats for the query heads of a group: the chain reads them as they are, and is right.
// RUN: mcfc %s --emit=chain | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-4: right

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 3, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1 mod 2, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>

// Repeated by linalg.broadcast and a reshape.
// CHECK-LABEL: func.func @repeated_named
// CHECK: mcf.chain
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, b2, m, k], f16>, {{.*}}: !mcf.named<[b0, b1, n, k], f16>, {{.*}}: !mcf.named<[b0, b1, n, h], f16>):
// CHECK-NOT: linalg
func.func @repeated_named(%arg0: tensor<2x6x13x8xf16>, %arg1: tensor<2x2x19x8xf16>, %arg2: tensor<2x2x19x5xf16>) -> tensor<2x6x13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.535160e-01 : f32
  %c0_i64 = arith.constant 0 : i64
  %cst_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x2x3x19x8xf16>
  %1 = linalg.broadcast ins(%arg1 : tensor<2x2x19x8xf16>) outs(%0 : tensor<2x2x3x19x8xf16>) dimensions = [2]
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x3x19x8xf16> into tensor<2x6x19x8xf16>
  %3 = tensor.empty() : tensor<2x6x8x19xf16>
  %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x6x19x8xf16>) outs(%3 : tensor<2x6x8x19xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x8x19xf16>
  %5 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x6x13x8xf16> into tensor<12x13x8xf16>
  %6 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<2x6x8x19xf16> into tensor<12x8x19xf16>
  %7 = tensor.empty() : tensor<12x13x19xf32>
  %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %9 = linalg.batch_matmul ins(%5, %6 : tensor<12x13x8xf16>, tensor<12x8x19xf16>) outs(%8 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %10 = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 6, 13, 19] : tensor<12x13x19xf32> into tensor<2x6x13x19xf32>
  %11 = tensor.empty() : tensor<2x6x13x19xf32>
  %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<2x6x13x19xf32>) outs(%11 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %cst_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %13 = tensor.empty() : tensor<2x6x13x1xi64>
  %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2x6x13x1xi64>) -> tensor<2x6x13x1xi64>
  %15 = tensor.empty() : tensor<2x6x13x1xf32>
  %16 = linalg.fill ins(%cst_3 : f32) outs(%15 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %17:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<2x6x13x19xf32>) outs(%16, %14 : tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %j, %out_1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>)
  %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17#0 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%11 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.subf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x6x13x19xf32>) outs(%11 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.exp %in : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %20 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<2x6x13x19xf32>) outs(%20 : tensor<2x6x13x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x1xf32>
  %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%11 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.divf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %23 = tensor.empty() : tensor<2x6x13x19xf16>
  %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x6x13x19xf32>) outs(%23 : tensor<2x6x13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x6x13x19xf16>
  %25 = tensor.empty() : tensor<2x2x3x19x5xf16>
  %26 = linalg.broadcast ins(%arg2 : tensor<2x2x19x5xf16>) outs(%25 : tensor<2x2x3x19x5xf16>) dimensions = [2]
  %27 = tensor.collapse_shape %26 [[0], [1, 2], [3], [4]] : tensor<2x2x3x19x5xf16> into tensor<2x6x19x5xf16>
  %28 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : tensor<2x6x13x19xf16> into tensor<12x13x19xf16>
  %29 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<2x6x19x5xf16> into tensor<12x19x5xf16>
  %30 = tensor.empty() : tensor<12x13x5xf32>
  %31 = linalg.fill ins(%cst_0 : f32) outs(%30 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %32 = linalg.batch_matmul ins(%28, %29 : tensor<12x13x19xf16>, tensor<12x19x5xf16>) outs(%31 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %33 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 6, 13, 5] : tensor<12x13x5xf32> into tensor<2x6x13x5xf32>
  return %33 : tensor<2x6x13x5xf32>
}

// By an indexing map with a quotient.
// CHECK-LABEL: func.func @repeated_floordiv
// CHECK: mcf.chain
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, b2, m, k], f16>, {{.*}}: !mcf.named<[b0, b1, n, k], f16>, {{.*}}: !mcf.named<[b0, b1, n, h], f16>):
// CHECK-NOT: linalg
func.func @repeated_floordiv(%arg0: tensor<2x6x13x8xf16>, %arg1: tensor<2x2x19x8xf16>, %arg2: tensor<2x2x19x5xf16>) -> tensor<2x6x13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.535160e-01 : f32
  %c0_i64 = arith.constant 0 : i64
  %cst_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x6x19x8xf16>
  %1 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x19x8xf16>) outs(%0 : tensor<2x6x19x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x19x8xf16>
  %2 = tensor.empty() : tensor<2x6x8x19xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x6x19x8xf16>) outs(%2 : tensor<2x6x8x19xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x8x19xf16>
  %4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x6x13x8xf16> into tensor<12x13x8xf16>
  %5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x6x8x19xf16> into tensor<12x8x19xf16>
  %6 = tensor.empty() : tensor<12x13x19xf32>
  %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %8 = linalg.batch_matmul ins(%4, %5 : tensor<12x13x8xf16>, tensor<12x8x19xf16>) outs(%7 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %9 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 6, 13, 19] : tensor<12x13x19xf32> into tensor<2x6x13x19xf32>
  %10 = tensor.empty() : tensor<2x6x13x19xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x6x13x19xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %cst_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %12 = tensor.empty() : tensor<2x6x13x1xi64>
  %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<2x6x13x1xi64>) -> tensor<2x6x13x1xi64>
  %14 = tensor.empty() : tensor<2x6x13x1xf32>
  %15 = linalg.fill ins(%cst_3 : f32) outs(%14 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11 : tensor<2x6x13x19xf32>) outs(%15, %13 : tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %j, %out_1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>)
  %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %16#0 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.subf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<2x6x13x19xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.exp %in : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %19 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %20 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<2x6x13x19xf32>) outs(%19 : tensor<2x6x13x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x1xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.divf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %22 = tensor.empty() : tensor<2x6x13x19xf16>
  %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<2x6x13x19xf32>) outs(%22 : tensor<2x6x13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x6x13x19xf16>
  %24 = tensor.empty() : tensor<2x6x19x5xf16>
  %25 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x2x19x5xf16>) outs(%24 : tensor<2x6x19x5xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x19x5xf16>
  %26 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x6x13x19xf16> into tensor<12x13x19xf16>
  %27 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<2x6x19x5xf16> into tensor<12x19x5xf16>
  %28 = tensor.empty() : tensor<12x13x5xf32>
  %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %30 = linalg.batch_matmul ins(%26, %27 : tensor<12x13x19xf16>, tensor<12x19x5xf16>) outs(%29 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %31 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 6, 13, 5] : tensor<12x13x5xf32> into tensor<2x6x13x5xf32>
  return %31 : tensor<2x6x13x5xf32>
}

// With a remainder: the groups are the outer dim.
// CHECK-LABEL: func.func @repeated_mod
// CHECK: mcf.chain
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, b2, m, k], f16>, {{.*}}: !mcf.named<[b0, b2, n, k], f16>, {{.*}}: !mcf.named<[b0, b2, n, h], f16>):
// CHECK-NOT: linalg
func.func @repeated_mod(%arg0: tensor<2x6x13x8xf16>, %arg1: tensor<2x2x19x8xf16>, %arg2: tensor<2x2x19x5xf16>) -> tensor<2x6x13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.535160e-01 : f32
  %c0_i64 = arith.constant 0 : i64
  %cst_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x6x19x8xf16>
  %1 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x19x8xf16>) outs(%0 : tensor<2x6x19x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x19x8xf16>
  %2 = tensor.empty() : tensor<2x6x8x19xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x6x19x8xf16>) outs(%2 : tensor<2x6x8x19xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x8x19xf16>
  %4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x6x13x8xf16> into tensor<12x13x8xf16>
  %5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x6x8x19xf16> into tensor<12x8x19xf16>
  %6 = tensor.empty() : tensor<12x13x19xf32>
  %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %8 = linalg.batch_matmul ins(%4, %5 : tensor<12x13x8xf16>, tensor<12x8x19xf16>) outs(%7 : tensor<12x13x19xf32>) -> tensor<12x13x19xf32>
  %9 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 6, 13, 19] : tensor<12x13x19xf32> into tensor<2x6x13x19xf32>
  %10 = tensor.empty() : tensor<2x6x13x19xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x6x13x19xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %cst_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %12 = tensor.empty() : tensor<2x6x13x1xi64>
  %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<2x6x13x1xi64>) -> tensor<2x6x13x1xi64>
  %14 = tensor.empty() : tensor<2x6x13x1xf32>
  %15 = linalg.fill ins(%cst_3 : f32) outs(%14 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11 : tensor<2x6x13x19xf32>) outs(%15, %13 : tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %j, %out_1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x6x13x1xf32>, tensor<2x6x13x1xi64>)
  %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %16#0 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.subf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<2x6x13x19xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.exp %in : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %19 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<2x6x13x1xf32>) -> tensor<2x6x13x1xf32>
  %20 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<2x6x13x19xf32>) outs(%19 : tensor<2x6x13x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x1xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<2x6x13x19xf32>, tensor<2x6x13x1xf32>) outs(%10 : tensor<2x6x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.divf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x13x19xf32>
  %22 = tensor.empty() : tensor<2x6x13x19xf16>
  %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<2x6x13x19xf32>) outs(%22 : tensor<2x6x13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x6x13x19xf16>
  %24 = tensor.empty() : tensor<2x6x19x5xf16>
  %25 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x2x19x5xf16>) outs(%24 : tensor<2x6x19x5xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x19x5xf16>
  %26 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x6x13x19xf16> into tensor<12x13x19xf16>
  %27 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<2x6x19x5xf16> into tensor<12x19x5xf16>
  %28 = tensor.empty() : tensor<12x13x5xf32>
  %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %30 = linalg.batch_matmul ins(%26, %27 : tensor<12x13x19xf16>, tensor<12x19x5xf16>) outs(%29 : tensor<12x13x5xf32>) -> tensor<12x13x5xf32>
  %31 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 6, 13, 5] : tensor<12x13x5xf32> into tensor<2x6x13x5xf32>
  return %31 : tensor<2x6x13x5xf32>
}

// One head of K and V.
// CHECK-LABEL: func.func @repeated_single
// CHECK: mcf.chain
// CHECK-NEXT: ^bb0({{.*}}: !mcf.named<[b0, b1, m, k], f16>, {{.*}}: !mcf.named<[b0, n, k], f16>, {{.*}}: !mcf.named<[b0, n, h], f16>):
// CHECK-NOT: linalg
func.func @repeated_single(%arg0: tensor<2x3x13x8xf16>, %arg1: tensor<2x1x19x8xf16>, %arg2: tensor<2x1x19x5xf16>) -> tensor<2x3x13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.535160e-01 : f32
  %c0_i64 = arith.constant 0 : i64
  %cst_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x3x19x8xf16>
  %1 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x1x19x8xf16>) outs(%0 : tensor<2x3x19x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x3x19x8xf16>
  %2 = tensor.empty() : tensor<2x3x8x19xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x3x19x8xf16>) outs(%2 : tensor<2x3x8x19xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x3x8x19xf16>
  %4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x3x13x8xf16> into tensor<6x13x8xf16>
  %5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x3x8x19xf16> into tensor<6x8x19xf16>
  %6 = tensor.empty() : tensor<6x13x19xf32>
  %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<6x13x19xf32>) -> tensor<6x13x19xf32>
  %8 = linalg.batch_matmul ins(%4, %5 : tensor<6x13x8xf16>, tensor<6x8x19xf16>) outs(%7 : tensor<6x13x19xf32>) -> tensor<6x13x19xf32>
  %9 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 3, 13, 19] : tensor<6x13x19xf32> into tensor<2x3x13x19xf32>
  %10 = tensor.empty() : tensor<2x3x13x19xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x3x13x19xf32>) outs(%10 : tensor<2x3x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %cst_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x3x13x19xf32>
  %12 = tensor.empty() : tensor<2x3x13x1xi64>
  %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<2x3x13x1xi64>) -> tensor<2x3x13x1xi64>
  %14 = tensor.empty() : tensor<2x3x13x1xf32>
  %15 = linalg.fill ins(%cst_3 : f32) outs(%14 : tensor<2x3x13x1xf32>) -> tensor<2x3x13x1xf32>
  %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11 : tensor<2x3x13x19xf32>) outs(%15, %13 : tensor<2x3x13x1xf32>, tensor<2x3x13x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %j, %out_1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x3x13x1xf32>, tensor<2x3x13x1xi64>)
  %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %16#0 : tensor<2x3x13x19xf32>, tensor<2x3x13x1xf32>) outs(%10 : tensor<2x3x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.subf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x3x13x19xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<2x3x13x19xf32>) outs(%10 : tensor<2x3x13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.exp %in : f32
    linalg.yield %x : f32
  } -> tensor<2x3x13x19xf32>
  %19 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<2x3x13x1xf32>) -> tensor<2x3x13x1xf32>
  %20 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<2x3x13x19xf32>) outs(%19 : tensor<2x3x13x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  } -> tensor<2x3x13x1xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<2x3x13x19xf32>, tensor<2x3x13x1xf32>) outs(%10 : tensor<2x3x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.divf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x3x13x19xf32>
  %22 = tensor.empty() : tensor<2x3x13x19xf16>
  %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<2x3x13x19xf32>) outs(%22 : tensor<2x3x13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x3x13x19xf16>
  %24 = tensor.empty() : tensor<2x3x19x5xf16>
  %25 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x1x19x5xf16>) outs(%24 : tensor<2x3x19x5xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x3x19x5xf16>
  %26 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x3x13x19xf16> into tensor<6x13x19xf16>
  %27 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<2x3x19x5xf16> into tensor<6x19x5xf16>
  %28 = tensor.empty() : tensor<6x13x5xf32>
  %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<6x13x5xf32>) -> tensor<6x13x5xf32>
  %30 = linalg.batch_matmul ins(%26, %27 : tensor<6x13x19xf16>, tensor<6x19x5xf16>) outs(%29 : tensor<6x13x5xf32>) -> tensor<6x13x5xf32>
  %31 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 3, 13, 5] : tensor<6x13x5xf32> into tensor<2x3x13x5xf32>
  return %31 : tensor<2x3x13x5xf32>
}
