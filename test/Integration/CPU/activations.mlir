// Activations between two contractions, with a bias before and a residual after, as exporters spell them: one chain each, right on the CPU, and
// without a library on the GPU.
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-16: right
// RUN: mcfc %s --emit=ptx --tiling=default | FileCheck %s
// CHECK-NOT: .extern .func
// CHECK-COUNT-16: .entry
// CHECK-NOT: .extern .func

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>

func.func @relu_unordered(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>, %arg3: tensor<19xf32>, %arg4: tensor<13x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg3 : tensor<13x19xf32>, tensor<19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x19xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.cmpf ugt, %in, %cst_0 : f32
    %r = arith.select %c, %in, %cst_0 : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %5 = tensor.empty() : tensor<13x5xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%6 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg4 : tensor<13x5xf32>, tensor<13x5xf32>) outs(%5 : tensor<13x5xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x5xf32>
  return %8 : tensor<13x5xf32>
}

func.func @relu_ordered(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.cmpf ogt, %in, %cst_0 : f32
    %r = arith.select %c, %in, %cst_0 : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @relu_maximum(%arg0: tensor<13x8xbf16>, %arg1: tensor<8x19xbf16>, %arg2: tensor<19x5xbf16>) -> tensor<13x5xbf16> {
  %cst_0 = arith.constant 0.000000e+00 : bf16
  %0 = tensor.empty() : tensor<13x19xbf16>
  %1 = linalg.fill ins(%cst_0 : bf16) outs(%0 : tensor<13x19xbf16>) -> tensor<13x19xbf16>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xbf16>, tensor<8x19xbf16>) outs(%1 : tensor<13x19xbf16>) -> tensor<13x19xbf16>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xbf16>) outs(%0 : tensor<13x19xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %r = arith.maximumf %in, %cst_0 : bf16
    linalg.yield %r : bf16
  } -> tensor<13x19xbf16>
  %4 = tensor.empty() : tensor<13x5xbf16>
  %5 = linalg.fill ins(%cst_0 : bf16) outs(%4 : tensor<13x5xbf16>) -> tensor<13x5xbf16>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xbf16>, tensor<19x5xbf16>) outs(%5 : tensor<13x5xbf16>) -> tensor<13x5xbf16>
  return %6 : tensor<13x5xbf16>
}

func.func @relu_drops_nan(%arg0: tensor<13x8xf16>, %arg1: tensor<8x19xf16>, %arg2: tensor<19x5xf16>) -> tensor<13x5xf16> {
  %cst_0 = arith.constant 0.000000e+00 : f16
  %0 = tensor.empty() : tensor<13x19xf16>
  %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : tensor<13x19xf16>) -> tensor<13x19xf16>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf16>, tensor<8x19xf16>) outs(%1 : tensor<13x19xf16>) -> tensor<13x19xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf16>) outs(%0 : tensor<13x19xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = arith.maxnumf %in, %cst_0 : f16
    linalg.yield %r : f16
  } -> tensor<13x19xf16>
  %4 = tensor.empty() : tensor<13x5xf16>
  %5 = linalg.fill ins(%cst_0 : f16) outs(%4 : tensor<13x5xf16>) -> tensor<13x5xf16>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf16>, tensor<19x5xf16>) outs(%5 : tensor<13x5xf16>) -> tensor<13x5xf16>
  return %6 : tensor<13x5xf16>
}

func.func @relu6(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>, %arg3: tensor<19xf32>, %arg4: tensor<13x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 6.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg3 : tensor<13x19xf32>, tensor<19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x19xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maxnumf %in, %cst_0 : f32
    %r = arith.minnumf %a, %cst_1 : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %5 = tensor.empty() : tensor<13x5xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%6 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg4 : tensor<13x5xf32>, tensor<13x5xf32>) outs(%5 : tensor<13x5xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x5xf32>
  return %8 : tensor<13x5xf32>
}

