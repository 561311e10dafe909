// RUN: mcf-opt %s | mcf-opt | FileCheck %s

// CHECK-LABEL: func @scan
// CHECK: tm_tensor.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<2x?xi64>) outs(%{{.*}}, %{{.*}} : tensor<2x?xi64>, tensor<2xi64>) {
// CHECK: tm_tensor.yield %{{.*}} : i64
// CHECK: } -> tensor<2x?xi64>, tensor<2xi64>
func.func @scan(%x: tensor<2x?xi64>, %out: tensor<2x?xi64>, %last: tensor<2xi64>) -> (tensor<2x?xi64>, tensor<2xi64>) {
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x?xi64>) outs(%out, %last : tensor<2x?xi64>, tensor<2xi64>) {
  ^bb0(%before: i64, %next: i64):
    %sum = arith.addi %before, %next : i64
    tm_tensor.yield %sum : i64
  } -> tensor<2x?xi64>, tensor<2xi64>
  return %r#0, %r#1 : tensor<2x?xi64>, tensor<2xi64>
}
