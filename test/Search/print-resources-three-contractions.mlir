// RUN: mcf-opt %s --mcf-apply-tiling='tiling=mp|hnk{m=32,n=128,k=16,h=48,p=16}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=ESTIMATE
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=mp|hnk{m=32,n=128,k=16,h=48,p=16}' | FileCheck %s --check-prefix=KERNEL

// All copies start before loop k: rings of two slots for A (32 x 16) and B (16 x 128), and D (128 x 48) and F (48 x 16), which are wanted after it:
// 2 * 32 * 24 * 2 + 2 * 16 * 136 * 2 + 128 * 56 * 2 + 48 * 24 * 2 bytes.
// ESTIMATE: remark: a block takes 64 threads, 28416 bytes of workgroup memory,
// KERNEL: workgroup_bytes = 28416
func.func @three(%a: tensor<128x77xbf16>, %b: tensor<77x128xbf16>, %d: tensor<128x48xbf16>, %f: tensor<48x77xbf16>) -> tensor<128x77xbf16> {
  %g = mcf.chain <m = 128, n = 128, k = 77, h = 48, p = 77>
      ins(%a, %b, %d, %f : tensor<128x77xbf16>, tensor<77x128xbf16>, tensor<128x48xbf16>, tensor<48x77xbf16>)
      -> (tensor<128x77xbf16>) {
  ^bb0(%A: !mcf.named<[m, k], bf16>, %B: !mcf.named<[k, n], bf16>, %D: !mcf.named<[n, h], bf16>, %F: !mcf.named<[h, p], bf16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], bf16>, !mcf.named<[k, n], bf16> -> !mcf.named<[m, n], bf16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], bf16>, !mcf.named<[n, h], bf16> -> !mcf.named<[m, h], bf16>
    %G = mcf.contract %E, %F : !mcf.named<[m, h], bf16>, !mcf.named<[h, p], bf16> -> !mcf.named<[m, p], bf16>
    mcf.yield %G : !mcf.named<[m, p], bf16>
  }
  return %g : tensor<128x77xbf16>
}
