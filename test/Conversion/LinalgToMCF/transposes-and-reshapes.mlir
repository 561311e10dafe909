// RUN: mcf-opt %s --convert-linalg-to-mcf 2>/dev/null | FileCheck %s

// Transposes are names: of an input, of the intermediate (which is also returned), and of the result.
// CHECK-LABEL: func.func @transposes
// CHECK-SAME: (%[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<6x7xf32>, %[[D:.*]]: tensor<8x6xf32>)
// CHECK-NEXT: %[[R:.*]]:2 = mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%[[A]], %[[B]], %[[D]] : {{.*}}) -> (tensor<6x5xf32>, tensor<5x8xf32>) {
// CHECK-NEXT: ^bb0(%{{.*}}: !mcf.named<[m, k], f32>, %{{.*}}: !mcf.named<[n, k], f32>, %{{.*}}: !mcf.named<[h, n], f32>):
// CHECK-NEXT: %[[c:.*]] = mcf.contract {{.*}} -> <[n, m], f32>
// CHECK-NEXT: %[[e:.*]] = mcf.contract {{.*}}, %[[c]] : <[h, n], f32>, <[n, m], f32> -> <[m, h], f32>
// CHECK-NEXT: mcf.yield %[[c]], %[[e]] : !mcf.named<[n, m], f32>, !mcf.named<[m, h], f32>
func.func @transposes(%a: tensor<5x7xf32>, %b: tensor<6x7xf32>, %d: tensor<8x6xf32>) -> (tensor<6x5xf32>, tensor<5x8xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<8x5xf32>
  %e0 = tensor.empty() : tensor<7x6xf32>
  %bt = linalg.transpose ins(%b : tensor<6x7xf32>) outs(%e0 : tensor<7x6xf32>) permutation = [1, 0]
  %c = linalg.matmul ins(%a, %bt : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e1 = tensor.empty() : tensor<6x5xf32>
  %ct = linalg.transpose ins(%c : tensor<5x6xf32>) outs(%e1 : tensor<6x5xf32>) permutation = [1, 0]
  %e = linalg.matmul ins(%d, %ct : tensor<8x6xf32>, tensor<6x5xf32>) outs(%z2 : tensor<8x5xf32>) -> tensor<8x5xf32>
  %e2 = tensor.empty() : tensor<5x8xf32>
  %et = linalg.transpose ins(%e : tensor<8x5xf32>) outs(%e2 : tensor<5x8xf32>) permutation = [1, 0]
  return %ct, %et : tensor<6x5xf32>, tensor<5x8xf32>
}

// If an array leaves the chain in both forms, a map makes the second.
// CHECK-LABEL: func.func @both_forms
// CHECK: %[[c:.*]] = mcf.contract {{.*}} -> <[m, n], f32>
// CHECK: %[[ct:.*]] = mcf.map ins(%[[c]] : !mcf.named<[m, n], f32>) -> <[n, m], f32>
// CHECK: mcf.yield %[[c]], %[[ct]],
func.func @both_forms(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<8x6xf32>) -> (tensor<5x6xf32>, tensor<6x5xf32>, tensor<8x5xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<8x5xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e1 = tensor.empty() : tensor<6x5xf32>
  %ct = linalg.transpose ins(%c : tensor<5x6xf32>) outs(%e1 : tensor<6x5xf32>) permutation = [1, 0]
  %e = linalg.matmul ins(%d, %ct : tensor<8x6xf32>, tensor<6x5xf32>) outs(%z2 : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %c, %ct, %e : tensor<5x6xf32>, tensor<6x5xf32>, tensor<8x5xf32>
}

// Axes of size 1 that a reshape adds have no dim; the tensors around are reshaped.
// CHECK-LABEL: func.func @unit_axes
// CHECK-SAME: (%[[A:.*]]: tensor<5x7xf32>, %[[B:.*]]: tensor<7x6xf32>, %[[D:.*]]: tensor<1x6x8xf32>)
// CHECK: %[[D2:.*]] = tensor.collapse_shape %[[D]] {{\[}}[0, 1], [2]] : tensor<1x6x8xf32> into tensor<6x8xf32>
// CHECK-NEXT: %[[R:.*]]:2 = mcf.chain <m = 5, n = 6, k = 7, h = 8> ins(%[[A]], %[[B]], %[[D2]] : {{.*}}) -> (tensor<5x6xf32>, tensor<5x8xf32>)
// CHECK: %[[X:.*]] = tensor.expand_shape %[[R]]#0 {{\[}}[0, 1], [2]] output_shape [1, 5, 6]
// CHECK: %[[E:.*]] = tensor.expand_shape %[[R]]#1 {{\[}}[0, 1], [2]] output_shape [1, 5, 8]
// CHECK: return %[[E]], %[[X]]
func.func @unit_axes(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<1x6x8xf32>) -> (tensor<1x5x8xf32>, tensor<1x5x6xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<1x5x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [1, 5, 6] : tensor<5x6xf32> into tensor<1x5x6xf32>
  %e = linalg.batch_matmul ins(%x, %d : tensor<1x5x6xf32>, tensor<1x6x8xf32>) outs(%z2 : tensor<1x5x8xf32>) -> tensor<1x5x8xf32>
  return %e, %x : tensor<1x5x8xf32>, tensor<1x5x6xf32>
}

// Batch and heads are merged for the contractions, with transposes before and after: two dims, no
// transposed copy. V, which has no such history, is reshaped in front.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[Q:.*]]: tensor<2x50x3x23xf16>, %[[K:.*]]: tensor<2x37x3x23xf16>, %[[V:.*]]: tensor<6x37x19xf16>)
// CHECK: %[[V2:.*]] = tensor.expand_shape %[[V]] {{\[}}[0, 1], [2], [3]] output_shape [2, 3, 37, 19]
// CHECK-NEXT: %[[R:.*]] = mcf.chain <b0 = 2, b1 = 3, m = 50, n = 37, k = 23, h = 19> ins(%[[Q]], %[[K]], %[[V2]] : {{.*}}) -> (tensor<2x50x3x19xf32>) {
// CHECK-NEXT: ^bb0(%{{.*}}: !mcf.named<[b0, m, b1, k], f16>, %{{.*}}: !mcf.named<[b0, n, b1, k], f16>, %{{.*}}: !mcf.named<[b0, b1, n, h], f16>):
// CHECK: mcf.contract {{.*}} -> <[b0, m, b1, h], f32>
// CHECK-NEXT: mcf.yield
// CHECK: tensor.collapse_shape %[[R]] {{\[}}[0], [1], [2, 3]] : tensor<2x50x3x19xf32> into tensor<2x50x57xf32>
func.func @heads(%q: tensor<2x50x3x23xf16>, %k: tensor<2x37x3x23xf16>, %v: tensor<6x37x19xf16>) -> tensor<2x50x57xf32> {
  %zero = arith.constant 0.0 : f32
  %eq = tensor.empty() : tensor<2x3x50x23xf16>
  %qt = linalg.transpose ins(%q : tensor<2x50x3x23xf16>) outs(%eq : tensor<2x3x50x23xf16>) permutation = [0, 2, 1, 3]
  %qc = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x3x50x23xf16> into tensor<6x50x23xf16>
  %ek = tensor.empty() : tensor<2x3x23x37xf16>
  %kt = linalg.transpose ins(%k : tensor<2x37x3x23xf16>) outs(%ek : tensor<2x3x23x37xf16>) permutation = [0, 2, 3, 1]
  %kc = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x3x23x37xf16> into tensor<6x23x37xf16>
  %e1 = tensor.empty() : tensor<6x50x37xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<6x50x37xf32>) -> tensor<6x50x37xf32>
  %s = linalg.batch_matmul ins(%qc, %kc : tensor<6x50x23xf16>, tensor<6x23x37xf16>) outs(%f1 : tensor<6x50x37xf32>) -> tensor<6x50x37xf32>
  %sh = arith.truncf %s : tensor<6x50x37xf32> to tensor<6x50x37xf16>
  %e4 = tensor.empty() : tensor<6x50x19xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<6x50x19xf32>) -> tensor<6x50x19xf32>
  %o = linalg.batch_matmul ins(%sh, %v : tensor<6x50x37xf16>, tensor<6x37x19xf16>) outs(%f4 : tensor<6x50x19xf32>) -> tensor<6x50x19xf32>
  %x = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 3, 50, 19] : tensor<6x50x19xf32> into tensor<2x3x50x19xf32>
  %e5 = tensor.empty() : tensor<2x50x3x19xf32>
  %ot = linalg.transpose ins(%x : tensor<2x3x50x19xf32>) outs(%e5 : tensor<2x50x3x19xf32>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %ot [[0], [1], [2, 3]] : tensor<2x50x3x19xf32> into tensor<2x50x57xf32>
  return %r : tensor<2x50x57xf32>
}

