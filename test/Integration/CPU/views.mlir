// Parts of larger arrays as operands and results: what the caller and the block vectors do with them, executed.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf,mcf-apply-tiling{tiling="mhnk{m=4,h=4,n=4,k=4}"},mcf-hoist-statements),convert-mcf-to-scf,mcf-vectorize-tile-program)' -o %t.mlir
// RUN: FileCheck %s --check-prefix=VIEWS < %t.mlir
// RUN: mcf-compare %s %t.mlir | FileCheck %s
// CHECK-COUNT-4: : right
// CHECK-NOT: wrong

// Q, K and V of one packed array; the result is one head of several, and the others stay.
// VIEWS-LABEL: func.func @packed
// VIEWS-NOT: extract_slice
// VIEWS-NOT: insert_slice
// VIEWS: call @packed_chain_0(%{{.*}}) : (memref<7x5xf32, strided<[30, 1], offset: ?>>, memref<7x5xf32, strided<[30, 1], offset: ?>>, memref<7x5xf32, strided<[30, 1], offset: ?>>, memref<7x5xf32, strided<[10, 1], offset: ?>>) -> ()
func.func @packed(%qkv: tensor<7x3x2x5xf32>, %heads: tensor<7x2x5xf32>) -> tensor<7x2x5xf32> {
  %q = tensor.extract_slice %qkv[0, 0, 1, 0] [7, 1, 1, 5] [1, 1, 1, 1] : tensor<7x3x2x5xf32> to tensor<7x5xf32>
  %k = tensor.extract_slice %qkv[0, 1, 1, 0] [7, 1, 1, 5] [1, 1, 1, 1] : tensor<7x3x2x5xf32> to tensor<7x5xf32>
  %v = tensor.extract_slice %qkv[0, 2, 1, 0] [7, 1, 1, 5] [1, 1, 1, 1] : tensor<7x3x2x5xf32> to tensor<7x5xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<7x7xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<7x7xf32>) -> tensor<7x7xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%q, %k : tensor<7x5xf32>, tensor<7x5xf32>) outs(%s0 : tensor<7x7xf32>) -> tensor<7x7xf32>
  %e1 = tensor.empty() : tensor<7x5xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<7x5xf32>) -> tensor<7x5xf32>
  %o = linalg.matmul ins(%s, %v : tensor<7x7xf32>, tensor<7x5xf32>) outs(%o0 : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = tensor.insert_slice %o into %heads[0, 1, 0] [7, 1, 5] [1, 1, 1] : tensor<7x5xf32> into tensor<7x2x5xf32>
  return %r : tensor<7x2x5xf32>
}

// Every second row, every third column; the result in every second row and column of a new array.
// VIEWS-LABEL: func.func @steps
// VIEWS-NOT: extract_slice
// VIEWS: call @steps_chain_0(%{{.*}}) : (memref<6x9xf32, strided<[18, 1], offset: ?>>, memref<9x7xf32, strided<[21, 3]>>, memref<7x5xf32>, memref<6x5xf32, strided<[20, 2], offset: ?>>) -> ()
func.func @steps(%a: tensor<13x9xf32>, %b: tensor<9x21xf32>, %d: tensor<7x5xf32>, %init: tensor<12x10xf32>) -> tensor<12x10xf32> {
  %x = tensor.extract_slice %a[1, 0] [6, 9] [2, 1] : tensor<13x9xf32> to tensor<6x9xf32>
  %y = tensor.extract_slice %b[0, 0] [9, 7] [1, 3] : tensor<9x21xf32> to tensor<9x7xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x7xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<6x7xf32>) -> tensor<6x7xf32>
  %s = linalg.matmul ins(%x, %y : tensor<6x9xf32>, tensor<9x7xf32>) outs(%s0 : tensor<6x7xf32>) -> tensor<6x7xf32>
  %e1 = tensor.empty() : tensor<6x5xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %o = linalg.matmul ins(%s, %d : tensor<6x7xf32>, tensor<7x5xf32>) outs(%o0 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %r = tensor.insert_slice %o into %init[1, 1] [6, 5] [2, 2] : tensor<6x5xf32> into tensor<12x10xf32>
  return %r : tensor<12x10xf32>
}

// The array that the result goes into is an input as well: it must be copied, and its old rows read.
// VIEWS-LABEL: func.func @same_array
func.func @same_array(%all: tensor<3x6x6xf32>, %b: tensor<6x6xf32>) -> tensor<3x6x6xf32> {
  %x = tensor.extract_slice %all[1, 0, 0] [1, 6, 6] [1, 1, 1] : tensor<3x6x6xf32> to tensor<6x6xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x6xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %s = linalg.matmul ins(%x, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%s0 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %o = linalg.matmul ins(%s, %x : tensor<6x6xf32>, tensor<6x6xf32>) outs(%o0 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %r = tensor.insert_slice %o into %all[1, 0, 0] [1, 6, 6] [1, 1, 1] : tensor<6x6xf32> into tensor<3x6x6xf32>
  return %r : tensor<3x6x6xf32>
}

// Two chains fill two parts of one new array. The second reads what the first wrote, so it does not write there at once.
// VIEWS-LABEL: func.func @parts
// VIEWS: memref.alloc() : memref<6x12xf32>
// VIEWS: call @parts_chain_0
// VIEWS: memref.alloc() : memref<6x6xf32>
// VIEWS: call @parts_chain_1
// VIEWS: tensor.insert_slice
func.func @parts(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>) -> tensor<6x12xf32> {
  %zero = arith.constant 0.0 : f32
  %all = tensor.empty() : tensor<6x12xf32>
  %e = tensor.empty() : tensor<6x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %s = linalg.matmul ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%init : tensor<6x6xf32>) -> tensor<6x6xf32>
  %o = linalg.matmul ins(%s, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%init : tensor<6x6xf32>) -> tensor<6x6xf32>
  %all0 = tensor.insert_slice %o into %all[0, 6] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<6x12xf32>
  %x = tensor.extract_slice %all0[0, 6] [6, 6] [1, 1] : tensor<6x12xf32> to tensor<6x6xf32>
  %t = linalg.matmul ins(%x, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%init : tensor<6x6xf32>) -> tensor<6x6xf32>
  %u = linalg.matmul ins(%t, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%init : tensor<6x6xf32>) -> tensor<6x6xf32>
  %all1 = tensor.insert_slice %u into %all0[0, 0] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<6x12xf32>
  return %all1 : tensor<6x12xf32>
}
