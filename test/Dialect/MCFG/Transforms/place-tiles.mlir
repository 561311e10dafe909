// RUN: mcf-opt %S/../Inputs/tile-program-gemm-chain.mlir --mcf-vectorize-tile-program --mcf-outline-kernels --mcf-place-tiles | FileCheck %s --check-prefix=GEMM
// RUN: mcf-opt %s --mcf-place-tiles --canonicalize --split-input-file | FileCheck %s
// RUN: mcf-opt %s --mcf-place-tiles=padding-bytes=0 --canonicalize --split-input-file | FileCheck %s --check-prefix=DENSE
// RUN: mcf-opt %S/../Inputs/warpgroups.mlir --mcf-place-tiles=warpgroups=true | FileCheck %s --check-prefix=WGMMA
// RUN: not mcf-opt %s --mcf-place-tiles=padding-bytes=8 --split-input-file 2>&1 | FileCheck %s --check-prefix=PADDING
// PADDING: expected a padding of a multiple of 16 bytes, but got 8

// 64 rows: what wgmma takes is swizzled, in panels of 64 columns; a tile of 24 columns is not worth it, and so
// its contraction is none for wgmma either, and leaves its rows as they are.
// WGMMA-LABEL: gpu.func @both
// WGMMA: memref.alloc() {alignment = 1024 : i64} : memref<1x8192xf16, #gpu.address_space<workgroup>>
// WGMMA: memref.alloc() {alignment = 1024 : i64} : memref<1x16384xf16, #gpu.address_space<workgroup>>
// WGMMA: mcfg.tile_view {{.*}} to memref<64x80xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
// WGMMA: mcfg.tile_view {{.*}} to memref<128x80xf16, #mcfg.swizzle<rows = 128, chunk = 8>, #gpu.address_space<workgroup>>
// WGMMA-LABEL: gpu.func @narrow
// WGMMA-NOT: swizzle

// A and B are copied together, each into the only slot of a buffer; the tiles of D one by one, where they were read.
// GEMM-LABEL: gpu.func @gemm_chain
// GEMM: %[[ABUF:.*]] = memref.alloc() : memref<1x64x24xf16, #gpu.address_space<workgroup>>
// GEMM: scf.for
// GEMM:   scf.for
// GEMM:     %[[AVIEW:.*]] = memref.subview %arg0
// GEMM:     %[[BVIEW:.*]] = memref.subview %arg1
// GEMM:     %[[SLOT:.*]] = arith.constant 0 : index
// GEMM:     %[[ATILE:.*]] = memref.subview %[[ABUF]][%[[SLOT]], 0, 0] [1, 64, 16] [1, 1, 1]
// GEMM-NEXT: mcfg.copy_tile %[[AVIEW]], %[[ATILE]] : memref<?x?xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
// GEMM:     mcfg.copy_tile %[[BVIEW]], %{{.*}}
// GEMM:     vector.transfer_read %[[ATILE]]{{.*}} {in_bounds = [true, true]}
// GEMM:     vector.contract
// GEMM-NOT: gpu.barrier
// GEMM:   memref.subview %arg2
// GEMM:   mcfg.copy_tile
// GEMM:   vector.contract
// GEMM:   memref.subview %arg2
// GEMM:   mcfg.copy_tile

// One buffer for a tile that two contractions take. The start value is read directly.
// CHECK-LABEL: gpu.func @shared
// CHECK-COUNT-2: memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
// CHECK-NOT: memref.alloc
// CHECK: %[[INIT:.*]] = vector.transfer_read %arg2[%{{.*}}, %{{.*}}], %{{[^{]*}} {in_bounds = [true, true]} : memref<16x16xf32>
// CHECK-COUNT-2: mcfg.copy_tile
// CHECK: %[[A:.*]] = vector.transfer_read %{{.*}} #gpu.address_space<workgroup>>, vector<16x16xf16>
// CHECK: %[[B:.*]] = vector.transfer_read %{{.*}} #gpu.address_space<workgroup>>, vector<16x16xf16>
// CHECK: %[[C:.*]] = vector.contract {{.*}} %[[A]], %[[B]], %[[INIT]]
// CHECK: vector.contract {{.*}} %[[B]], %[[A]], %[[C]]
// DENSE-LABEL: gpu.func @shared
// DENSE-COUNT-2: memref.alloc() : memref<1x16x16xf16, #gpu.address_space<workgroup>>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @shared {
  gpu.func @shared(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %out: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %zero32 = arith.constant 0.0 : f32
    %init = vector.transfer_read %c[%c0, %c0], %zero32 {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
    %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %y = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %p = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    %q = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %y, %x, %p : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    vector.transfer_write %q, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }
}

// -----

// A row vector as operand: the buffer is a matrix, the copy goes to its only row. A tile that is mapped
// before it is taken stays.
// CHECK-LABEL: gpu.func @row
// CHECK: %[[BUF:.*]] = memref.alloc() : memref<1x1x12xf32, #gpu.address_space<workgroup>>
// CHECK: %[[B:.*]] = vector.transfer_read %arg1
// CHECK: %[[TILE:.*]] = memref.subview %[[BUF]][0, 0, 0] [1, 1, 8] [1, 1, 1]
// CHECK: memref.subview %[[TILE]][0, 0] [1, 8] [1, 1] : {{.*}} to memref<8xf32, strided<[1]>, #gpu.address_space<workgroup>>
// CHECK: mcfg.copy_tile %arg0
// CHECK: %[[A:.*]] = vector.transfer_read %[[TILE]]{{.*}}, vector<1x8xf32>
// CHECK: %[[EXP:.*]] = math.exp %[[B]]
// CHECK: vector.contract {{.*}} %[[A]], %[[EXP]]
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @row {
  gpu.func @row(%a: memref<8xf32>, %b: memref<8x16xf32>, %out: memref<1x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %init = arith.constant dense<0.0> : vector<1x16xf32>
    %y = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
    %x = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
    %e = math.exp %y : vector<8x16xf32>
    %r = vector.shape_cast %x : vector<8xf32> to vector<1x8xf32>
    %p = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %r, %e, %init : vector<1x8xf32>, vector<8x16xf32> into vector<1x16xf32>
    vector.transfer_write %p, %out[%c0, %c0] {in_bounds = [true, true]} : vector<1x16xf32>, memref<1x16xf32>
    gpu.return
  }
}
