// RUN: mcf-opt %s --mcf-prune-tilings='device=H200 resources' -o /dev/null 2>&1 | FileCheck %s

// Rule 4 looks at A, B and C only. E has m x h sums, at most 242 - 40 registers of 256 threads: 51,712. With m = 16, h is
// 3,232 at most. (512 threads have 128 registers each.)
// CHECK: remark: start: 26 expressions x 536870912 tile vectors = 13958643712 candidates
// CHECK: remark: shared memory as in the paper: {{.*}} left 3 expressions x 178020 tile vectors
// CHECK: remark: shared memory and registers: {{.*}} left 3 expressions x 69882 tile vectors
func.func @x5(%a: tensor<128x4096xf16>, %b: tensor<4096x16384xf16>, %d: tensor<16384x4096xf16>) -> tensor<128x4096xf16> {
  %e = mcf.chain <m = 128, n = 16384, k = 4096, h = 4096>
      ins(%a, %b, %d : tensor<128x4096xf16>, tensor<4096x16384xf16>, tensor<16384x4096xf16>)
      -> (tensor<128x4096xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %e : tensor<128x4096xf16>
}
