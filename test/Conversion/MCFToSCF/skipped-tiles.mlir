// The loops of a tile program leave out the tiles that are masked whole.
// RUN: mcf-opt %s --mcf-apply-tiling="tiling=mn(k,h){m=32,n=16,k=32,h=32}" --mcf-hoist-statements --convert-mcf-to-scf -split-input-file | FileCheck %s
// RUN: mcf-opt %s --mcf-apply-tiling="tiling=nmkh{m=16,n=16,k=32,h=32}" --mcf-hoist-statements --convert-mcf-to-scf -split-input-file | FileCheck %s --check-prefix=KEPT

// The last row of block b is 32 b + 31, in tile 2 b + 1. Rows end at 49, so the second block stops at n = 49, beyond all.
// In the other order the tiles of the result are kept, which is done in unrolled loops.
// CHECK: #[[END:.*]] = affine_map<(d0) -> (3, d0 * 2 + 2)>
// CHECK-LABEL: func.func private @causal_chain_0
// CHECK: scf.forall (%[[M:.*]]) in (2)
// CHECK: %[[TO:.*]] = affine.min #[[END]](%[[M]])
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[TO]] step
// KEPT-LABEL: func.func private @causal_chain_0
// KEPT: scf.for %{{.*}} = %c0{{[_0-9]*}} to %c3{{[_0-9]*}} step
// KEPT: scf.for %{{.*}} = %c0{{[_0-9]*}} to %c4{{[_0-9]*}} step
func.func @causal(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %c = arith.cmpi ugt, %j, %i : index
      %y = arith.select %c, %inf, %x : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// The first position that row 32 b sees is 32 b - 19.
// CHECK-DAG: #[[BEGIN:.*]] = affine_map<(d0) -> (0, (-(d0 * -32 + 19)) floordiv 16)>
// CHECK-DAG: #[[END:.*]] = affine_map<(d0) -> (3, d0 * 2 + 2)>
// CHECK-LABEL: func.func private @window_chain_0
// CHECK: scf.forall (%[[M:.*]]) in (2)
// CHECK: %[[FROM:.*]] = affine.max #[[BEGIN]](%[[M]])
// CHECK: %[[TO:.*]] = affine.min #[[END]](%[[M]])
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step
func.func @window(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %w = arith.constant 20 : index
      %last = arith.addi %j, %w : index
      %c0 = arith.cmpi ule, %j, %i : index
      %c1 = arith.cmpi ugt, %last, %i : index
      %c = arith.andi %c0, %c1 : i1
      %y = arith.select %c, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// Two tiles hold the prefix.
// CHECK-LABEL: func.func private @prefix_chain_0
// CHECK: scf.forall (%[[M:.*]]) in (2)
// CHECK: linalg.fill {{.*}} -> tensor<32x32xf32>
// CHECK: %[[END:.*]] = affine.min #{{.*}}(%[[M]])
// CHECK: %[[TO:.*]] = affine.max #{{.*}}(%[[END]])
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[TO]] step
func.func @prefix(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %prefix = arith.constant 17 : index
      %c0 = arith.cmpi ule, %j, %i : index
      %c1 = arith.cmpi ult, %j, %prefix : index
      %c = arith.ori %c0, %c1 : i1
      %y = arith.select %c, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// No tile runs; the result is 0 / 0.
// CHECK-LABEL: func.func private @all_chain_0
// CHECK: scf.for %{{.*}} = %c0 to %c0_{{[0-9]*}} step
func.func @all(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %c0 = arith.constant 0 : index
      %c = arith.cmpi sge, %j, %c0 : index
      %y = arith.select %c, %inf, %x : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}
