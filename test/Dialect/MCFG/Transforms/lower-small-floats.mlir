// RUN: mcf-opt %s --mcf-lower-small-floats -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @extension(
// CHECK:         %[[BYTE:.*]] = arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK:         %[[PAIR:.*]] = nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
// CHECK:         %[[HALF:.*]] = vector.extract %[[PAIR]][0] : f16 from vector<2xf16>
// CHECK:         arith.extf %[[HALF]] : f16 to f32
func.func @extension(%x: f8E4M3FN) -> f32 {
  %r = arith.extf %x : f8E4M3FN to f32
  return %r : f32
}

// bf16 holds every f8, but not by way of one cast.
// CHECK-LABEL: func.func @to_bf16(
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @to_bf16(%x: f8E5M2) -> bf16 {
  %r = arith.extf %x : f8E5M2 to bf16
  return %r : bf16
}

// The instruction saturates; beyond 464 a cast to E4M3FN gives NaN, from 61440 on one to E5M2 infinity. Both keep the sign.
// CHECK-LABEL: func.func @truncation(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[LIMIT:.*]] = arith.constant 4.640000e+02 : f32
// CHECK-DAG:     %[[SIGN:.*]] = arith.constant -128 : i8
// CHECK-DAG:     %[[NAN:.*]] = arith.constant 127 : i8
// CHECK:         %[[PAIR:.*]] = nvvm.convert.f32x2.to.f8x2 %[[ZERO]], %[[X]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
// CHECK:         %[[BYTE:.*]] = arith.trunci %[[PAIR]] : i16 to i8
// CHECK:         %[[MAGNITUDE:.*]] = llvm.call_intrinsic "llvm.fabs"(%[[X]])
// CHECK:         %[[BEYOND:.*]] = arith.cmpf ogt, %[[MAGNITUDE]], %[[LIMIT]]
// CHECK:         %[[NEGATIVE:.*]] = arith.andi %[[BYTE]], %[[SIGN]]
// CHECK:         %[[SIGNED:.*]] = arith.ori %[[NEGATIVE]], %[[NAN]]
// CHECK:         %[[RESULT:.*]] = arith.select %[[BEYOND]], %[[SIGNED]], %[[BYTE]]
// CHECK:         arith.bitcast %[[RESULT]] : i8 to f8E4M3FN
func.func @truncation(%x: f32) -> f8E4M3FN {
  %r = arith.truncf %x : f32 to f8E4M3FN
  return %r : f8E4M3FN
}

// CHECK-LABEL: func.func @infinity(
// CHECK-DAG:     %[[LIMIT:.*]] = arith.constant 6.144000e+04 : f32
// CHECK-DAG:     %[[INFINITY:.*]] = arith.constant 124 : i8
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.cmpf oge, %{{.*}}, %[[LIMIT]]
// CHECK:         arith.ori %{{.*}}, %[[INFINITY]]
func.func @infinity(%x: f16) -> f8E5M2 {
  %r = arith.truncf %x : f16 to f8E5M2
  return %r : f8E5M2
}

// There and back rounds, though the casts say that they may be folded away.
// CHECK-LABEL: func.func @round_trip(
// CHECK:         nvvm.convert.f32x2.to.f8x2
// CHECK:         nvvm.convert.f8x2.to.f16x2
func.func @round_trip(%x: f32) -> f32 {
  %t = arith.truncf %x fastmath<contract> : f32 to f8E5M2
  %r = arith.extf %t fastmath<contract> : f8E5M2 to f32
  return %r : f32
}

// -----

func.func @f64(%x: f64) -> f8E5M2 {
  // expected-error @below {{expected a cast to f8 from f32 or a narrower type on the GPU, but got 'f64'}}
  %r = arith.truncf %x : f64 to f8E5M2
  return %r : f8E5M2
}
