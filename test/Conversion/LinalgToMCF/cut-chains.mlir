// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mcf-opt %s --convert-linalg-to-mcf=cut=false --split-input-file 2>/dev/null | FileCheck %s --check-prefix=WHOLE

// Both operands of the last are computed: the larger one is fused, though it is the second.
// CHECK-LABEL: func.func @both_operands
// CHECK: %[[L:.*]] = linalg.matmul
// CHECK: mcf.chain {{.*}} ins(%{{.*}}, %{{.*}}, %[[L]] :
// WHOLE-LABEL: func.func @both_operands
// WHOLE-NOT: linalg.matmul
func.func @both_operands(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %c: tensor<6x9xf32>, %d: tensor<9x20xf32>) -> tensor<5x20xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<6x20xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x20xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %l = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-remark @below {{fused 2 contractions}}
  %r = linalg.matmul ins(%c, %d : tensor<6x9xf32>, tensor<9x20xf32>) outs(%z1 : tensor<6x20xf32>) -> tensor<6x20xf32>
  // expected-note @below {{what depends on it ends here: both of its operands are computed by contractions, so that each tile of one would compute the other again}}
  %e = linalg.matmul ins(%l, %r : tensor<5x6xf32>, tensor<6x20xf32>) outs(%z2 : tensor<5x20xf32>) -> tensor<5x20xf32>
  return %e : tensor<5x20xf32>
}

// -----

// Heads: the projection of the queries makes a batch dim of its columns, the one of the result sums over the batch dim.
// CHECK-LABEL: func.func @heads
// CHECK: linalg.generic
// CHECK: mcf.chain <b = 3,
// CHECK-COUNT-2: mcf.contract
// CHECK-NOT: mcf.contract
// CHECK: linalg.generic
// WHOLE-LABEL: func.func @heads
// WHOLE-COUNT-4: mcf.contract
func.func @heads(%x: tensor<5x24xf32>, %wq: tensor<24x3x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x8xf32>, %wo: tensor<3x8x24xf32>) -> tensor<5x24xf32> {
  %zq = arith.constant dense<0.0> : tensor<3x5x8xf32>
  %zs = arith.constant dense<0.0> : tensor<3x5x7xf32>
  %zo = arith.constant dense<0.0> : tensor<5x24xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %q = linalg.generic {indexing_maps = [affine_map<(h, m, d, e) -> (m, e)>, affine_map<(h, m, d, e) -> (e, h, d)>, affine_map<(h, m, d, e) -> (h, m, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %wq : tensor<5x24xf32>, tensor<24x3x8xf32>) outs(%zq : tensor<3x5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5x8xf32>
  // expected-note @below {{what depends on it ends here: it has a batch dim that a contraction before it has in one operand only, which would read the other one again for each}}
  // expected-remark @below {{fused 2 contractions}}
  %s = linalg.batch_matmul indexing_maps = [affine_map<(h, m, n, d) -> (h, m, d)>, affine_map<(h, m, n, d) -> (h, n, d)>, affine_map<(h, m, n, d) -> (h, m, n)>]
      ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%zs : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %o = linalg.batch_matmul ins(%s, %v : tensor<3x5x7xf32>, tensor<3x7x8xf32>) outs(%zq : tensor<3x5x8xf32>) -> tensor<3x5x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  // expected-note @below {{what it depends on ends here: it sums over a batch dim of a contraction before it, so that blocks could not share the batch}}
  %y = linalg.generic {indexing_maps = [affine_map<(m, e, h, d) -> (h, m, d)>, affine_map<(m, e, h, d) -> (h, d, e)>, affine_map<(m, e, h, d) -> (m, e)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%o, %wo : tensor<3x5x8xf32>, tensor<3x8x24xf32>) outs(%zo : tensor<5x24xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<5x24xf32>
  return %y : tensor<5x24xf32>
}

// -----

// Seven products in a row have nine loops, one more than a search takes.
// CHECK-LABEL: func.func @many_loops
// CHECK: mcf.chain
// CHECK-COUNT-6: mcf.contract
// CHECK-NOT: mcf.contract
// CHECK: linalg.matmul
// WHOLE-LABEL: func.func @many_loops
// WHOLE-COUNT-7: mcf.contract
func.func @many_loops(%a: tensor<4x5xf32>, %w0: tensor<5x6xf32>, %w1: tensor<6x7xf32>, %w2: tensor<7x8xf32>, %w3: tensor<8x9xf32>, %w4: tensor<9x10xf32>, %w5: tensor<10x11xf32>, %w6: tensor<11x12xf32>) -> tensor<4x12xf32> {
  %z0 = arith.constant dense<0.0> : tensor<4x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<4x7xf32>
  %z2 = arith.constant dense<0.0> : tensor<4x8xf32>
  %z3 = arith.constant dense<0.0> : tensor<4x9xf32>
  %z4 = arith.constant dense<0.0> : tensor<4x10xf32>
  %z5 = arith.constant dense<0.0> : tensor<4x11xf32>
  %z6 = arith.constant dense<0.0> : tensor<4x12xf32>
  // expected-remark @below {{fused 6 contractions}}
  %c0 = linalg.matmul ins(%a, %w0 : tensor<4x5xf32>, tensor<5x6xf32>) outs(%z0 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %c1 = linalg.matmul ins(%c0, %w1 : tensor<4x6xf32>, tensor<6x7xf32>) outs(%z1 : tensor<4x7xf32>) -> tensor<4x7xf32>
  %c2 = linalg.matmul ins(%c1, %w2 : tensor<4x7xf32>, tensor<7x8xf32>) outs(%z2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %c3 = linalg.matmul ins(%c2, %w3 : tensor<4x8xf32>, tensor<8x9xf32>) outs(%z3 : tensor<4x9xf32>) -> tensor<4x9xf32>
  %c4 = linalg.matmul ins(%c3, %w4 : tensor<4x9xf32>, tensor<9x10xf32>) outs(%z4 : tensor<4x10xf32>) -> tensor<4x10xf32>
  %c5 = linalg.matmul ins(%c4, %w5 : tensor<4x10xf32>, tensor<10x11xf32>) outs(%z5 : tensor<4x11xf32>) -> tensor<4x11xf32>
  // expected-remark @below {{not fused: no other contraction}}
  // expected-note @below {{what it depends on ends here: the chain would have 9 loops, more than the 8 that a search takes}}
  %c6 = linalg.matmul ins(%c5, %w6 : tensor<4x11xf32>, tensor<11x12xf32>) outs(%z6 : tensor<4x12xf32>) -> tensor<4x12xf32>
  return %c6 : tensor<4x12xf32>
}
