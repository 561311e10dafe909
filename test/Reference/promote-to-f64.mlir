// RUN: mcf-opt %s --mcf-promote-to-f64 -split-input-file -verify-diagnostics | FileCheck %s
// RUN: mcf-opt %s --mcf-promote-to-f64=tf32 -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=TF32
// RUN: mcf-opt %s --mcf-promote-to-f64=observer=see -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=SEEN

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:      %arg0: tensor<4x8xf64>, %arg1: tensor<8x5xf64>) -> tensor<4x5xf64>
// CHECK:         %[[Z:.*]] = arith.constant 2.500000e-01 : f64
// CHECK:         linalg.generic {{.*}} ins(%[[Z]] : f64)
// CHECK:         linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<4x8xf64>, tensor<8x5xf64>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64):
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f64
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[C]], %[[P]] : f64
// CHECK-NEXT:      linalg.yield %[[S]]
func.func @matmul(%a: tensor<4x8xf16>, %b: tensor<8x5xf16>) -> tensor<4x5xf32> {
  %z = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<4x5xf32>
  %c0 = linalg.fill ins(%z : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %c = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x5xf16>) outs(%c0 : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %c : tensor<4x5xf32>
}

// A cast that the program spells rounds still; extensions vanish.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME:      %[[X:.*]]: tensor<4xf64>, %[[N:.*]]: tensor<4xi32>)
// CHECK-NEXT:    %[[H:.*]] = arith.truncf %[[X]] : tensor<4xf64> to tensor<4xf16>
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[H]] : tensor<4xf16> to tensor<4xf64>
// CHECK-NEXT:    %[[I:.*]] = arith.sitofp %[[N]] : tensor<4xi32> to tensor<4xf64>
// CHECK-NEXT:    %[[IB:.*]] = arith.truncf %[[I]] : tensor<4xf64> to tensor<4xbf16>
// CHECK-NEXT:    %[[IW:.*]] = arith.extf %[[IB]] : tensor<4xbf16> to tensor<4xf64>
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[W]], %[[IW]] : tensor<4xf64>
// CHECK-NEXT:    return %[[S]], %[[W]]
func.func @casts(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf16>) {
  %h = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %w = arith.extf %h : tensor<4xf16> to tensor<4xf32>
  %i = arith.sitofp %n : tensor<4xi32> to tensor<4xbf16>
  %iw = arith.extf %i : tensor<4xbf16> to tensor<4xf32>
  %s = arith.addf %w, %iw : tensor<4xf32>
  return %s, %h : tensor<4xf32>, tensor<4xf16>
}

// An observer sees every value that is rounded, one by one, with the digits and the smallest exponent of the type.
// SEEN:          func.func private @see(f64, f64, i64, i64) -> f64
// SEEN-LABEL:  func.func @casts(
// SEEN:          linalg.generic {{.*}} outs(%arg0 : tensor<4xf64>)
// SEEN-NEXT:     ^bb0(%[[X:.*]]: f64):
// SEEN-NEXT:       %[[H:.*]] = arith.truncf %[[X]] : f64 to f16
// SEEN-NEXT:       %[[W:.*]] = arith.extf %[[H]] : f16 to f64
// SEEN-DAG:        %[[DIGITS:.*]] = arith.constant 11 : i64
// SEEN-DAG:        %[[EXPONENT:.*]] = arith.constant -14 : i64
// SEEN-NEXT:       %[[R:.*]] = func.call @see(%[[X]], %[[W]], %[[DIGITS]], %[[EXPONENT]]) : (f64, f64, i64, i64) -> f64
// SEEN-NEXT:       linalg.yield %[[R]] : f64
// SEEN:          linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf64>)
// SEEN:            arith.constant 8 : i64
// SEEN:            arith.constant -126 : i64
// SEEN:            func.call @see(

// Constants keep the value that they have in their own type, special ones too.
// CHECK-LABEL: func.func @constants(
// CHECK:         arith.constant dense<[0.0999755859375, 0xFFF0000000000000]> : tensor<2xf64>
// CHECK:         arith.constant 0.1015625 : f64
func.func @constants() -> (tensor<2xf16>, bf16) {
  %a = arith.constant dense<[0.1, 0xFC00]> : tensor<2xf16>
  %b = arith.constant 0.1016 : bf16
  return %a, %b : tensor<2xf16>, bf16
}

// Products of f32 that are summed up have their operands rounded to 10 bits of mantissa with `tf32`; f16 has no more.
// CHECK-LABEL: func.func @tf32(
// CHECK-NOT:     arith.bitcast
// TF32-LABEL:  func.func @tf32(
// TF32:          linalg.generic
// TF32-COUNT-4:  arith.bitcast
// TF32:          arith.mulf
// TF32:          linalg.generic
// TF32-NOT:      arith.bitcast
// TF32:          return
func.func @tf32(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %h: tensor<4x5xf16>, %g: tensor<5x6xf16>, %s: tensor<4x6xf16>) -> (tensor<4x6xf32>, tensor<4x6xf16>) {
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %t = linalg.matmul ins(%h, %g : tensor<4x5xf16>, tensor<5x6xf16>) outs(%s : tensor<4x6xf16>) -> tensor<4x6xf16>
  return %r, %t : tensor<4x6xf32>, tensor<4x6xf16>
}

// -----

func.func @bits(%x: f16) -> i16 {
  // expected-error@+1 {{expected no reinterpretation of float bits: it has no meaning in f64}}
  %b = arith.bitcast %x : f16 to i16
  return %b : i16
}

// -----

// expected-error@+1 {{expected a body: an external function cannot change its types}}
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @buffers(%x: memref<4xf32>, %i: index) -> f32 {
  // expected-error@+1 {{expected tensors, but got 'memref<4xf32>'}}
  %v = memref.load %x[%i] : memref<4xf32>
  return %v : f32
}
