// RUN: mcf-opt %s --convert-linalg-to-mcf | FileCheck %s

// Sizes of a reshape that are products of those of its source: heads are merged for a batched product and split again.
// CHECK-LABEL: func @merged_heads
// CHECK: %[[M:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2], [3]] : tensor<?x2x?x16xf32> into tensor<?x?x16xf32>
// CHECK: mcf.chain {{.*}} ins(%[[M]], %arg1, %arg2 :
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] output_shape [%{{.*}}, 2, %{{.*}}, 8]
// CHECK-NEXT: return
func.func @merged_heads(%a: tensor<?x2x?x16xf32>, %b: tensor<?x16x21xf32>, %d: tensor<?x21x8xf32>) -> tensor<?x2x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2 : i64
  %sixteen = arith.constant 16 : i64
  %eight = arith.constant 8 : i64
  %batch = tensor.dim %a, %c0 : tensor<?x2x?x16xf32>
  %rows = tensor.dim %a, %c2 : tensor<?x2x?x16xf32>
  %batch64 = arith.index_cast %batch : index to i64
  %rows64 = arith.index_cast %rows : index to i64
  %all64 = arith.muli %batch64, %two : i64
  %all = arith.index_cast %all64 : i64 to index
  %shape = tensor.from_elements %all64, %rows64, %sixteen : tensor<3xi64>
  %m = tensor.reshape %a(%shape) : (tensor<?x2x?x16xf32>, tensor<3xi64>) -> tensor<?x?x16xf32>
  %ce = tensor.empty(%all, %rows) : tensor<?x?x21xf32>
  %cz = linalg.fill ins(%zero : f32) outs(%ce : tensor<?x?x21xf32>) -> tensor<?x?x21xf32>
  %c = linalg.batch_matmul ins(%m, %b : tensor<?x?x16xf32>, tensor<?x16x21xf32>) outs(%cz : tensor<?x?x21xf32>) -> tensor<?x?x21xf32>
  %oe = tensor.empty(%all, %rows) : tensor<?x?x8xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %o = linalg.batch_matmul ins(%c, %d : tensor<?x?x21xf32>, tensor<?x21x8xf32>) outs(%oz : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %shape2 = tensor.from_elements %batch64, %two, %rows64, %eight : tensor<4xi64>
  %r = tensor.reshape %o(%shape2) : (tensor<?x?x8xf32>, tensor<4xi64>) -> tensor<?x2x?x8xf32>
  return %r : tensor<?x2x?x8xf32>
}

// Axes of size 1 at either end and in the middle; what is left between two ends that agree agrees, too.
// CHECK-LABEL: func @ends
// CHECK: %[[M:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2], [3]] : tensor<?x3x?x1xf32> into tensor<?x?x1xf32>
// CHECK: tensor.expand_shape %[[M]] {{\[\[}}0], [1, 2], [3]] output_shape [%{{.*}}, %{{.*}}, 1, 1] : tensor<?x?x1xf32> into tensor<?x?x1x1xf32>
// CHECK-NOT: tensor.reshape
// CHECK: return
func.func @ends(%a: tensor<?x3x?x1xf32>, %n: index) -> tensor<?x?x1x1xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = tensor.dim %a, %c2 : tensor<?x3x?x1xf32>
  %shape = tensor.from_elements %n, %rows, %c1, %c1 : tensor<4xindex>
  %r = tensor.reshape %a(%shape) : (tensor<?x3x?x1xf32>, tensor<4xindex>) -> tensor<?x?x1x1xf32>
  return %r : tensor<?x?x1x1xf32>
}

// A shape that is data says nothing.
// CHECK-LABEL: func @data
// CHECK: tensor.reshape
func.func @data(%a: tensor<?x3xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %r = tensor.reshape %a(%shape) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The type knows another size than the shape spells.
// CHECK-LABEL: func @known
// CHECK: tensor.reshape
func.func @known(%a: tensor<?x3xf32>, %n: index) -> tensor<6x?xf32> {
  %c3 = arith.constant 3 : index
  %shape = tensor.from_elements %n, %c3 : tensor<2xindex>
  %r = tensor.reshape %a(%shape) : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<6x?xf32>
  return %r : tensor<6x?xf32>
}
