// RUN: mcf-opt %s --mcf-apply-tiling='tiling=m|nhk{m=16,n=64,k=16,h=16}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=ESTIMATE
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=m|nhk{m=16,n=64,k=16,h=16}' | FileCheck %s --check-prefix=KERNEL

// Row statistics in f32 change their layout as columns of 16 x 1, so with 16 bytes more per row: 16 * 5 * 4 bytes. Q (16 * 20 * 4) is in registers when loop n
// begins: the column takes its bytes. In loop n at the same time: rings of two slots for K and V (2 * 64 * 20 * 4 each) and the exponentials (16 * 68 * 4), each at a
// multiple of 128 bytes: 1280 + 10240 + 10240 + 4352.

// ESTIMATE: remark: a block takes 128 threads, 26112 bytes of workgroup memory (at most 26880),
// KERNEL: workgroup_bytes = 26112
func.func @attention(%q: tensor<20x16xf32>, %k: tensor<192x16xf32>, %v: tensor<192x16xf32>) -> tensor<20x16xf32> {
  %o = mcf.chain <m = 20, n = 192, k = 16, h = 16>
      ins(%q, %k, %v : tensor<20x16xf32>, tensor<192x16xf32>, tensor<192x16xf32>) -> (tensor<20x16xf32>) {
  ^bb0(%Q: !mcf.named<[m, k], f32>, %K: !mcf.named<[n, k], f32>, %V: !mcf.named<[n, h], f32>):
    %S = mcf.contract %Q, %K : !mcf.named<[m, k], f32>, !mcf.named<[n, k], f32> -> !mcf.named<[m, n], f32>
    %max = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %exp = mcf.map ins(%S, %max : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %x: f32):
      %d = arith.subf %s, %x : f32
      %e = math.exp %d : f32
      mcf.yield %e : f32
    }
    %sum = mcf.reduce <add> %exp : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%exp, %sum : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%e: f32, %y: f32):
      %p = arith.divf %e, %y : f32
      mcf.yield %p : f32
    }
    %O = mcf.contract %P, %V : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %O : !mcf.named<[m, h], f32>
  }
  return %o : tensor<20x16xf32>
}
