// RUN: mcf-opt %S/../Inputs/tile-program-gemm-chain.mlir --mcf-vectorize-tile-program | FileCheck %s --check-prefix=GEMM
// RUN: mcf-opt %S/../Inputs/tile-program-softmax-chain.mlir --mcf-vectorize-tile-program | FileCheck %s --check-prefix=SOFTMAX
// RUN: mcf-opt %s --mcf-vectorize-tile-program --split-input-file | FileCheck %s

// Three tiles of E are kept: three vectors, and the loop over h is unrolled.
// GEMM-LABEL: func.func private @gemm_chain
// GEMM-SAME: (%[[A:.*]]: memref<100x72xf16>, %[[B:.*]]: memref<72x90xf16>, %[[D:.*]]: memref<90x40xf16>, %[[E:.*]]: memref<100x40xf32>)
// GEMM-SAME: attributes {mcfg.block_vectors}
// GEMM: scf.forall (%[[IM:.*]]) in (2) {
// GEMM: %[[ES:.*]]:3 = scf.for %{{.*}} iter_args(%[[E0:.*]] = %{{.*}}, %[[E1:.*]] = %{{.*}}, %[[E2:.*]] = %{{.*}}) -> (vector<64x16xf32>, vector<64x16xf32>, vector<64x16xf32>)
// GEMM:   %[[C:.*]] = scf.for %{{.*}} iter_args(%[[CK:.*]] = %{{.*}}) -> (vector<64x32xf32>)
// GEMM:     %[[APART:.*]] = memref.subview %[[A]][%{{.*}}, %{{.*}}] [%{{.*}}, %{{.*}}] [1, 1]
// GEMM:     %[[AT:.*]] = vector.transfer_read %[[APART]][%{{.*}}, %{{.*}}], %{{[^{]*}} : memref<?x?xf16, strided<[72, 1], offset: ?>>, vector<64x16xf16>
// GEMM:     %[[BT:.*]] = vector.transfer_read
// GEMM:     vector.contract {{.*}} %[[AT]], %[[BT]], %[[CK]] : vector<64x16xf16>, vector<16x32xf16> into vector<64x32xf32>
// GEMM:   vector.step : vector<32xindex>
// GEMM:   %[[C16:.*]] = scf.if
// GEMM:     arith.select
// GEMM:   memref.subview %[[D]][%{{.*}}, 0] [%{{.*}}, 16]
// GEMM:   vector.contract {{.*}} %[[C16]], %{{.*}}, %[[E0]]
// GEMM:   memref.subview %[[D]][%{{.*}}, 16] [%{{.*}}, 16]
// GEMM:   vector.contract {{.*}} %[[C16]], %{{.*}}, %[[E1]]
// GEMM:   memref.subview %[[D]][%{{.*}}, 32] [%{{.*}}, 8]
// GEMM:   vector.contract {{.*}} %[[C16]], %{{.*}}, %[[E2]]
// GEMM: memref.subview %[[E]][%{{.*}}, 0] [%{{.*}}, 16]
// GEMM: vector.transfer_write %[[ES]]#0, %{{.*}} {in_bounds = [false, true]}
// GEMM: memref.subview %[[E]][%{{.*}}, 32] [%{{.*}}, 8]
// GEMM: vector.transfer_write %[[ES]]#2, %{{[^{]*}} : vector<64x16xf32>, memref<?x8xf32, strided<[40, 1], offset: ?>>
// GEMM: return
// The caller gives inputs as buffers and allocates the result.
// GEMM-LABEL: func.func @main
// GEMM-COUNT-3: bufferization.to_buffer %{{.*}} read_only
// GEMM: %[[NEW:.*]] = memref.alloc() : memref<100x40xf32>
// GEMM: call @gemm_chain(%{{.*}}, %{{.*}}, %{{.*}}, %[[NEW]])
// GEMM: %[[R:.*]] = bufferization.to_tensor %[[NEW]] restrict writable
// GEMM: return %[[R]]

// SOFTMAX-LABEL: func.func private @softmax_chain
// SOFTMAX: scf.forall (%[[IB:.*]], %{{.*}}) in (3, 2)
// SOFTMAX: memref.subview %{{.*}}[%[[IB]], %{{.*}}, 0] [1, %{{.*}}, 64] [1, 1, 1] : memref<3x100x64xf16> to memref<?x64xf16
// SOFTMAX: scf.for {{.*}} -> (vector<64xf32>, vector<64xf32>, vector<64x64xf32>)
// SOFTMAX:   %[[MAX:.*]] = vector.multi_reduction <maximumf>, %{{.*}}, %{{.*}} [1] : vector<64x32xf32> to vector<64xf32>
// SOFTMAX:   %[[COL:.*]] = vector.shape_cast %[[MAX]] : vector<64xf32> to vector<64x1xf32>
// SOFTMAX:   vector.broadcast %[[COL]] : vector<64x1xf32> to vector<64x32xf32>
// SOFTMAX-NOT: vector.transpose
// SOFTMAX: return

