// RUN: mcf-opt %s --mcf-apply-tiling='tiling=mn(k,h){m=64,n=64,k=32,h=64}' --mcf-print-resources=device=A100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAT
// RUN: mcf-opt %s --mcf-apply-tiling='tiling=mh|kn{m=64,n=64,k=32,h=64}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: mcf-opt %s --mcf-apply-tiling='tiling=mh|kn{m=64,n=16,k=32,h=64}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: not mcf-opt %s --mcf-apply-tiling --mcf-print-resources=device=TPU 2>&1 | FileCheck %s --check-prefix=DEVICE

// The tiles of A (64 x 32), B (32 x 64) and D (64 x 64) have rings of two slots. A row has 16 bytes more:
// 2 * (64 * 40 * 2 + 32 * 72 * 2 + 64 * 72 * 2) bytes.
// FLAT: remark: a block takes 128 threads, 37888 bytes of workgroup memory, {{[0-9]+}} registers per thread (expected {{[0-9]+}}); {{[1-9]}} blocks fit an SM of A100
// With n inside of k the partial sums of 32 tiles of 64 x 64 are kept: 32 * 32 registers. n is unrolled: in loop k there is a
// ring of B for each copy (swizzled, 2 * 4096 bytes), one of A (swizzled, half of each panel), and after it D in each copy, of which two are under way.
// 2 * 8192 + 32 * 8192 + 2 * 8192 bytes, and the barriers of TMA before them, which take 1024.
// KEPT: remark: a block takes 128 threads, 295936 bytes of workgroup memory, {{[0-9]+}} registers per thread (expected {{[0-9]+}}); does not fit: expected at most 232320 bytes of workgroup memory in a block, but got 295936
// COPIES: remark: does not fit: expected at most 64 kept tiles, but got 128
// DEVICE: error: expected a device of A100, RTX 3080, RTX 4090, H100, H200, or a JSON file, but got 'TPU'
func.func @f(%a: tensor<512x64xf16>, %b: tensor<64x2048xf16>, %d: tensor<2048x64xf16>) -> tensor<512x64xf16> {
  %e = mcf.chain <m = 512, n = 2048, k = 64, h = 64>
      ins(%a, %b, %d : tensor<512x64xf16>, tensor<64x2048xf16>, tensor<2048x64xf16>)
      -> (tensor<512x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %e : tensor<512x64xf16>
}
