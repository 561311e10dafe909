// RUN: mcf-opt %s --mcf-vectorize-tile-program --split-input-file | FileCheck %s
// Parts of arrays, and arrays with strides, reach the block vectors as they lie in memory.

// A part with rows of another array, and every second row from the third on. Nothing is copied.
// CHECK-LABEL: func.func @inputs
// CHECK: %[[A:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<4x3x8xf32> to memref<4x3x8xf32>
// CHECK: %[[A1:.*]] = memref.subview %[[A]][0, 0, 0] [4, 1, 8] [1, 1, 1] : memref<4x3x8xf32> to memref<4x8xf32, strided<[24, 1]>>
// CHECK: %[[B:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<16x9xf32> to memref<16x9xf32>
// CHECK: %[[B1:.*]] = memref.subview %[[B]][%{{.*}}, 1] [4, 8] [2, 1] : memref<16x9xf32> to memref<4x8xf32, strided<[18, 1], offset: ?>>
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: call @add(%[[A1]], %[[B1]], %[[OUT]])
// CHECK-NOT: tensor.extract_slice
// CHECK: func.func private @add(%[[X:.*]]: memref<4x8xf32, strided<[24, 1]>>, %[[Y:.*]]: memref<4x8xf32, strided<[18, 1], offset: ?>>, %{{.*}}: memref<4x8xf32>)
// CHECK: memref.subview %[[X]][%{{.*}}, 0] [2, 8] [1, 1] : memref<4x8xf32, strided<[24, 1]>> to memref<2x8xf32, strided<[24, 1], offset: ?>>
func.func @inputs(%a: tensor<4x3x8xf32>, %b: tensor<16x9xf32>, %at: index) -> tensor<4x8xf32> {
  %x = tensor.extract_slice %a[0, 0, 0] [4, 1, 8] [1, 1, 1] : tensor<4x3x8xf32> to tensor<4x8xf32>
  %y = tensor.extract_slice %b[%at, 1] [4, 8] [2, 1] : tensor<16x9xf32> to tensor<4x8xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %r = call @add(%x, %y, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4x8xf32>) {
    %at = affine.apply affine_map<(i) -> (i * 2)>(%i)
    %x = tensor.extract_slice %a[%at, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %y = tensor.extract_slice %b[%at, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %e = tensor.empty() : tensor<2x8xf32>
    %s = linalg.add ins(%x, %y : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%at, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// Buffers of the caller: strides given at launch, rows that are all the same one, reshaped parts. The result goes
// where the caller wants it.
// CHECK-LABEL: func.func @buffers
// CHECK-SAME: (%[[A:.*]]: memref<4x8xf32, strided<[?, 1], offset: ?>>, %[[B:.*]]: memref<4x8xf32, strided<[0, 1]>>, %[[C:.*]]: memref<4x16xf32>, %[[OUT:.*]]: memref<4x8xf32, strided<[?, 1]>>)
// CHECK-DAG: %[[AB:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
// CHECK-DAG: %[[BB:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<4x8xf32> to memref<4x8xf32, strided<[0, 1]>>
// CHECK: %[[CB:.*]] = bufferization.to_buffer
// CHECK: %[[C1:.*]] = memref.subview %[[CB]][0, 8] [4, 8] [1, 1]
// CHECK: %[[C2:.*]] = memref.expand_shape %[[C1]] {{\[\[}}0], [1, 2]] output_shape [4, 2, 4] : memref<4x8xf32, strided<[16, 1], offset: 8>> into memref<4x2x4xf32, strided<[16, 4, 1], offset: 8>>
// CHECK: %[[C3:.*]] = memref.cast %[[C2]] : memref<4x2x4xf32, strided<[16, 4, 1], offset: 8>> to memref<4x2x4xf32, strided<[16, 4, 1], offset: ?>>
// CHECK: call @add(%[[AB]], %[[BB]], %[[C3]], %[[OUT]])
// CHECK-NOT: bufferization.materialize_in_destination
// CHECK: return
// CHECK: func.func private @add(%{{.*}}: memref<4x8xf32, strided<[?, 1], offset: ?>>, %{{.*}}: memref<4x8xf32, strided<[0, 1]>>, %{{.*}}: memref<4x2x4xf32, strided<[16, 4, 1], offset: ?>>, %{{.*}}: memref<4x8xf32, strided<[?, 1]>>)
func.func @buffers(%a: memref<4x8xf32, strided<[?, 1], offset: ?>>, %b: memref<4x8xf32, strided<[0, 1]>>, %c: memref<4x16xf32>,
                   %out: memref<4x8xf32, strided<[?, 1]>>) {
  %x = bufferization.to_tensor %a restrict : memref<4x8xf32, strided<[?, 1], offset: ?>> to tensor<4x8xf32>
  %y = bufferization.to_tensor %b restrict : memref<4x8xf32, strided<[0, 1]>> to tensor<4x8xf32>
  %c0 = bufferization.to_tensor %c restrict : memref<4x16xf32> to tensor<4x16xf32>
  %c1 = tensor.extract_slice %c0[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %z = tensor.expand_shape %c1 [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %r = call @add(%x, %y, %z, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x2x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<4x8xf32>, memref<4x8xf32, strided<[?, 1]>>) -> ()
  return
}
func.func private @add(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x2x4xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4x8xf32>) {
    %at = affine.apply affine_map<(i) -> (i * 2)>(%i)
    %x = tensor.extract_slice %a[%at, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %y = tensor.extract_slice %b[%at, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %e = tensor.empty() : tensor<2x8xf32>
    %s = linalg.add ins(%x, %y : tensor<2x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%at, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// Parts of a new array, one after the other, and a part of an argument: bufferization copies the argument if somebody
// else may see the change. Callers that disagree get one function with strides given at launch.
// CHECK-LABEL: func.func @results
// CHECK: %[[ALL:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK: %[[LEFT:.*]] = memref.subview %[[ALL]][0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
// CHECK: %[[LEFT1:.*]] = memref.cast %[[LEFT]] : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32, strided<[?, ?], offset: ?>>
// CHECK: call @double(%{{.*}}, %[[LEFT1]])
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[ALL]] restrict writable
// CHECK: %[[NEXT:.*]] = bufferization.to_buffer %[[T]] : tensor<4x16xf32> to memref<4x16xf32>
// CHECK: memref.subview %[[NEXT]][0, 8] [4, 8] [1, 1]
// CHECK: call @double
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[NEXT]] restrict writable
// CHECK: %[[BIG:.*]] = bufferization.to_buffer %{{.*}} : tensor<9x30xf32> to memref<9x30xf32>
// CHECK: memref.subview %[[BIG]][1, 2] [4, 8] [2, 3] : memref<9x30xf32> to memref<4x8xf32, strided<[60, 3], offset: 32>>
// CHECK: call @double
// CHECK: %[[R1:.*]] = bufferization.to_tensor %[[BIG]] restrict writable
// CHECK-NOT: tensor.insert_slice
// CHECK: return %[[R]], %[[R1]]
// CHECK: func.func private @double(%{{.*}}: memref<4x8xf32>, %{{.*}}: memref<4x8xf32, strided<[?, ?], offset: ?>>)
func.func @results(%a: tensor<4x8xf32>, %big: tensor<9x30xf32>) -> (tensor<4x16xf32>, tensor<9x30xf32>) {
  %empty = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x16xf32>
  %r0 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %all0 = tensor.insert_slice %r0 into %all[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r1 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %all1 = tensor.insert_slice %r1 into %all0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r2 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %big0 = tensor.insert_slice %r2 into %big[1, 2] [4, 8] [2, 3] : tensor<4x8xf32> into tensor<9x30xf32>
  return %all1, %big0 : tensor<4x16xf32>, tensor<9x30xf32>
}
func.func private @double(%a: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<4x8xf32>) {
    %e = tensor.empty() : tensor<4x8xf32>
    %s = linalg.add ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// What somebody else may see is not written early: the larger array has another user, is not there yet, is not
// writable, or is read in between; a destination whose rows are all one.
// CHECK-LABEL: func.func @copies
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 2] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 3] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
// CHECK: memref.alloc() : memref<4x8xf32>
// CHECK: bufferization.materialize_in_destination
// CHECK: func.func private @double(%{{.*}}: memref<4x8xf32>, %{{.*}}: memref<4x8xf32>)
func.func @copies(%a: tensor<4x8xf32>, %shared: tensor<4x16xf32>, %later: tensor<4x16xf32>, %buffer: memref<4x16xf32>, %seen: memref<4x16xf32>,
                  %row: memref<4x8xf32, strided<[0, 1]>>)
    -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, f32) {
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<4x8xf32>
  %fixed = bufferization.to_tensor %buffer restrict : memref<4x16xf32> to tensor<4x16xf32>
  %seen0 = bufferization.to_tensor %seen restrict writable : memref<4x16xf32> to tensor<4x16xf32>
  %r0 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %b0 = tensor.insert_slice %r0 into %shared[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r1 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %twice = arith.addf %later, %later : tensor<4x16xf32>
  %b1 = tensor.insert_slice %r1 into %twice[0, 1] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r2 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %b2 = tensor.insert_slice %r2 into %fixed[0, 2] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r3 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %element = memref.load %seen[%c0, %c0] : memref<4x16xf32>
  %b3 = tensor.insert_slice %r3 into %seen0[0, 3] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %r4 = call @double(%a, %empty) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  bufferization.materialize_in_destination %r4 in restrict writable %row : (tensor<4x8xf32>, memref<4x8xf32, strided<[0, 1]>>) -> ()
  return %b0, %b1, %b2, %b3, %shared, %element : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, f32
}
func.func private @double(%a: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<4x8xf32>) {
    %e = tensor.empty() : tensor<4x8xf32>
    %s = linalg.add ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// Sizes that are not known: the caller allocates what the destination would have been.
// CHECK-LABEL: func.func @sizes
// CHECK: %[[M:.*]] = tensor.dim
// CHECK: %[[A:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<?x9xf32> to memref<?x9xf32>
// CHECK: %[[PART:.*]] = memref.subview %[[A]][0, 1] [%[[M]], 8] [1, 1] : memref<?x9xf32> to memref<?x8xf32, strided<[9, 1], offset: 1>>
// CHECK: %[[OUT:.*]] = memref.alloc(%[[M]]) : memref<?x8xf32>
// CHECK: call @double(%{{.*}}, %[[OUT]]) : (memref<?x8xf32, strided<[9, 1], offset: ?>>, memref<?x8xf32>) -> ()
// CHECK: func.func private @double(%[[X:.*]]: memref<?x8xf32, strided<[9, 1], offset: ?>> {mcf.dims = ["m", "n"]}, %{{.*}}: memref<?x8xf32> {mcf.dims = ["m", "n"]})
// CHECK: %[[SIZE:.*]] = memref.dim %[[X]]
// CHECK: %[[TRIPS:.*]] = affine.apply #{{.*}}()[%[[SIZE]]]
// CHECK: scf.forall (%{{.*}}) in (%[[TRIPS]])
func.func @sizes(%a: tensor<?x9xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x9xf32>
  %x = tensor.extract_slice %a[0, 1] [%m, 8] [1, 1] : tensor<?x9xf32> to tensor<?x8xf32>
  %empty = tensor.empty(%m) : tensor<?x8xf32>
  %r = call @double(%x, %empty) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
func.func private @double(%a: tensor<?x8xf32> {mcf.dims = ["m", "n"]}, %out: tensor<?x8xf32> {mcf.dims = ["m", "n"]}) -> tensor<?x8xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x8xf32>
  %trips = affine.apply affine_map<()[s] -> (s ceildiv 4)>()[%m]
  %r = scf.forall (%i) in (%trips) shared_outs(%o = %out) -> (tensor<?x8xf32>) {
    %at = affine.apply affine_map<(i) -> (i * 4)>(%i)
    %size = affine.min affine_map<(i)[s] -> (i * -4 + s, 4)>(%i)[%m]
    %rest = affine.apply affine_map<()[s] -> (-s + 4)>()[%size]
    %part = tensor.extract_slice %a[%at, 0] [%size, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
    %x = tensor.pad %part low[0, 0] high[%rest, 0] {
    ^bb0(%p: index, %q: index):
      tensor.yield %z : f32
    } : tensor<?x8xf32> to tensor<4x8xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %s = linalg.add ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %valid = tensor.extract_slice %s[0, 0] [%size, 8] [1, 1] : tensor<4x8xf32> to tensor<?x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %valid into %o[%at, 0] [%size, 8] [1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
    }
  }
  return %r : tensor<?x8xf32>
}
