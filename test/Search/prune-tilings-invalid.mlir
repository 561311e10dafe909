// RUN: split-file %s %t
// RUN: not mcf-opt %t/chain.mlir --mcf-prune-tilings=shared-memory-limit-bytes=1000 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not mcf-opt %t/chain.mlir --mcf-prune-tilings=shared-memory-limit-bytes=-1 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not mcf-opt %t/chain.mlir --mcf-prune-tilings=device=TPU 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not mcf-opt %t/dims.mlir --mcf-prune-tilings 2>&1 | FileCheck %s --check-prefix=DIMS
// RUN: not mcf-opt %t/huge.mlir --mcf-prune-tilings 2>&1 | FileCheck %s --check-prefix=HUGE

// The smallest tiles are 3 * 16 * 16 * 2 = 1536 bytes.
// EMPTY: error: no candidate is left: removed by 'duplicates', 'padding', 'shared memory as in the paper'
// LIMIT: error: expected a shared memory limit of at least 0 bytes, but got -1
// DEVICE: error: expected a device of A100, RTX 3080, RTX 4090, H100, H200, or a JSON file, but got 'TPU'
// DIMS: error: expected at most 8 loops, whose orders are all enumerated, but got 9
// HUGE: error: expected dims of at most 16777216 elements to enumerate tile sizes, but got 'k' of 1099511627776

//--- huge.mlir
func.func @f(%a: tensor<64x1099511627776xf16>, %b: tensor<1099511627776x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 1099511627776> ins(%a, %b : tensor<64x1099511627776xf16>, tensor<1099511627776x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
//--- chain.mlir
func.func @f(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
//--- dims.mlir
func.func @f(%a: tensor<2x2x2x2x2xf16>, %b: tensor<2x2x2x2x2xf16>) -> tensor<2x2x2x2x2x2x2x2xf16> {
  %c = mcf.chain <p = 2, q = 2, r = 2, s = 2, t = 2, u = 2, v = 2, w = 2, k = 2>
      ins(%a, %b : tensor<2x2x2x2x2xf16>, tensor<2x2x2x2x2xf16>) -> (tensor<2x2x2x2x2x2x2x2xf16>) {
  ^bb0(%A: !mcf.named<[p, q, r, s, k], f16>, %B: !mcf.named<[t, u, v, w, k], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[p, q, r, s, k], f16>, !mcf.named<[t, u, v, w, k], f16> -> !mcf.named<[p, q, r, s, t, u, v, w], f16>
    mcf.yield %C : !mcf.named<[p, q, r, s, t, u, v, w], f16>
  }
  return %c : tensor<2x2x2x2x2x2x2x2xf16>
}
