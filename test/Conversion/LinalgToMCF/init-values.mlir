// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s

// A start value is added by a map: an argument, a constant, and a fill with a scalar argument.
// CHECK-LABEL: func.func @f32_start
// CHECK-SAME: (%[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<7x6xf32>, %[[C0:.*]]: tensor<5x6xf32>, %[[D:.*]]: tensor<6x8xf32>, %[[S:.*]]: f32)
// CHECK-NEXT: mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%[[A]], %[[B]], %[[C0]], %[[D]], %[[S]] :
// CHECK-NEXT: ^bb0(%{{.*}}, %{{.*}}, %[[c0:[^:]*]]: !mcf.named<[m, n], f32>, %{{.*}}, %[[s:[^:]*]]: !mcf.named<[], f32>):
// CHECK-NEXT: %[[c:.*]] = mcf.contract
// CHECK-NEXT: %[[c1:.*]] = mcf.map ins(%[[c]], %[[c0]] : !mcf.named<[m, n], f32>, !mcf.named<[m, n], f32>) -> <[m, n], f32> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32, %[[y:.*]]: f32):
// CHECK-NEXT: arith.addf %[[y]], %[[x]] : f32
// CHECK: %[[e:.*]] = mcf.contract %[[c1]]
// CHECK-NEXT: mcf.map ins(%[[e]], %[[s]] : !mcf.named<[m, h], f32>, !mcf.named<[], f32>) -> <[m, h], f32> {
func.func @f32_start(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %c0: tensor<5x6xf32>, %d: tensor<6x8xf32>, %s: f32) -> tensor<5x8xf32> {
  %empty = tensor.empty() : tensor<5x8xf32>
  %fill = linalg.fill ins(%s : f32) outs(%empty : tensor<5x8xf32>) -> tensor<5x8xf32>
  // expected-remark @below {{fused 2 contractions (1.0 and 1.0 flop/byte, below the balance 15.6 of H200: memory-bound)}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%c0 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%fill : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// f16: the sum is f32, and rounded once after the start value. The constant is in the body; a minus
// zero adds nothing.
// CHECK-LABEL: func.func @f16_start
// CHECK: %[[c:.*]] = mcf.contract {{.*}} : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
// CHECK-NEXT: %[[c1:.*]] = mcf.map ins(%[[c]] : !mcf.named<[m, n], f32>) -> <[m, n], f16> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32):
// CHECK-NEXT: %[[half:.*]] = arith.constant 5.000000e-01 : f16
// CHECK-NEXT: %[[wide:.*]] = arith.extf %[[half]] : f16 to f32
// CHECK-NEXT: %[[sum:.*]] = arith.addf %[[wide]], %[[x]] : f32
// CHECK-NEXT: arith.truncf %[[sum]] : f32 to f16
// CHECK: %[[e:.*]] = mcf.contract %[[c1]], {{.*}} -> <[m, h], f16>
// CHECK-NEXT: mcf.yield %[[e]]
func.func @f16_start(%a: tensor<5x7xf16>, %b: tensor<7x6xf16>, %d: tensor<6x8xf16>) -> tensor<5x8xf16> {
  %half = arith.constant dense<0.5> : tensor<5x6xf16>
  %minus = arith.constant dense<-0.0> : tensor<5x8xf16>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf16>, tensor<7x6xf16>) outs(%half : tensor<5x6xf16>) -> tensor<5x6xf16>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf16>, tensor<6x8xf16>) outs(%minus : tensor<5x8xf16>) -> tensor<5x8xf16>
  return %e : tensor<5x8xf16>
}

// -----

