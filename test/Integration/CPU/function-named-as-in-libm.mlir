// A function with the name of a function of libm that the program calls.
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s
// CHECK: right
func.func @tanh(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %t = math.tanh %c : tensor<5x6xf32>
  %e = linalg.matmul ins(%t, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}
