// Where warps only copy, all tiles are in use from the start: the ring of J no longer shares bytes with those of A and B. The compiler says the same.
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=1]' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITH
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=0]' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=1]' | FileCheck %s --check-prefix=KERNEL-WITH
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=0]' | FileCheck %s --check-prefix=KERNEL-WITHOUT
// An inner loop, copies in place, and a device without TMA have none.
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=1,stages=1]' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=m|nhp(k,q){m=64,n=32,k=64,h=64,p=64,q=64}[warps=4,producers=1]' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=m|nhp(k,q){m=64,n=64,k=64,h=64,p=64,q=64}[warps=4,producers=1] device=A100' --mcf-print-resources=device=A100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// WITH: a block takes 160 threads, 66560 bytes
// KERNEL-WITH: block = 160, workgroup_bytes = 66560
// WITHOUT: a block takes 128 threads, 50176 bytes
// KERNEL-WITHOUT: block = 128, workgroup_bytes = 50176
// NONE: a block takes 128 threads
func.func @f(%a: tensor<512x256xf16>, %b: tensor<256x64xf16>, %d: tensor<64x64xf16>, %f: tensor<64x64xf16>, %j: tensor<64x256xf16>) -> tensor<512x256xf16> {
  %k = mcf.chain <m = 512, n = 64, k = 256, h = 64, p = 64, q = 256>
      ins(%a, %b, %d, %f, %j : tensor<512x256xf16>, tensor<256x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x256xf16>)
      -> (tensor<512x256xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>, %F: !mcf.named<[h, p], f16>, %J: !mcf.named<[p, q], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    %G = mcf.contract %E, %F : !mcf.named<[m, h], f16>, !mcf.named<[h, p], f16> -> !mcf.named<[m, p], f16>
    %K = mcf.contract %G, %J : !mcf.named<[m, p], f16>, !mcf.named<[p, q], f16> -> !mcf.named<[m, q], f16>
    mcf.yield %K : !mcf.named<[m, q], f16>
  }
  return %k : tensor<512x256xf16>
}
