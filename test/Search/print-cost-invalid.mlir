// RUN: split-file %s %t
// RUN: not mcf-opt %t/dynamic.mlir --mcf-apply-tiling --mcf-print-cost 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not mcf-opt %t/type.mlir --mcf-apply-tiling --mcf-print-cost 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not mcf-opt %t/type.mlir --mcf-print-cost=model=best 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not mcf-opt %t/type.mlir --mcf-print-cost=device=TPU 2>&1 | FileCheck %s --check-prefix=DEVICE

// DYNAMIC: error: expected dims of static size to estimate a time, but got 'm' of unknown size
// TYPE: error: expected a contraction of f8, f16, bf16, f32, f64 or integers of at most 64 bits to estimate a time, but got 'f80', for which no device states a rate
// MODEL: error: expected a cost model of latency, paper, but got 'best'
// DEVICE: error: expected a device of A100, RTX 3080, RTX 4090, H100, H200, or a JSON file, but got 'TPU'

//--- dynamic.mlir
func.func @f(%a: tensor<?x64xf16>, %b: tensor<64x64xf16>) -> tensor<?x64xf16> {
  %c = mcf.chain <m = ? in [1, 512], n = 64, k = 64> ins(%a, %b : tensor<?x64xf16>, tensor<64x64xf16>) -> (tensor<?x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<?x64xf16>
}
//--- type.mlir
func.func @f(%a: tensor<64x64xf80>, %b: tensor<64x64xf80>) -> tensor<64x64xf80> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf80>, tensor<64x64xf80>) -> (tensor<64x64xf80>) {
  ^bb0(%A: !mcf.named<[m, k], f80>, %B: !mcf.named<[k, n], f80>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f80>, !mcf.named<[k, n], f80> -> !mcf.named<[m, n], f80>
    mcf.yield %C : !mcf.named<[m, n], f80>
  }
  return %c : tensor<64x64xf80>
}
