// RUN: mcf-opt %s --mcf-lower-math -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @exp
// CHECK: %[[C:.*]] = arith.constant 1.44269502 : f32
// CHECK: %[[S:.*]] = arith.mulf %{{.*}}, %[[C]] : f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[S]]) : (f32) -> f32
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: @half
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f16) -> f16 {
  %0 = math.rsqrt %x : f16
  return %0 : f16
}

// Near 1 the instruction has an absolute error, so a series takes its place.
// CHECK-LABEL: @log
// CHECK: %[[LG2:.*]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: %[[FAR:.*]] = arith.mulf %[[LG2]]
// CHECK: arith.divf
// CHECK-COUNT-6: math.fma
// CHECK: arith.mulf
// CHECK: %[[NEAR:.*]] = arith.mulf
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf olt
// CHECK: arith.select %{{.*}}, %[[NEAR]], %[[FAR]]
func.func @log(%x: f32) -> f32 {
  %0 = math.log %x : f32
  return %0 : f32
}

// A quotient that is only ever rounded to 16 bits, perhaps after a product, need not be exact.
// CHECK-LABEL: @divisions
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(%[[A]], %[[B]]) : (f32, f32) -> f32
// CHECK: %[[Q:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"(%[[B]], %[[A]]) : (f32, f32) -> f32
// CHECK: arith.mulf %[[Q]]
// CHECK: arith.divf %[[A]], %[[B]] {exact} : f32
// CHECK: arith.divf %[[B]], %[[A]] {exact} : f32
// CHECK: arith.divf %{{.*}} : f16
func.func @divisions(%a: f32, %b: f32, %c: f16) -> (f16, bf16, f32, f16, f32, f16) {
  %0 = arith.divf %a, %b : f32
  %half = arith.truncf %0 : f32 to f16
  %1 = arith.divf %b, %a : f32
  %product = arith.mulf %1, %b : f32
  %brain = arith.truncf %product : f32 to bf16
  // These are seen in f32, or pass through a sum, where little may be left of them.
  %2 = arith.divf %a, %b {exact} : f32
  %both = arith.truncf %2 : f32 to f16
  %3 = arith.divf %b, %a {exact} : f32
  %sum = arith.addf %3, %b : f32
  %4 = arith.divf %c, %c : f16
  return %half, %brain, %2, %both, %sum, %4 : f16, bf16, f32, f16, f32, f16
}

// CHECK-LABEL: @polynomials
// CHECK-NOT: math.tanh
// CHECK-NOT: math.erf
func.func @polynomials(%x: f32) -> (f32, f32) {
  %0 = math.tanh %x : f32
  %1 = math.erf %x : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: @intrinsics
// CHECK: llvm.call_intrinsic "llvm.sqrt"(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.fabs"(%{{.*}}) : (f32) -> f32
func.func @intrinsics(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = math.absf %0 : f32
  return %1 : f32
}

// CHECK-LABEL: @powers
// CHECK-SAME: (%[[X:.*]]: f32, %[[H:.*]]: f16)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[X2:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT: %[[X3:.*]] = arith.mulf %[[X]], %[[X2]] : f32
// CHECK: %[[Y2:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.divf %[[ONE]], %[[Y2]] : f32
// CHECK: %[[W:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT: %[[W2:.*]] = arith.mulf %[[W]], %[[W]] : f32
// CHECK-NEXT: %[[W4:.*]] = arith.mulf %[[W2]], %[[W2]] : f32
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[W4]] : f32 to f16
// CHECK-NEXT: return %[[X3]], %[[R]], %[[T]], %[[ONE]] :
func.func @powers(%x: f32, %h: f16) -> (f32, f32, f16, f32) {
  %c3 = arith.constant 3.0 : f32
  %c4 = arith.constant 4.0 : f16
  %n2 = arith.constant -2 : i64
  %c0 = arith.constant 0 : i32
  %0 = math.powf %x, %c3 : f32
  %1 = math.fpowi %x, %n2 : f32, i64
  %2 = math.powf %h, %c4 : f16
  %3 = math.fpowi %x, %c0 : f32, i32
  return %0, %1, %2, %3 : f32, f32, f16, f32
}

// CHECK-LABEL: @maxnum
// CHECK: llvm.call_intrinsic "llvm.maxnum"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.minnum"(%{{.*}}, %{{.*}}) : (f16, f16) -> f16
func.func @maxnum(%x: f32, %y: f16, %x2: f32, %y2: f16) -> (f32, f16) {
  %0 = arith.maxnumf %x, %x2 : f32
  %1 = arith.minnumf %y, %y2 : f16
  return %0, %1 : f32, f16
}

// -----

func.func @double(%x: f64) -> f64 {
  // expected-error @below {{expected math that needs no library on the GPU, but got it on 'f64'}}
  %0 = math.exp %x : f64
  return %0 : f64
}

// -----

func.func @pow(%x: f32) -> f32 {
  // expected-error @below {{expected math that needs no library on the GPU, but got it on 'f32'}}
  %0 = math.powf %x, %x : f32
  return %0 : f32
}

// -----

func.func @fraction(%x: f32) -> f32 {
  %c = arith.constant 0.5 : f32
  // expected-error @below {{expected math that needs no library on the GPU, but got it on 'f32'}}
  %0 = math.powf %x, %c : f32
  return %0 : f32
}

// -----

func.func @many_factors(%x: f32) -> f32 {
  %c = arith.constant 9.0 : f32
  // expected-error @below {{expected math that needs no library on the GPU, but got it on 'f32'}}
  %0 = math.powf %x, %c : f32
  return %0 : f32
}
