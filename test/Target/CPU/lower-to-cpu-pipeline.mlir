// RUN: mcf-opt %s --mcf-lower-to-cpu-pipeline | FileCheck %s
// RUN: mcf-opt %s --mcf-lower-to-cpu-pipeline=entry-points=false | FileCheck %s --check-prefix=PLAIN

// Only the LLVM dialect is left, and what is allocated is freed.
// CHECK-NOT: unrealized_conversion_cast
// CHECK-NOT: memrefCopy
// CHECK-NOT: linalg.
// CHECK-NOT: scf.
// CHECK:     llvm.func @mcf_body_f(
// CHECK:       llvm.call @malloc
// CHECK:     llvm.func @mcf_entry_f(
// CHECK:       llvm.call @free
// CHECK:     llvm.func @_mlir_ciface_mcf_entry_f(
// PLAIN:     llvm.func @f(
// PLAIN-NOT: mcf_entry_f
func.func @f(%a: tensor<3x8xf16>, %b: tensor<8x5xf16>) -> tensor<3x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %c0 = linalg.fill ins(%z : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %c = linalg.matmul ins(%a, %b : tensor<3x8xf16>, tensor<8x5xf16>) outs(%c0 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %s = linalg.softmax dimension(1) ins(%c : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}
