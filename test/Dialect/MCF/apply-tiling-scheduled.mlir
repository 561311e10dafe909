// A chain that has a schedule keeps it, unless an expression is given.
// RUN: mcf-opt %s --mcf-apply-tiling | FileCheck %s --check-prefix=KEPT
// RUN: not mcf-opt %s --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="m"})' 2>&1 -o /dev/null | FileCheck %s --check-prefix=TWICE

// TWICE:  error: expected a chain without a schedule, but it has one
// KEPT-LABEL: func.func @scheduled
// KEPT:     mcf.schedule <m = 3> {
// KEPT-NOT: mcf.schedule
func.func @scheduled(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %0 = arith.negf %x : f32
      mcf.yield %0 : f32
    }
    mcf.schedule <m = 3> {
      mcf.loop "m" block {
        mcf.load %A : !mcf.named<[m], f32>
        mcf.compute %p : !mcf.named<[m], f32>
        mcf.store %p : !mcf.named<[m], f32>
      }
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return %r : tensor<4xf32>
}
