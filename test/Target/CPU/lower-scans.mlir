// RUN: mcf-opt %s --mcf-lower-scans | FileCheck %s

// CHECK-LABEL: func @inclusive
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]{{.*}} ins(%arg0, %arg2 : tensor<2x5xf32>, tensor<5xf32>) outs(%arg1 : tensor<2x5xf32>)
// CHECK: linalg.index 0
// CHECK: linalg.index 2
// CHECK: arith.addf
// CHECK: arith.cmpi ule
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @inclusive(%x: tensor<2x5xf32>, %out: tensor<2x5xf32>, %l: tensor<5xf32>) -> tensor<2x5xf32> {
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<2x5xf32>) outs(%out, %l : tensor<2x5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<2x5xf32>, tensor<5xf32>
  return %r#0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @last
// CHECK: arith.cmpi ult
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]{{.*}} outs(%arg2 : tensor<f32>)
func.func @last(%x: tensor<5xf32>, %out: tensor<5xf32>, %l: tensor<f32>) -> tensor<f32> {
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<5xf32>) outs(%out, %l : tensor<5xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<5xf32>, tensor<f32>
  return %r#1 : tensor<f32>
}
