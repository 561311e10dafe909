// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{bulk-copies=true},cse)))' | FileCheck %s
// Memory of what is in use at the same time is not shared.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{bulk-copies=true},mcf-lower-tile-copies,mcf-allocate-workgroup-memory)))' | FileCheck %s --check-prefix=MEMORY

!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!ring = memref<1x4096xf16, #gpu.address_space<workgroup>>
!view = memref<64x64xf16, strided<[64, 1], offset: ?>>

gpu.module @m {
  // A tile at the top and one in a loop: the warps that copy start the first, then one in each trip, when its slot has been left; trips
  // 0 and 1 find slots that nobody has been in, the phase before the first. What computes waits, and leaves slots. All threads see the
  // barriers' beginnings; there is no other barrier.
  // CHECK-LABEL: gpu.func @group_and_loop
  // CHECK-SAME: %[[A:[^:]*]]: memref<512x64xf16>, %[[MAP:[^:]*]]: !llvm.ptr)
  // CHECK: mcfg.init_barriers %[[BARS:.*]] counts [1, 1, 0, 0, 1]
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: mcfg.produce warps 1 {
  // CHECK:        mcfg.bulk_copy_tile %{{.*}} via %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} signals %{{.*}}[%c4{{(_[0-9]+)?}}]
  // CHECK:        scf.for %[[J:.*]] = %c0 to %c8 step %c1 {
  // CHECK:          %[[SLOT:.*]] = arith.remui %[[J]], %c2
  // CHECK:          %[[AHEAD:.*]] = arith.addi %[[J]], %c2
  // CHECK:          %[[AROUND:.*]] = arith.divui %[[AHEAD]], %c2
  // CHECK:          %[[LEFT:.*]] = arith.remui %[[AROUND]], %c2
  // CHECK:          %[[EMPTY:.*]] = arith.addi %[[SLOT]], %c2
  // CHECK:          mcfg.wait_tile %{{.*}}[%[[EMPTY]]] parity %[[LEFT]]
  // CHECK-NOT:      scf.if
  // CHECK:          mcfg.bulk_copy_tile {{.*}} signals %{{.*}}[%[[SLOT]]]
  // CHECK-NEXT:   } {llvm.loop_annotation{{.*}}
  // CHECK-NEXT: }
  // CHECK-NOT: bulk_copy_tile
  // CHECK: mcfg.wait_tile %{{.*}}[%c4] parity %c0
  // CHECK: scf.for %[[I:.*]] =
  // CHECK:   %[[MINE:.*]] = arith.remui %[[I]], %c2
  // CHECK:   mcfg.wait_tile %{{.*}}[%[[MINE]]] parity
  // CHECK:   mcfg.release_tile
  // CHECK-NOT: {{bulk_copy_tile|gpu.barrier|commit_copies|wait_copies}}
  // CHECK: gpu.return
  gpu.func @group_and_loop(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %use = memref.alloca() : memref<1xindex>
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %x_view = memref.subview %a[0, 0] [64, 64] [1, 1] : memref<512x64xf16> to memref<64x64xf16, strided<[64, 1]>>
    %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
    mcfg.copy_tile %x_view, %x : memref<64x64xf16, strided<[64, 1]>> to !tile
    memref.store %c0, %use[%c0] : memref<1xindex>
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %y_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %y = mcfg.tile_view %y_ring[%c0] : !ring to !tile
      mcfg.copy_tile %y_view, %y : !view to !tile
      memref.store %c0, %use[%c0] : memref<1xindex>
    }
    gpu.return
  }

  // With a slot for each trip nobody waits for one.
  // CHECK-LABEL: gpu.func @whole
  // CHECK: mcfg.init_barriers %{{.*}} counts [1, 1]
  // CHECK: mcfg.produce warps 4 {
  // CHECK-NOT: mcfg.wait_tile
  // CHECK: scf.for
  // CHECK-NOT: mcfg.wait_tile
  // CHECK: mcfg.bulk_copy_tile
  // CHECK-NOT: mcfg.wait_tile
  // CHECK: }
  // CHECK: }
  // CHECK: scf.for
  // CHECK: mcfg.wait_tile
  // CHECK-NOT: mcfg.release_tile
  // CHECK: gpu.return
  gpu.func @whole(%a: memref<128x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    scf.for %i = %c0 to %c2 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<128x64xf16> to !view
      %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
      mcfg.copy_tile %view, %tile : !view to !tile
    }
    gpu.return
  }

  // Two loops, the second one with bounds that only the block knows: the copies of the second wait for no one of the first, so no
  // tile of one ring lies where the other one is (8,192 bytes a slot, two slots each, and 64 of barriers).
  // The bounds, and what only computes on numbers, stand before the split; fragments behind it, where only those are that hold them.
  // CHECK-LABEL: gpu.func @two_loops
  // CHECK: mcfg.init_barriers %{{.*}} counts [1, 1, 0, 0, 1, 1, 0, 0]
  // CHECK-NOT: vector.step
  // CHECK: mcfg.produce warps 1 {
  // CHECK:   scf.for %{{.*}} = %c0 to %c8
  // CHECK:   } {llvm.loop_annotation{{.*}}
  // CHECK:   scf.for %{{.*}} = %c0 to %[[END:[^ ]*]] step
  // CHECK:   } {llvm.loop_annotation{{.*}}
  // CHECK-NEXT: }
  // CHECK-NEXT: vector.step
  // CHECK-NEXT: vector.reduction
  // CHECK-NEXT: arith.addi
  // CHECK: scf.for %{{.*}} = %c0 to %c8
  // CHECK: scf.for %{{.*}} = %c0 to %[[END]] step
  // MEMORY-LABEL: gpu.func @two_loops
  // MEMORY-DAG: memref.view %{{.*}}[%c0{{(_[0-9]+)?}}][] : memref<?xi8, {{.*}}> to memref<8xi64
  // MEMORY-DAG: memref.view %{{.*}}[%c1024{{(_[0-9]+)?}}][] : memref<?xi8, {{.*}}> to memref<2x4096xf16
  // MEMORY-DAG: memref.view %{{.*}}[%c17408{{(_[0-9]+)?}}][] : memref<?xi8, {{.*}}> to memref<2x4096xf16
  gpu.func @two_loops(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %step = vector.step : vector<64xindex>
    %sum = vector.reduction <add>, %step : vector<64xindex> into index
    %more = arith.addi %sum, %c1 : index
    %use = memref.alloca() : memref<1xindex>
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
      mcfg.copy_tile %view, %x : !view to !tile
      memref.store %more, %use[%c0] : memref<1xindex>
    }
    %block = gpu.block_id x
    %end = affine.min affine_map<()[s0] -> (8, s0 + 1)>()[%block]
    scf.for %i = %c0 to %end step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %y = mcfg.tile_view %y_ring[%c0] : !ring to !tile
      mcfg.copy_tile %view, %y : !view to !tile
      memref.store %c0, %use[%c0] : memref<1xindex>
    }
    gpu.return
  }
}
