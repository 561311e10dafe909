// Factors that moved and masks under tests, in block vectors, executed: tiles that no mask cuts, tiles that are cut, and tiles that
// both sides of a window cut. No size is a multiple of its tile.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf,mcf-apply-tiling{tiling="mn(k,h){m=16,n=16,k=24,h=32}"},mcf-hoist-statements),convert-mcf-to-scf,mcf-vectorize-tile-program)' -o %t.mlir
// RUN: mcf-opt %t.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/lower-contractions.mlir},transform-interpreter)' -o %t.lowered.mlir
// RUN: FileCheck %s --check-prefix=VECTORS < %t.mlir
// RUN: mcf-compare %s %t.lowered.mlir | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf,mcf-apply-tiling{tiling="mn(k,h){m=7,n=32,k=24,h=20}"},mcf-hoist-statements),convert-mcf-to-scf,mcf-vectorize-tile-program)' -o %t.wide.mlir
// RUN: mcf-opt %t.wide.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/lower-contractions.mlir},transform-interpreter)' -o %t.wide.lowered.mlir
// RUN: mcf-compare %s %t.wide.lowered.mlir | FileCheck %s
// RUN: mcf-opt %S/masks-of-positions.mlir --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf,mcf-apply-tiling{tiling="mn(k,h){m=16,n=16,k=24,h=32}"},mcf-hoist-statements),convert-mcf-to-scf,mcf-vectorize-tile-program)' -o %t.masks.mlir
// RUN: mcf-opt %t.masks.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/lower-contractions.mlir},transform-interpreter)' -o %t.masks.lowered.mlir
// RUN: mcf-compare %S/masks-of-positions.mlir %t.masks.lowered.mlir | FileCheck %s --check-prefix=MASKS
// CHECK-COUNT-4: : right
// CHECK-NOT: wrong
// MASKS-COUNT-12: : right
// MASKS-NOT: wrong

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

// No mask but that of the last tile, which has 13 of 16 columns.
// VECTORS-LABEL: func.func private @edge_chain_0
// VECTORS: scf.for
// VECTORS: vector.contract
// VECTORS: scf.if
// VECTORS: arith.select
// VECTORS: vector.multi_reduction <maximumf>
// VECTORS: math.exp2
// VECTORS: vector.contract
func.func @edge(%q: tensor<50x24xf16>, %k: tensor<93x24xf16>, %v: tensor<93x20xf16>) -> tensor<50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.204124 : f32
  %e = tensor.empty() : tensor<50x93xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<50x93xf32>) -> tensor<50x93xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<50x24xf16>, tensor<93x24xf16>) outs(%s0 : tensor<50x93xf32>) -> tensor<50x93xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<50x93xf32>) outs(%e : tensor<50x93xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.mulf %x, %factor : f32
    linalg.yield %z : f32
  } -> tensor<50x93xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<50x93xf32>) outs(%e : tensor<50x93xf32>) -> tensor<50x93xf32>
  %p16 = arith.truncf %p : tensor<50x93xf32> to tensor<50x93xf16>
  %oe = tensor.empty() : tensor<50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<50x20xf32>) -> tensor<50x20xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<50x93xf16>, tensor<93x20xf16>) outs(%o0 : tensor<50x20xf32>) -> tensor<50x20xf32>
  return %o : tensor<50x20xf32>
}

// Tiles below the diagonal are whole.
// VECTORS-LABEL: func.func private @causal_chain_0
// VECTORS: scf.for
// VECTORS: vector.contract
// VECTORS: scf.if
// VECTORS: arith.select
// VECTORS: vector.multi_reduction <maximumf>
// VECTORS: math.exp2
// VECTORS: vector.contract
func.func @causal(%q: tensor<93x24xf16>, %k: tensor<93x24xf16>, %v: tensor<93x20xf16>) -> tensor<93x20xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.204124 : f32
  %e = tensor.empty() : tensor<93x93xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<93x24xf16>, tensor<93x24xf16>) outs(%s0 : tensor<93x93xf32>) -> tensor<93x93xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.mulf %x, %factor : f32
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %c = arith.cmpi sgt, %n, %m : index
    %y = arith.select %c, %none, %z : f32
    linalg.yield %y : f32
  } -> tensor<93x93xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %p16 = arith.truncf %p : tensor<93x93xf32> to tensor<93x93xf16>
  %oe = tensor.empty() : tensor<93x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<93x20xf32>) -> tensor<93x20xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<93x93xf16>, tensor<93x20xf16>) outs(%o0 : tensor<93x20xf32>) -> tensor<93x20xf32>
  return %o : tensor<93x20xf32>
}

// Both sides cut the same tile.
// VECTORS-LABEL: func.func private @narrow_window_chain_0
// VECTORS: scf.for
// VECTORS: vector.contract
// VECTORS: scf.if
// VECTORS: arith.select
// VECTORS: vector.multi_reduction <maximumf>
// VECTORS: math.exp2
// VECTORS: vector.contract
func.func @narrow_window(%q: tensor<93x24xf16>, %k: tensor<93x24xf16>, %v: tensor<93x20xf16>) -> tensor<93x20xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.204124 : f32
  %e = tensor.empty() : tensor<93x93xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<93x24xf16>, tensor<93x24xf16>) outs(%s0 : tensor<93x93xf32>) -> tensor<93x93xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.mulf %x, %factor : f32
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %w = arith.constant 5 : index
    %nw = arith.addi %n, %w : index
    %below = arith.cmpi sle, %n, %m : index
    %above = arith.cmpi sge, %nw, %m : index
    %both = arith.andi %below, %above : i1
    %y = arith.select %both, %z, %none : f32
    linalg.yield %y : f32
  } -> tensor<93x93xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %p16 = arith.truncf %p : tensor<93x93xf32> to tensor<93x93xf16>
  %oe = tensor.empty() : tensor<93x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<93x20xf32>) -> tensor<93x20xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<93x93xf16>, tensor<93x20xf16>) outs(%o0 : tensor<93x20xf32>) -> tensor<93x20xf32>
  return %o : tensor<93x20xf32>
}

// Some tiles are whole, others cut on one side.
// VECTORS-LABEL: func.func private @window_chain_0
// VECTORS: scf.for
// VECTORS: vector.contract
// VECTORS: scf.if
// VECTORS: arith.select
// VECTORS: vector.multi_reduction <maximumf>
// VECTORS: math.exp2
// VECTORS: vector.contract
func.func @window(%q: tensor<93x24xf16>, %k: tensor<93x24xf16>, %v: tensor<93x20xf16>) -> tensor<93x20xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.204124 : f32
  %e = tensor.empty() : tensor<93x93xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<93x24xf16>, tensor<93x24xf16>) outs(%s0 : tensor<93x93xf32>) -> tensor<93x93xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.mulf %x, %factor : f32
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %w = arith.constant 51 : index
    %nw = arith.addi %n, %w : index
    %below = arith.cmpi sle, %n, %m : index
    %above = arith.cmpi sge, %nw, %m : index
    %both = arith.andi %below, %above : i1
    %y = arith.select %both, %z, %none : f32
    linalg.yield %y : f32
  } -> tensor<93x93xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<93x93xf32>) outs(%e : tensor<93x93xf32>) -> tensor<93x93xf32>
  %p16 = arith.truncf %p : tensor<93x93xf32> to tensor<93x93xf16>
  %oe = tensor.empty() : tensor<93x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<93x20xf32>) -> tensor<93x20xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<93x93xf16>, tensor<93x20xf16>) outs(%o0 : tensor<93x20xf32>) -> tensor<93x20xf32>
  return %o : tensor<93x20xf32>
}
