// RUN: mcf-opt %s --mcf-convert-copies-to-loops | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic {{.*}} ins(%arg0 : memref<4x8xf32, strided<[16, 1]>>) outs(%arg1 : memref<4x8xf32>)
func.func @strided(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @same(
// CHECK-NEXT:    return
func.func @same(%a: memref<4xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  return
}
