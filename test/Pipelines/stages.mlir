// The named pipelines: each takes linalg to its stage, and the next one takes over from there.
// RUN: mcf-opt %s --mcf-chain-pipeline='device=A100' | FileCheck %s --check-prefix=CHAIN
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=mn(k,h){m=64,n=32,k=16,h=48}' | FileCheck %s --check-prefix=SCHEDULE
// RUN: mcf-opt %s --mcf-schedule-pipeline 2>&1 | FileCheck %s --check-prefix=SEARCHED
// RUN: mcf-opt %s --mcf-schedule-pipeline='search=none' 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=default' 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not mcf-opt %s --mcf-schedule-pipeline='search=best' 2>&1 | FileCheck %s --check-prefix=ALGORITHM
// RUN: mcf-opt %s --mcf-tile-program-pipeline | FileCheck %s --check-prefix=TILES
// RUN: mcf-opt %s --mcf-block-vectors-pipeline | FileCheck %s --check-prefix=VECTORS
// RUN: mcf-opt %s --mcf-gpu-pipeline='device=RTX3080' | FileCheck %s --check-prefix=GPU
// RUN: mcf-opt %s --mcf-nvvm-pipeline | FileCheck %s --check-prefix=NVVM
// RUN: not mcf-opt %s --mcf-gpu-pipeline='device=GTX1' 2>&1 | FileCheck %s --check-prefix=DEVICE

// mcfc stops where it is told, and starts where a file is.
// RUN: mcfc %s --emit=schedule --tiling='mn(k,h){m=64,n=32,k=16,h=48}' -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t.schedule
// RUN: mcfc %t.schedule --emit=tile-program -o %t.tiles
// RUN: mcfc %t.tiles --emit=nvvm -o %t.nvvm
// RUN: FileCheck %s --check-prefix=NVVM < %t.nvvm
// RUN: mcfc %s --emit=ptx --tiling='mn(k,h){m=64,n=32,k=16,h=48}' -o %t.ptx
// RUN: mcfc %t.tiles --emit=ptx | diff - %t.ptx

// CHAIN: mcf.chain <m = 100, n = 90, k = 72, h = 40>
// CHAIN-NOT: mcf.schedule
// SCHEDULE: mcf.schedule <m = 64, n = 32, k = 16, h = 48> placed
// SEARCHED: remark: chose m
// SEARCHED: mcf.schedule <{{.*}}> placed
// DEFAULT-NOT: remark: chose
// DEFAULT: mcf.schedule <m = 64, n = 64, k = 64, h = 48> placed
// ALGORITHM: error: expected an algorithm of auto, exhaustive, evolutionary, but got 'best'
// TILES: attributes {mcf.mapping = #mcf.mapping<warps = {{[0-9]+}}>, mcf.tile_program}
// TILES: scf.forall
// VECTORS: vector.contract
// GPU: gpu.func @{{.*}} kernel
// GPU: nvvm.mma.sync
// NVVM: llvm.func @{{.*}} attributes {{.*}}nvvm.kernel
// NVVM: {{nvvm.mma.sync|wgmma.mma_async}}
// DEVICE: expected a device of {{.*}}, but got 'GTX1'

func.func @f(%a: tensor<100x72xf16>, %b: tensor<72x90xf16>, %d: tensor<90x40xf16>) -> tensor<100x40xf32> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<100x90xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<100x90xf32>) -> tensor<100x90xf32>
  %c = linalg.matmul ins(%a, %b : tensor<100x72xf16>, tensor<72x90xf16>) outs(%c_zero : tensor<100x90xf32>) -> tensor<100x90xf32>
  %c16 = arith.truncf %c : tensor<100x90xf32> to tensor<100x90xf16>
  %e_empty = tensor.empty() : tensor<100x40xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<100x40xf32>) -> tensor<100x40xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<100x90xf16>, tensor<90x40xf16>) outs(%e_zero : tensor<100x40xf32>) -> tensor<100x40xf32>
  return %e : tensor<100x40xf32>
}
