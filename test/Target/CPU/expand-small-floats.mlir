// RUN: mcf-opt %s --mcf-expand-small-floats | FileCheck %s

// What is computed is tested in test/unit/SmallFloatTest.cpp.
// CHECK-LABEL: func.func @e4m3(
// CHECK-NOT:     f8E4M3FN to f32
// CHECK:         arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK:         %[[R:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT:    return %[[R]]
func.func @e4m3(%x: f8E4M3FN) -> f32 {
  %r = arith.extf %x : f8E4M3FN to f32
  return %r : f32
}

// CHECK-LABEL: func.func @e5m2(
// CHECK-NOT:     arith.truncf
// CHECK:         arith.bitcast %{{.*}} : f64 to i64
// CHECK:         %[[R:.*]] = arith.bitcast %{{.*}} : i8 to f8E5M2
// CHECK-NEXT:    return %[[R]]
func.func @e5m2(%x: f64) -> f8E5M2 {
  %r = arith.truncf %x : f64 to f8E5M2
  return %r : f8E5M2
}

// Other types are left alone.
// CHECK-LABEL: func.func @f16(
// CHECK-NEXT:    arith.truncf
// CHECK-NEXT:    return
func.func @f16(%x: f32) -> f16 {
  %r = arith.truncf %x : f32 to f16
  return %r : f16
}

// There and back rounds, though the casts say that they may be folded away.
// CHECK-LABEL: func.func @round_trip(
// CHECK:         arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.extui %{{.*}} : i8 to i32
func.func @round_trip(%x: f32) -> f32 {
  %t = arith.truncf %x fastmath<contract> : f32 to f8E5M2
  %r = arith.extf %t fastmath<contract> : f8E5M2 to f32
  return %r : f32
}
