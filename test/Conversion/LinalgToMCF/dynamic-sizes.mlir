// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s

// The size of an intermediate is taken from where the intermediate has it, so that asking for it
// keeps nothing from being fused.
// CHECK-LABEL: func @gemm_chain
// CHECK-NOT: linalg.matmul
// CHECK: mcf.chain <m = ?, n = ?, k = ?, h = ?> ins(%arg0, %arg1, %arg2 :
// CHECK-NOT: linalg.matmul
func.func @gemm_chain(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %d: tensor<?x?xf16>) -> (tensor<?x?xf16>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf16>
  %n = tensor.dim %b, %c1 : tensor<?x?xf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-remark @below {{fused 2 contractions (512.0 and 512.0 flop/byte where sizes that are not known are 2048, above}}
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %ct = arith.truncf %c : tensor<?x?xf32> to tensor<?x?xf16>
  %m2 = tensor.dim %ct, %c0 : tensor<?x?xf16>
  %h = tensor.dim %d, %c1 : tensor<?x?xf16>
  %e2 = tensor.empty(%m2, %h) : tensor<?x?xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = linalg.matmul ins(%ct, %d : tensor<?x?xf16>, tensor<?x?xf16>) outs(%f2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %gt = arith.truncf %g : tensor<?x?xf32> to tensor<?x?xf16>
  %size = tensor.dim %gt, %c1 : tensor<?x?xf16>
  return %gt, %size : tensor<?x?xf16>, index
}

// -----

// What one op knows of a loop holds for all tensors that are indexed by it; casts are seen through.
// CHECK-LABEL: func @known_by_one
// CHECK: %[[A:.*]] = tensor.cast %arg0 : tensor<?x?xf32> to tensor<5x?xf32>
// CHECK: %[[R:.*]] = mcf.chain <m = 5, n = 6, k = ?, h = 8> ins(%[[A]],
// CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<5x8xf32> to tensor<?x8xf32>
// CHECK: return %[[C]]
func.func @known_by_one(%a: tensor<?x?xf32>, %b: tensor<?x6xf32>, %z: tensor<5x6xf32>, %d: tensor<6x8xf32>, %z2: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %cast = tensor.cast %c : tensor<5x6xf32> to tensor<?x?xf32>
  %e = linalg.matmul ins(%cast, %d : tensor<?x?xf32>, tensor<6x8xf32>) outs(%z2 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %e : tensor<?x8xf32>
}

// -----

// Axes that are split in the chain: the size of a part comes from that of the whole.
// CHECK-LABEL: func @split
// CHECK: %[[ROWS:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x16xf32>
// CHECK: %[[B:.*]] = arith.divui %[[ROWS]], %c12
// CHECK: tensor.expand_shape %arg0 {{.*}} output_shape [%[[B]], 12, 16] : tensor<?x16xf32> into tensor<?x12x16xf32>
// CHECK: mcf.chain <m0 = ?, m1 = 12, n = 20, k = 16, h = 8>
func.func @split(%a: tensor<?x16xf32>, %b: tensor<16x20xf32>, %d: tensor<?x20x8xf32>, %z: tensor<?x20xf32>, %z2: tensor<?x12x8xf32>, %s: index) -> tensor<?x12x8xf32> {
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x20xf32>) outs(%z : tensor<?x20xf32>) -> tensor<?x20xf32>
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [%s, 12, 20] : tensor<?x20xf32> into tensor<?x12x20xf32>
  %e = linalg.batch_matmul ins(%x, %d : tensor<?x12x20xf32>, tensor<?x20x8xf32>) outs(%z2 : tensor<?x12x8xf32>) -> tensor<?x12x8xf32>
  return %e : tensor<?x12x8xf32>
}

// -----

// An index from outside (here the number of keys beyond that of queries) is a scalar input.
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: func @index_from_outside
// CHECK: %[[OFFSET:.*]] = arith.index_cast %arg4 : index to i64
// CHECK: mcf.chain <m = ?, n = ?, k = 16, h = 8> ins(%arg0, %arg1, %arg3, %[[OFFSET]], %arg2, %arg5 :
// CHECK: arith.index_cast %{{.*}} : i64 to index
func.func @index_from_outside(%a: tensor<?x16xf32>, %b: tensor<16x?xf32>, %d: tensor<?x8xf32>, %z: tensor<?x?xf32>, %off: index, %z2: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %last = arith.addi %i, %off : index
    %ok = arith.cmpi sle, %j, %last : index
    %zero = arith.constant 0.0 : f32
    %r = arith.select %ok, %v, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %e = linalg.matmul ins(%x, %d : tensor<?x?xf32>, tensor<?x8xf32>) outs(%z2 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %e : tensor<?x8xf32>
}

// -----

// A merged axis of two sizes that are not known: nothing says that the parts of one split are those
// of the other.
// CHECK-LABEL: func @split_twice
// CHECK-NOT: mcf.chain
func.func @split_twice(%a: tensor<?x?x16xf32>, %b: tensor<16x20xf32>, %d: tensor<?x20x8xf32>, %z: tensor<?x20xf32>, %z2: tensor<?x?x8xf32>, %s: index, %t: index) -> tensor<?x?x8xf32> {
  %m = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x16xf32> into tensor<?x16xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it}}
  %c = linalg.matmul ins(%m, %b : tensor<?x16xf32>, tensor<16x20xf32>) outs(%z : tensor<?x20xf32>) -> tensor<?x20xf32>
  // expected-note @below {{what depends on it ends here: the size of one of its dims cannot be told from what it reads}}
  // expected-note @below {{what it depends on ends here: the size of one of its dims cannot be told from what it reads}}
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [%s, %t, 20] : tensor<?x20xf32> into tensor<?x?x20xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it}}
  %e = linalg.batch_matmul ins(%x, %d : tensor<?x?x20xf32>, tensor<?x20x8xf32>) outs(%z2 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %e : tensor<?x?x8xf32>
}

