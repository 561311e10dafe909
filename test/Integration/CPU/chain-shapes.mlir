// Shapes of chains as programs spell them: what becomes of the dims, and that it is right.
// RUN: mcfc %s --emit=chain | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-9: right

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1) -> (d1, d0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>

// The first contraction sums over two dims.
// CHECK-LABEL: func.func @two_summed_dims
// CHECK: mcf.chain <m = 13, n = 19, k0 = 6, k1 = 4, h = 11>
func.func @two_summed_dims(%arg0: tensor<13x6x4xf16>, %arg1: tensor<6x4x19xf16>, %arg2: tensor<19x11xf16>) -> tensor<13x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%arg0, %arg1 : tensor<13x6x4xf16>, tensor<6x4x19xf16>) outs(%1 : tensor<13x19xf32>) {
  ^bb0(%in: f16, %in_1: f16, %out: f32):
    %e0 = arith.extf %in : f16 to f32
    %e1 = arith.extf %in_1 : f16 to f32
    %m = arith.mulf %e0, %e1 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<13x19xf32>
  %3 = tensor.empty() : tensor<13x19xf16>
  %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%3 : tensor<13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<13x19xf16>
  %5 = tensor.empty() : tensor<13x11xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<13x19xf16>, tensor<19x11xf16>) outs(%6 : tensor<13x11xf32>) -> tensor<13x11xf32>
  return %7 : tensor<13x11xf32>
}

// The second does.
// CHECK-LABEL: func.func @two_summed_dims_after
// CHECK: mcf.chain <m = 13, n0 = 4, n1 = 5, k = 6, h = 11>
func.func @two_summed_dims_after(%arg0: tensor<13x6xf16>, %arg1: tensor<6x4x5xf16>, %arg2: tensor<4x5x11xf16>) -> tensor<13x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x4x5xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x4x5xf32>) -> tensor<13x4x5xf32>
  %2 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<13x6xf16>, tensor<6x4x5xf16>) outs(%1 : tensor<13x4x5xf32>) {
  ^bb0(%in: f16, %in_1: f16, %out: f32):
    %e0 = arith.extf %in : f16 to f32
    %e1 = arith.extf %in_1 : f16 to f32
    %m = arith.mulf %e0, %e1 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<13x4x5xf32>
  %3 = tensor.empty() : tensor<13x4x5xf16>
  %4 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<13x4x5xf32>) outs(%3 : tensor<13x4x5xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<13x4x5xf16>
  %5 = tensor.empty() : tensor<13x11xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %7 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%4, %arg2 : tensor<13x4x5xf16>, tensor<4x5x11xf16>) outs(%6 : tensor<13x11xf32>) {
  ^bb0(%in: f16, %in_1: f16, %out: f32):
    %e0 = arith.extf %in : f16 to f32
    %e1 = arith.extf %in_1 : f16 to f32
    %m = arith.mulf %e0, %e1 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<13x11xf32>
  return %7 : tensor<13x11xf32>
}

// Gated by another input.
// CHECK-LABEL: func.func @gates_of_different_inputs
// CHECK-COUNT-3: mcf.contract
func.func @gates_of_different_inputs(%arg0: tensor<13x8xf16>, %arg1: tensor<13x7xf16>, %arg2: tensor<8x19xf16>, %arg3: tensor<7x19xf16>, %arg4: tensor<19x11xf16>) -> tensor<13x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg2 : tensor<13x8xf16>, tensor<8x19xf16>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %4 = linalg.matmul ins(%arg1, %arg3 : tensor<13x7xf16>, tensor<7x19xf16>) outs(%3 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<13x19xf32>, tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.mulf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x19xf32>
  %6 = tensor.empty() : tensor<13x19xf16>
  %7 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<13x19xf32>) outs(%6 : tensor<13x19xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<13x19xf16>
  %8 = tensor.empty() : tensor<13x11xf32>
  %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %10 = linalg.matmul ins(%7, %arg4 : tensor<13x19xf16>, tensor<19x11xf16>) outs(%9 : tensor<13x11xf32>) -> tensor<13x11xf32>
  return %10 : tensor<13x11xf32>
}

