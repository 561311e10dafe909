// RUN: mcf-opt %s --mcf-apply-tiling | FileCheck %s --check-prefix=DEFAULT
// RUN: mcf-opt %s --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mh|nk{m=32, n=16,k=48}"})' | FileCheck %s --check-prefix=DEEP
// RUN: mcf-opt %s --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="|n m(k,h)" chain=0})' | FileCheck %s --check-prefix=FLAT

// The default: m on blocks, then n, which ties the contractions together, then a part for each.
// DEFAULT-LABEL: func.func @gemm_chain
// DEFAULT:      mcf.schedule <m = 64, n = 48, k = 16, h = 64> {
// DEFAULT-NEXT:   mcf.loop "m" block {
// DEFAULT-NEXT:     mcf.loop "n" serial {
// DEFAULT-NEXT:       mcf.loop "k" serial {
// DEFAULT-NEXT:         mcf.load %[[A:.*]] : <[m, k], f16>
// DEFAULT-NEXT:         mcf.load %[[B:.*]] : <[k, n], f16>
// DEFAULT-NEXT:         mcf.compute %[[C:.*]] : <[m, n], f32>
// DEFAULT-NEXT:         mcf.compute %[[C16:.*]] : <[m, n], f16>
// DEFAULT-NEXT:       }
// DEFAULT-NEXT:       mcf.loop "h" serial {
// DEFAULT-NEXT:         mcf.load %[[D:.*]] : <[n, h], f16>
// DEFAULT-NEXT:         mcf.compute %[[E:.*]] : <[m, h], f32>
// DEFAULT-NEXT:         mcf.store %[[E]] : <[m, h], f32>
// DEFAULT-NEXT:       }
// DEFAULT-NEXT:     }
// DEFAULT-NEXT:   }
// DEFAULT-NEXT: }
// DEFAULT-NEXT: mcf.yield

// DEEP:      mcf.schedule <m = 32, n = 16, k = 48, h = 64> {
// DEEP-NEXT:   mcf.loop "m" block {
// DEEP-NEXT:     mcf.loop "h" block {
// DEEP-NEXT:       mcf.loop "n" serial {
// DEEP-NEXT:         mcf.loop "k" serial {
// DEEP-NEXT:           mcf.load %{{.*}} : <[m, k], f16>
// DEEP-NEXT:           mcf.load %{{.*}} : <[k, n], f16>
// DEEP-NEXT:           mcf.load %{{.*}} : <[n, h], f16>
// DEEP-NEXT:           mcf.compute
// DEEP-NEXT:           mcf.compute
// DEEP-NEXT:           mcf.compute
// DEEP-NEXT:           mcf.store

// FLAT-LABEL: func.func @gemm_chain
// FLAT:      mcf.loop "n" serial {
// FLAT-NEXT:   mcf.loop "m" serial {
// FLAT-NEXT:     mcf.loop "k" serial {
// FLAT:          mcf.loop "h" serial {
func.func @gemm_chain(%a: tensor<500x13xf16>, %b: tensor<13x40xf16>, %d: tensor<40x512xf16>) -> tensor<500x512xf32> {
  %e = mcf.chain <m = 500, n = 40, k = 13, h = 512>
      ins(%a, %b, %d : tensor<500x13xf16>, tensor<13x40xf16>, tensor<40x512xf16>)
      -> (tensor<500x512xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %C16 = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<500x512xf32>
}

// Batch dims become block loops with tile size 1; the scale, which depends on no
// contraction, belongs to the contraction that uses it.
// DEFAULT-LABEL: func.func @batched
// DEFAULT:      mcf.schedule <b = 1, m = 32, n = 48, k = 16, h = 64> {
// DEFAULT-NEXT:   mcf.loop "b" block {
// DEFAULT-NEXT:     mcf.loop "m" block {
// DEFAULT-NEXT:       mcf.loop "n" serial {
// DEFAULT-NEXT:         mcf.loop "k" serial {
// DEFAULT:                mcf.compute %{{.*}} : <[b, m, n], f32>
// DEFAULT-NEXT:         }
// DEFAULT-NEXT:         mcf.loop "h" serial {
// DEFAULT-NEXT:           mcf.load %{{.*}} : <[b, n, h], f16>
// DEFAULT-NEXT:           mcf.compute %{{.*}} : <[b, n, h], f32>
// DEFAULT-NEXT:           mcf.compute %{{.*}} : <[b, m, h], f32>
// DEFAULT-NEXT:           mcf.store %{{.*}} : <[b, m, h], f32>

// DEEP-LABEL: func.func @batched
// DEEP:      mcf.schedule <b = 1, m = 32, n = 16, k = 48, h = 64> {
// DEEP-NEXT:   mcf.loop "b" block {
// DEEP-NEXT:     mcf.loop "m" block {
// DEEP-NEXT:       mcf.loop "h" block {
// DEEP-NEXT:         mcf.loop "n" serial {

// FLAT-LABEL: func.func @batched
// FLAT-NOT:     mcf.schedule
func.func @batched(%a: tensor<4x20x13xf16>, %b: tensor<4x13x40xf16>, %d: tensor<4x40x70xf16>) -> tensor<4x20x70xf32> {
  %e = mcf.chain <b = 4, m = 20, n = 40, k = 13, h = 70>
      ins(%a, %b, %d : tensor<4x20x13xf16>, tensor<4x13x40xf16>, tensor<4x40x70xf16>)
      -> (tensor<4x20x70xf32>) {
  ^bb0(%A: !mcf.named<[b, m, k], f16>, %B: !mcf.named<[b, k, n], f16>, %D: !mcf.named<[b, n, h], f16>):
    %D32 = mcf.map ins(%D : !mcf.named<[b, n, h], f16>) -> !mcf.named<[b, n, h], f32> {
    ^bb0(%x: f16):
      %y = arith.extf %x : f16 to f32
      mcf.yield %y : f32
    }
    %C = mcf.contract %A, %B : !mcf.named<[b, m, k], f16>, !mcf.named<[b, k, n], f16> -> !mcf.named<[b, m, n], f32>
    %E = mcf.contract %C, %D32 : !mcf.named<[b, m, n], f32>, !mcf.named<[b, n, h], f32> -> !mcf.named<[b, m, h], f32>
    mcf.yield %E : !mcf.named<[b, m, h], f32>
  }
  return %e : tensor<4x20x70xf32>
}
