// RUN: mcf-opt %s --convert-linalg-to-mcf 2>/dev/null | FileCheck %s

#id = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

// linalg.softmax is a maximum, exp(s - r), a sum and a quotient.
// CHECK-LABEL: func.func @softmax_op
// CHECK: mcf.chain <b = 4, m = 50, n = 37, k = 23, h = 19>
// CHECK-NEXT: ^bb0(%{{.*}}: !mcf.named<[b, m, k], f16>, %{{.*}}: !mcf.named<[b, n, k], f16>, %{{.*}}: !mcf.named<[b, n, h], f16>):
// CHECK-NEXT: %[[s0:.*]] = mcf.contract {{.*}} -> <[b, m, n], f32>
// CHECK-NEXT: %[[s:.*]] = mcf.map ins(%[[s0]] : !mcf.named<[b, m, n], f32>) -> <[b, m, n], f32> {
// CHECK: arith.constant 1.250000e-01 : f32
// CHECK: arith.mulf
// CHECK: %[[r:.*]] = mcf.reduce <maximumf> %[[s]] : <[b, m, n], f32> -> <[b, m], f32>
// CHECK-NEXT: %[[p:.*]] = mcf.map ins(%[[s]], %[[r]] : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> <[b, m, n], f32> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32, %[[y:.*]]: f32):
// CHECK-NEXT: %[[d:.*]] = arith.subf %[[x]], %[[y]] : f32
// CHECK-NEXT: math.exp %[[d]] : f32
// CHECK: %[[l:.*]] = mcf.reduce <add> %[[p]] : <[b, m, n], f32> -> <[b, m], f32>
// CHECK-NEXT: %[[w:.*]] = mcf.map ins(%[[p]], %[[l]] : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> <[b, m, n], f16> {
// CHECK-NEXT: ^bb0(%[[u:.*]]: f32, %[[v:.*]]: f32):
// CHECK-NEXT: %[[q:.*]] = arith.divf %[[u]], %[[v]] : f32
// CHECK-NEXT: arith.truncf %[[q]] : f32 to f16
// CHECK: mcf.contract %[[w]], {{.*}} : <[b, m, n], f16>, <[b, n, h], f16> -> <[b, m, h], f32>
func.func @softmax_op(%q: tensor<4x50x23xf16>, %k: tensor<4x37x23xf16>, %v: tensor<4x37x19xf16>) -> tensor<4x50x19xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %e0 = tensor.empty() : tensor<4x23x37xf16>
  %kt = linalg.transpose ins(%k : tensor<4x37x23xf16>) outs(%e0 : tensor<4x23x37xf16>) permutation = [0, 2, 1]
  %e1 = tensor.empty() : tensor<4x50x37xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<4x50x23xf16>, tensor<4x23x37xf16>) outs(%f1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %fs = linalg.fill ins(%scale : f32) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %ss = linalg.mul ins(%s, %fs : tensor<4x50x37xf32>, tensor<4x50x37xf32>) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %p = linalg.softmax dimension(2) ins(%ss : tensor<4x50x37xf32>) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %e3 = tensor.empty() : tensor<4x50x37xf16>
  %ph = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<4x50x37xf32>) outs(%e3 : tensor<4x50x37xf16>) {
  ^bb0(%x: f32, %o: f16):
    %t = arith.truncf %x : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4x50x37xf16>
  %e4 = tensor.empty() : tensor<4x50x19xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4x50x19xf32>) -> tensor<4x50x19xf32>
  %o = linalg.batch_matmul ins(%ph, %v : tensor<4x50x37xf16>, tensor<4x37x19xf16>) outs(%f4 : tensor<4x50x19xf32>) -> tensor<4x50x19xf32>
  return %o : tensor<4x50x19xf32>
}

