// The dialects and passes load into stock mlir-opt.
// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%mcf_plugin %s | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%mcf_plugin --load-pass-plugin=%mcf_plugin %s \
// RUN:   --pass-pipeline='builtin.module(func.func(mcf-apply-tiling,mcf-hoist-statements))' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PLACED
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// WITHOUT: error: Dialect `mcf' not found for custom op 'mcf.chain'

// CHECK-LABEL: func.func @row_max
// CHECK: mcf.chain <m = 8, n = 16>
// CHECK: mcf.reduce <maximumf>
// PLACED: mcf.schedule <m = 16, n = 16> placed
func.func @row_max(%a: tensor<8x16xf32>) -> tensor<8xf32> {
  %r = mcf.chain <m = 8, n = 16> ins(%a : tensor<8x16xf32>) -> (tensor<8xf32>) {
  ^bb0(%A: !mcf.named<[m, n], f32>):
    %R = mcf.reduce <maximumf> %A : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    mcf.yield %R : !mcf.named<[m], f32>
  }
  return %r : tensor<8xf32>
}