// A product of a vector and a matrix, with the result as the transpose: one form for all.
// CHECK-LABEL: func.func @vector_times_matrix
// CHECK-DAG: %[[AT:.*]] = vector.transfer_read %{{.*}} : memref<8xf32>, vector<8xf32>
// CHECK-DAG: %[[BT:.*]] = vector.transfer_read %{{.*}} : memref<16x8xf32>, vector<16x8xf32>
// CHECK: %[[ROW:.*]] = vector.shape_cast %[[AT]] : vector<8xf32> to vector<1x8xf32>
// CHECK: %[[C:.*]] = vector.contract {indexing_maps = [#[[MK:.*]], #[[NK:.*]], #[[MN:.*]]], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %[[ROW]], %[[BT]], %{{.*}} : vector<1x8xf32>, vector<16x8xf32> into vector<1x16xf32>
// CHECK: %[[FLAT:.*]] = vector.shape_cast %[[C]] : vector<1x16xf32> to vector<16xf32>
// CHECK: vector.transfer_write %[[FLAT]], %{{.*}} : vector<16xf32>
func.func @vector_times_matrix(%a: tensor<8xf32>, %b: tensor<16x8xf32>, %out: tensor<16xf32>) -> tensor<16xf32>
    attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16xf32>) {
    %empty = tensor.empty() : tensor<16xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16xf32>) -> tensor<16xf32>
    %c = linalg.contract indexing_maps = [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>]
        ins(%a, %b : tensor<8xf32>, tensor<16x8xf32>) outs(%init : tensor<16xf32>) -> tensor<16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %o[0] [16] [1] : tensor<16xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}

// -----

// C^T = B^T A^T: a result (n, m) swaps the operands.
// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed_result
// CHECK-DAG: %[[AT:.*]] = vector.transfer_read %{{.*}} : memref<4x8xbf16>, vector<4x8xbf16>
// CHECK-DAG: %[[BT:.*]] = vector.transfer_read %{{.*}} : memref<8x16xbf16>, vector<8x16xbf16>
// CHECK: vector.contract {indexing_maps = [#[[KM]], #[[NK]], #[[MN]]]{{.*}}} %[[BT]], %[[AT]], %{{.*}} : vector<8x16xbf16>, vector<4x8xbf16> into vector<16x4xf32>
func.func @transposed_result(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %out: tensor<16x4xf32>) -> tensor<16x4xf32>
    attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16x4xf32>) {
    %empty = tensor.empty() : tensor<16x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x4xf32>) -> tensor<16x4xf32>
    %c = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
        ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%init : tensor<16x4xf32>) -> tensor<16x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %o[0, 0] [16, 4] [1, 1] : tensor<16x4xf32> into tensor<16x4xf32>
    }
  }
  return %r : tensor<16x4xf32>
}

// -----

// Tiles of rank 0: a dot product, a map of it, and a sum.
// CHECK-LABEL: func.func @scalars
// CHECK: vector.contract {{.*}} : vector<1x8xf32>, vector<8x1xf32> into vector<1x1xf32>
// CHECK: math.exp
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[] : vector<f32>, memref<f32, strided<[], offset: ?>>
func.func @scalars(%a: tensor<3x8xf32>, %b: tensor<8xf32>, %out: tensor<3xf32>) -> tensor<3xf32>
    attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (3) shared_outs(%o = %out) -> (tensor<3xf32>) {
    %at = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<3x8xf32> to tensor<8xf32>
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %c = linalg.contract indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>]
        ins(%at, %b : tensor<8xf32>, tensor<8xf32>) outs(%init : tensor<f32>) -> tensor<f32>
    %e = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%c : tensor<f32>) outs(%empty : tensor<f32>) {
    ^bb0(%x: f32, %y: f32):
      %z = math.exp %x : f32
      linalg.yield %z : f32
    } -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<f32> into tensor<3xf32>
    }
  }
  return %r : tensor<3xf32>
}

// -----

