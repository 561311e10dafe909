// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-delay-warpgroup-waits)))' | FileCheck %s

!bars = memref<8xi64, #gpu.address_space<workgroup>>
!ring = memref<2x4096xf16, #gpu.address_space<workgroup>>
!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!view = memref<64x64xf16, strided<[64, 1], offset: ?>>
!sums = !llvm.struct<(f32, f32, f32, f32)>

gpu.module @m {
  // Past arithmetic, loads, the wait for a tile, the start of a copy and of another group, and the release of another ring, to the
  // first use. The parts of the sums go along. The wait for the latest group stays behind it.
  // CHECK-LABEL: gpu.func @passes
  // CHECK-SAME: (%[[X:[^:]*]]: f32
  // CHECK-DAG: %[[VS:.*]] = memref.alloc() {name = "v"}
  // CHECK: %[[S:.*]] = mcfg.warpgroup_mma
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  // CHECK-NEXT: math.exp %[[X]]
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: mcfg.tile_view
  // CHECK-NEXT: mcfg.wait_tile
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: mcfg.wait_tile
  // CHECK-NEXT: mcfg.bulk_copy_tile
  // CHECK-NEXT: }
  // CHECK-NEXT: mcfg.release_tile %{{.*}} of %[[VS]]
  // CHECK-NEXT: nvvm.wgmma.fence.aligned
  // CHECK-NEXT: mcfg.warpgroup_mma
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  // CHECK-NEXT: %[[W:.*]] = mcfg.warpgroup_wait %[[S]] pending 1
  // CHECK-NEXT: %[[PART:.*]] = llvm.extractvalue %[[W]][1]
  // CHECK-NEXT: arith.addf %[[PART]]
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  gpu.func @passes(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1, %a: memref<512x64xf16>, %map: !llvm.ptr, %view: !view) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    %l = memref.load %g[%c0] : memref<64xf32>
    %v_tile = mcfg.tile_view %vs[%c0] : !ring to !tile
    mcfg.wait_tile %bars[%c0] parity %c0 : !bars
    scf.if %cond {
      mcfg.wait_tile %bars[%c0] parity %c0 : !bars
      mcfg.bulk_copy_tile %view via %map[%c0, %c0] to %v_tile signals %bars[%c0] : !view, !llvm.ptr, !tile, !bars
    }
    mcfg.release_tile %bars[%c0] : !bars of %vs : !ring
    nvvm.wgmma.fence.aligned
    %o = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %wo = mcfg.warpgroup_wait %o pending 0 : !sums to !sums
    %part_o = llvm.extractvalue %wo[0] : !sums
    %y = arith.addf %part, %e : f32
    %z = arith.addf %part_o, %y : f32
    %z2 = arith.addf %z, %l : f32
    memref.store %z2, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Not past the release of the ring that its product reads.
  // CHECK-LABEL: gpu.func @own_ring
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.release_tile
  gpu.func @own_ring(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    mcfg.release_tile %bars[%c0] : !bars of %ks : !ring
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Nor if one of several is that.
  // CHECK-LABEL: gpu.func @one_of_rings
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.release_tile
  gpu.func @one_of_rings(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    mcfg.release_tile %bars[%c0] : !bars of %vs, %ks : !ring, !ring
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Nor if nobody says which it is.
  // CHECK-LABEL: gpu.func @unknown_ring
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.release_tile
  gpu.func @unknown_ring(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    mcfg.release_tile %bars[%c0] : !bars
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // The ring is that of any product of the sum.
  // CHECK-LABEL: gpu.func @first_of_two
  // CHECK: math.exp
  // CHECK: mcfg.warpgroup_mma
  // CHECK-NEXT: mcfg.warpgroup_mma
  // CHECK-NEXT: nvvm.wgmma.commit
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 1
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.release_tile %{{.*}} of
  gpu.func @first_of_two(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    %v_start = memref.extract_aligned_pointer_as_index %vs : !ring -> index
    %v = arith.index_cast %v_start : index to i64
    %s1 = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    %s2 = mcfg.warpgroup_mma %s1, a(%v : i64), b(%v) {n = 8 : i64, elementType = f16} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w2 = mcfg.warpgroup_wait %s2 pending 0 : !sums to !sums
    %part2 = llvm.extractvalue %w2[1] : !sums
    %e2 = math.exp %e : f32
    mcfg.release_tile %bars[%c0] : !bars of %ks : !ring
    %y = arith.addf %part2, %e2 : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // A use in a region: before the op that has it.
  // CHECK-LABEL: gpu.func @nested_use
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: scf.if
  gpu.func @nested_use(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    %y = scf.if %cond -> f32 {
      %t = arith.addf %part, %e : f32
      scf.yield %t : f32
    } else {
      scf.yield %e : f32
    }
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Not past what writes memory,
  // CHECK-LABEL: gpu.func @writes
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: memref.store
  gpu.func @writes(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    memref.store %e, %g[%c0] : memref<64xf32>
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // also under a test,
  // CHECK-LABEL: gpu.func @writes_under_test
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: scf.if
  gpu.func @writes_under_test(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    scf.if %cond {
      memref.store %e, %g[%c0] : memref<64xf32>
    }
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // and not past a barrier.
  // CHECK-LABEL: gpu.func @synchronizes
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: gpu.barrier
  gpu.func @synchronizes(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    gpu.barrier
    %y = arith.addf %part, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Groups that were pending before count, too.
  // CHECK-LABEL: gpu.func @pending
  // CHECK: math.exp
  // CHECK: mcfg.warpgroup_wait %{{.*}} pending 3
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 2
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: arith.addf
  gpu.func @pending(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    %s1 = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %s2 = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w1 = mcfg.warpgroup_wait %s1 pending 1 : !sums to !sums
    %part1 = llvm.extractvalue %w1[1] : !sums
    %s3 = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %y = arith.addf %part1, %e : f32
    memref.store %y, %g[%c0] : memref<64xf32>
    gpu.return
  }

  // Sums that nobody uses are waited for in their block all the same.
  // CHECK-LABEL: gpu.func @unused
  // CHECK: math.exp
  // CHECK-NEXT: mcfg.warpgroup_wait
  // CHECK-NEXT: llvm.extractvalue
  // CHECK-NEXT: gpu.return
  gpu.func @unused(%x: f32, %zero: !sums, %g: memref<64xf32>, %cond: i1) kernel {
    %c0 = arith.constant 0 : index
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %k_start = memref.extract_aligned_pointer_as_index %ks : !ring -> index
    %k_bytes = arith.addi %k_start, %c0 : index
    %k = arith.index_cast %k_bytes : index to i64
    %s = mcfg.warpgroup_mma %zero, a(%k : i64), b(%k) {n = 8 : i64, elementType = f16, fresh} : !sums
    nvvm.wgmma.commit.group.sync.aligned
    %w = mcfg.warpgroup_wait %s pending 0 : !sums to !sums
    %part = llvm.extractvalue %w[1] : !sums
    %e = math.exp %x : f32
    gpu.return
  }
}