// Four contractions in a row.
// CHECK-LABEL: func.func @four
// CHECK: mcf.chain <m = 13, n = 19, k = 8, h = 11, p = 7, q = 5>
func.func @four(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x11xf32>, %arg3: tensor<11x7xf32>, %arg4: tensor<7x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = tensor.empty() : tensor<13x11xf32>
  %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %5 = linalg.matmul ins(%2, %arg2 : tensor<13x19xf32>, tensor<19x11xf32>) outs(%4 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %6 = tensor.empty() : tensor<13x7xf32>
  %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<13x7xf32>) -> tensor<13x7xf32>
  %8 = linalg.matmul ins(%5, %arg3 : tensor<13x11xf32>, tensor<11x7xf32>) outs(%7 : tensor<13x7xf32>) -> tensor<13x7xf32>
  %9 = tensor.empty() : tensor<13x5xf32>
  %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %11 = linalg.matmul ins(%8, %arg4 : tensor<13x7xf32>, tensor<7x5xf32>) outs(%10 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %11 : tensor<13x5xf32>
}

// The intermediate is the right operand.
// CHECK-LABEL: func.func @right_operand
// CHECK: mcf.chain
// CHECK-COUNT-2: mcf.contract
func.func @right_operand(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<11x13xf32>) -> tensor<11x19xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = tensor.empty() : tensor<11x19xf32>
  %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<11x19xf32>) -> tensor<11x19xf32>
  %5 = linalg.matmul ins(%arg2, %2 : tensor<11x13xf32>, tensor<13x19xf32>) outs(%4 : tensor<11x19xf32>) -> tensor<11x19xf32>
  return %5 : tensor<11x19xf32>
}

// It is transposed.
// CHECK-LABEL: func.func @transposed
// CHECK: mcf.chain
// CHECK-COUNT-2: mcf.contract
func.func @transposed(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<13x11xf32>) -> tensor<19x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = tensor.empty() : tensor<19x13xf32>
  %4 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%3 : tensor<19x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<19x13xf32>
  %5 = tensor.empty() : tensor<19x11xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<19x11xf32>) -> tensor<19x11xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<19x13xf32>, tensor<13x11xf32>) outs(%6 : tensor<19x11xf32>) -> tensor<19x11xf32>
  return %7 : tensor<19x11xf32>
}

// The batch shares an operand of the first contraction.
// CHECK-LABEL: func.func @batch_of_left
// CHECK-COUNT-2: mcf.contract
func.func @batch_of_left(%arg0: tensor<3x13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<3x19x11xf32>) -> tensor<3x13x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<3x13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<3x13x19xf32>) -> tensor<3x13x19xf32>
  %2 = linalg.generic {indexing_maps = [#map9, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<3x13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<3x13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %m = arith.mulf %in, %in_1 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x13x19xf32>
  %3 = tensor.empty() : tensor<3x13x11xf32>
  %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<3x13x11xf32>) -> tensor<3x13x11xf32>
  %5 = linalg.batch_matmul ins(%2, %arg2 : tensor<3x13x19xf32>, tensor<3x19x11xf32>) outs(%4 : tensor<3x13x11xf32>) -> tensor<3x13x11xf32>
  return %5 : tensor<3x13x11xf32>
}

