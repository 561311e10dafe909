// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The maximum with its position, as exporters write it: nothing uses the position, nor the op that reshapes it.
// CHECK-LABEL: func.func @dead_position
// CHECK: mcf.chain
// CHECK: mcf.reduce <maximumf> {{.*}} -> <[m], f32>
// CHECK-NOT: linalg
// CHECK: return
func.func @dead_position(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %low = arith.constant dense<0xFF800000> : tensor<5xf32>
  %first = arith.constant dense<0> : tensor<5xi64>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<5x6xf32>) outs(%low, %first : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%in: f32, %out: f32, %pos: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %m = arith.maximumf %in, %out : f32
    %gt = arith.cmpf ogt, %in, %out : f32
    %p = arith.select %gt, %ji, %pos : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  %unused = tensor.expand_shape %r#1 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %r#0 : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %x = arith.divf %in, %max : f32
    linalg.yield %x : f32
  } -> tensor<5x6xf32>
  %e = linalg.matmul ins(%s, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Its combiner reads another accumulator: no reduction of a chain. The remark names it.
// CHECK-LABEL: func.func @used_position
// CHECK-NOT: mcf.chain
func.func @used_position(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> (tensor<5x8xf32>, tensor<5xi64>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %low = arith.constant dense<0xFF800000> : tensor<5xf32>
  %first = arith.constant dense<0> : tensor<5xi64>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-note @below {{what depends on it ends here: expected a body that combines the accumulator with one value, but got another one for result 1, which is used}}
  // expected-note @below {{what it depends on ends here: expected a body that combines the accumulator with one value, but got another one for result 1, which is used}}
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<5x6xf32>) outs(%low, %first : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%in: f32, %out: f32, %pos: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %m = arith.maximumf %in, %out : f32
    %gt = arith.cmpf ogt, %in, %out : f32
    %p = arith.select %gt, %ji, %pos : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %r#0 : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %x = arith.divf %in, %max : f32
    linalg.yield %x : f32
  } -> tensor<5x6xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %e = linalg.matmul ins(%s, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e, %r#1 : tensor<5x8xf32>, tensor<5xi64>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two reductions in one op, one with a start value, and two maps in one op.
// CHECK-LABEL: func.func @both_used
// CHECK: %[[C:.*]] = mcf.contract
// CHECK-NEXT: %[[S:.*]] = mcf.reduce <add> %[[C]]
// CHECK: %[[S1:.*]] = mcf.map ins(%[[S]]
// CHECK: arith.addf
// CHECK: %[[Q:.*]] = mcf.map ins(%[[C]]
// CHECK: arith.mulf
// CHECK: %[[SQ:.*]] = mcf.reduce <add> %[[Q]]
// CHECK: mcf.map ins(%[[C]], %[[SQ]]
// CHECK: mcf.contract
// CHECK: mcf.map ins(%{{.*}}, %[[S1]]
// CHECK-NOT: linalg
// CHECK: return
func.func @both_used(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5xf32>
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<5x6xf32>) outs(%one, %z1 : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%in: f32, %sum: f32, %squares: f32):
    %s = arith.addf %sum, %in : f32
    %sq = arith.mulf %in, %in : f32
    %q = arith.addf %squares, %sq : f32
    linalg.yield %s, %q : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  %s:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %r#1 : tensor<5x6xf32>, tensor<5xf32>) outs(%z, %z : tensor<5x6xf32>, tensor<5x6xf32>) {
  ^bb0(%in: f32, %sq: f32, %out: f32, %out2: f32):
    %x = arith.divf %in, %sq : f32
    %y = arith.addf %in, %sq : f32
    linalg.yield %x, %y : f32, f32
  } -> (tensor<5x6xf32>, tensor<5x6xf32>)
  %e = linalg.matmul ins(%s#0, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  %o = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%e, %r#0 : tensor<5x8xf32>, tensor<5xf32>) outs(%z2 : tensor<5x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %x = arith.addf %in, %sum : f32
    linalg.yield %x : f32
  } -> tensor<5x8xf32>
  return %o : tensor<5x8xf32>
}