// -----

// A position along an axis that is split by a size that is not known.
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: func @split_position
// CHECK-NOT: mcf.chain
func.func @split_position(%a: tensor<?x16xf32>, %b: tensor<16x20xf32>, %d: tensor<6x20x8xf32>, %z: tensor<?x20xf32>, %z2: tensor<6x?x8xf32>, %s: index) -> tensor<6x?x8xf32> {
  // expected-remark @below {{not fused: no other contraction is connected to it}}
  %c = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x20xf32>) outs(%z : tensor<?x20xf32>) -> tensor<?x20xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<?x20xf32>) outs(%z : tensor<?x20xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %i32 = arith.index_cast %i : index to i32
    %w = arith.sitofp %i32 : i32 to f32
    %r = arith.addf %v, %w : f32
    linalg.yield %r : f32
  } -> tensor<?x20xf32>
  // expected-note @below {{what depends on it ends here: it uses the position along an axis that is split by a size that is not known}}
  // expected-note @below {{what it depends on ends here: it uses the position along an axis that is split by a size that is not known}}
  %x = tensor.expand_shape %y [[0, 1], [2]] output_shape [6, %s, 20] : tensor<?x20xf32> into tensor<6x?x20xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it}}
  %e = linalg.batch_matmul ins(%x, %d : tensor<6x?x20xf32>, tensor<6x20x8xf32>) outs(%z2 : tensor<6x?x8xf32>) -> tensor<6x?x8xf32>
  return %e : tensor<6x?x8xf32>
}

// -----

// A map of rows comes before the contraction: behind its loop, the mask would need a loop of its own over a dim whose size is
// not known, and the scores would have to be kept over it.
// CHECK-LABEL: func @mask_of_rows
// CHECK: mcf.chain
// CHECK-NOT: mcf.contract
// CHECK: mcf.map ins(%{{.*}} : !mcf.named<[m], i64>) -> <[m], i1>
// CHECK: mcf.map ins({{.*}}) -> <[m, n], f32>
// CHECK: mcf.contract
func.func @mask_of_rows(%a: tensor<2x?x8xf32>, %b: tensor<2x8x?xf32>, %d: tensor<2x?x4xf32>, %r: tensor<?xi64>, %c: tensor<?xi64>) -> tensor<2x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %none = arith.constant 0 : i64
  %m = tensor.dim %a, %c1 : tensor<2x?x8xf32>
  %n = tensor.dim %b, %c2 : tensor<2x8x?xf32>
  %ce = tensor.empty(%m, %n) : tensor<2x?x?xf32>
  %cz = linalg.fill ins(%zero : f32) outs(%ce : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  // expected-remark @below {{fused 2 contractions}}
  %s = linalg.batch_matmul ins(%a, %b : tensor<2x?x8xf32>, tensor<2x8x?xf32>) outs(%cz : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %re = tensor.empty(%m) : tensor<?xi1>
  %rows = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%r : tensor<?xi64>) outs(%re : tensor<?xi1>) {
  ^bb0(%x: i64, %out: i1):
    %y = arith.cmpi sge, %x, %none : i64
    linalg.yield %y : i1
  } -> tensor<?xi1>
  %me = tensor.empty(%m, %n) : tensor<?x?xf32>
  %mask = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%rows, %c : tensor<?xi1>, tensor<?xi64>) outs(%me : tensor<?x?xf32>) {
  ^bb0(%x: i1, %col: i64, %out: f32):
    %p = arith.cmpi sge, %col, %none : i64
    %q = arith.andi %p, %x : i1
    %y = arith.select %q, %zero, %one : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x?x?xf32>, tensor<?x?xf32>) outs(%ce : tensor<2x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<2x?x?xf32>
  %oe = tensor.empty(%m) : tensor<2x?x4xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
  %o = linalg.batch_matmul ins(%t, %d : tensor<2x?x?xf32>, tensor<2x?x4xf32>) outs(%oz : tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
  return %o : tensor<2x?x4xf32>
}
