// RUN: mcf-opt %s --split-input-file --mcf-apply-tiling='tiling=mn(k,h){m=16,n=64,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s

// What lies beyond the array along n is masked once, before the maximum: -inf there makes each exponential 0. (The quotient by a sum
// that is not left out may be anything there, and is masked.)
// CHECK-LABEL: func.func private @once_chain_0
// CHECK: linalg.contract
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[NEG:.*]] : f32
// CHECK: %[[R:.*]] = linalg.reduce
// CHECK: math.exp
// CHECK-NOT: arith.select
// CHECK: %[[L:.*]] = linalg.reduce
// CHECK: arith.divf
// CHECK: arith.select
// CHECK: linalg.contract
func.func @once(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>) -> tensor<50x32xf32> {
  %e = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>) -> (tensor<50x32xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      mcf.yield %x : f32
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x32xf32>
}

// -----

// The number of the row is not the maximum of the scores: it may be -inf where they are not, and then the tail would be NaN while
// the row is inf.
// CHECK-LABEL: func.func private @other_row_chain_0
// CHECK: linalg.contract
// CHECK: arith.select
// CHECK: linalg.reduce
// CHECK: math.exp
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: linalg.reduce
func.func @other_row(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>, %q: tensor<50xf32>) -> (tensor<50x32xf32>, tensor<50xf32>) {
  %e:2 = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d, %q : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>, tensor<50xf32>) -> (tensor<50x32xf32>, tensor<50xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>, %R: !mcf.named<[m], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %M = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %E = mcf.contract %P, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    %N = mcf.map ins(%L, %M : !mcf.named<[m], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%l: f32, %m: f32):
      %x = arith.addf %l, %m : f32
      mcf.yield %x : f32
    }
    mcf.yield %E, %N : !mcf.named<[m, h], f32>, !mcf.named<[m], f32>
  }
  return %e#0, %e#1 : tensor<50x32xf32>, tensor<50xf32>
}

// -----

// The maximum in f16 may be -inf where no score is; and exp(x) + 1 is not 0.
// CHECK-LABEL: func.func private @rounded_chain_0
// CHECK: math.exp
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: linalg.reduce
// CHECK: arith.addf
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: linalg.contract
func.func @rounded(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>) -> (tensor<50x32xf32>, tensor<50xf32>) {
  %e:2 = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>) -> (tensor<50x32xf32>, tensor<50xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %t = arith.truncf %r : f32 to f16
      %u = arith.extf %t : f16 to f32
      %x = arith.subf %s, %u : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32):
      %one = arith.constant 1.0 : f32
      %x = arith.addf %p, %one : f32
      mcf.yield %x : f32
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E, %L : !mcf.named<[m, h], f32>, !mcf.named<[m], f32>
  }
  return %e#0, %e#1 : tensor<50x32xf32>, tensor<50xf32>
}
