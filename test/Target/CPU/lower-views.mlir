// RUN: mcf-opt %s --mcf-lower-views | FileCheck %s
// What is left goes through upstream's pass.
// RUN: mcf-opt %s --mcf-lower-views --expand-strided-metadata | FileCheck %s --check-prefix=METADATA
// METADATA-NOT: memref.expand_shape
// METADATA-NOT: memref.subview

// CHECK-LABEL: func.func @open(
// CHECK-SAME:    %[[X:.*]]: memref<?x3xf32, strided<[?, 1], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index)
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK:         %[[INNER:.*]] = arith.muli %[[STRIDES]]#0, %[[B]]
// CHECK:         %[[FOUR:.*]] = arith.constant 4
// CHECK:         %[[OUTER:.*]] = arith.muli %[[INNER]], %[[FOUR]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[A]], 4, %[[B]], 3], strides: [%[[OUTER]], %[[INNER]], %[[STRIDES]]#0, 1]
func.func @open(%x: memref<?x3xf32, strided<[?, 1], offset: ?>>, %a: index, %b: index)
    -> memref<?x4x?x3xf32, strided<[?, ?, ?, 1], offset: ?>> {
  %e = memref.expand_shape %x [[0, 1, 2], [3]] output_shape [%a, 4, %b, 3]
      : memref<?x3xf32, strided<[?, 1], offset: ?>> into memref<?x4x?x3xf32, strided<[?, ?, ?, 1], offset: ?>>
  return %e : memref<?x4x?x3xf32, strided<[?, ?, ?, 1], offset: ?>>
}

// Upstream takes it: one size is that of the whole by 4.
// CHECK-LABEL: func.func @one_open(
// CHECK-NEXT:    memref.expand_shape
func.func @one_open(%x: memref<?xf32>, %a: index) -> memref<?x4xf32> {
  %e = memref.expand_shape %x [[0, 1]] output_shape [%a, 4] : memref<?xf32> into memref<?x4xf32>
  return %e : memref<?x4xf32>
}

// One of two axes of size 1 goes, and it can only be the second.
// CHECK-LABEL: func.func @units(
// CHECK-SAME:    %[[X:.*]]: memref<2x1x2x2x?xf32>, %[[N:.*]]: index)
// CHECK:         %[[FULL:.*]] = memref.subview %[[X]][0, 0, 0, 1, 0] [2, 1, 2, 1, %[[N]]] [1, 1, 1, 1, 1] : memref<2x1x2x2x?xf32> to memref<2x1x2x1x?xf32, strided<[?, ?, ?, ?, 1], offset: ?>>
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:5, %[[STRIDES:.*]]:5 = memref.extract_strided_metadata %[[FULL]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [2, 1, 2, %[[N]]], strides: [%[[STRIDES]]#0, %[[STRIDES]]#1, %[[STRIDES]]#2, 1]
func.func @units(%x: memref<2x1x2x2x?xf32>, %n: index) -> memref<2x1x2x?xf32, strided<[?, ?, ?, 1], offset: ?>> {
  %s = memref.subview %x[0, 0, 0, 1, 0] [2, 1, 2, 1, %n] [1, 1, 1, 1, 1]
      : memref<2x1x2x2x?xf32> to memref<2x1x2x?xf32, strided<[?, ?, ?, 1], offset: ?>>
  return %s : memref<2x1x2x?xf32, strided<[?, ?, ?, 1], offset: ?>>
}

// All go.
// CHECK-LABEL: func.func @all_units(
// CHECK-NEXT:    memref.subview %{{.*}} to memref<2xf32, strided<[?], offset: ?>>
func.func @all_units(%x: memref<2x2x?xf32>, %i: index) -> memref<2xf32, strided<[?], offset: ?>> {
  %s = memref.subview %x[0, 1, %i] [2, 1, 1] [1, 1, 1] : memref<2x2x?xf32> to memref<2xf32, strided<[?], offset: ?>>
  return %s : memref<2xf32, strided<[?], offset: ?>>
}
