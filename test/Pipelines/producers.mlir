// Warps that only copy, from the text of a tiling to PTX: attention on a device with TMA.
// RUN: mcfc %s --device=h100 --tiling='m|nhk{m=128,n=64,k=64,h=64}[warps=8,overlap=1,producers=4]' --emit=ptx | FileCheck %s --check-prefix=FOUR
// RUN: mcfc %s --device=h100 --tiling='m|nhk{m=128,n=64,k=64,h=64}[warps=8,overlap=1,producers=1]' --emit=ptx | FileCheck %s --check-prefix=ONE
// RUN: mcfc %s --device=h100 --tiling='m|nhk{m=128,n=64,k=64,h=64}[warps=8,producers=4]' --emit=plan | FileCheck %s --check-prefix=PLAN
// Where no instruction takes tiles where TMA puts them, and on a device without it, they are not made.
// RUN: mcfc %s --device=h100 --tiling='m|nhk{m=128,n=64,k=64,h=64}[warps=2,producers=4]' --emit=plan | FileCheck %s --check-prefix=NONE
// RUN: mcfc %s --device=a100 --tiling='m|nhk{m=128,n=64,k=64,h=64}[warps=2,producers=4]' --emit=plan | FileCheck %s --check-prefix=NONE
// The estimate of resources says the same.
// RUN: mcf-opt %s --mcf-schedule-pipeline='device=h100 tiling=m|nhk{m=128,n=64,k=64,h=64}[warps=8,producers=4]' --mcf-print-resources=device=h100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOUR-TAKES
// RUN: mcf-opt %s --mcf-schedule-pipeline='device=h100 tiling=m|nhk{m=128,n=64,k=64,h=64}[warps=8,producers=1]' --mcf-print-resources=device=h100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE-TAKES
// RUN: mcf-opt %s --mcf-schedule-pipeline='device=h100 tiling=m|nhk{m=128,n=64,k=64,h=64}[warps=2,producers=4]' --mcf-print-resources=device=h100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE-TAKES

// The barrier of all threads stands before the split, those of the 256 that compute behind it. The copies are in no loop with products.
// FOUR: .maxntid 384, 1, 1
// FOUR: .minnctapersm 1
// FOUR: mbarrier.init
// FOUR: bar{{(rier)?(.cta)?}}.sync{{.*}} 0;
// FOUR-DAG: setmaxnreg.dec.sync.aligned.u32 40
// FOUR-DAG: setmaxnreg.inc.sync.aligned.u32 232
// FOUR-NOT: bar{{(rier)?(.cta)?}}.sync{{.*}} 0;
// ONE: .maxntid 288, 1, 1
// ONE-NOT: setmaxnreg
// ONE: wgmma.mma_async
// PLAN: 384
// NONE: 64
// FOUR-TAKES: a block takes 384 threads, {{.*}} (expected 168); 1 blocks fit an SM of H100
// ONE-TAKES: a block takes 288 threads,
// NONE-TAKES: a block takes 64 threads,

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @attention(%q: tensor<512x64xf16>, %k: tensor<512x64xf16>, %v: tensor<512x64xf16>) -> tensor<512x64xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<512x64xf16>, tensor<512x64xf16>) outs(%s0 : tensor<512x512xf32>) -> tensor<512x512xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %p16 = arith.truncf %p : tensor<512x512xf32> to tensor<512x512xf16>
  %oe = tensor.empty() : tensor<512x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<512x64xf32>) -> tensor<512x64xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<512x512xf16>, tensor<512x64xf16>) outs(%o0 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %o16 = arith.truncf %o : tensor<512x64xf32> to tensor<512x64xf16>
  return %o16 : tensor<512x64xf16>
}
