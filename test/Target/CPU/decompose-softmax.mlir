// RUN: mcf-opt %s --mcf-decompose-softmax -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[X:.*]]: tensor<2x?x8xf16>, %[[OUT:.*]]: tensor<2x?x8xf16>
// CHECK-NOT:     linalg.softmax
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// The maximum starts from -inf (0xFC00), not from NaN.
// CHECK:         %[[LOW:.*]] = arith.constant 0xFC00 : f16
// CHECK:         linalg.fill ins(%[[LOW]]
// CHECK:         %[[MAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:           arith.maximumf
// CHECK:         %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[MAX]]
// CHECK:           arith.subf
// CHECK:           math.exp
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f16
// CHECK:         linalg.fill ins(%[[ZERO]]
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[EXP]]
// CHECK:           arith.addf
// CHECK:         %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[EXP]], %[[SUM]]
// CHECK:           arith.divf
// CHECK:         return %[[RESULT]]
func.func @rows(%x: tensor<2x?x8xf16>, %out: tensor<2x?x8xf16>) -> tensor<2x?x8xf16> {
  %r = linalg.softmax dimension(2) ins(%x : tensor<2x?x8xf16>) outs(%out : tensor<2x?x8xf16>) -> tensor<2x?x8xf16>
  return %r : tensor<2x?x8xf16>
}

// CHECK-LABEL: func.func @columns(
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
func.func @columns(%x: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.softmax dimension(0) ins(%x : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @buffers(%x: memref<4x8xf32>, %out: memref<4x8xf32>) {
  // expected-error@+1 {{expected tensor operands, but got 'memref<4x8xf32>'}}
  linalg.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%out : memref<4x8xf32>)
  return
}
