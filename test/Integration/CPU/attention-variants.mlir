// Attention that strays from the usual form: each is fused as the chain says, executed, and compared with the unfused program.
// RUN: mcfc %s --emit=chain | FileCheck %s --check-prefix=CHAIN
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s
// CHECK-COUNT-5: {{ right$}}
// CHECK-NOT: wrong

#m0 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#m1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#m2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#m3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#m4 = affine_map<(d0, d1, d2, d3) -> (d1)>
#m5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#m6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#m7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#m8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1 floordiv 3, d4)>
#m9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1 floordiv 3, d3)>
#m10 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#m11 = affine_map<(d0) -> (d0)>
#m12 = affine_map<(d0, d1) -> (d0)>
#m13 = affine_map<(d0, d1) -> (d1)>
#m14 = affine_map<(d0, d1) -> (d0, d1)>
#m15 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#m16 = affine_map<(d0, d1, d2) -> (d0, d2)>
#m17 = affine_map<(d0, d1, d2) -> (d2, d1)>
#m18 = affine_map<(d0, d1, d2) -> (d0, d1)>
#m19 = affine_map<(d0, d1, d2) -> (d1, d2)>

// A bias of positions times a slope of the head, and a causal mask by comparison.
// CHAIN-LABEL: func.func @alibi(
// CHAIN: mcf.chain <b0 = 1, b1 = 2, m = 33, n = 33, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @alibi(%arg0: tensor<1x2x33x8xf32>, %arg1: tensor<1x2x33x8xf32>, %arg2: tensor<1x2x33x6xf32>, %arg3: tensor<2xf32>) -> tensor<1x2x33x6xf32> {
  %cst = arith.constant 1.250000e-01 : f32
  %cst_0 = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<1x2x33x33xf32>
  %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<1x2x33x33xf32>) -> tensor<1x2x33x33xf32>
  %2 = linalg.generic {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x2x33x8xf32>, tensor<1x2x33x8xf32>) outs(%1 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %16 = arith.mulf %in, %in_2 : f32
    %17 = arith.addf %out, %16 : f32
    linalg.yield %17 : f32
  } -> tensor<1x2x33x33xf32>
  %3 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x33x33xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.mulf %in, %cst : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33x33xf32>
  %4 = linalg.generic {indexing_maps = [#m3, #m4, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<1x2x33x33xf32>, tensor<2xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %16 = linalg.index 2 : index
    %17 = linalg.index 3 : index
    %18 = arith.subi %17, %16 : index
    %19 = arith.index_cast %18 : index to i32
    %20 = arith.sitofp %19 : i32 to f32
    %21 = arith.mulf %20, %in_2 : f32
    %22 = arith.addf %in, %21 : f32
    %23 = arith.cmpi sle, %17, %16 : index
    %24 = arith.select %23, %22, %cst_0 : f32
    linalg.yield %24 : f32
  } -> tensor<1x2x33x33xf32>
  %5 = tensor.empty() : tensor<1x2x33xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %7 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%4 : tensor<1x2x33x33xf32>) outs(%6 : tensor<1x2x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.maximumf %in, %out : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33xf32>
  %8 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %7 : tensor<1x2x33x33xf32>, tensor<1x2x33xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %16 = arith.subf %in, %in_2 : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33x33xf32>
  %9 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x2x33x33xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = math.exp %in : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33x33xf32>
  %10 = linalg.fill ins(%cst_1 : f32) outs(%5 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %11 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<1x2x33x33xf32>) outs(%10 : tensor<1x2x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.addf %in, %out : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33xf32>
  %12 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %11 : tensor<1x2x33x33xf32>, tensor<1x2x33xf32>) outs(%0 : tensor<1x2x33x33xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %16 = arith.divf %in, %in_2 : f32
    linalg.yield %16 : f32
  } -> tensor<1x2x33x33xf32>
  %13 = tensor.empty() : tensor<1x2x33x6xf32>
  %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : tensor<1x2x33x6xf32>) -> tensor<1x2x33x6xf32>
  %15 = linalg.generic {indexing_maps = [#m0, #m6, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%12, %arg2 : tensor<1x2x33x33xf32>, tensor<1x2x33x6xf32>) outs(%14 : tensor<1x2x33x6xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %16 = arith.mulf %in, %in_2 : f32
    %17 = arith.addf %out, %16 : f32
    linalg.yield %17 : f32
  } -> tensor<1x2x33x6xf32>
  return %15 : tensor<1x2x33x6xf32>
}

