// RUN: mcf-opt %s --convert-linalg-to-mcf | FileCheck %s
// RUN: mcf-opt %s --convert-linalg-to-mcf=precision=tf32 | FileCheck %s --check-prefix=TF32
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-6: right
// RUN: mcf-opt %s --convert-linalg-to-mcf -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Operands count as what is read.
// REMARK: remark: fused 2 contractions (4.8 and 2.2 flop/byte, balances of H200: 183.7, 15.6)

// Both operands are widened and scaled before the product, one of them transposed: the chain reads them as they are.
// CHECK-LABEL: func @scaled
// CHECK-NOT: linalg
// CHECK: mcf.chain {{.*}} ins(%arg0, %arg1, %arg2 : tensor<13x24xf16>, tensor<21x24xf16>, tensor<21x10xf32>)
// CHECK: %[[C:.*]] = mcf.contract %A, %B : <[m, k], f16>, <[n, k], f16> -> <[m, n], f32>
// CHECK-NEXT: mcf.map ins(%[[C]]
// CHECK: arith.constant 4.000000e+00 : f32
// CHECK: arith.divf
// CHECK: arith.constant 3.000000e+00 : f32
// CHECK: arith.mulf
// CHECK: arith.addf
// TF32 operands stay in f32, which is what tensor cores take there.
// TF32-LABEL: func @scaled
// TF32: arith.extf
// TF32: arith.extf
// TF32: mcf.contract %A, %B {tf32} : <[m, k], f32>, <[n, k], f32> -> <[m, n], f32>
// TF32-NEXT: mcf.map
// TF32: arith.divf
func.func @scaled(%a: tensor<13x24xf16>, %b: tensor<21x24xf16>, %d: tensor<21x10xf32>) -> tensor<13x10xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f64
  %four = arith.constant dense<4.0> : tensor<21x24xf32>
  %ae = tensor.empty() : tensor<13x24xf32>
  %aw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<13x24xf16>) outs(%ae : tensor<13x24xf32>) {
  ^bb0(%x: f16, %out: f32):
    %w = arith.extf %x : f16 to f32
    %t = arith.truncf %three : f64 to f32
    %s = arith.mulf %t, %w : f32
    linalg.yield %s : f32
  } -> tensor<13x24xf32>
  %bw = arith.extf %b : tensor<21x24xf16> to tensor<21x24xf32>
  %bs = arith.divf %bw, %four : tensor<21x24xf32>
  %te = tensor.empty() : tensor<24x21xf32>
  %bt = linalg.transpose ins(%bs : tensor<21x24xf32>) outs(%te : tensor<24x21xf32>) permutation = [1, 0]
  %ce = tensor.empty() : tensor<13x21xf32>
  %c0 = linalg.fill ins(%zero : f32) outs(%ce : tensor<13x21xf32>) -> tensor<13x21xf32>
  %c = linalg.matmul ins(%aw, %bt : tensor<13x24xf32>, tensor<24x21xf32>) outs(%c0 : tensor<13x21xf32>) -> tensor<13x21xf32>
  %r = arith.addf %c, %c : tensor<13x21xf32>
  %oe = tensor.empty() : tensor<13x10xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<13x10xf32>) -> tensor<13x10xf32>
  %o = linalg.matmul ins(%r, %d : tensor<13x21xf32>, tensor<21x10xf32>) outs(%o0 : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %o : tensor<13x10xf32>
}

// A scaled array that something else uses, a factor that is no number, and one of rows stay before the chain.
// CHECK-LABEL: func @stays
// CHECK: arith.mulf
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: mcf.chain
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @stays(%a: tensor<13x24xf32>, %b: tensor<24x21xf32>, %d: tensor<21x10xf32>, %rows: tensor<13xf32>) -> (tensor<13x10xf32>, tensor<24x21xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<24x21xf32>
  %bs = arith.mulf %b, %half : tensor<24x21xf32>
  %ae = tensor.empty() : tensor<13x24xf32>
  %as = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %rows : tensor<13x24xf32>, tensor<13xf32>) outs(%ae : tensor<13x24xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<13x24xf32>
  %ce = tensor.empty() : tensor<13x21xf32>
  %c0 = linalg.fill ins(%zero : f32) outs(%ce : tensor<13x21xf32>) -> tensor<13x21xf32>
  %c = linalg.matmul ins(%as, %bs : tensor<13x24xf32>, tensor<24x21xf32>) outs(%c0 : tensor<13x21xf32>) -> tensor<13x21xf32>
  %oe = tensor.empty() : tensor<13x10xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<13x10xf32>) -> tensor<13x10xf32>
  %o = linalg.matmul ins(%c, %d : tensor<13x21xf32>, tensor<21x10xf32>) outs(%o0 : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %o, %bs : tensor<13x10xf32>, tensor<24x21xf32>
}