// And of the second.
// CHECK-LABEL: func.func @batch_then_shared
// CHECK-COUNT-2: mcf.contract
func.func @batch_then_shared(%arg0: tensor<3x13x8xf32>, %arg1: tensor<3x8x19xf32>, %arg2: tensor<19x11xf32>) -> tensor<3x13x11xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<3x13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<3x13x19xf32>) -> tensor<3x13x19xf32>
  %2 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<3x13x8xf32>, tensor<3x8x19xf32>) outs(%1 : tensor<3x13x19xf32>) -> tensor<3x13x19xf32>
  %3 = tensor.empty() : tensor<3x13x11xf32>
  %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<3x13x11xf32>) -> tensor<3x13x11xf32>
  %5 = linalg.generic {indexing_maps = [#map9, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2, %arg2 : tensor<3x13x19xf32>, tensor<19x11xf32>) outs(%4 : tensor<3x13x11xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %m = arith.mulf %in, %in_1 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x13x11xf32>
  return %5 : tensor<3x13x11xf32>
}

// Attention of one query.
// CHECK-LABEL: func.func @one_query
// CHECK: mcf.chain <b0 = 2, b1 = 6, n = 77, k = 8, h = 8>
func.func @one_query(%arg0: tensor<2x6x1x8xf16>, %arg1: tensor<2x6x77x8xf16>, %arg2: tensor<2x6x77x8xf16>) -> tensor<2x6x1x8xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.500000e-01 : f32
  %c0_i64 = arith.constant 0 : i64
  %cst_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x6x8x77xf16>
  %1 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x6x77x8xf16>) outs(%0 : tensor<2x6x8x77xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<2x6x8x77xf16>
  %2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x6x1x8xf16> into tensor<12x1x8xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x6x8x77xf16> into tensor<12x8x77xf16>
  %4 = tensor.empty() : tensor<12x1x77xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<12x1x77xf32>) -> tensor<12x1x77xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<12x1x8xf16>, tensor<12x8x77xf16>) outs(%5 : tensor<12x1x77xf32>) -> tensor<12x1x77xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 6, 1, 77] : tensor<12x1x77xf32> into tensor<2x6x1x77xf32>
  %8 = tensor.empty() : tensor<2x6x1x77xf32>
  %9 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<2x6x1x77xf32>) outs(%8 : tensor<2x6x1x77xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %cst_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x1x77xf32>
  %10 = tensor.empty() : tensor<2x6x1x1xi64>
  %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<2x6x1x1xi64>) -> tensor<2x6x1x1xi64>
  %12 = tensor.empty() : tensor<2x6x1x1xf32>
  %13 = linalg.fill ins(%cst_3 : f32) outs(%12 : tensor<2x6x1x1xf32>) -> tensor<2x6x1x1xf32>
  %14:2 = linalg.generic {indexing_maps = [#map11, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<2x6x1x77xf32>) outs(%13, %11 : tensor<2x6x1x1xf32>, tensor<2x6x1x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %j, %out_1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x6x1x1xf32>, tensor<2x6x1x1xi64>)
  %15 = linalg.generic {indexing_maps = [#map11, #map13, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %14#0 : tensor<2x6x1x77xf32>, tensor<2x6x1x1xf32>) outs(%8 : tensor<2x6x1x77xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.subf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x1x77xf32>
  %16 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x6x1x77xf32>) outs(%8 : tensor<2x6x1x77xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.exp %in : f32
    linalg.yield %x : f32
  } -> tensor<2x6x1x77xf32>
  %17 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x6x1x1xf32>) -> tensor<2x6x1x1xf32>
  %18 = linalg.generic {indexing_maps = [#map11, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%16 : tensor<2x6x1x77xf32>) outs(%17 : tensor<2x6x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  } -> tensor<2x6x1x1xf32>
  %19 = linalg.generic {indexing_maps = [#map11, #map13, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %18 : tensor<2x6x1x77xf32>, tensor<2x6x1x1xf32>) outs(%8 : tensor<2x6x1x77xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.divf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<2x6x1x77xf32>
  %20 = tensor.empty() : tensor<2x6x1x77xf16>
  %21 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x6x1x77xf32>) outs(%20 : tensor<2x6x1x77xf16>) {
  ^bb0(%in: f32, %out: f16):
    %x = arith.truncf %in : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x6x1x77xf16>
  %22 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : tensor<2x6x1x77xf16> into tensor<12x1x77xf16>
  %23 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x6x77x8xf16> into tensor<12x77x8xf16>
  %24 = tensor.empty() : tensor<12x1x8xf32>
  %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<12x1x8xf32>) -> tensor<12x1x8xf32>
  %26 = linalg.batch_matmul ins(%22, %23 : tensor<12x1x77xf16>, tensor<12x77x8xf16>) outs(%25 : tensor<12x1x8xf32>) -> tensor<12x1x8xf32>
  %27 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 6, 1, 8] : tensor<12x1x8xf32> into tensor<2x6x1x8xf32>
  return %27 : tensor<2x6x1x8xf32>
}
