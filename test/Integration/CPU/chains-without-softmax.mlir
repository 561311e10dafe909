// Chains that are neither attention nor a plain MLP: each is fused as the chain says, executed, and compared with the unfused program.
// RUN: mcfc %s --emit=chain | FileCheck %s --check-prefix=CHAIN
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s
// CHECK-COUNT-7: {{ right$}}
// CHECK-NOT: wrong

#m0 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#m1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#m2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#m3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#m4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#m5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#m6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#m7 = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
#m8 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#m9 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#m10 = affine_map<(d0, d1, d2) -> (d1, d0)>
#m11 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>
#m12 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#m13 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#m14 = affine_map<(d0, d1) -> (d0)>
#m15 = affine_map<(d0, d1) -> (d1)>
#m16 = affine_map<(d0, d1) -> (d0, d1)>
#m17 = affine_map<(d0, d1, d2) -> (d0, d2)>
#m18 = affine_map<(d0, d1, d2) -> (d2, d1)>
#m19 = affine_map<(d0, d1, d2) -> (d0, d1)>
#m20 = affine_map<(d0, d1) -> (d1, d0)>

// No softmax; a causal mask of zeros.
// CHAIN-LABEL: func.func @linear_attention(
// CHAIN: mcf.chain <b0 = 1, b1 = 2, m = 33, n = 33, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @linear_attention(%arg0: tensor<1x2x33x8xf32>, %arg1: tensor<1x2x33x8xf32>, %arg2: tensor<1x2x33x6xf32>) -> tensor<1x2x33x6xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<1x2x33x33xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x33x33xf32>) -> tensor<1x2x33x33xf32>
  %2 = linalg.generic {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x2x33x8xf32>, tensor<1x2x33x8xf32>) outs(%1 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %7 = arith.mulf %in, %in_0 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<1x2x33x33xf32>
  %3 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x33x33xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = linalg.index 2 : index
    %8 = linalg.index 3 : index
    %9 = arith.cmpi sge, %7, %8 : index
    %10 = arith.select %9, %in, %cst : f32
    linalg.yield %10 : f32
  } -> tensor<1x2x33x33xf32>
  %4 = tensor.empty() : tensor<1x2x33x6xf32>
  %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x2x33x6xf32>) -> tensor<1x2x33x6xf32>
  %6 = linalg.generic {indexing_maps = [#m0, #m5, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%3, %arg2 : tensor<1x2x33x33xf32>, tensor<1x2x33x6xf32>) outs(%5 : tensor<1x2x33x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %7 = arith.mulf %in, %in_0 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<1x2x33x6xf32>
  return %6 : tensor<1x2x33x6xf32>
}

// The intermediate is small, and the right operand.
// CHAIN-LABEL: func.func @keys_times_values(
// CHAIN: mcf.chain <b0 = 1, b1 = 2, m = 8, n = 6, k = 33, h = 33>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @keys_times_values(%arg0: tensor<1x2x33x8xf32>, %arg1: tensor<1x2x33x8xf32>, %arg2: tensor<1x2x33x6xf32>) -> tensor<1x2x33x6xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<1x2x8x6xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x8x6xf32>) -> tensor<1x2x8x6xf32>
  %2 = linalg.generic {indexing_maps = [#m6, #m5, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg1, %arg2 : tensor<1x2x33x8xf32>, tensor<1x2x33x6xf32>) outs(%1 : tensor<1x2x8x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<1x2x8x6xf32>
  %3 = tensor.empty() : tensor<1x2x33x6xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x2x33x6xf32>) -> tensor<1x2x33x6xf32>
  %5 = linalg.generic {indexing_maps = [#m0, #m5, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %2 : tensor<1x2x33x8xf32>, tensor<1x2x8x6xf32>) outs(%4 : tensor<1x2x33x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<1x2x33x6xf32>
  return %5 : tensor<1x2x33x6xf32>
}

// Weights for each expert, gates that multiply, a sum over experts and inner dim.
// CHAIN-LABEL: func.func @experts(
// CHAIN: mcf.chain <m = 13, n0 = 3, n1 = 17, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @experts(%arg0: tensor<13x8xf32>, %arg1: tensor<3x8x17xf32>, %arg2: tensor<3x17x6xf32>, %arg3: tensor<13x3xf32>) -> tensor<13x6xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<3x13x17xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<3x13x17xf32>) -> tensor<3x13x17xf32>
  %2 = linalg.generic {indexing_maps = [#m7, #m8, #m4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<3x8x17xf32>) outs(%1 : tensor<3x13x17xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %7 = arith.mulf %in, %in_0 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<3x13x17xf32>
  %3 = linalg.generic {indexing_maps = [#m9, #m10, #m9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %arg3 : tensor<3x13x17xf32>, tensor<13x3xf32>) outs(%0 : tensor<3x13x17xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %7 = arith.maximumf %in, %cst : f32
    %8 = arith.mulf %7, %in_0 : f32
    linalg.yield %8 : f32
  } -> tensor<3x13x17xf32>
  %4 = tensor.empty() : tensor<13x6xf32>
  %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<13x6xf32>) -> tensor<13x6xf32>
  %6 = linalg.generic {indexing_maps = [#m11, #m12, #m13], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%3, %arg2 : tensor<3x13x17xf32>, tensor<3x17x6xf32>) outs(%5 : tensor<13x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %7 = arith.mulf %in, %in_0 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<13x6xf32>
  return %6 : tensor<13x6xf32>
}

// Two layers with residuals: four contractions.
// CHAIN-LABEL: func.func @two_layers(
// CHAIN: mcf.chain <m = 40, n = 24, k = 16, h = 16, p = 24>
// CHAIN-COUNT-4: mcf.contract
// CHAIN: return
func.func @two_layers(%arg0: tensor<40x16xf32>, %arg1: tensor<16x24xf32>, %arg2: tensor<24x16xf32>, %arg3: tensor<16x24xf32>, %arg4: tensor<24x16xf32>) -> tensor<40x16xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<40x24xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<40x24xf32>) -> tensor<40x24xf32>
  %2 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<40x16xf32>, tensor<16x24xf32>) outs(%1 : tensor<40x24xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.mulf %in, %in_0 : f32
    %13 = arith.addf %out, %12 : f32
    linalg.yield %13 : f32
  } -> tensor<40x24xf32>
  %3 = linalg.generic {indexing_maps = [#m16, #m16], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<40x24xf32>) outs(%0 : tensor<40x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    %12 = arith.maximumf %in, %cst : f32
    linalg.yield %12 : f32
  } -> tensor<40x24xf32>
  %4 = tensor.empty() : tensor<40x16xf32>
  %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<40x16xf32>) -> tensor<40x16xf32>
  %6 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %arg2 : tensor<40x24xf32>, tensor<24x16xf32>) outs(%5 : tensor<40x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.mulf %in, %in_0 : f32
    %13 = arith.addf %out, %12 : f32
    linalg.yield %13 : f32
  } -> tensor<40x16xf32>
  %7 = linalg.generic {indexing_maps = [#m16, #m16, #m16], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0 : tensor<40x16xf32>, tensor<40x16xf32>) outs(%4 : tensor<40x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.addf %in, %in_0 : f32
    linalg.yield %12 : f32
  } -> tensor<40x16xf32>
  %8 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7, %arg3 : tensor<40x16xf32>, tensor<16x24xf32>) outs(%1 : tensor<40x24xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.mulf %in, %in_0 : f32
    %13 = arith.addf %out, %12 : f32
    linalg.yield %13 : f32
  } -> tensor<40x24xf32>
  %9 = linalg.generic {indexing_maps = [#m16, #m16], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<40x24xf32>) outs(%0 : tensor<40x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    %12 = arith.maximumf %in, %cst : f32
    linalg.yield %12 : f32
  } -> tensor<40x24xf32>
  %10 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9, %arg4 : tensor<40x24xf32>, tensor<24x16xf32>) outs(%5 : tensor<40x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.mulf %in, %in_0 : f32
    %13 = arith.addf %out, %12 : f32
    linalg.yield %13 : f32
  } -> tensor<40x16xf32>
  %11 = linalg.generic {indexing_maps = [#m16, #m16, #m16], iterator_types = ["parallel", "parallel"]} ins(%10, %7 : tensor<40x16xf32>, tensor<40x16xf32>) outs(%4 : tensor<40x16xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %12 = arith.addf %in, %in_0 : f32
    linalg.yield %12 : f32
  } -> tensor<40x16xf32>
  return %11 : tensor<40x16xf32>
}

// A product and a product of low rank, added.
// CHAIN-LABEL: func.func @lora(
// CHAIN: mcf.chain <m = 19, n = 24, k = 32, h = 4>
// CHAIN-COUNT-3: mcf.contract
// CHAIN: return
func.func @lora(%arg0: tensor<19x32xf32>, %arg1: tensor<32x24xf32>, %arg2: tensor<32x4xf32>, %arg3: tensor<4x24xf32>) -> tensor<19x24xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<19x24xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<19x24xf32>) -> tensor<19x24xf32>
  %2 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<19x32xf32>, tensor<32x24xf32>) outs(%1 : tensor<19x24xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.mulf %in, %in_0 : f32
    %9 = arith.addf %out, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<19x24xf32>
  %3 = tensor.empty() : tensor<19x4xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<19x4xf32>) -> tensor<19x4xf32>
  %5 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg2 : tensor<19x32xf32>, tensor<32x4xf32>) outs(%4 : tensor<19x4xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.mulf %in, %in_0 : f32
    %9 = arith.addf %out, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<19x4xf32>
  %6 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5, %arg3 : tensor<19x4xf32>, tensor<4x24xf32>) outs(%1 : tensor<19x24xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.mulf %in, %in_0 : f32
    %9 = arith.addf %out, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<19x24xf32>
  %7 = linalg.generic {indexing_maps = [#m16, #m16, #m16], iterator_types = ["parallel", "parallel"]} ins(%2, %6 : tensor<19x24xf32>, tensor<19x24xf32>) outs(%0 : tensor<19x24xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.addf %in, %in_0 : f32
    linalg.yield %8 : f32
  } -> tensor<19x24xf32>
  return %7 : tensor<19x24xf32>
}

// A row of one operand with the same row of the other.
// CHAIN-LABEL: func.func @bilinear(
// CHAIN: mcf.chain <m = 9, n = 7, k = 8>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @bilinear(%arg0: tensor<9x8xf32>, %arg1: tensor<8x7xf32>, %arg2: tensor<9x7xf32>) -> tensor<9xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<9x7xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<9x7xf32>) -> tensor<9x7xf32>
  %2 = linalg.generic {indexing_maps = [#m17, #m18, #m19], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<9x8xf32>, tensor<8x7xf32>) outs(%1 : tensor<9x7xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<9x7xf32>
  %3 = tensor.empty() : tensor<9xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<9xf32>) -> tensor<9xf32>
  %5 = linalg.generic {indexing_maps = [#m16, #m16, #m14], iterator_types = ["parallel", "reduction"]} ins(%2, %arg2 : tensor<9x7xf32>, tensor<9x7xf32>) outs(%4 : tensor<9xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<9xf32>
  return %5 : tensor<9xf32>
}

// Vectors for matrices.
// CHAIN-LABEL: func.func @vectors(
// CHAIN: mcf.chain <m = 13, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @vectors(%arg0: tensor<13x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<13x6xf32>) -> tensor<6xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<13xf32>) -> tensor<13xf32>
  %2 = linalg.generic {indexing_maps = [#m16, #m15, #m14], iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8xf32>) outs(%1 : tensor<13xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<13xf32>
  %3 = tensor.empty() : tensor<6xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<6xf32>) -> tensor<6xf32>
  %5 = linalg.generic {indexing_maps = [#m15, #m20, #m14], iterator_types = ["parallel", "reduction"]} ins(%2, %arg2 : tensor<13xf32>, tensor<13x6xf32>) outs(%4 : tensor<6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %6 = arith.mulf %in, %in_0 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<6xf32>
  return %5 : tensor<6xf32>
}
