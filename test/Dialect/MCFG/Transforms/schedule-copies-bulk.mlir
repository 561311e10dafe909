// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2 bulk-copies=true},cse)))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2 bulk-copies=true},mcf-lower-tile-copies)))' | FileCheck %s --check-prefix=LOWERED

!tile = memref<64x80xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!ring = memref<1x8192xf16, #gpu.address_space<workgroup>>
!view = memref<64x80xf16, strided<[80, 1], offset: ?>>

gpu.module @m {
  // A tile at the top and one in a loop of 8 trips: a barrier for the first, one for each slot of the ring. One thread
  // makes them, starts the first copies, and all others wait until they are there. A barrier's parity is that of the time around the
  // ring. Rows of 80 elements are two panels, so a box has 64 columns.
  // CHECK-LABEL: gpu.func @bulk
  // CHECK-SAME: %[[A:[^:]*]]: memref<512x80xf16>, %[[MAP:[^:]*]]: !llvm.ptr)
  // CHECK-SAME: parameters = [pointer 0, tensor_map 0 box [64, 64]]
  // CHECK: memref.alloc() : memref<3xi64, #gpu.address_space<workgroup>>
  // CHECK: mcfg.init_barriers %[[BARS:.*]] counts [1, 1, 1]
  // CHECK: mcfg.bulk_copy_tile %{{.*}} via %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} signals %{{.*}}[%c2]
  // CHECK: mcfg.bulk_copy_tile %{{.*}} via %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} signals %{{.*}}[%c0]
  // CHECK-NOT: mcfg.commit_copies
  // CHECK: gpu.barrier
  // CHECK: mcfg.wait_tile %{{.*}}[%c2] parity %c0
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: %[[SLOT:.*]] = arith.remui %[[I]], %c2
  // CHECK: %[[ROUND:.*]] = arith.divui %[[I]], %c2
  // CHECK: %[[PARITY:.*]] = arith.remui %[[ROUND]], %c2
  // CHECK: mcfg.wait_tile %{{.*}}[%[[SLOT]]] parity %[[PARITY]]
  // CHECK-NEXT: gpu.barrier
  // CHECK: scf.if
  // CHECK: mcfg.bulk_copy_tile
  // LOWERED-LABEL: gpu.func @bulk
  // LOWERED: nvvm.mbarrier.init
  // LOWERED: nvvm.fence.mbarrier.init
  // LOWERED: nvvm.bar.warp.sync
  // The array starts at 16 bytes: one thread copies two boxes of 64 rows of 128 bytes.
  // LOWERED: scf.if
  // LOWERED: scf.if
  // LOWERED: arith.constant 16384 : i32
  // LOWERED: nvvm.mbarrier.arrive.expect_tx
  // LOWERED-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // LOWERED-NOT: nvvm.cp.async.bulk
  // It does not: all threads copy, and one arrives.
  // LOWERED: } else {
  // LOWERED: memref.load
  // LOWERED: nvvm.fence.proxy
  // LOWERED: gpu.barrier
  // LOWERED: nvvm.mbarrier.arrive %
  // LOWERED: nvvm.mbarrier.try_wait.parity
  gpu.func @bulk(%a: memref<512x80xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>,
      mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 128, workgroup_bytes = 0, operands = [read 512x80xf16]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x_use = memref.alloca() : memref<1xindex>
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %x_view = memref.subview %a[0, 0] [64, 80] [1, 1] : memref<512x80xf16> to memref<64x80xf16, strided<[80, 1]>>
    %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
    mcfg.copy_tile %x_view, %x : memref<64x80xf16, strided<[80, 1]>> to !tile
    memref.store %c0, %x_use[%c0] : memref<1xindex>
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %y_view = memref.subview %a[%row, 0] [64, 80] [1, 1] : memref<512x80xf16> to !view
      %y = mcfg.tile_view %y_ring[%c0] : !ring to !tile
      mcfg.copy_tile %y_view, %y : !view to !tile
      memref.store %c0, %x_use[%c0] : memref<1xindex>
    }
    gpu.return
  }

  // What TMA cannot copy: rows of 84 elements (168 bytes), a part of an array whose end is not that of the tile, columns with a
  // step, sizes that are given at launch.
  // CHECK-LABEL: gpu.func @threads
  // CHECK-NOT: bulk_copy_tile
  // CHECK: gpu.return
  gpu.func @threads(%odd: memref<512x84xf16>, %part: memref<512x80xf16>, %steps: memref<512x160xf16>, %open: memref<?x80xf16>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
    %v0 = memref.subview %odd[0, 0] [64, 80] [1, 1] : memref<512x84xf16> to memref<64x80xf16, strided<[84, 1]>>
    mcfg.copy_tile %v0, %tile : memref<64x80xf16, strided<[84, 1]>> to !tile
    %rows = affine.min affine_map<(d0) -> (64, -d0 + 100)>(%n)
    %v1 = memref.subview %part[%n, 0] [%rows, 80] [1, 1] : memref<512x80xf16> to memref<?x80xf16, strided<[80, 1], offset: ?>>
    mcfg.copy_tile %v1, %tile : memref<?x80xf16, strided<[80, 1], offset: ?>> to !tile
    %v2 = memref.subview %steps[0, 0] [64, 80] [1, 2] : memref<512x160xf16> to memref<64x80xf16, strided<[160, 2]>>
    mcfg.copy_tile %v2, %tile : memref<64x80xf16, strided<[160, 2]>> to !tile
    %v3 = memref.subview %open[0, 0] [64, 80] [1, 1] : memref<?x80xf16> to memref<64x80xf16, strided<[80, 1]>>
    mcfg.copy_tile %v3, %tile : memref<64x80xf16, strided<[80, 1]>> to !tile
    gpu.return
  }

  // The last tile sticks out of the array: what is beyond is zeros, as TMA gives them.
  // CHECK-LABEL: gpu.func @edge
  // CHECK: mcfg.bulk_copy_tile
  gpu.func @edge(%a: memref<500x80xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %block = gpu.block_id x
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
    %row = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%block]
    %rows = affine.min affine_map<()[s0] -> (64, s0 * -64 + 500)>()[%block]
    %view = memref.subview %a[%row, 0] [%rows, 80] [1, 1] : memref<500x80xf16> to memref<?x80xf16, strided<[80, 1], offset: ?>>
    mcfg.copy_tile %view, %tile : memref<?x80xf16, strided<[80, 1], offset: ?>> to !tile
    gpu.return
  }
}