// Row statistics of kept tiles, and a bias row that is read once in its own shape.
// CHECK-LABEL: func.func @kept_rows
// CHECK-DAG: %[[BIAS:.*]] = vector.transfer_read %{{.*}} : memref<4xf32>, vector<4xf32>
// CHECK-COUNT-2: vector.multi_reduction <add>, %{{.*}}, %{{.*}} [1] : vector<8x4xf32> to vector<8xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<8xf32>
func.func @kept_rows(%a: tensor<16x4xf32>, %bias: tensor<4xf32>, %out: tensor<16xf32>) -> tensor<16xf32>
    attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<16xf32>) {
    %empty = tensor.empty() : tensor<2x8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
    %sums = scf.for %im = %c0 to %c2 step %c1 iter_args(%all = %init) -> (tensor<2x8xf32>) {
      %m = affine.apply affine_map<(i) -> (i * 8)>(%im)
      %at = tensor.extract_slice %a[%m, 0] [8, 4] [1, 1] : tensor<16x4xf32> to tensor<8x4xf32>
      %e = tensor.empty() : tensor<8x4xf32>
      %x = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
          ins(%at, %bias : tensor<8x4xf32>, tensor<4xf32>) outs(%e : tensor<8x4xf32>) {
      ^bb0(%p: f32, %q: f32, %y: f32):
        %z = arith.addf %p, %q : f32
        linalg.yield %z : f32
      } -> tensor<8x4xf32>
      %old = tensor.extract_slice %all[%im, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
      %s = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%old : tensor<8xf32>) dimensions = [1]
      %put = tensor.insert_slice %s into %all[%im, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<2x8xf32>
      scf.yield %put : tensor<2x8xf32>
    }
    %stored = scf.for %im = %c0 to %c2 step %c1 iter_args(%oi = %o) -> (tensor<16xf32>) {
      %m = affine.apply affine_map<(i) -> (i * 8)>(%im)
      %s = tensor.extract_slice %sums[%im, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
      %put = tensor.insert_slice %s into %oi[%m] [8] [1] : tensor<8xf32> into tensor<16xf32>
      scf.yield %put : tensor<16xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %stored into %o[0] [16] [1] : tensor<16xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}

// -----

// An elementwise op on all kept tiles is split, and its position along the kept dim is a constant. The rows of a
// storage with two kept dims are taken by one dim first.
// CHECK-LABEL: func.func @kept_map
// CHECK-NOT: vector<2x4x8xf32>
// CHECK-NOT: vector<2x2x
// CHECK: %[[P0:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<4x8xf32>
// CHECK: arith.addf %[[P0]], %{{.*}} : vector<4x8xf32>
// CHECK: vector.transfer_write
// CHECK: vector.transfer_write
func.func @kept_map(%a: tensor<8x8xf32>, %out: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<8x8xf32>) {
    %empty = tensor.empty() : tensor<2x4x8xf32>
    %tiles = scf.for %im = %c0 to %c2 step %c1 iter_args(%all = %empty) -> (tensor<2x4x8xf32>) {
      %m = affine.apply affine_map<(i) -> (i * 4)>(%im)
      %at = tensor.extract_slice %a[%m, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
      %put = tensor.insert_slice %at into %all[%im, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<2x4x8xf32>
      scf.yield %put : tensor<2x4x8xf32>
    }
    %mapped = linalg.generic {indexing_maps = [affine_map<(t, m, n) -> (t, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
        outs(%tiles : tensor<2x4x8xf32>) {
    ^bb0(%x: f32):
      %t = linalg.index 0 : index
      %n = linalg.index 2 : index
      %ti = arith.index_cast %t : index to i32
      %tf = arith.sitofp %ti : i32 to f32
      %ni = arith.index_cast %n : index to i32
      %nf = arith.sitofp %ni : i32 to f32
      %y = arith.mulf %x, %nf : f32
      %z = arith.addf %y, %tf : f32
      linalg.yield %z : f32
    } -> tensor<2x4x8xf32>
    %stored = scf.for %im = %c0 to %c2 step %c1 iter_args(%oi = %o) -> (tensor<8x8xf32>) {
      %m = affine.apply affine_map<(i) -> (i * 4)>(%im)
      %s = tensor.extract_slice %mapped[%im, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
      %put = tensor.insert_slice %s into %oi[%m, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
      scf.yield %put : tensor<8x8xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %stored into %o[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<8x8xf32>
    }
  }
  return %r : tensor<8x8xf32>
}

// -----

// Two kept dims, picked one after the other: four vectors are carried.
// CHECK-LABEL: func.func @kept_twice
// CHECK: scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK-COUNT-4: arith.addf %{{.*}} : vector<4xf32>
// CHECK-COUNT-4: vector.transfer_write
func.func @kept_twice(%a: tensor<5x4xf32>, %out: tensor<2x2x4xf32>) -> tensor<2x2x4xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<2x2x4xf32>) {
    %empty = tensor.empty() : tensor<2x2x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %tiles = scf.for %ik = %c0 to %c5 step %c1 iter_args(%all = %init) -> (tensor<2x2x4xf32>) {
      %at = tensor.extract_slice %a[%ik, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
      %x = scf.for %im = %c0 to %c2 step %c1 iter_args(%m_all = %all) -> (tensor<2x2x4xf32>) {
        %rows = tensor.extract_slice %m_all[%im, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<2x2x4xf32> to tensor<2x4xf32>
        %y = scf.for %in = %c0 to %c2 step %c1 iter_args(%n_all = %rows) -> (tensor<2x4xf32>) {
          %old = tensor.extract_slice %n_all[%in, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
          %new = linalg.generic {indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> (m)>], iterator_types = ["parallel"]}
              ins(%at : tensor<4xf32>) outs(%old : tensor<4xf32>) {
          ^bb0(%p: f32, %q: f32):
            %z = arith.addf %p, %q : f32
            linalg.yield %z : f32
          } -> tensor<4xf32>
          %put = tensor.insert_slice %new into %n_all[%in, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
          scf.yield %put : tensor<2x4xf32>
        }
        %put = tensor.insert_slice %y into %m_all[%im, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<2x4xf32> into tensor<2x2x4xf32>
        scf.yield %put : tensor<2x2x4xf32>
      }
      scf.yield %x : tensor<2x2x4xf32>
    }
    %stored = scf.for %im = %c0 to %c2 step %c1 iter_args(%oi = %o) -> (tensor<2x2x4xf32>) {
      %rest = scf.for %in = %c0 to %c2 step %c1 iter_args(%oj = %oi) -> (tensor<2x2x4xf32>) {
        %s = tensor.extract_slice %tiles[%im, %in, 0] [1, 1, 4] [1, 1, 1] : tensor<2x2x4xf32> to tensor<4xf32>
        %put = tensor.insert_slice %s into %oj[%im, %in, 0] [1, 1, 4] [1, 1, 1] : tensor<4xf32> into tensor<2x2x4xf32>
        scf.yield %put : tensor<2x2x4xf32>
      }
      scf.yield %rest : tensor<2x2x4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %stored into %o[0, 0, 0] [2, 2, 4] [1, 1, 1] : tensor<2x2x4xf32> into tensor<2x2x4xf32>
    }
  }
  return %r : tensor<2x2x4xf32>
}

// -----

// Positions are compared in 32 bits, rows with columns too.
// CHECK-LABEL: func.func @causal
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<4x8xi32>
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : vector<4x8xi32>
func.func @causal(%a: tensor<8x8xf32>, %out: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<8x8xf32>) {
    %m = affine.apply affine_map<(i) -> (i * 4)>(%i)
    %at = tensor.extract_slice %a[%m, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    %empty = tensor.empty() : tensor<4x8xf32>
    %x = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
        ins(%at : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32):
      %in_tile = linalg.index 0 : index
      %row = arith.addi %m, %in_tile : index
      %column = linalg.index 1 : index
      %keep = arith.cmpi sge, %row, %column : index
      %z = arith.select %keep, %p, %zero : f32
      linalg.yield %z : f32
    } -> tensor<4x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%m, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
    }
  }
  return %r : tensor<8x8xf32>
}

// -----

// An array that is one tile is read before the outermost loop that needs it, and not before another: its buffer can share memory with
// what is over by then.
// CHECK-LABEL: func.func @whole_arrays
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: vector.transfer_read %arg1
// CHECK: scf.for
// CHECK-NOT: vector.transfer_read
// CHECK: arith.mulf
func.func @whole_arrays(%a: tensor<16x4xf32>, %b: tensor<8x4xf32>, %out: tensor<8x4xf32>) -> tensor<8x4xf32>
    attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.forall (%i) in (1) shared_outs(%o = %out) -> (tensor<8x4xf32>) {
    %empty = tensor.empty() : tensor<8x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
    %sum = scf.for %im = %c0 to %c2 step %c1 iter_args(%all = %init) -> (tensor<8x4xf32>) {
      %m = affine.apply affine_map<(i) -> (i * 8)>(%im)
      %at = tensor.extract_slice %a[%m, 0] [8, 4] [1, 1] : tensor<16x4xf32> to tensor<8x4xf32>
      %x = linalg.add ins(%at, %all : tensor<8x4xf32>, tensor<8x4xf32>) outs(%all : tensor<8x4xf32>) -> tensor<8x4xf32>
      scf.yield %x : tensor<8x4xf32>
    }
    %product = scf.for %im = %c0 to %c2 step %c1 iter_args(%all = %sum) -> (tensor<8x4xf32>) {
      %x = linalg.mul ins(%b, %all : tensor<8x4xf32>, tensor<8x4xf32>) outs(%all : tensor<8x4xf32>) -> tensor<8x4xf32>
      scf.yield %x : tensor<8x4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %product into %o[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x4xf32>
    }
  }
  return %r : tensor<8x4xf32>
}