// One query, many keys, three query heads for each head of keys, read by an indexing map.
// CHAIN-LABEL: func.func @decode(
// CHAIN: mcf.chain <b0 = 4, b1 = 2, m0 = 3, m1 = 1, n = 77, k = 16, h = 16>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @decode(%arg0: tensor<4x6x1x16xf16>, %arg1: tensor<4x77x2x16xf16>, %arg2: tensor<4x77x2x16xf16>) -> tensor<4x6x1x16xf16> {
  %cst = arith.constant 0xFF800000 : f32
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<4x6x1x77xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<4x6x1x77xf32>) -> tensor<4x6x1x77xf32>
  %2 = linalg.generic {indexing_maps = [#m0, #m8, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x6x1x16xf16>, tensor<4x77x2x16xf16>) outs(%1 : tensor<4x6x1x77xf32>) {
  ^bb0(%in: f16, %in_1: f16, %out: f32):
    %18 = arith.extf %in : f16 to f32
    %19 = arith.extf %in_1 : f16 to f32
    %20 = arith.mulf %18, %19 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<4x6x1x77xf32>
  %3 = tensor.empty() : tensor<4x6x1xf32>
  %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
  %5 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<4x6x1x77xf32>) outs(%4 : tensor<4x6x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %18 = arith.maximumf %in, %out : f32
    linalg.yield %18 : f32
  } -> tensor<4x6x1xf32>
  %6 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %5 : tensor<4x6x1x77xf32>, tensor<4x6x1xf32>) outs(%0 : tensor<4x6x1x77xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %18 = arith.subf %in, %in_1 : f32
    linalg.yield %18 : f32
  } -> tensor<4x6x1x77xf32>
  %7 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x6x1x77xf32>) outs(%0 : tensor<4x6x1x77xf32>) {
  ^bb0(%in: f32, %out: f32):
    %18 = math.exp %in : f32
    linalg.yield %18 : f32
  } -> tensor<4x6x1x77xf32>
  %8 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
  %9 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%7 : tensor<4x6x1x77xf32>) outs(%8 : tensor<4x6x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %18 = arith.addf %in, %out : f32
    linalg.yield %18 : f32
  } -> tensor<4x6x1xf32>
  %10 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %9 : tensor<4x6x1x77xf32>, tensor<4x6x1xf32>) outs(%0 : tensor<4x6x1x77xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %18 = arith.divf %in, %in_1 : f32
    linalg.yield %18 : f32
  } -> tensor<4x6x1x77xf32>
  %11 = tensor.empty() : tensor<4x6x1x77xf16>
  %12 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<4x6x1x77xf32>) outs(%11 : tensor<4x6x1x77xf16>) {
  ^bb0(%in: f32, %out: f16):
    %18 = arith.truncf %in : f32 to f16
    linalg.yield %18 : f16
  } -> tensor<4x6x1x77xf16>
  %13 = tensor.empty() : tensor<4x6x1x16xf32>
  %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<4x6x1x16xf32>) -> tensor<4x6x1x16xf32>
  %15 = linalg.generic {indexing_maps = [#m0, #m9, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%12, %arg2 : tensor<4x6x1x77xf16>, tensor<4x77x2x16xf16>) outs(%14 : tensor<4x6x1x16xf32>) {
  ^bb0(%in: f16, %in_1: f16, %out: f32):
    %18 = arith.extf %in : f16 to f32
    %19 = arith.extf %in_1 : f16 to f32
    %20 = arith.mulf %18, %19 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<4x6x1x16xf32>
  %16 = tensor.empty() : tensor<4x6x1x16xf16>
  %17 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<4x6x1x16xf32>) outs(%16 : tensor<4x6x1x16xf16>) {
  ^bb0(%in: f32, %out: f16):
    %18 = arith.truncf %in : f32 to f16
    linalg.yield %18 : f16
  } -> tensor<4x6x1x16xf16>
  return %17 : tensor<4x6x1x16xf16>
}

