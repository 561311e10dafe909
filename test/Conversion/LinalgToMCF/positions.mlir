// RUN: mcf-opt %s --convert-linalg-to-mcf -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mcf-opt %t.mlir --mcf-print-masks -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT

// One array of positions serves as rows and as columns: it is none of memory, and the two are not one dim.
// CHECK-LABEL: func @causal
// CHECK-NOT: linalg
// CHECK: mcf.chain <m = 17, n = 17, k = 8, h = 5> ins(%arg0, %arg1, %arg3, %arg2 :
// CHECK: mcf.contract
// CHECK: mcf.index "m"
// CHECK: mcf.index "n"
// MASK: where m <= n - 1
// RIGHT: right
#row = affine_map<(m, n) -> (m, 0)>
#column = affine_map<(m, n) -> (0, n)>
#all = affine_map<(m, n) -> (m, n)>
func.func @causal(%q: tensor<17x8xf16>, %k: tensor<8x17xf16>, %v: tensor<17x5xf16>, %length: tensor<17xi1>) -> tensor<17x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<17xi32>
  %positions = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e1 : tensor<17xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    linalg.yield %j : i32
  } -> tensor<17xi32>
  %rows = tensor.expand_shape %positions [[0, 1]] output_shape [17, 1] : tensor<17xi32> into tensor<17x1xi32>
  %columns = tensor.expand_shape %positions [[0, 1]] output_shape [1, 17] : tensor<17xi32> into tensor<1x17xi32>
  %lengths = tensor.expand_shape %length [[0, 1]] output_shape [17, 1] : tensor<17xi1> into tensor<17x1xi1>
  %e = tensor.empty() : tensor<17x17xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<17x17xf32>) -> tensor<17x17xf32>
  %s = linalg.matmul ins(%q, %k : tensor<17x8xf16>, tensor<8x17xf16>) outs(%z : tensor<17x17xf32>) -> tensor<17x17xf32>
  %t = linalg.generic {indexing_maps = [#all, #column, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s, %columns, %rows, %lengths : tensor<17x17xf32>, tensor<1x17xi32>, tensor<17x1xi32>, tensor<17x1xi1>) outs(%e : tensor<17x17xf32>) {
  ^bb0(%x: f32, %n: i32, %m: i32, %l: i1, %out: f32):
    %c = arith.cmpi sle, %n, %m : i32
    %d = arith.andi %c, %l : i1
    %y = arith.select %d, %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<17x17xf32>
  %t16 = arith.truncf %t : tensor<17x17xf32> to tensor<17x17xf16>
  %oe = tensor.empty() : tensor<17x5xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<17x5xf32>) -> tensor<17x5xf32>
  %o = linalg.matmul ins(%t16, %v : tensor<17x17xf16>, tensor<17x5xf16>) outs(%o0 : tensor<17x5xf32>) -> tensor<17x5xf32>
  return %o : tensor<17x5xf32>
}
