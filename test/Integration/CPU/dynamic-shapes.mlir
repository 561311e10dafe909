// Other chains with open sizes: three contractions, an axis that is split in the chain, a softmax
// without a contraction after it, and sums over rows with a start value.
// RUN: mcfc %s --run=cpu --tiling=default --function=three --sizes=m=70,n=33,k=5,h=65,p=3 --sizes=m=1,n=1,k=1,h=1,p=1 --sizes=m=3,n=0,k=4,h=5,p=6 --sizes=m=3,n=4,k=4,h=0,p=6 | FileCheck %s --check-prefix=FOUR
// RUN: mcfc %s --run=cpu --tiling=default --function=heads --sizes=arg0.0=36,m0=3,arg2.0=3 --sizes=arg0.0=12,m0=1,arg2.0=1 --sizes=arg0.0=0,m0=0,arg2.0=0 --sizes=arg0.0=120,arg2.0=10 | FileCheck %s --check-prefix=FOUR
// RUN: mcfc %s --run=cpu --tiling=default --function=sums --sizes=m=70,n=33 --sizes=m=1,n=1 --sizes=m=3,n=0 --sizes=m=0,n=3 | FileCheck %s --check-prefix=FOUR
// FOUR-COUNT-4: right
// FOUR-NOT: wrong

func.func @three(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %d: tensor<?x?xf32>, %f: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %h = tensor.dim %d, %c1 : tensor<?x?xf32>
  %p = tensor.dim %f, %c1 : tensor<?x?xf32>
  %e0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e1 = tensor.empty(%m, %h) : tensor<?x?xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = linalg.matmul ins(%c, %d : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e2 = tensor.empty(%m, %p) : tensor<?x?xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = linalg.matmul ins(%e, %f : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}

// Rows are tokens times 12 heads; the second product is by head.
func.func @heads(%a: tensor<?x16xf32>, %b: tensor<16x20xf32>, %d: tensor<?x20x8xf32>) -> tensor<?x12x8xf32> {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x16xf32>
  %tokens = arith.divui %rows, %c12 : index
  %e0 = tensor.empty(%rows) : tensor<?x20xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x20xf32>) -> tensor<?x20xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x20xf32>) outs(%f0 : tensor<?x20xf32>) -> tensor<?x20xf32>
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [%tokens, 12, 20] : tensor<?x20xf32> into tensor<?x12x20xf32>
  %e1 = tensor.empty(%tokens) : tensor<?x12x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x12x8xf32>) -> tensor<?x12x8xf32>
  %e = linalg.batch_matmul ins(%x, %d : tensor<?x12x20xf32>, tensor<?x20x8xf32>) outs(%f1 : tensor<?x12x8xf32>) -> tensor<?x12x8xf32>
  return %e : tensor<?x12x8xf32>
}

// A start value that is no zero, and the intermediate itself as a second result.
func.func @sums(%a: tensor<?x24xf32>, %b: tensor<24x?xf32>, %d: tensor<?x8xf32>, %bias: tensor<8xf32>) -> (tensor<?x8xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x24xf32>
  %n = tensor.dim %b, %c1 : tensor<24x?xf32>
  %e0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x24xf32>, tensor<24x?xf32>) outs(%f0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e1 = tensor.empty(%m) : tensor<?x8xf32>
  %f1 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e1 : tensor<?x8xf32>) dimensions = [0]
  %e = linalg.matmul ins(%c, %d : tensor<?x?xf32>, tensor<?x8xf32>) outs(%f1 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %e, %c : tensor<?x8xf32>, tensor<?x?xf32>
}
