// Views that MLIR's own lowering does not take, around a chain and without one: executed.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf,mcf-apply-tiling,mcf-hoist-statements),convert-mcf-to-scf)' -o %t.mlir
// RUN: FileCheck %s --check-prefix=CHAIN < %t.mlir
// RUN: mcf-compare %s %t.mlir --function=split_after --sizes=m=12,arg3.0=3,arg4.0=4 --sizes=m=0,arg3.0=0,arg4.0=4 | FileCheck %s --check-prefix=RIGHT
// RUN: mcf-compare %s %t.mlir --function=split_between --sizes=arg0.0=6,arg2.0=2,arg3.0=2,arg4.0=3 --sizes=arg0.0=7,arg2.0=1,arg3.0=1,arg4.0=7 | FileCheck %s --check-prefix=RIGHT
// RUN: mcf-compare %s %t.mlir --function=units --sizes=arg4.4=5 --sizes=arg4.4=1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-2: : right
// RIGHT-NOT: wrong

// The result of a chain is split into parts of unknown size.
// CHAIN: call @split_after_chain_0(
func.func @split_after(%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %d: tensor<16x8xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>) -> tensor<?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x8xf32>
  %x = tensor.dim %p, %c0 : tensor<?xf32>
  %y = tensor.dim %q, %c0 : tensor<?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<?x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %e1 = tensor.empty(%m) : tensor<?x8xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %g = linalg.matmul ins(%c, %d : tensor<?x16xf32>, tensor<16x8xf32>) outs(%f1 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = tensor.expand_shape %g [[0, 1], [2]] output_shape [%x, %y, 8] : tensor<?x8xf32> into tensor<?x?x8xf32>
  return %r : tensor<?x?x8xf32>
}

// The intermediate is: nothing says what its parts are from what the chain reads, so the contractions stay alone.
// CHAIN-LABEL: func.func @split_between
// CHAIN: linalg.matmul
// CHAIN: linalg.batch_matmul
func.func @split_between(%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %d: tensor<?x16x8xf32>, %p: tensor<?xf32>, %q: tensor<?xf32>) -> tensor<?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x8xf32>
  %x = tensor.dim %p, %c0 : tensor<?xf32>
  %y = tensor.dim %q, %c0 : tensor<?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<?x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = tensor.expand_shape %c [[0, 1], [2]] output_shape [%x, %y, 16] : tensor<?x16xf32> into tensor<?x?x16xf32>
  %e1 = tensor.empty(%x, %y) : tensor<?x?x8xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %g = linalg.batch_matmul ins(%r, %d : tensor<?x?x16xf32>, tensor<?x16x8xf32>) outs(%f1 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %g : tensor<?x?x8xf32>
}

// A part of an argument drops one of two axes of size 1, beside a chain.
// CHAIN: call @units_chain_0(
func.func @units(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %d: tensor<5x6xf32>, %n: tensor<7xf32>, %x: tensor<2x1x2x2x?xf32>) -> (tensor<3x6xf32>, tensor<2x2x?xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %c = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>) outs(%f : tensor<3x5xf32>) -> tensor<3x5xf32>
  %e1 = tensor.empty() : tensor<3x6xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<3x6xf32>) -> tensor<3x6xf32>
  %g = linalg.matmul ins(%c, %d : tensor<3x5xf32>, tensor<5x6xf32>) outs(%f1 : tensor<3x6xf32>) -> tensor<3x6xf32>
  %c4 = arith.constant 4 : index
  %size = tensor.dim %x, %c4 : tensor<2x1x2x2x?xf32>
  %s = tensor.extract_slice %x[0, 0, 0, 1, 0] [2, 1, 2, 1, %size] [1, 1, 1, 1, 1] : tensor<2x1x2x2x?xf32> to tensor<2x1x2x?xf32>
  %r = tensor.collapse_shape %s [[0, 1], [2], [3]] : tensor<2x1x2x?xf32> into tensor<2x2x?xf32>
  return %g, %r : tensor<3x6xf32>, tensor<2x2x?xf32>
}