// Infinity and 0 are no factors: `inf * 0` in one place is not in another. A scale in f16 rounds there.
// CHECK-LABEL: func @no_factor
// CHECK-COUNT-3: arith.mulf
// CHECK: mcf.chain
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @no_factor(%a: tensor<13x24xf32>, %b: tensor<24x21xf32>, %d: tensor<21x10xf16>) -> tensor<13x10xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant dense<0x7F800000> : tensor<24x21xf32>
  %third = arith.constant dense<3.333e-01> : tensor<21x10xf16>
  %none = arith.constant dense<0.0> : tensor<13x24xf32>
  %as = arith.mulf %a, %none : tensor<13x24xf32>
  %bs = arith.mulf %b, %inf : tensor<24x21xf32>
  %ds = arith.mulf %d, %third : tensor<21x10xf16>
  %ce = tensor.empty() : tensor<13x21xf32>
  %c0 = linalg.fill ins(%zero : f32) outs(%ce : tensor<13x21xf32>) -> tensor<13x21xf32>
  %c = linalg.matmul ins(%as, %bs : tensor<13x24xf32>, tensor<24x21xf32>) outs(%c0 : tensor<13x21xf32>) -> tensor<13x21xf32>
  %oe = tensor.empty() : tensor<13x10xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<13x10xf32>) -> tensor<13x10xf32>
  %o = linalg.matmul ins(%c, %ds : tensor<13x21xf32>, tensor<21x10xf16>) outs(%o0 : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %o : tensor<13x10xf32>
}

// What is rounded and widened again on the way stays narrow; a bias that is widened and repeated is part of the chain.
// CHECK-LABEL: func @narrow
// CHECK-NOT: linalg
// CHECK: mcf.chain {{.*}} ins(%arg0, %arg1, %arg3, %arg2 :
// CHECK: arith.truncf
// CHECK-NEXT: mcf.yield
// CHECK: mcf.contract {{.*}} : <[m, n], bf16>, <[n, h], bf16> -> <[m, h], f32>
func.func @narrow(%a: tensor<13x24xbf16>, %b: tensor<24x21xbf16>, %d: tensor<21x10xbf16>, %bias: tensor<21xbf16>) -> tensor<13x10xf32> {
  %zero = arith.constant 0.0 : f32
  %aw = arith.extf %a : tensor<13x24xbf16> to tensor<13x24xf32>
  %bw = arith.extf %b : tensor<24x21xbf16> to tensor<24x21xf32>
  %dw = arith.extf %d : tensor<21x10xbf16> to tensor<21x10xf32>
  %ce = tensor.empty() : tensor<13x21xf32>
  %c0 = linalg.fill ins(%zero : f32) outs(%ce : tensor<13x21xf32>) -> tensor<13x21xf32>
  %c = linalg.matmul ins(%aw, %bw : tensor<13x24xf32>, tensor<24x21xf32>) outs(%c0 : tensor<13x21xf32>) -> tensor<13x21xf32>
  %biasw = arith.extf %bias : tensor<21xbf16> to tensor<21xf32>
  %biasr = linalg.broadcast ins(%biasw : tensor<21xf32>) outs(%ce : tensor<13x21xf32>) dimensions = [0]
  %s = arith.addf %c, %biasr : tensor<13x21xf32>
  %t = arith.truncf %s : tensor<13x21xf32> to tensor<13x21xbf16>
  %u = arith.extf %t : tensor<13x21xbf16> to tensor<13x21xf32>
  %oe = tensor.empty() : tensor<13x10xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<13x10xf32>) -> tensor<13x10xf32>
  %o = linalg.matmul ins(%u, %dw : tensor<13x21xf32>, tensor<21x10xf32>) outs(%o0 : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %o : tensor<13x10xf32>
}

// Sums of f16 round to f16 before a factor could be applied.
// CHECK-LABEL: func @narrow_sums
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: mcf.chain
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @narrow_sums(%a: tensor<13x24xf16>, %b: tensor<24x21xf16>, %d: tensor<21x10xf16>) -> tensor<13x10xf16> {
  %zero = arith.constant 0.0 : f16
  %third = arith.constant 3.333e-01 : f16
  %ae = tensor.empty() : tensor<13x24xf16>
  %as = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<13x24xf16>) outs(%ae : tensor<13x24xf16>) {
  ^bb0(%x: f16, %out: f16):
    %s = arith.mulf %x, %third : f16
    linalg.yield %s : f16
  } -> tensor<13x24xf16>
  %ce = tensor.empty() : tensor<13x21xf16>
  %c0 = linalg.fill ins(%zero : f16) outs(%ce : tensor<13x21xf16>) -> tensor<13x21xf16>
  %c = linalg.matmul ins(%as, %b : tensor<13x24xf16>, tensor<24x21xf16>) outs(%c0 : tensor<13x21xf16>) -> tensor<13x21xf16>
  %oe = tensor.empty() : tensor<13x10xf16>
  %o0 = linalg.fill ins(%zero : f16) outs(%oe : tensor<13x10xf16>) -> tensor<13x10xf16>
  %o = linalg.matmul ins(%c, %d : tensor<13x21xf16>, tensor<21x10xf16>) outs(%o0 : tensor<13x10xf16>) -> tensor<13x10xf16>
  return %o : tensor<13x10xf16>
}
