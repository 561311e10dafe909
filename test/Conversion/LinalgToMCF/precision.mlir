// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf{precision=tf32}))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' | FileCheck %s --check-prefix=FULL

// What is f32 may be rounded; a sum of f16 operands has nothing to round.
// CHECK-LABEL: func.func @chain(
// CHECK: mcf.contract %{{[A-Z]+}}, %{{[A-Z]+}} {tf32} : <[m, k], f32>
// CHECK: mcf.contract %{{[A-Z0-9]+}}, %{{[A-Z0-9]+}} : <[m, n], f16>
// FULL-NOT: tf32
func.func @chain(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x4xf16>, %e: tensor<5x6xf32>, %f: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = linalg.fill ins(%z : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%e0 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %c16 = arith.truncf %c : tensor<5x6xf32> to tensor<5x6xf16>
  %f0 = linalg.fill ins(%z : f32) outs(%f : tensor<5x4xf32>) -> tensor<5x4xf32>
  %r = linalg.matmul ins(%c16, %d : tensor<5x6xf16>, tensor<6x4xf16>) outs(%f0 : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
