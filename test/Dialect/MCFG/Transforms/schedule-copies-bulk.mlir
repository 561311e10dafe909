// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2 bulk-copies=true},cse)))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2 bulk-copies=true},mcf-lower-tile-copies)))' | FileCheck %s --check-prefix=LOWERED
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2 bulk-copies=true},mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s --check-prefix=ORDER

!tile = memref<64x80xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!ring = memref<1x8192xf16, #gpu.address_space<workgroup>>
!view = memref<64x80xf16, strided<[80, 1], offset: ?>>

!square = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!square_ring = memref<1x4096xf16, #gpu.address_space<workgroup>>
!square_view = memref<64x64xf16, strided<[64, 1], offset: ?>>

gpu.module @m {
  // A tile at the top and one in a loop of 8 trips: a barrier for the first, two for each slot of the ring: the tile is there, all
  // warps have left it. One thread makes them, starts the first copies, and all others wait until they are there. A barrier's parity
  // is that of the time around the ring. Rows of 80 elements are two panels, so a box has 64 columns.
  // CHECK-LABEL: gpu.func @bulk
  // CHECK-SAME: %[[A:[^:]*]]: memref<512x80xf16>, %[[MAP:[^:]*]]: !llvm.ptr)
  // CHECK-SAME: parameters = [pointer 0, tensor_map 0 box [64, 64]]
  // CHECK: memref.alloc() : memref<5xi64, #gpu.address_space<workgroup>>
  // CHECK: mcfg.init_barriers %[[BARS:.*]] counts [1, 1, 0, 0, 1]
  // CHECK: mcfg.bulk_copy_tile %{{.*}} via %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} signals %{{.*}}[%c4]
  // CHECK: mcfg.bulk_copy_tile %{{.*}} via %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} signals %{{.*}}[%c0]
  // CHECK-NOT: mcfg.commit_copies
  // CHECK: gpu.barrier
  // CHECK: mcfg.wait_tile %{{.*}}[%c4] parity %c0
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: %[[SLOT:.*]] = arith.remui %[[I]], %c2
  // CHECK: %[[ROUND:.*]] = arith.divui %[[I]], %c2
  // CHECK: %[[PARITY:.*]] = arith.remui %[[ROUND]], %c2
  // CHECK: mcfg.wait_tile %{{.*}}[%[[SLOT]]] parity %[[PARITY]]
  // The copy into the other slot waits until all warps have left the tile that was there: (i + 1) / 2 - 1 of that slot's tiles, none
  // in the first trip.
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
  // CHECK: %[[OTHER:.*]] = arith.remui %[[NEXT]], %c2
  // CHECK: %[[AHEAD:.*]] = arith.addi %[[I]], %c3
  // CHECK: %[[AROUND:.*]] = arith.divui %[[AHEAD]], %c2
  // CHECK: %[[LEFT:.*]] = arith.remui %[[AROUND]], %c2
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.if
  // CHECK:   %[[EMPTY:.*]] = arith.addi %[[OTHER]], %c2
  // CHECK:   mcfg.wait_tile %{{.*}}[%[[EMPTY]]] parity %[[LEFT]]
  // CHECK:   mcfg.bulk_copy_tile {{.*}} signals %{{.*}}[%[[OTHER]]]
  // CHECK: }
  // Nobody reads the tile.
  // CHECK: %[[MINE:.*]] = arith.addi %[[SLOT]], %c2
  // CHECK: mcfg.release_tile %{{.*}}[%[[MINE]]]
  // CHECK-NOT: gpu.barrier
  // CHECK: gpu.return
  // LOWERED-LABEL: gpu.func @bulk
  // A copy arrives at one barrier, each of 4 warps at another.
  // LOWERED-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // LOWERED: nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  // LOWERED: nvvm.mbarrier.init
  // LOWERED: %[[WARPS:.*]] = arith.constant 4 : i32
  // LOWERED: nvvm.mbarrier.init %{{.*}}, %[[WARPS]]
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
  // Once in each warp, behind all of its threads.
  // LOWERED: scf.for
  // LOWERED: nvvm.mbarrier.try_wait.parity
  // LOWERED: scf.if
  // LOWERED: nvvm.mbarrier.try_wait.parity
  // LOWERED: nvvm.cp.async.bulk
  // LOWERED: nvvm.bar.warp.sync
  // LOWERED: %[[THREAD:.*]] = gpu.thread_id  x
  // LOWERED: %[[MASK:.*]] = arith.constant 31 : index
  // LOWERED: %[[LANE:.*]] = arith.andi %[[THREAD]], %[[MASK]]
  // LOWERED: %[[FIRST:.*]] = arith.cmpi eq, %[[LANE]],
  // LOWERED: scf.if %[[FIRST]] {
  // LOWERED-NEXT: nvvm.mbarrier.arrive %
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

  // A slot is left behind the last op that may read it. A contraction reads where it stands, and so does one in an inner loop; what
  // other ops take was read before. Two rings leave their slots one by one.
  // CHECK-LABEL: gpu.func @readers
  // CHECK: mcfg.init_barriers %{{.*}} counts [1, 1, 0, 0, 1, 1, 0, 0]
  // CHECK: scf.for
  // CHECK: vector.contract
  // CHECK: %[[X:.*]] = arith.addi %{{.*}}, %c2
  // CHECK-NEXT: mcfg.release_tile %{{.*}}[%[[X]]]
  // CHECK-NOT: mcfg.release_tile
  // CHECK: mcfg.wait_tile
  // CHECK: mcfg.wait_tile
  // CHECK: mcfg.bulk_copy_tile
  // CHECK: scf.for
  // CHECK:   vector.contract
  // CHECK: }
  // CHECK: %[[Y:.*]] = arith.addi %{{.*}}, %c6
  // CHECK-NEXT: mcfg.release_tile %{{.*}}[%[[Y]]]
  // CHECK-NEXT: math.exp
  // CHECK-NOT: mcfg.release_tile
  // CHECK: gpu.return
  // The products are done by then.
  // ORDER-LABEL: gpu.func @readers
  // ORDER: scf.for
  // ORDER: mcfg.warpgroup_mma
  // ORDER: mcfg.warpgroup_wait %{{.*}} pending 0
  // ORDER: mcfg.release_tile
  // ORDER: scf.for
  // ORDER:   mcfg.warpgroup_mma
  // ORDER:   mcfg.warpgroup_wait %{{.*}} pending 0
  // ORDER: scf.yield
  // ORDER: mcfg.release_tile
  // ORDER-NOT: mcfg.warpgroup_mma
  // ORDER: scf.yield
  gpu.func @readers(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f16
    %q = arith.constant dense<1.0> : vector<64x64xf16>
    %sums = arith.constant dense<0.0> : vector<64x64xf32>
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !square_ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !square_ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sx = %sums, %sy = %sums) -> (vector<64x64xf32>, vector<64x64xf32>) {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !square_view
      %x = mcfg.tile_view %x_ring[%c0] : !square_ring to !square
      mcfg.copy_tile %x_view, %x : !square_view to !square
      %xs = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : !square, vector<64x64xf16>
      %x_sum = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %xs, %sx : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %y_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !square_view
      %y = mcfg.tile_view %y_ring[%c0] : !square_ring to !square
      mcfg.copy_tile %y_view, %y : !square_view to !square
      %ys = vector.transfer_read %y[%c0, %c0], %zero {in_bounds = [true, true]} : !square, vector<64x64xf16>
      %y_sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %sy) -> (vector<64x64xf32>) {
        %t = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
            iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %ys, %s : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
        scf.yield %t : vector<64x64xf32>
      }
      %e = math.exp %y_sum : vector<64x64xf32>
      scf.yield %x_sum, %e : vector<64x64xf32>, vector<64x64xf32>
    }
    gpu.return
  }

  // With a slot for each trip none is filled again.
  // CHECK-LABEL: gpu.func @whole
  // CHECK: mcfg.init_barriers %{{.*}} counts [1, 1]
  // CHECK-NOT: mcfg.release_tile
  // CHECK: gpu.return
  gpu.func @whole(%a: memref<128x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !square_ring
    scf.for %i = %c0 to %c2 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<128x64xf16> to !square_view
      %tile = mcfg.tile_view %ring[%c0] : !square_ring to !square
      mcfg.copy_tile %view, %tile : !square_view to !square
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

  // An array that is one tile, or less: no view of it is needed.
  // CHECK-LABEL: gpu.func @array
  // CHECK-SAME: %[[A:[^:]*]]: memref<60x72xf16>, %[[MAP:[^:]*]]: !llvm.ptr)
  // CHECK-SAME: parameters = [pointer 0, tensor_map 0 box [64, 64]]
  // CHECK: mcfg.bulk_copy_tile %[[A]] via %[[MAP]][%c0, %c0]
  gpu.func @array(%a: memref<60x72xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>,
      mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 128, workgroup_bytes = 0, operands = [read 60x72xf16]>} {
    %c0 = arith.constant 0 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
    mcfg.copy_tile %a, %tile : memref<60x72xf16> to !tile
    gpu.return
  }

  // The second panel of the tile lies beyond the array: threads copy it.
  // CHECK-LABEL: gpu.func @beyond
  // CHECK-NOT: bulk_copy_tile
  // CHECK: mcfg.copy_tile
  gpu.func @beyond(%a: memref<60x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
    mcfg.copy_tile %a, %tile : memref<60x64xf16> to !tile
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
