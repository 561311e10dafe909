// Programs with dims of size 0 that are known, folded and as they were.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=FOLDED < %t.mlir
// RUN: mcf-compare %s %t.mlir | FileCheck %s
// FOLDED-NOT: linalg.matmul
// CHECK: softmax: right
// CHECK: sums: right

func.func @softmax(%q: tensor<4x16xf32>, %k: tensor<16x0xf32>, %v: tensor<0x8xf32>, %start: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x0xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x0xf32>) -> tensor<4x0xf32>
  %s = linalg.matmul ins(%q, %k : tensor<4x16xf32>, tensor<16x0xf32>) outs(%f : tensor<4x0xf32>) -> tensor<4x0xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4x0xf32>) outs(%e : tensor<4x0xf32>) -> tensor<4x0xf32>
  %o = linalg.matmul ins(%p, %v : tensor<4x0xf32>, tensor<0x8xf32>) outs(%start : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

func.func @sums(%a: tensor<5x0xf32>, %b: tensor<0x6xf32>, %d: tensor<6x0xf32>, %z: tensor<5x6xf32>) -> (tensor<5x6xf32>, tensor<5x0xf32>) {
  %c = linalg.matmul ins(%a, %b : tensor<5x0xf32>, tensor<0x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x0xf32>) outs(%a : tensor<5x0xf32>) -> tensor<5x0xf32>
  return %c, %e : tensor<5x6xf32>, tensor<5x0xf32>
}
