// A mapping goes from the text of a tiling to the threads of the kernel.
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=mn(k,h){m=16,n=256,k=64,h=64}[warps=8,stages=2]' | FileCheck %s --check-prefix=SCHEDULE
// RUN: mcf-opt %s --mcf-tile-program-pipeline='tiling=mn(k,h){m=16,n=256,k=64,h=64}[warps=8,stages=2]' | FileCheck %s --check-prefix=PROGRAM
// RUN: mcf-opt %s --mcf-block-vectors-pipeline='tiling=mn(k,h){m=16,n=256,k=64,h=64}[warps=8,stages=2]' | FileCheck %s --check-prefix=PROGRAM
// RUN: mcf-opt %s --mcf-gpu-pipeline='tiling=mn(k,h){m=16,n=256,k=64,h=64}[warps=8,stages=2]' | FileCheck %s --check-prefix=KERNEL
// RUN: mcfc %s --tiling='mn(k,h){m=16,n=256,k=64,h=64}[warps=16]' --emit=ptx | FileCheck %s --check-prefix=PTX
// Without one a tile of 16 rows has one warp.
// RUN: mcfc %s --tiling='mn(k,h){m=16,n=256,k=64,h=64}' --emit=ptx | FileCheck %s --check-prefix=DEFAULT
// The estimate of resources knows it: 256 rows of 64 halves, and so on, and the way of the intermediate to all warps.
// RUN: mcf-opt %s --mcf-schedule-pipeline='tiling=mn(k,h){m=16,n=256,k=64,h=64}[warps=8]' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=RESOURCES

// SCHEDULE: mcf.schedule <m = 16, n = 256, k = 64, h = 64> mapping <warps = 8, stages = 2> placed {
// PROGRAM: func.func private @chain_chain_0({{.*}}attributes {{{.*}}mcf.mapping = #mcf.mapping<warps = 8, stages = 2>
// KERNEL: gpu.func @chain_chain_0({{.*}}block_size = array<i32: 256, 1, 1>{{.*}}mcf.mapping = #mcf.mapping<warps = 8, stages = 2>{{.*}}block = 256
// PTX: .maxntid 512, 1, 1
// DEFAULT: .maxntid 32, 1, 1
// RESOURCES: a block takes 256 threads,
func.func @chain(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf16> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<512x256xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<512x256xf32>) -> tensor<512x256xf32>
  %c = linalg.matmul ins(%a, %b : tensor<512x64xf16>, tensor<64x256xf16>) outs(%c_zero : tensor<512x256xf32>) -> tensor<512x256xf32>
  %c16 = arith.truncf %c : tensor<512x256xf32> to tensor<512x256xf16>
  %e_empty = tensor.empty() : tensor<512x64xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<512x256xf16>, tensor<256x64xf16>) outs(%e_zero : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e16 = arith.truncf %e : tensor<512x64xf32> to tensor<512x64xf16>
  return %e16 : tensor<512x64xf16>
}
