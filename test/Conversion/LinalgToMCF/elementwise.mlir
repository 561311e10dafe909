// RUN: mcf-opt %s --convert-linalg-to-mcf 2>/dev/null | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// Broadcasts, scalars and constants from outside, and a mask from positions, all in one map: what
// gives more than it reads is computed where it is used.
// CHECK-LABEL: func.func @bias_scale_mask
// CHECK-SAME: (%[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<7x6xf32>, %[[D:.*]]: tensor<6x8xf32>, %[[BIAS:.*]]: tensor<6xf32>, %[[S:.*]]: f32)
// CHECK-NEXT: mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%[[A]], %[[B]], %[[BIAS]], %[[S]], %[[D]] :
// CHECK-NEXT: ^bb0(%{{.*}}, %{{.*}}, %[[bias:[^:]*]]: !mcf.named<[n], f32>, %[[s:[^:]*]]: !mcf.named<[], f32>, %{{.*}}):
// CHECK-NEXT: %[[c:.*]] = mcf.contract
// CHECK-NEXT: %[[x:.*]] = mcf.map ins(%[[c]], %[[bias]], %[[s]] : !mcf.named<[m, n], f32>, !mcf.named<[n], f32>, !mcf.named<[], f32>) -> <[m, n], f32> {
// CHECK-NEXT: ^bb0(%[[c0:.*]]: f32, %[[b0:.*]]: f32, %[[s0:.*]]: f32):
// CHECK-NEXT: %[[low:.*]] = arith.constant -1.000000e+09 : f32
// CHECK-NEXT: %[[i:.*]] = mcf.index "m"
// CHECK-NEXT: %[[j:.*]] = mcf.index "n"
// CHECK-NEXT: %[[cmp:.*]] = arith.cmpi sge, %[[i]], %[[j]] : index
// CHECK-NEXT: %[[zero:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[mask:.*]] = arith.select %[[cmp]], %[[zero]], %[[low]] : f32
// CHECK-NEXT: %[[x0:.*]] = arith.addf %[[c0]], %[[b0]] : f32
// CHECK-NEXT: %[[x1:.*]] = arith.mulf %[[x0]], %[[s0]] : f32
// CHECK-NEXT: %[[x2:.*]] = arith.addf %[[x1]], %[[mask]] : f32
// CHECK-NEXT: mcf.yield %[[x2]] : f32
// CHECK: mcf.contract %[[x]]
func.func @bias_scale_mask(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %bias: tensor<6xf32>, %s: f32) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %low = arith.constant -1.0e+9 : f32
  %e = tensor.empty() : tensor<5x6xf32>
  %mask = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x6xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sge, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %t = arith.select %c, %zero, %low : f32
    linalg.yield %t : f32
  } -> tensor<5x6xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %x = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias, %s, %mask : tensor<5x6xf32>, tensor<6xf32>, f32, tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%c0: f32, %b0: f32, %s0: f32, %m0: f32, %o: f32):
    %x0 = arith.addf %c0, %b0 : f32
    %x1 = arith.mulf %x0, %s0 : f32
    %x2 = arith.addf %x1, %m0 : f32
    linalg.yield %x2 : f32
  } -> tensor<5x6xf32>
  %r = linalg.matmul ins(%x, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// Named ops, linalg.map, arith and math on tensors, and a scalar captured by a body.
// CHECK-LABEL: func.func @spellings
// CHECK: %[[c:.*]] = mcf.contract
// CHECK-NEXT: %[[x:.*]] = mcf.map ins(%[[c]], %{{.*}} : !mcf.named<[m, n], f32>, !mcf.named<[], f32>) -> <[m, n], f16> {
// CHECK-NEXT: ^bb0(%[[c0:.*]]: f32, %[[s0:.*]]: f32):
// CHECK-NEXT: %[[v0:.*]] = arith.addf %[[c0]], %[[c0]] : f32
// CHECK-NEXT: %[[v1:.*]] = math.absf %[[v0]] : f32
// CHECK-NEXT: %[[v2:.*]] = arith.mulf %[[v1]], %[[s0]] : f32
// CHECK-NEXT: %[[two:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[v3:.*]] = arith.maximumf %[[v2]], %[[two]] fastmath<nnan> : f32
// CHECK-NEXT: %[[v4:.*]] = math.tanh %[[v3]] : f32
// CHECK-NEXT: %[[v5:.*]] = arith.truncf %[[v4]] : f32 to f16
// CHECK-NEXT: mcf.yield %[[v5]] : f16
// CHECK: mcf.contract %[[x]]
func.func @spellings(%a: tensor<5x7xf16>, %b: tensor<7x6xf16>, %d: tensor<6x8xf16>, %s: f32) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %two = arith.constant dense<2.0> : tensor<5x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf16>, tensor<7x6xf16>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %v0 = linalg.add ins(%c, %c : tensor<5x6xf32>, tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %v1 = linalg.abs ins(%v0 : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %v2 = linalg.map ins(%v1 : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) (%in: f32, %out: f32) {
    %t = arith.mulf %in, %s : f32
    linalg.yield %t : f32
  }
  %v3 = arith.maximumf %v2, %two fastmath<nnan> : tensor<5x6xf32>
  %v4 = math.tanh %v3 : tensor<5x6xf32>
  %v5 = arith.truncf %v4 : tensor<5x6xf32> to tensor<5x6xf16>
  %r = linalg.matmul ins(%v5, %d : tensor<5x6xf16>, tensor<6x8xf16>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// Two results of one op, one of which reads what its destination held.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[c:.*]] = mcf.contract
// CHECK: %[[x:.*]] = mcf.map ins(%[[c]] : !mcf.named<[m, n], f32>) -> <[n, m], f32>
// CHECK: math.exp
// CHECK: %[[y:.*]] = mcf.map ins(%[[c]], %{{.*}} : !mcf.named<[m, n], f32>, !mcf.named<[m, n], f32>) -> <[m, n], f32>
// CHECK: arith.addf
// CHECK: %[[r:.*]] = mcf.contract %[[y]]
// CHECK: mcf.yield %[[x]], %[[r]] : !mcf.named<[n, m], f32>, !mcf.named<[m, h], f32>
func.func @two_results(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %old: tensor<5x6xf32>) -> (tensor<6x5xf32>, tensor<5x8xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %x:2 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<5x6xf32>) outs(%e, %old : tensor<6x5xf32>, tensor<5x6xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    %t = math.exp %in : f32
    %u = arith.addf %in, %o1 : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<6x5xf32>, tensor<5x6xf32>)
  %r = linalg.matmul ins(%x#1, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %x#0, %r : tensor<6x5xf32>, tensor<5x8xf32>
}

// In front of a contraction, what reads as much as it gives stays outside of the chain. In front of a
// map it comes in: each element is needed once.
// CHECK-LABEL: func.func @prologue
// CHECK-NOT: arith.cmpi
// CHECK: %[[A:.*]] = arith.truncf %{{.*}} : tensor<5x7xf32> to tensor<5x7xf16>
// CHECK-NOT: arith.cmpi
// CHECK: mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%[[A]],
// CHECK: %[[c:.*]] = mcf.contract
// CHECK-NEXT: mcf.map ins(%{{.*}}, %[[c]] : !mcf.named<[m, n], i8>, !mcf.named<[m, n], f32>) -> <[m, n], f32> {
// CHECK: arith.cmpi sgt
// CHECK: arith.select
func.func @prologue(%a: tensor<5x7xf32>, %b: tensor<7x6xf16>, %d: tensor<6x8xf32>, %keep: tensor<5x6xi8>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %ah = arith.truncf %a : tensor<5x7xf32> to tensor<5x7xf16>
  %c = linalg.matmul ins(%ah, %b : tensor<5x7xf16>, tensor<7x6xf16>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %zero = arith.constant dense<0> : tensor<5x6xi8>
  %mask = arith.cmpi sgt, %keep, %zero : tensor<5x6xi8>
  %x = arith.select %mask, %c, %z : tensor<5x6xi1>, tensor<5x6xf32>
  %r = linalg.matmul ins(%x, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
