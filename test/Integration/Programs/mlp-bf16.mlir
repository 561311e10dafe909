// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// Three linear layers in bf16 with bias and relu (compare and select), as torch-mlir lowers them: one chain.
// CHECK-LABEL: func.func @mlp
// CHECK-NOT: linalg
// CHECK: mcf.chain <m = 45, n = 72, k = 40, h = 48, p = 10> ins(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 :
// CHECK-COUNT-2: arith.cmpf ugt
// CHECK-NOT: linalg
// CHECK: return
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @mlp(%arg0: tensor<45x40xbf16>, %arg1: tensor<72x40xbf16>, %arg2: tensor<72xbf16>, %arg3: tensor<48x72xbf16>, %arg4: tensor<48xbf16>, %arg5: tensor<10x48xbf16>, %arg6: tensor<10xbf16>) -> tensor<45x10xbf16> {
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %0 = tensor.empty() : tensor<40x72xbf16>
    %1 = linalg.transpose ins(%arg1 : tensor<72x40xbf16>) outs(%0 : tensor<40x72xbf16>) permutation = [1, 0]
    %2 = tensor.empty() : tensor<45x72xbf16>
    %3 = linalg.fill ins(%cst_0 : bf16) outs(%2 : tensor<45x72xbf16>) -> tensor<45x72xbf16>
    // expected-remark @below {{fused 3 contractions}}
    %4 = linalg.matmul ins(%arg0, %1 : tensor<45x40xbf16>, tensor<40x72xbf16>) outs(%3 : tensor<45x72xbf16>) -> tensor<45x72xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %arg2 : tensor<45x72xbf16>, tensor<72xbf16>) outs(%2 : tensor<45x72xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %x = arith.addf %in, %in_1 : bf16
      linalg.yield %x : bf16
    } -> tensor<45x72xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<45x72xbf16>) outs(%2 : tensor<45x72xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %c = arith.cmpf ugt, %in, %cst_0 : bf16
      %x = arith.select %c, %in, %cst_0 : bf16
      linalg.yield %x : bf16
    } -> tensor<45x72xbf16>
    %7 = tensor.empty() : tensor<72x48xbf16>
    %8 = linalg.transpose ins(%arg3 : tensor<48x72xbf16>) outs(%7 : tensor<72x48xbf16>) permutation = [1, 0]
    %9 = tensor.empty() : tensor<45x48xbf16>
    %10 = linalg.fill ins(%cst_0 : bf16) outs(%9 : tensor<45x48xbf16>) -> tensor<45x48xbf16>
    %11 = linalg.matmul ins(%6, %8 : tensor<45x72xbf16>, tensor<72x48xbf16>) outs(%10 : tensor<45x48xbf16>) -> tensor<45x48xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %arg4 : tensor<45x48xbf16>, tensor<48xbf16>) outs(%9 : tensor<45x48xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %x = arith.addf %in, %in_1 : bf16
      linalg.yield %x : bf16
    } -> tensor<45x48xbf16>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<45x48xbf16>) outs(%9 : tensor<45x48xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %c = arith.cmpf ugt, %in, %cst_0 : bf16
      %x = arith.select %c, %in, %cst_0 : bf16
      linalg.yield %x : bf16
    } -> tensor<45x48xbf16>
    %14 = tensor.empty() : tensor<48x10xbf16>
    %15 = linalg.transpose ins(%arg5 : tensor<10x48xbf16>) outs(%14 : tensor<48x10xbf16>) permutation = [1, 0]
    %16 = tensor.empty() : tensor<45x10xbf16>
    %17 = linalg.fill ins(%cst_0 : bf16) outs(%16 : tensor<45x10xbf16>) -> tensor<45x10xbf16>
    %18 = linalg.matmul ins(%13, %15 : tensor<45x48xbf16>, tensor<48x10xbf16>) outs(%17 : tensor<45x10xbf16>) -> tensor<45x10xbf16>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %arg6 : tensor<45x10xbf16>, tensor<10xbf16>) outs(%16 : tensor<45x10xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %x = arith.addf %in, %in_1 : bf16
      linalg.yield %x : bf16
    } -> tensor<45x10xbf16>
    return %19 : tensor<45x10xbf16>
  }
}
