// RUN: mcf-opt %s --mcf-apply-tiling --mcf-hoist-statements | FileCheck %s

// A result that is an input needs no statement.
// CHECK:      mcf.schedule <m = 16> placed {
// CHECK-NEXT: }
func.func @input_is_result(%a: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield %A : !mcf.named<[m], f32>
  }
  return %r : tensor<4xf32>
}
