// RUN: mcf-opt %s --mcf-apply-tiling='tiling=hkmn{m=32,n=80,k=64,h=16}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=ESTIMATE
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=hkmn{m=32,n=80,k=64,h=16}' | FileCheck %s --check-prefix=KERNEL

// B (64 x 80) is one tile and copied with D (16 x 80); the ring of A starts with them: 16 * 88 * 2 + 64 * 88 * 2 + 2 * 64 * 40 * 2,
// and C takes 80 * 40 * 2 bytes where it changes its layout.
// ESTIMATE: remark: a block takes 64 threads, 30720 bytes of workgroup memory,
// KERNEL: workgroup_bytes = 30720
func.func @chain(%a: tensor<64x192xbf16>, %b: tensor<64x80xbf16>, %d: tensor<52x80xbf16>) -> tensor<192x52xbf16> {
  %e = mcf.chain <m = 192, n = 80, k = 64, h = 52>
      ins(%a, %b, %d : tensor<64x192xbf16>, tensor<64x80xbf16>, tensor<52x80xbf16>) -> (tensor<192x52xbf16>) {
  ^bb0(%A: !mcf.named<[k, m], bf16>, %B: !mcf.named<[k, n], bf16>, %D: !mcf.named<[h, n], bf16>):
    %C = mcf.contract %A, %B : !mcf.named<[k, m], bf16>, !mcf.named<[k, n], bf16> -> !mcf.named<[n, m], bf16>
    %E = mcf.contract %C, %D : !mcf.named<[n, m], bf16>, !mcf.named<[h, n], bf16> -> !mcf.named<[m, h], bf16>
    mcf.yield %E : !mcf.named<[m, h], bf16>
  }
  return %e : tensor<192x52xbf16>
}
