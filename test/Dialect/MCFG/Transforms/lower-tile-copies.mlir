// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-lower-tile-copies)))' -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @m {
  // 64 x 16 elements in chunks of 8: 128 chunks for 128 threads, one trip without a test. What is beyond the
  // view is filled with zeros by the copy; an array that does not start at 16 bytes is copied by elements.
  // CHECK-LABEL: @wide
  // CHECK-DAG: memref.extract_aligned_pointer_as_index
  // CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[ALIGNED]] {
  // CHECK-NOT: scf.for
  // CHECK:   %[[LEFT:.*]] = arith.minsi
  // CHECK:   %[[INSIDE:.*]] = arith.maxsi %[[LEFT]]
  // CHECK:   %[[COUNT:.*]] = arith.select %{{.*}}, %[[INSIDE]], %{{.*}} : index
  // CHECK:   nvgpu.device_async_copy %{{.*}}, %{{.*}}, 8, %[[COUNT]] {bypassL1} : memref<?x?xf16, strided<[72, 1], offset: ?>> to memref<?x?xf16, strided<[16, 1], offset: ?>, #gpu.address_space<workgroup>>
  // CHECK-NOT: nvgpu
  // CHECK: } else {
  // CHECK:   memref.load
  // CHECK:   memref.store
  // CHECK: gpu.return
  gpu.func @wide(%view: memref<?x?xf16, strided<[72, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Rows of 90 start at multiples of 4 bytes only: 512 elements in pairs, 256 pairs in two trips.
  // CHECK-LABEL: @pairs
  // CHECK-COUNT-2: nvgpu.device_async_copy %{{.*}}, %{{.*}}, 2, %{{.*}} : memref
  // CHECK-NOT: nvgpu.device_async_copy
  // CHECK: gpu.return
  gpu.func @pairs(%view: memref<?x?xf16, strided<[90, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[90, 1], offset: ?>> to memref<16x32xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // A whole tile, 2600 chunks for 128 threads: 20 full trips, so two batches of 8 in a loop and 5 trips after
  // it, of which the last has a test.
  // CHECK-LABEL: @batches
  // CHECK: scf.for
  // CHECK-COUNT-8: nvgpu.device_async_copy %{{.*}}, %{{.*}}, 8 {bypassL1}
  // CHECK: scf.if
  // CHECK: nvgpu.device_async_copy
  // CHECK: } else {
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
  // CHECK: nvgpu.device_async_copy %{{.*}}, %{{.*}}, 8, %{{.*}} {bypassL1} : memref<?x?xf16, strided<[?, 1], offset: ?>>
  gpu.func @given(%view: memref<?x?xf16, strided<[?, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[?, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Every second column, or a step given at launch: one element at a time.
  // CHECK-LABEL: @columns
  // CHECK-NOT: nvgpu
  // CHECK: memref.load %{{.*}} : memref<?x?xf16, strided<[72, 2], offset: ?>>
  // CHECK-NOT: nvgpu
  // CHECK: memref.load %{{.*}} : memref<?x?xf16, strided<[72, ?], offset: ?>>
  // CHECK-NOT: nvgpu
  // CHECK: gpu.return
  gpu.func @columns(%view: memref<?x?xf16, strided<[72, 2], offset: ?>>, %other: memref<?x?xf16, strided<[72, ?], offset: ?>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %buffer = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf16, strided<[72, 2], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    mcfg.copy_tile %other, %buffer : memref<?x?xf16, strided<[72, ?], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Odd rows of 4 bytes: one element at a time, in a loop over batches where there are many, all loads of a batch before its
  // stores, and threads beyond the tile do nothing.
  // CHECK-LABEL: @scalars
  // CHECK: arith.cmpi slt
  // CHECK: scf.if
  // CHECK-NOT: nvgpu
  // CHECK: memref.load
  // CHECK: memref.store
  gpu.func @scalars(%view: memref<?x?xf32, strided<[23, 1], offset: ?>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %buffer = memref.alloc() : memref<3x5xf32, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %buffer : memref<?x?xf32, strided<[23, 1], offset: ?>> to memref<3x5xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  // A swizzled tile: chunk c of row r goes to place c xor (r mod 8) of its row in the panel. 128 threads have 16
  // rows of 8 chunks in a trip, so the next trip is 16 * 64 elements on.
  // CHECK-LABEL: @swizzled
  // CHECK: scf.if
  // CHECK: %[[TURN:.*]] = arith.remui %[[ROW:.*]], %{{.*}} : index
  // CHECK: %[[STEP:.*]] = arith.muli %[[TURN]], %{{[^ ]*}}{{.*}}
  // CHECK: arith.xori
  // CHECK: nvgpu.device_async_copy %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], 8 {bypassL1} : memref<{{.*}}> to memref<2x2048xf16, #gpu.address_space<workgroup>>
  // CHECK: %[[NEXT:.*]] = arith.constant 1024 : index
  // CHECK: arith.addi %{{.*}}, %[[NEXT]]
  // CHECK: nvgpu.device_async_copy
  gpu.func @swizzled(%view: memref<32x64xf16>, %slot: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %ring = memref.alloc() {alignment = 1024 : i64} : memref<2x2048xf16, #gpu.address_space<workgroup>>
    %tile = mcfg.tile_view %ring[%slot] : memref<2x2048xf16, #gpu.address_space<workgroup>> to memref<32x64xf16, #mcfg.swizzle<rows = 32, chunk = 8>, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %tile : memref<32x64xf16> to memref<32x64xf16, #mcfg.swizzle<rows = 32, chunk = 8>, #gpu.address_space<workgroup>>
    gpu.return
  }
  // Groups of copies; what wgmma reads has another proxy.
  // CHECK-LABEL: @groups
  // CHECK: nvvm.cp.async.commit.group
  // CHECK-NEXT: nvvm.cp.async.wait.group 1
  // CHECK-NEXT: gpu.barrier
  // CHECK-LABEL: @proxy
  // CHECK: nvvm.cp.async.wait.group 0
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  gpu.func @groups() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    mcfg.commit_copies
    mcfg.wait_copies pending 1
    gpu.barrier
    gpu.return
  }
  gpu.func @proxy(%sum: !llvm.struct<(f32, f32, f32, f32)>, %a: i64, %b: i64) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    mcfg.wait_copies pending 0
    %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%b) {n = 8 : i64, elementType = f16} : !llvm.struct<(f32, f32, f32, f32)>
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

// -----

gpu.module @m {
  // expected-error @below {{expected a known block size (run mcf-assign-layouts before)}}
  gpu.func @no_warps(%barriers: memref<1xi64, #gpu.address_space<workgroup>>) kernel {
    mcfg.init_barriers %barriers counts [0] : memref<1xi64, #gpu.address_space<workgroup>>
    gpu.return
  }
}