// A mask per head between reshapes: the position along a merged axis is put together from both dims.
// CHECK-LABEL: func.func @merged_position
// CHECK: mcf.chain <b0 = 2, b1 = 3, m = 5, n = 6, k = 7, h = 8>
// CHECK: mcf.contract {{.*}} -> <[b0, b1, m, n], f32>
// CHECK: mcf.map
// CHECK: %[[i:.*]] = mcf.index "b0"
// CHECK-NEXT: %[[j:.*]] = mcf.index "b1"
// CHECK-NEXT: %[[three:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[p:.*]] = arith.muli %[[i]], %[[three]] : index
// CHECK-NEXT: arith.addi %[[p]], %[[j]] : index
func.func @merged_position(%a: tensor<6x5x7xf32>, %b: tensor<6x7x6xf32>, %d: tensor<6x6x8xf32>, %mask: tensor<2x5x6xf32>) -> tensor<6x5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<6x5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<6x5x8xf32>
  %e = tensor.empty() : tensor<6x5x6xf32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<6x5x7xf32>, tensor<6x7x6xf32>) outs(%z : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c : tensor<6x5x6xf32>) outs(%e : tensor<6x5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %t = arith.mulf %in, %f : f32
    linalg.yield %t : f32
  } -> tensor<6x5x6xf32>
  %xs = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
  %e2 = tensor.empty() : tensor<2x3x5x6xf32>
  %mb = linalg.broadcast ins(%mask : tensor<2x5x6xf32>) outs(%e2 : tensor<2x3x5x6xf32>) dimensions = [1]
  %y = arith.addf %xs, %mb : tensor<2x3x5x6xf32>
  %yc = tensor.collapse_shape %y [[0, 1], [2], [3]] : tensor<2x3x5x6xf32> into tensor<6x5x6xf32>
  %r = linalg.batch_matmul ins(%yc, %d : tensor<6x5x6xf32>, tensor<6x6x8xf32>) outs(%z2 : tensor<6x5x8xf32>) -> tensor<6x5x8xf32>
  return %r : tensor<6x5x8xf32>
}
