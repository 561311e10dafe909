// RUN: mcf-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=2},cse)))' | FileCheck %s
// RUN: mcf-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=3},cse)))' | FileCheck %s --check-prefix=THREE
// RUN: mcf-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=1})))' | FileCheck %s --check-prefix=ONE
// RUN: not mcf-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=-1})))' 2>&1 | FileCheck %s --check-prefix=DEPTH
// DEPTH: expected a depth of at least 1, but got -1

gpu.module @m {
  // Two groups in a loop: each has a ring. Two trips ahead with three slots; what has been started in between
  // may be under way when a tile is wanted.
  // CHECK-LABEL: @loop
  // CHECK: memref.alloc() : memref<2x16x24xf16, #gpu.address_space<workgroup>>
  // CHECK: memref.alloc() : memref<2x16x24xf16, #gpu.address_space<workgroup>>
  // CHECK: mcfg.copy_tile
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK: mcfg.copy_tile
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK-NOT: mcfg
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step
  // CHECK: mcfg.wait_copies pending 1
  // CHECK-NEXT: gpu.barrier
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]]
  // CHECK: %[[SLOT:.*]] = arith.remui %[[NEXT]]
  // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]]
  // CHECK: scf.if %[[MORE]] {
  // CHECK:   affine.apply #{{.*}}(%[[NEXT]])
  // CHECK:   memref.subview %{{.*}}[%[[SLOT]], 0, 0]
  // CHECK:   mcfg.copy_tile
  // CHECK: }
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK: %[[NOW:.*]] = arith.remui %[[I]]
  // CHECK: %[[TILE:.*]] = memref.subview %{{.*}}[%[[NOW]], 0, 0]
  // CHECK: vector.transfer_read %[[TILE]]
  // CHECK: mcfg.wait_copies pending 1
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: scf.if %[[MORE]]
  // THREE-LABEL: @loop
  // THREE: memref<3x16x24xf16
  // THREE-COUNT-4: mcfg.commit_copies
  // THREE: scf.for
  // THREE: mcfg.wait_copies pending 3
  // ONE-LABEL: @loop
  // ONE: memref<1x16x24xf16
  // ONE: scf.for
  // ONE: gpu.barrier
  // ONE-NEXT: mcfg.copy_tile
  // ONE-NEXT: mcfg.commit_copies
  // ONE-NEXT: mcfg.wait_copies pending 0
  // ONE-NEXT: gpu.barrier
  gpu.func @loop(%a: memref<128x16xf16>, %b: memref<128x16xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f16
    %x_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    %y_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 16)>(%i)
      %x_view = memref.subview %a[%row, 0] [16, 16] [1, 1] : memref<128x16xf16> to memref<16x16xf16, strided<[16, 1], offset: ?>>
      %x_tile = memref.subview %x_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      mcfg.copy_tile %x_view, %x_tile : memref<16x16xf16, strided<[16, 1], offset: ?>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      %x = vector.transfer_read %x_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
      "test.use"(%x) : (vector<16x16xf16>) -> ()
      %y_view = memref.subview %b[%row, 0] [16, 16] [1, 1] : memref<128x16xf16> to memref<16x16xf16, strided<[16, 1], offset: ?>>
      %y_tile = memref.subview %y_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      mcfg.copy_tile %y_view, %y_tile : memref<16x16xf16, strided<[16, 1], offset: ?>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      %y = vector.transfer_read %y_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
      "test.use"(%y) : (vector<16x16xf16>) -> ()
    }
    gpu.return
  }

  // At the top two groups are under way beside the one that is wanted: the third starts when the first is
  // there. A loop of two trips has a slot for each, and all of its copies start before it.
  // CHECK-LABEL: @top
  // CHECK-COUNT-2: mcfg.commit_copies
  // CHECK: mcfg.wait_copies pending 1
  // CHECK-NEXT: gpu.barrier
  // CHECK: mcfg.copy_tile
  // CHECK: mcfg.commit_copies
  // CHECK: mcfg.copy_tile
  // CHECK: mcfg.commit_copies
  // CHECK: "test.use"
  // CHECK: mcfg.wait_copies pending 2
  // CHECK-NEXT: gpu.barrier
  // CHECK: "test.use"
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to
  // CHECK: mcfg.wait_copies pending 1
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK-NEXT: memref.subview %{{.*}}[%[[I]], 0, 0]
  gpu.func @top(%a: memref<32x16xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f16
    %view = memref.subview %a[0, 0] [16, 16] [1, 1] : memref<32x16xf16> to memref<16x16xf16, strided<[16, 1]>>
    %x_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    %y_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    %z_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    %x_tile = memref.subview %x_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %x_tile : memref<16x16xf16, strided<[16, 1]>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
    %x = vector.transfer_read %x_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
    "test.use"(%x) : (vector<16x16xf16>) -> ()
    %y_tile = memref.subview %y_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
    mcfg.copy_tile %view, %y_tile : memref<16x16xf16, strided<[16, 1]>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
    %y = vector.transfer_read %y_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
    "test.use"(%y) : (vector<16x16xf16>) -> ()
    scf.for %i = %c0 to %c2 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 16)>(%i)
      %z_view = memref.subview %a[%row, 0] [16, 16] [1, 1] : memref<32x16xf16> to memref<16x16xf16, strided<[16, 1], offset: ?>>
      %z_tile = memref.subview %z_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      mcfg.copy_tile %z_view, %z_tile : memref<16x16xf16, strided<[16, 1], offset: ?>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      %z = vector.transfer_read %z_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
      "test.use"(%z) : (vector<16x16xf16>) -> ()
    }
    gpu.return
  }

  // A loop in a loop, with bounds that are not known: before the inner one begins, everybody must have left the
  // slots. A tile whose place hangs on what was loaded is copied where it is wanted.
  // CHECK-LABEL: @nested
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK: arith.cmpi slt
  // CHECK: scf.if
  // CHECK:   mcfg.copy_tile
  // CHECK: mcfg.commit_copies
  // CHECK: scf.for %[[I:.*]] = %[[FROM:.*]] to
  // CHECK:   mcfg.wait_copies pending 0
  // CHECK:   arith.subi %[[I]], %[[FROM]]
  // CHECK: memref.load
  // CHECK: gpu.barrier
  // CHECK-NEXT: mcfg.copy_tile
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK-NEXT: mcfg.wait_copies pending 0
  // CHECK-NEXT: gpu.barrier
  gpu.func @nested(%a: memref<128x16xf16>, %rows: memref<8xindex>, %from: index, %to: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f16
    %x_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    %y_ring = memref.alloc() : memref<1x16x24xf16, #gpu.address_space<workgroup>>
    scf.for %o = %c0 to %c8 step %c1 {
      scf.for %i = %from to %to step %c1 {
        %row = affine.apply affine_map<(i) -> (i * 16)>(%i)
        %x_view = memref.subview %a[%row, 0] [16, 16] [1, 1] : memref<128x16xf16> to memref<16x16xf16, strided<[16, 1], offset: ?>>
        %x_tile = memref.subview %x_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
        mcfg.copy_tile %x_view, %x_tile : memref<16x16xf16, strided<[16, 1], offset: ?>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
        %x = vector.transfer_read %x_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
        "test.use"(%x) : (vector<16x16xf16>) -> ()
      }
      %row = memref.load %rows[%o] : memref<8xindex>
      %y_view = memref.subview %a[%row, 0] [16, 16] [1, 1] : memref<128x16xf16> to memref<16x16xf16, strided<[16, 1], offset: ?>>
      %y_tile = memref.subview %y_ring[%c0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<1x16x24xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      mcfg.copy_tile %y_view, %y_tile : memref<16x16xf16, strided<[16, 1], offset: ?>> to memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>
      %y = vector.transfer_read %y_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[24, 1], offset: ?>, #gpu.address_space<workgroup>>, vector<16x16xf16>
      "test.use"(%y) : (vector<16x16xf16>) -> ()
    }
    gpu.return
  }
}