// The same as five ops, some named: the broadcast of the maximum is no op, and sub and exp are one map.
// CHECK-LABEL: func.func @five_ops
// CHECK: mcf.chain <b = 4, m = 50, n = 37, k = 23, h = 19>
// CHECK: %[[s:.*]] = mcf.contract
// CHECK-NEXT: %[[r:.*]] = mcf.reduce <maximumf> %[[s]] : <[b, m, n], f32> -> <[b, m], f32>
// CHECK-NEXT: %[[p:.*]] = mcf.map ins(%[[s]], %[[r]] : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> <[b, m, n], f32> {
// CHECK-NEXT: ^bb0(%[[x:.*]]: f32, %[[y:.*]]: f32):
// CHECK-NEXT: %[[d:.*]] = arith.subf %[[x]], %[[y]] : f32
// CHECK-NEXT: math.exp %[[d]] : f32
// CHECK: %[[l:.*]] = mcf.reduce <add> %[[p]] : <[b, m, n], f32> -> <[b, m], f32>
// CHECK-NEXT: %[[w:.*]] = mcf.map ins(%[[p]], %[[l]] : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> <[b, m, n], f16> {
// CHECK: arith.divf
// CHECK: arith.truncf
// CHECK: mcf.contract %[[w]]
func.func @five_ops(%q: tensor<4x50x23xf16>, %k: tensor<4x37x23xf16>, %v: tensor<4x37x19xf16>) -> tensor<4x50x19xf32> {
  %zero = arith.constant 0.0 : f32
  %minusInf = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<4x50x37xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k) -> (b,m,k)>, affine_map<(b,m,n,k) -> (b,n,k)>, affine_map<(b,m,n,k) -> (b,m,n)>]
      ins(%q, %k : tensor<4x50x23xf16>, tensor<4x37x23xf16>) outs(%f1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %er = tensor.empty() : tensor<4x50xf32>
  %fm = linalg.fill ins(%minusInf : f32) outs(%er : tensor<4x50xf32>) -> tensor<4x50xf32>
  %r = linalg.reduce {arith.maximumf} ins(%s : tensor<4x50x37xf32>) outs(%fm : tensor<4x50xf32>) dimensions = [2]
  %rb = linalg.broadcast ins(%r : tensor<4x50xf32>) outs(%e1 : tensor<4x50x37xf32>) dimensions = [2]
  %sub = linalg.sub ins(%s, %rb : tensor<4x50x37xf32>, tensor<4x50x37xf32>) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %p = linalg.exp ins(%sub : tensor<4x50x37xf32>) outs(%e1 : tensor<4x50x37xf32>) -> tensor<4x50x37xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<4x50xf32>) -> tensor<4x50xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p : tensor<4x50x37xf32>) outs(%fz : tensor<4x50xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %x, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x50xf32>
  %e3 = tensor.empty() : tensor<4x50x37xf16>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %l : tensor<4x50x37xf32>, tensor<4x50xf32>) outs(%e3 : tensor<4x50x37xf16>) {
  ^bb0(%x: f32, %y: f32, %o: f16):
    %d = arith.divf %x, %y : f32
    %t = arith.truncf %d : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4x50x37xf16>
  %e4 = tensor.empty() : tensor<4x50x19xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4x50x19xf32>) -> tensor<4x50x19xf32>
  %o = linalg.batch_matmul ins(%w, %v : tensor<4x50x37xf16>, tensor<4x37x19xf16>) outs(%f4 : tensor<4x50x19xf32>) -> tensor<4x50x19xf32>
  return %o : tensor<4x50x19xf32>
}

// Along the rows, in f16, at the end of a chain; a sum with a map in its body.
// CHECK-LABEL: func.func @columns
// CHECK: %[[e:.*]] = mcf.contract {{.*}} -> <[m, h], f16>
// CHECK-NEXT: %[[r:.*]] = mcf.reduce <maximumf> %[[e]] : <[m, h], f16> -> <[h], f16>
// CHECK: %[[l:.*]] = mcf.reduce <add> {{.*}} : <[m, h], f16> -> <[h], f16>
// CHECK: %[[w:.*]] = mcf.map ins(%{{.*}}, %[[l]] : !mcf.named<[m, h], f16>, !mcf.named<[h], f16>) -> <[m, h], f16>
// CHECK: %[[sq:.*]] = mcf.map ins(%[[w]] : !mcf.named<[m, h], f16>) -> <[m, h], f32> {
// CHECK: arith.mulf
// CHECK: %[[n:.*]] = mcf.reduce <add> %[[sq]] : <[m, h], f32> -> <[], f32>
// CHECK: mcf.yield %[[w]], %[[n]] : !mcf.named<[m, h], f16>, !mcf.named<[], f32>
func.func @columns(%a: tensor<5x7xf16>, %b: tensor<7x6xf16>, %d: tensor<6x8xf16>) -> (tensor<5x8xf16>, tensor<f32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf16>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf16>
  %z3 = arith.constant dense<0.0> : tensor<f32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf16>, tensor<7x6xf16>) outs(%z : tensor<5x6xf16>) -> tensor<5x6xf16>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf16>, tensor<6x8xf16>) outs(%z2 : tensor<5x8xf16>) -> tensor<5x8xf16>
  %w = linalg.softmax dimension(0) ins(%e : tensor<5x8xf16>) outs(%z2 : tensor<5x8xf16>) -> tensor<5x8xf16>
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w : tensor<5x8xf16>) outs(%z3 : tensor<f32>) {
  ^bb0(%x: f16, %o: f32):
    %y = arith.extf %x : f16 to f32
    %s = arith.mulf %y, %y : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %w, %n : tensor<5x8xf16>, tensor<f32>
}
