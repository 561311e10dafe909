// RUN: mcf-opt %s --mcf-lower-assertions | FileCheck %s

// CHECK: func.func private @mcf_fail_assertion(i64)
// CHECK-LABEL: func @numbered
// CHECK: %[[NUMBER:.*]] = arith.constant 7 : i64
// CHECK: func.call @mcf_fail_assertion(%[[NUMBER]])
// CHECK-NOT: cf.assert
func.func @numbered(%c: i1) {
  cf.assert %c, "numbered" {mcf.assertion = 7 : i64}
  return
}
// CHECK-LABEL: func @other
// CHECK: cf.assert
func.func @other(%c: i1) {
  cf.assert %c, "not ours"
  return
}
