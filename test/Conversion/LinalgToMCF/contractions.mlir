// RUN: mcf-opt %s --convert-linalg-to-mcf 2>/dev/null | FileCheck %s

// The first contraction names m, n and k, the second h. Zero fills and what only they used are gone.
// CHECK-LABEL: func.func @gemm_chain
// CHECK-SAME: (%[[A:.*]]: tensor<50x23xf16>, %[[B:.*]]: tensor<23x37xf16>, %[[D:.*]]: tensor<37x19xf16>)
// CHECK-NEXT: %[[E:.*]] = mcf.chain <m = 50, n = 37, k = 23, h = 19> ins(%[[A]], %[[B]], %[[D]] : tensor<50x23xf16>, tensor<23x37xf16>, tensor<37x19xf16>) -> (tensor<50x19xf32>) {
// CHECK-NEXT: ^bb0(%[[a:.*]]: !mcf.named<[m, k], f16>, %[[b:.*]]: !mcf.named<[k, n], f16>, %[[d:.*]]: !mcf.named<[n, h], f16>):
// CHECK-NEXT: %[[c:.*]] = mcf.contract %[[a]], %[[b]] : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
// CHECK-NEXT: %[[c16:.*]] = mcf.map ins(%[[c]] : !mcf.named<[m, n], f32>) -> <[m, n], f16> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32):
// CHECK-NEXT: %[[y:.*]] = arith.truncf %[[x]] : f32 to f16
// CHECK-NEXT: mcf.yield %[[y]] : f16
// CHECK: %[[e:.*]] = mcf.contract %[[c16]], %[[d]] : <[m, n], f16>, <[n, h], f16> -> <[m, h], f32>
// CHECK-NEXT: mcf.yield %[[e]] : !mcf.named<[m, h], f32>
// CHECK: return %[[E]]
func.func @gemm_chain(%a: tensor<50x23xf16>, %b: tensor<23x37xf16>, %d: tensor<37x19xf16>) -> tensor<50x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<50x37xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<50x37xf32>) -> tensor<50x37xf32>
  %c = linalg.matmul ins(%a, %b : tensor<50x23xf16>, tensor<23x37xf16>) outs(%f0 : tensor<50x37xf32>) -> tensor<50x37xf32>
  %e1 = tensor.empty() : tensor<50x37xf16>
  %c16 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<50x37xf32>) outs(%e1 : tensor<50x37xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<50x37xf16>
  %e2 = tensor.empty() : tensor<50x19xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<50x19xf32>) -> tensor<50x19xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<50x37xf16>, tensor<37x19xf16>) outs(%f2 : tensor<50x19xf32>) -> tensor<50x19xf32>
  return %e : tensor<50x19xf32>
}

// Operands as their maps say, whatever the op is called: here B is n x k and the result of the second
// is h x m, the loops are in any order, and the operands of the product too.
// CHECK-LABEL: func.func @any_maps_and_orders
// CHECK: mcf.chain <m = 13, n = 18, k = 16, h = 9>
// CHECK-NEXT: ^bb0(%[[a:.*]]: !mcf.named<[k, m], f32>, %[[b:.*]]: !mcf.named<[n, k], f32>, %[[d:.*]]: !mcf.named<[h, n], f32>):
// CHECK-NEXT: %[[c:.*]] = mcf.contract %[[a]], %[[b]] : <[k, m], f32>, <[n, k], f32> -> <[m, n], f32>
// CHECK-NEXT: %[[e:.*]] = mcf.contract %[[d]], %[[c]] : <[h, n], f32>, <[m, n], f32> -> <[h, m], f32>
// CHECK-NEXT: mcf.yield %[[e]] : !mcf.named<[h, m], f32>
func.func @any_maps_and_orders(%a: tensor<16x13xf32>, %b: tensor<18x16xf32>, %d: tensor<9x18xf32>) -> tensor<9x13xf32> {
  %z = arith.constant dense<0.0> : tensor<13x18xf32>
  %z2 = arith.constant dense<0.0> : tensor<9x13xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<16x13xf32>, tensor<18x16xf32>) outs(%z : tensor<13x18xf32>) -> tensor<13x18xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(n, h, m) -> (h, n)>, affine_map<(n, h, m) -> (m, n)>, affine_map<(n, h, m) -> (h, m)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%d, %c : tensor<9x18xf32>, tensor<13x18xf32>) outs(%z2 : tensor<9x13xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %y, %x : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<9x13xf32>
  return %e : tensor<9x13xf32>
}

// Two batch dims, one of which the last operand lacks.
// CHECK-LABEL: func.func @batch_dims
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 5, n = 6, k = 7, h = 8>
// CHECK: mcf.contract {{.*}} : <[b0, b1, m, k], bf16>, <[b0, b1, n, k], bf16> -> <[b0, b1, m, n], bf16>
// CHECK: mcf.contract {{.*}} : <[b0, b1, m, n], bf16>, <[b1, n, h], bf16> -> <[b0, b1, m, h], bf16>
func.func @batch_dims(%a: tensor<2x3x5x7xbf16>, %b: tensor<2x3x6x7xbf16>, %d: tensor<3x6x8xbf16>) -> tensor<2x3x5x8xbf16> {
  %z = arith.constant dense<0.0> : tensor<2x3x5x6xbf16>
  %z2 = arith.constant dense<0.0> : tensor<2x3x5x8xbf16>
  %c = linalg.contract indexing_maps = [affine_map<(g, b, m, n, k) -> (g, b, m, k)>, affine_map<(g, b, m, n, k) -> (g, b, n, k)>, affine_map<(g, b, m, n, k) -> (g, b, m, n)>]
      ins(%a, %b : tensor<2x3x5x7xbf16>, tensor<2x3x6x7xbf16>) outs(%z : tensor<2x3x5x6xbf16>) -> tensor<2x3x5x6xbf16>
  %e = linalg.contract indexing_maps = [affine_map<(g, b, m, n, k) -> (g, b, m, k)>, affine_map<(g, b, m, n, k) -> (b, k, n)>, affine_map<(g, b, m, n, k) -> (g, b, m, n)>]
      ins(%c, %d : tensor<2x3x5x6xbf16>, tensor<3x6x8xbf16>) outs(%z2 : tensor<2x3x5x8xbf16>) -> tensor<2x3x5x8xbf16>
  return %e : tensor<2x3x5x8xbf16>
}

