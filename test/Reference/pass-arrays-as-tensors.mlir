// RUN: mcf-opt %s --mcf-pass-arrays-as-tensors --split-input-file --verify-diagnostics | FileCheck %s

// What is written becomes a result; the sizes of an array are those of its tensor.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf32>, %[[S:.*]]: f32) -> (index, tensor<?x4xf32>)
// CHECK:         %[[DIM:.*]] = tensor.dim %[[A]],
// CHECK:         %[[R:.*]] = linalg.add ins(%[[A]], %[[A]]
// CHECK:         return %[[DIM]], %[[R]] : index, tensor<?x4xf32>
func.func @f(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %out: memref<?x4xf32>, %s: f32) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %t = bufferization.to_tensor %a restrict : memref<?x4xf32, strided<[?, 1], offset: ?>> to tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %r = linalg.add ins(%t, %t : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  return %d : index
}

// The size of an array that is written may be asked for.
// CHECK-LABEL: func.func @size(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[OUT:.*]]: tensor<?xf32>) -> (index, tensor<?xf32>)
// CHECK:         tensor.dim %[[OUT]],
func.func @size(%a: memref<?xf32>, %out: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %out, %c0 : memref<?xf32>
  %t = bufferization.to_tensor %a restrict : memref<?xf32> to tensor<?xf32>
  bufferization.materialize_in_destination %t in restrict writable %out : (tensor<?xf32>, memref<?xf32>) -> ()
  return %d : index
}

// -----

func.func @part(%a: memref<8x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{expected argument 0 to be read whole by bufferization.to_tensor, or written whole and once by bufferization.materialize_in_destination}}
  %v = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[4, 1]>>
  %t = bufferization.to_tensor %v restrict : memref<4x4xf32, strided<[4, 1]>> to tensor<4x4xf32>
  return %t : tensor<4x4xf32>
}

// -----

func.func @twice(%a: tensor<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{written whole and once}}
  bufferization.materialize_in_destination %a in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %a in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @both(%a: memref<4xf32>) {
  %t = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %r = arith.negf %t : tensor<4xf32>
  // expected-error @below {{expected argument 0 to be read or written, but got both}}
  bufferization.materialize_in_destination %r in restrict writable %a : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// expected-error @below {{expected structured control flow in a function that takes memrefs}}
func.func @blocks(%a: memref<4xf32>) {
  cf.br ^bb1
^bb1:
  return
}
