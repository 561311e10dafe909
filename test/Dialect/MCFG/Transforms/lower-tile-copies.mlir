// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-lower-tile-copies)))' -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @m {
  // 64 x 16 elements in chunks of 8: 128 chunks for 128 threads, one trip without a test. A chunk that
  // is not whole is zero, and what it holds comes element by element.
  // CHECK-LABEL: @wide
  // CHECK-DAG: memref.extract_aligned_pointer_as_index
  // CHECK-NOT: scf.for
  // CHECK: %[[LOADED:.*]] = scf.if %{{.*}} -> (vector<8xf16>) {
  // CHECK:   vector.load %{{.*}} {alignment = 16 : i64} : memref<?x?xf16, strided<[72, 1], offset: ?>>, vector<8xf16>
  // CHECK: } else {
  // CHECK:   arith.constant dense<0.0
  // CHECK: vector.store %[[LOADED]], %{{.*}} {alignment = 16 : i64}
  // CHECK: scf.if
  // CHECK:   scf.for
  // CHECK:     scf.for %{{.*}} = %{{.*}} to %[[CHUNK:.*]] step
  // CHECK:       memref.load
  // CHECK:       memref.store
  // CHECK: gpu.return
  gpu.func @wide(%view: memref<?x?xf16, strided<[72, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Rows of 90 start at multiples of 4 bytes only: 512 elements in pairs, 256 pairs in two trips: both
  // loads before both stores.
  // CHECK-LABEL: @pairs
  // CHECK-COUNT-2: vector.load %{{.*}} {alignment = 4 : i64}
  // CHECK-NOT: vector.load
  // CHECK-COUNT-2: vector.store %{{.*}} {alignment = 4 : i64}
  gpu.func @pairs(%view: memref<?x?xf16, strided<[90, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[90, 1], offset: ?>> to memref<16x32xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // A whole tile, 2600 chunks for 128 threads: 20 full trips, so two batches of 8 in a loop and 5 trips after
  // it, of which the last has a test.
  // CHECK-LABEL: @batches
  // CHECK: scf.for
  // CHECK-COUNT-8: vector.load
  // CHECK-COUNT-8: vector.store
  // CHECK: scf.if
  // CHECK-COUNT-5: vector.load
  // CHECK-COUNT-5: vector.store
  // CHECK: gpu.return
  gpu.func @batches(%view: memref<130x160xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<130x160xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<130x160xf16> to memref<130x160xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Strides given at launch: 16 bytes at a time if the first byte and every row are at multiples of that.
  // CHECK-LABEL: @given
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
  // CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
  // CHECK: %[[AT:.*]] = arith.muli %[[OFFSET]], %[[BYTES:.*]] : index
  // CHECK: %[[FIRST:.*]] = arith.addi %[[BASE]], %[[AT]]
  // CHECK: %[[ROW:.*]] = arith.muli %[[STRIDES]]#0, %[[BYTES]]
  // CHECK: %[[BOTH:.*]] = arith.ori %[[FIRST]], %[[ROW]]
  // CHECK: %[[REST:.*]] = arith.andi %[[BOTH]], %{{.*}}
  // CHECK: arith.cmpi eq, %[[REST]]
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x?xf16, strided<[?, 1], offset: ?>>, vector<8xf16>
  gpu.func @given(%view: memref<?x?xf16, strided<[?, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[?, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Every second column, or a step given at launch: one element at a time.
  // CHECK-LABEL: @columns
  // CHECK-NOT: vector.load
  // CHECK: memref.load %{{.*}} : memref<?x?xf16, strided<[72, 2], offset: ?>>
  // CHECK-NOT: vector.load
  // CHECK: memref.load %{{.*}} : memref<?x?xf16, strided<[72, ?], offset: ?>>
  // CHECK-NOT: vector.load
  // CHECK: gpu.return
  gpu.func @columns(%view: memref<?x?xf16, strided<[72, 2], offset: ?>>, %other: memref<?x?xf16, strided<[72, ?], offset: ?>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[72, 2], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %other, %buffer : memref<?x?xf16, strided<[72, ?], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Odd rows: one element at a time, and threads beyond the tile do nothing.
  // CHECK-LABEL: @scalars
  // CHECK: arith.cmpi slt
  // CHECK: scf.if
  // CHECK-NOT: vector.load
  // CHECK: memref.load
  // CHECK: memref.store
  gpu.func @scalars(%view: memref<?x?xf32, strided<[23, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %buffer = memref.alloc() : memref<3x5xf32, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf32, strided<[23, 1], offset: ?>> to memref<3x5xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected a known block size (run mcf-assign-layouts before)}}
  gpu.func @no_block(%view: memref<8xf32>) kernel {
    %buffer = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @rank(%view: memref<f32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %buffer = memref.alloc() : memref<f32, #gpu.address_space<workgroup>>
    // expected-error @below {{expected a tile of rank 1 or 2, but got}}
    mcfg.copy_tile %view, %buffer : memref<f32> to memref<f32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