func.func @gelu_products(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 4.471500e-02 : f32
  %cst_2 = arith.constant 0.797884583 : f32
  %cst_3 = arith.constant 1.000000e+00 : f32
  %cst_4 = arith.constant 5.000000e-01 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.mulf %in, %in : f32
    %a = arith.mulf %q, %in : f32
    %b = arith.mulf %a, %cst_1 : f32
    %d = arith.addf %in, %b : f32
    %e = arith.mulf %d, %cst_2 : f32
    %f = math.tanh %e : f32
    %h = arith.addf %f, %cst_3 : f32
    %i = arith.mulf %in, %cst_4 : f32
    %r = arith.mulf %i, %h : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @gelu_powf(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 4.471500e-02 : f32
  %cst_2 = arith.constant 0.797884583 : f32
  %cst_3 = arith.constant 1.000000e+00 : f32
  %cst_4 = arith.constant 5.000000e-01 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %three = arith.constant 3.0 : f32
    %a = math.powf %in, %three : f32
    %b = arith.mulf %a, %cst_1 : f32
    %d = arith.addf %in, %b : f32
    %e = arith.mulf %d, %cst_2 : f32
    %f = math.tanh %e : f32
    %h = arith.addf %f, %cst_3 : f32
    %i = arith.mulf %in, %cst_4 : f32
    %r = arith.mulf %i, %h : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @gelu_fpowi(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 4.471500e-02 : f32
  %cst_2 = arith.constant 0.797884583 : f32
  %cst_3 = arith.constant 1.000000e+00 : f32
  %cst_4 = arith.constant 5.000000e-01 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %three = arith.constant 3 : i64
    %a = math.fpowi %in, %three : f32, i64
    %b = arith.mulf %a, %cst_1 : f32
    %d = arith.addf %in, %b : f32
    %e = arith.mulf %d, %cst_2 : f32
    %f = math.tanh %e : f32
    %h = arith.addf %f, %cst_3 : f32
    %i = arith.mulf %in, %cst_4 : f32
    %r = arith.mulf %i, %h : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @gelu_erf(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>, %arg3: tensor<19xf32>, %arg4: tensor<13x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.41421354 : f32
  %cst_2 = arith.constant 1.000000e+00 : f32
  %cst_3 = arith.constant 5.000000e-01 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg3 : tensor<13x19xf32>, tensor<19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x19xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.divf %in, %cst_1 : f32
    %b = math.erf %a : f32
    %d = arith.addf %b, %cst_2 : f32
    %e = arith.mulf %d, %cst_3 : f32
    %r = arith.mulf %in, %e : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %5 = tensor.empty() : tensor<13x5xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%6 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg4 : tensor<13x5xf32>, tensor<13x5xf32>) outs(%5 : tensor<13x5xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x5xf32>
  return %8 : tensor<13x5xf32>
}

func.func @silu(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %cst_1 : f32
    %s = arith.divf %cst_1, %d : f32
    %r = arith.mulf %in, %s : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @sigmoid(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %cst_1 : f32
    %r = arith.divf %cst_1, %d : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @hyperbolic_tangent(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.tanh %in : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @squared_relu(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>, %arg3: tensor<19xf32>, %arg4: tensor<13x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg3 : tensor<13x19xf32>, tensor<19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x19xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %two = arith.constant 2.0 : f32
    %m = arith.maximumf %in, %cst_0 : f32
    %r = math.powf %m, %two : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %5 = tensor.empty() : tensor<13x5xf32>
  %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %7 = linalg.matmul ins(%4, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%6 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg4 : tensor<13x5xf32>, tensor<13x5xf32>) outs(%5 : tensor<13x5xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %x = arith.addf %in, %in_1 : f32
    linalg.yield %x : f32
  } -> tensor<13x5xf32>
  return %8 : tensor<13x5xf32>
}

func.func @elu(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.cmpf ogt, %in, %cst_0 : f32
    %e = math.expm1 %in : f32
    %r = arith.select %c, %in, %e : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @softplus(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    %r = math.log1p %e : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

func.func @hard_swish(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 3.000000e+00 : f32
  %cst_2 = arith.constant 6.000000e+00 : f32
  %0 = tensor.empty() : tensor<13x19xf32>
  %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<13x19xf32>) outs(%0 : tensor<13x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %cst_1 : f32
    %b = arith.maximumf %a, %cst_0 : f32
    %d = arith.minimumf %b, %cst_2 : f32
    %e = arith.divf %d, %cst_2 : f32
    %r = arith.mulf %in, %e : f32
    linalg.yield %r : f32
  } -> tensor<13x19xf32>
  %4 = tensor.empty() : tensor<13x5xf32>
  %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %6 = linalg.matmul ins(%3, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%5 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}