// A broadcast operand lacks the dim, so the product is a vector that the second contraction spreads.
// CHECK-LABEL: func.func @broadcast_operand
// CHECK: mcf.chain <m = 5, n = 6, k = 7, h = 8>
// CHECK: %[[c:.*]] = mcf.contract {{.*}} : <[k], f32>, <[k, n], f32> -> <[n], f32>
// CHECK: %[[e:.*]] = mcf.contract %[[c]], {{.*}} : <[n], f32>, <[n, h], f32> -> <[h], f32>
// CHECK: %[[r:.*]] = mcf.map ins(%[[e]] : !mcf.named<[h], f32>) -> <[m, h], f32>
// CHECK: mcf.yield %[[r]] : !mcf.named<[m, h], f32>
func.func @broadcast_operand(%a: tensor<7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// Three contractions; the third names p. The second sums over two dims.
// CHECK-LABEL: func.func @three
// CHECK: mcf.chain <m = 5, n0 = 2, n1 = 3, k = 7, h = 8, p = 9>
// CHECK: mcf.contract {{.*}} : <[m, k], f32>, <[k, n0, n1], f32> -> <[m, n0, n1], f32>
// CHECK: mcf.contract {{.*}} : <[m, n0, n1], f32>, <[n0, n1, h], f32> -> <[m, h], f32>
// CHECK: mcf.contract {{.*}} : <[m, h], f32>, <[h, p], f32> -> <[m, p], f32>
func.func @three(%a: tensor<5x7xf32>, %b: tensor<7x2x3xf32>, %d: tensor<2x3x8xf32>, %f: tensor<8x9xf32>) -> tensor<5x9xf32> {
  %z = arith.constant dense<0.0> : tensor<5x2x3xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %z3 = arith.constant dense<0.0> : tensor<5x9xf32>
  %c = linalg.contract indexing_maps = [affine_map<(m, n, g, k) -> (m, k)>, affine_map<(m, n, g, k) -> (k, n, g)>, affine_map<(m, n, g, k) -> (m, n, g)>]
      ins(%a, %b : tensor<5x7xf32>, tensor<7x2x3xf32>) outs(%z : tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  %e = linalg.contract indexing_maps = [affine_map<(m, h, n, g) -> (m, n, g)>, affine_map<(m, h, n, g) -> (n, g, h)>, affine_map<(m, h, n, g) -> (m, h)>]
      ins(%c, %d : tensor<5x2x3xf32>, tensor<2x3x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  %g = linalg.matmul ins(%e, %f : tensor<5x8xf32>, tensor<8x9xf32>) outs(%z3 : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %g : tensor<5x9xf32>
}

// A gated layer: two contractions of one input meet in a map.
// CHECK-LABEL: func.func @gated
// CHECK: mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} :
// CHECK: %[[u:.*]] = mcf.contract {{.*}} : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
// CHECK: %[[g:.*]] = mcf.contract {{.*}} : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
// CHECK: %[[x:.*]] = mcf.map ins(%[[u]], %[[g]] : !mcf.named<[m, n], f32>, !mcf.named<[m, n], f32>) -> <[m, n], f16>
// CHECK: mcf.contract %[[x]], {{.*}} -> <[m, h], f32>
func.func @gated(%a: tensor<5x7xf16>, %b: tensor<7x6xf16>, %g: tensor<7x6xf16>, %d: tensor<6x8xf16>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %u = linalg.matmul ins(%a, %b : tensor<5x7xf16>, tensor<7x6xf16>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %v = linalg.matmul ins(%a, %g : tensor<5x7xf16>, tensor<7x6xf16>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %w = arith.mulf %u, %v : tensor<5x6xf32>
  %x = arith.truncf %w : tensor<5x6xf32> to tensor<5x6xf16>
  %e = linalg.matmul ins(%x, %d : tensor<5x6xf16>, tensor<6x8xf16>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// Integers with signed extension, and matrix times vector.
// CHECK-LABEL: func.func @integers
// CHECK: mcf.chain <m = 5, n = 6, k = 7>
// CHECK: %[[c:.*]] = mcf.contract {{.*}} : <[m, k], i8>, <[k, n], i8> -> <[m, n], i32>
// CHECK: mcf.contract %[[c]], {{.*}} : <[m, n], i32>, <[n], i32> -> <[m], i32>
func.func @integers(%a: tensor<5x7xi8>, %b: tensor<7x6xi8>, %d: tensor<6xi32>) -> tensor<5xi32> {
  %z = arith.constant dense<0> : tensor<5x6xi32>
  %z2 = arith.constant dense<0> : tensor<5xi32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xi8>, tensor<7x6xi8>) outs(%z : tensor<5x6xi32>) -> tensor<5x6xi32>
  %e = linalg.matvec ins(%c, %d : tensor<5x6xi32>, tensor<6xi32>) outs(%z2 : tensor<5xi32>) -> tensor<5xi32>
  return %e : tensor<5xi32>
}
