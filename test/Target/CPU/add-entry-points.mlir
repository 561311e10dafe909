// RUN: mcf-opt %s --mcf-add-entry-points -split-input-file -verify-diagnostics | FileCheck %s

// A function may have the name of one of libm: bodies get other names.
// CHECK-LABEL: func.func private @mcf_body_f(
// CHECK-LABEL: func.func @mcf_entry_f(
// CHECK-SAME:      %[[A:.*]]: tensor<4x?xf16> {bufferization.writable = false}, %[[S:.*]]: f32, %[[OUT:.*]]: memref<4x?xf16>, %[[SCALAR:.*]]: memref<f32>)
// CHECK-SAME:      attributes {llvm.emit_c_interface}
// CHECK:         %[[R:.*]]:2 = call @mcf_body_f(%[[A]], %[[S]])
// CHECK:         bufferization.materialize_in_destination %[[R]]#0 in restrict writable %[[OUT]]
// CHECK:         memref.store %[[R]]#1, %[[SCALAR]][]
func.func @f(%a: tensor<4x?xf16>, %s: f32) -> (tensor<4x?xf16>, f32) {
  %r = call @helper(%a) : (tensor<4x?xf16>) -> tensor<4x?xf16>
  return %r, %s : tensor<4x?xf16>, f32
}
// CHECK-LABEL: func.func private @mcf_body_helper(
// CHECK-NOT:   mcf_entry_helper
func.func private @helper(%a: tensor<4x?xf16>) -> tensor<4x?xf16> {
  return %a : tensor<4x?xf16>
}

// -----

// expected-error@+1 {{expected arguments and results to be ranked tensors or scalars, but got 'tensor<*xf32>'}}
func.func @unranked(%a: tensor<*xf32>) {
  return
}

// -----

// expected-error@+1 {{expected the name 'mcf_entry_f' to be free for the entry point, but it is taken}}
func.func @f() {
  return
}
func.func private @mcf_entry_f() {
  return
}

// -----

// expected-error@+1 {{expected the name 'mcf_body_f' to be free, but it is taken}}
func.func @f() {
  return
}
func.func private @mcf_body_f() {
  return
}
