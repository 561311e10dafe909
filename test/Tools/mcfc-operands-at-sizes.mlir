// RUN: not mcfc %s --run=cpu --tiling=default --sizes=arg0.0=5,arg0.1=17,arg1.0=16 2>&1 | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default --sizes=arg0.0=5,arg0.1=17,arg1.0=17 | FileCheck %s --check-prefix=AGREE

// The types leave open whether the rows of %b are as many as the columns of %a. Otherwise the product would read beyond %b.
// CHECK: mcfc-operands-at-sizes.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'linalg.matmul' op expected operands that agree in the size of each dim, which is not so at the sizes of this run
// AGREE: right
func.func @f(%a: tensor<?x?xf16>, %b: tensor<?x24xf16>, %d: tensor<24x32xf16>) -> tensor<?x32xf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf16>
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty(%m) : tensor<?x24xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<?x24xf16>) -> tensor<?x24xf16>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x24xf16>) outs(%f : tensor<?x24xf16>) -> tensor<?x24xf16>
  %g = tensor.empty(%m) : tensor<?x32xf16>
  %h = linalg.fill ins(%zero : f16) outs(%g : tensor<?x32xf16>) -> tensor<?x32xf16>
  %r = linalg.matmul ins(%c, %d : tensor<?x24xf16>, tensor<24x32xf16>) outs(%h : tensor<?x32xf16>) -> tensor<?x32xf16>
  return %r : tensor<?x32xf16>
}