// (1 - mask) times a large negative number, from integers, one row for each batch.
// CHAIN-LABEL: func.func @extended_mask(
// CHAIN: mcf.chain <b0 = 2, b1 = 2, m = 13, n = 33, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @extended_mask(%arg0: tensor<2x2x13x8xf32>, %arg1: tensor<2x2x33x8xf32>, %arg2: tensor<2x2x33x6xf32>, %arg3: tensor<2x33xi64>) -> tensor<2x2x13x6xf32> {
  %cst = arith.constant -1.000000e+04 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 1.250000e-01 : f32
  %cst_2 = arith.constant 0xFF800000 : f32
  %cst_3 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<2x2x13x33xf32>
  %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<2x2x13x33xf32>) -> tensor<2x2x13x33xf32>
  %2 = linalg.generic {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x2x13x8xf32>, tensor<2x2x33x8xf32>) outs(%1 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %16 = arith.mulf %in, %in_4 : f32
    %17 = arith.addf %out, %16 : f32
    linalg.yield %17 : f32
  } -> tensor<2x2x13x33xf32>
  %3 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x2x13x33xf32>) outs(%0 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.mulf %in, %cst_1 : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13x33xf32>
  %4 = linalg.generic {indexing_maps = [#m3, #m10, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %arg3 : tensor<2x2x13x33xf32>, tensor<2x33xi64>) outs(%0 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %in_4: i64, %out: f32):
    %16 = arith.sitofp %in_4 : i64 to f32
    %17 = arith.subf %cst_0, %16 : f32
    %18 = arith.mulf %17, %cst : f32
    %19 = arith.addf %in, %18 : f32
    linalg.yield %19 : f32
  } -> tensor<2x2x13x33xf32>
  %5 = tensor.empty() : tensor<2x2x13xf32>
  %6 = linalg.fill ins(%cst_2 : f32) outs(%5 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
  %7 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%4 : tensor<2x2x13x33xf32>) outs(%6 : tensor<2x2x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.maximumf %in, %out : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13xf32>
  %8 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %7 : tensor<2x2x13x33xf32>, tensor<2x2x13xf32>) outs(%0 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %16 = arith.subf %in, %in_4 : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13x33xf32>
  %9 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<2x2x13x33xf32>) outs(%0 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = math.exp %in : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13x33xf32>
  %10 = linalg.fill ins(%cst_3 : f32) outs(%5 : tensor<2x2x13xf32>) -> tensor<2x2x13xf32>
  %11 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<2x2x13x33xf32>) outs(%10 : tensor<2x2x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.addf %in, %out : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13xf32>
  %12 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %11 : tensor<2x2x13x33xf32>, tensor<2x2x13xf32>) outs(%0 : tensor<2x2x13x33xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %16 = arith.divf %in, %in_4 : f32
    linalg.yield %16 : f32
  } -> tensor<2x2x13x33xf32>
  %13 = tensor.empty() : tensor<2x2x13x6xf32>
  %14 = linalg.fill ins(%cst_3 : f32) outs(%13 : tensor<2x2x13x6xf32>) -> tensor<2x2x13x6xf32>
  %15 = linalg.generic {indexing_maps = [#m0, #m6, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%12, %arg2 : tensor<2x2x13x33xf32>, tensor<2x2x33x6xf32>) outs(%14 : tensor<2x2x13x6xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %16 = arith.mulf %in, %in_4 : f32
    %17 = arith.addf %out, %16 : f32
    linalg.yield %17 : f32
  } -> tensor<2x2x13x6xf32>
  return %15 : tensor<2x2x13x6xf32>
}

// A causal mask that the program computes from two ranges.
// CHAIN-LABEL: func.func @arange(
// CHAIN: mcf.chain <b0 = 1, b1 = 2, m = 45, n = 45, k = 8, h = 6>
// CHAIN-COUNT-2: mcf.contract
// CHAIN: return
func.func @arange(%arg0: tensor<1x2x45x8xf32>, %arg1: tensor<1x2x45x8xf32>, %arg2: tensor<1x2x45x6xf32>) -> tensor<1x2x45x6xf32> {
  %cst = arith.constant 1.250000e-01 : f32
  %cst_0 = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<45xi64>
  %1 = linalg.generic {indexing_maps = [#m11], iterator_types = ["parallel"]} outs(%0 : tensor<45xi64>) {
  ^bb0(%out: i64):
    %20 = linalg.index 0 : index
    %21 = arith.index_cast %20 : index to i64
    linalg.yield %21 : i64
  } -> tensor<45xi64>
  %2 = tensor.empty() : tensor<45x45xi1>
  %3 = linalg.generic {indexing_maps = [#m12, #m13, #m14], iterator_types = ["parallel", "parallel"]} ins(%1, %1 : tensor<45xi64>, tensor<45xi64>) outs(%2 : tensor<45x45xi1>) {
  ^bb0(%in: i64, %in_2: i64, %out: i1):
    %20 = arith.cmpi sge, %in, %in_2 : i64
    linalg.yield %20 : i1
  } -> tensor<45x45xi1>
  %4 = tensor.empty() : tensor<1x2x45x45xf32>
  %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : tensor<1x2x45x45xf32>) -> tensor<1x2x45x45xf32>
  %6 = linalg.generic {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x2x45x8xf32>, tensor<1x2x45x8xf32>) outs(%5 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %20 = arith.mulf %in, %in_2 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<1x2x45x45xf32>
  %7 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x2x45x45xf32>) outs(%4 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = arith.mulf %in, %cst : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45x45xf32>
  %8 = linalg.generic {indexing_maps = [#m3, #m15, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %3 : tensor<1x2x45x45xf32>, tensor<45x45xi1>) outs(%4 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %in_2: i1, %out: f32):
    %20 = arith.select %in_2, %in, %cst_0 : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45x45xf32>
  %9 = tensor.empty() : tensor<1x2x45xf32>
  %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<1x2x45xf32>) -> tensor<1x2x45xf32>
  %11 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%8 : tensor<1x2x45x45xf32>) outs(%10 : tensor<1x2x45xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = arith.maximumf %in, %out : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45xf32>
  %12 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %11 : tensor<1x2x45x45xf32>, tensor<1x2x45xf32>) outs(%4 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %20 = arith.subf %in, %in_2 : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45x45xf32>
  %13 = linalg.generic {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x2x45x45xf32>) outs(%4 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = math.exp %in : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45x45xf32>
  %14 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<1x2x45xf32>) -> tensor<1x2x45xf32>
  %15 = linalg.generic {indexing_maps = [#m3, #m5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<1x2x45x45xf32>) outs(%14 : tensor<1x2x45xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = arith.addf %in, %out : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45xf32>
  %16 = linalg.generic {indexing_maps = [#m3, #m5, #m3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %15 : tensor<1x2x45x45xf32>, tensor<1x2x45xf32>) outs(%4 : tensor<1x2x45x45xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %20 = arith.divf %in, %in_2 : f32
    linalg.yield %20 : f32
  } -> tensor<1x2x45x45xf32>
  %17 = tensor.empty() : tensor<1x2x45x6xf32>
  %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : tensor<1x2x45x6xf32>) -> tensor<1x2x45x6xf32>
  %19 = linalg.generic {indexing_maps = [#m0, #m6, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%16, %arg2 : tensor<1x2x45x45xf32>, tensor<1x2x45x6xf32>) outs(%18 : tensor<1x2x45x6xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %20 = arith.mulf %in, %in_2 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<1x2x45x6xf32>
  return %19 : tensor<1x2x45x6xf32>
}

// Keys and values are products of one latent array; the keys stay alone.
// CHAIN-LABEL: func.func @latent_attention(
// CHAIN: mcf.chain <m = 37, n = 16, k = 8, h = 21, p = 6>
// CHAIN-COUNT-3: mcf.contract
// CHAIN: return
func.func @latent_attention(%arg0: tensor<21x16xf32>, %arg1: tensor<37x8xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<8x6xf32>) -> tensor<21x6xf32> {
  %cst = arith.constant 0xFF800000 : f32
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<37x16xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<37x16xf32>) -> tensor<37x16xf32>
  %2 = linalg.generic {indexing_maps = [#m16, #m17, #m18], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg2 : tensor<37x8xf32>, tensor<8x16xf32>) outs(%1 : tensor<37x16xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.mulf %in, %in_1 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<37x16xf32>
  %3 = tensor.empty() : tensor<21x37xf32>
  %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<21x37xf32>) -> tensor<21x37xf32>
  %5 = linalg.generic {indexing_maps = [#m16, #m19, #m18], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %2 : tensor<21x16xf32>, tensor<37x16xf32>) outs(%4 : tensor<21x37xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.mulf %in, %in_1 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<21x37xf32>
  %6 = tensor.empty() : tensor<21xf32>
  %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<21xf32>) -> tensor<21xf32>
  %8 = linalg.generic {indexing_maps = [#m14, #m12], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<21x37xf32>) outs(%7 : tensor<21xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = arith.maximumf %in, %out : f32
    linalg.yield %20 : f32
  } -> tensor<21xf32>
  %9 = linalg.generic {indexing_maps = [#m14, #m12, #m14], iterator_types = ["parallel", "parallel"]} ins(%5, %8 : tensor<21x37xf32>, tensor<21xf32>) outs(%3 : tensor<21x37xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.subf %in, %in_1 : f32
    linalg.yield %20 : f32
  } -> tensor<21x37xf32>
  %10 = linalg.generic {indexing_maps = [#m14, #m14], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<21x37xf32>) outs(%3 : tensor<21x37xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = math.exp %in : f32
    linalg.yield %20 : f32
  } -> tensor<21x37xf32>
  %11 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<21xf32>) -> tensor<21xf32>
  %12 = linalg.generic {indexing_maps = [#m14, #m12], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<21x37xf32>) outs(%11 : tensor<21xf32>) {
  ^bb0(%in: f32, %out: f32):
    %20 = arith.addf %in, %out : f32
    linalg.yield %20 : f32
  } -> tensor<21xf32>
  %13 = linalg.generic {indexing_maps = [#m14, #m12, #m14], iterator_types = ["parallel", "parallel"]} ins(%10, %12 : tensor<21x37xf32>, tensor<21xf32>) outs(%3 : tensor<21x37xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.divf %in, %in_1 : f32
    linalg.yield %20 : f32
  } -> tensor<21x37xf32>
  %14 = tensor.empty() : tensor<37x6xf32>
  %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<37x6xf32>) -> tensor<37x6xf32>
  %16 = linalg.generic {indexing_maps = [#m16, #m17, #m18], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg3 : tensor<37x8xf32>, tensor<8x6xf32>) outs(%15 : tensor<37x6xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.mulf %in, %in_1 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<37x6xf32>
  %17 = tensor.empty() : tensor<21x6xf32>
  %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<21x6xf32>) -> tensor<21x6xf32>
  %19 = linalg.generic {indexing_maps = [#m16, #m17, #m18], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13, %16 : tensor<21x37xf32>, tensor<37x6xf32>) outs(%18 : tensor<21x6xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %20 = arith.mulf %in, %in_1 : f32
    %21 = arith.addf %out, %20 : f32
    linalg.yield %21 : f32
  } -> tensor<21x6xf32>
  return %19 : tensor<21x6xf32>
}