// The start value of one contraction is the result of another: they are one chain.
// CHECK-LABEL: func.func @start_from_contraction
// CHECK: mcf.chain <m = 5, n = 6, k = 7, h = 9>
// CHECK: %[[c:.*]] = mcf.contract {{.*}} : <[m, k], f32>, <[k, n], f32> -> <[m, n], f32>
// CHECK: %[[d:.*]] = mcf.contract {{.*}} : <[m, h], f32>, <[h, n], f32> -> <[m, n], f32>
// CHECK: mcf.map ins(%[[d]], %[[c]]
func.func @start_from_contraction(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %c: tensor<5x9xf32>, %d: tensor<9x6xf32>) -> tensor<5x6xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  // expected-remark @below {{fused 2 contractions}}
  %e = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %f = linalg.matmul ins(%c, %d : tensor<5x9xf32>, tensor<9x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %f : tensor<5x6xf32>
}

// -----

// The lowest finite float is no neutral element of a maximum, minus infinity is one, and so is NaN for
// the maximum that drops NaN. A product starts from one.
// CHECK-LABEL: func.func @reductions
// CHECK: %[[c:.*]] = mcf.contract
// CHECK: %[[r0:.*]] = mcf.reduce <maximumf> %[[c]] : <[m, n], f32> -> <[m], f32>
// CHECK-NEXT: %[[m0:.*]] = mcf.map ins(%[[r0]] : !mcf.named<[m], f32>) -> <[m], f32> {
// CHECK: arith.constant -3.40282347E+38 : f32
// CHECK: arith.maximumf
// CHECK: %[[r1:.*]] = mcf.reduce <maximumf> %[[c]]
// CHECK-NEXT: %[[r2:.*]] = mcf.reduce <maxnumf> %[[c]]
// CHECK-NEXT: %[[r3:.*]] = mcf.reduce <mul> %[[c]]
// CHECK-NEXT: %[[e:.*]] = mcf.contract %[[c]]
// CHECK-NEXT: mcf.yield %[[m0]], %[[r1]], %[[r2]], %[[r3]], %[[e]]
func.func @reductions(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x8xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %lowest = arith.constant dense<0xFF7FFFFF> : tensor<5xf32>
  %minusInf = arith.constant dense<0xFF800000> : tensor<5xf32>
  %nan = arith.constant dense<0xFFC00000> : tensor<5xf32>
  %one = arith.constant dense<1.0> : tensor<5xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r0 = linalg.reduce {arith.maximumf} ins(%c : tensor<5x6xf32>) outs(%lowest : tensor<5xf32>) dimensions = [1]
  %r1 = linalg.reduce {arith.maximumf} ins(%c : tensor<5x6xf32>) outs(%minusInf : tensor<5xf32>) dimensions = [1]
  %r2 = linalg.reduce {arith.maxnumf} ins(%c : tensor<5x6xf32>) outs(%nan : tensor<5xf32>) dimensions = [1]
  %r3 = linalg.reduce {arith.mulf} ins(%c : tensor<5x6xf32>) outs(%one : tensor<5xf32>) dimensions = [1]
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %r0, %r1, %r2, %r3, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5x8xf32>
}

// -----

// What tensor.empty holds is undefined.
// CHECK-LABEL: func.func @undefined
// CHECK-NOT: mcf.chain
func.func @undefined(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %empty = tensor.empty() : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-warning @below {{not fused: the accumulator starts from tensor.empty, whose contents are undefined}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%empty : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused (1.0 flop/byte, below the balance 15.6 of H200: memory-bound)}}
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// A map that reads what tensor.empty holds is not fused either.
// CHECK-LABEL: func.func @undefined_map
// CHECK-NOT: mcf.chain
func.func @undefined_map(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %empty = tensor.empty() : tensor<5x6xf32>
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: no other}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-warning @below {{not fused: it reads tensor.empty, whose contents are undefined}}
  // expected-note @below {{what depends on it ends here: it reads tensor.empty, whose contents are undefined}}
  // expected-note @below {{what it depends on ends here: it reads tensor.empty, whose contents are undefined}}
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<5x6xf32>) outs(%empty : tensor<5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  // expected-remark @below {{not fused: no other}}
  %e = linalg.matmul ins(%x, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}
