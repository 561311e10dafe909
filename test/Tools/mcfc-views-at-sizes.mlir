// RUN: not mcfc %s --run=cpu 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: mcfc %s --run=cpu --sizes=arg0.0=80,arg0.1=70,arg3.0=66,arg4.0=132 | FileCheck %s --check-prefix=FITS
// RUN: not mcfc %s --run=cpu --sizes=arg0.0=80,arg0.1=70,arg3.0=66,arg4.0=131 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: mcfc %s -o %t.ptx | FileCheck %s --check-prefix=REPORT

// A part of %a with as many rows as %n says, and %bias in two rows: both fit at some sizes only, which the types do not say. At
// others the program would read beyond its arrays.
// BEYOND: mcfc-views-at-sizes.mlir:[[#@LINE+10]]:{{[0-9]+}}: error: 'tensor.extract_slice' op expected a part inside of its tensor, which is not so at the sizes of this run
// FITS: at arg0.0 = 80, arg0.1 = 70, arg3.0 = 66, arg4.0 = 132
// FITS: right
// PARTS: mcfc-views-at-sizes.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'tensor.expand_shape' op expected parts whose product is the axis, which is not so at the sizes of this run
// REPORT: CPU check
// REPORT-NEXT: left out: 'tensor.extract_slice' op expected a part inside of its tensor, which is not so at the sizes of this run (others can be given: --run=cpu --sizes=...)
// REPORT: PTX:
func.func @f(%a: tensor<?x?xf16>, %b: tensor<64x64xf16>, %d: tensor<64x64xf16>, %n: tensor<?xi8>, %bias: tensor<?xf16>) -> tensor<?x64xf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %n, %c0 : tensor<?xi8>
  %s = tensor.extract_slice %a[0, 0] [%m, 64] [1, 1] : tensor<?x?xf16> to tensor<?x64xf16>
  %rows = tensor.expand_shape %bias [[0, 1]] output_shape [2, %m] : tensor<?xf16> into tensor<2x?xf16>
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty(%m) : tensor<?x64xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<?x64xf16>) -> tensor<?x64xf16>
  %c = linalg.matmul ins(%s, %b : tensor<?x64xf16>, tensor<64x64xf16>) outs(%f : tensor<?x64xf16>) -> tensor<?x64xf16>
  %r = linalg.matmul ins(%c, %d : tensor<?x64xf16>, tensor<64x64xf16>) outs(%f : tensor<?x64xf16>) -> tensor<?x64xf16>
  %one = tensor.extract_slice %rows[1, 0] [1, %m] [1, 1] : tensor<2x?xf16> to tensor<?xf16>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %one : tensor<?x64xf16>, tensor<?xf16>) outs(%e : tensor<?x64xf16>) {
  ^bb0(%x: f16, %y: f16, %out: f16):
    %z = arith.addf %x, %y : f16
    linalg.yield %z : f16
  } -> tensor<?x64xf16>
  return %sum : tensor<?x64xf16>
}
