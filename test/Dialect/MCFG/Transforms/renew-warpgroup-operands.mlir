// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-renew-warpgroup-operands)))' | FileCheck %s

!sums = !llvm.struct<(f32, f32, f32, f32)>

gpu.module @m {
  // The rows of the first contraction are the same in each trip, though a part of them is computed in it; those of the second are not.
  // CHECK-LABEL: gpu.func @kept
  // CHECK-SAME: %[[A:[a-z0-9]*]]: i32, %[[B:[a-z0-9]*]]: i32
  // CHECK: %[[LT:.*]] = nvvm.read.ptx.sreg.lanemask.lt
  // CHECK: %[[GE:.*]] = nvvm.read.ptx.sreg.lanemask.ge
  // CHECK: %[[ZERO:.*]] = arith.andi %[[LT]], %[[GE]]
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
  // CHECK: %[[TRIP:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: %[[NOTHING:.*]] = arith.andi %[[TRIP]], %[[ZERO]]
  // CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]]
  // CHECK: %[[R:.*]] = arith.xori %[[A]], %[[NOTHING]]
  // CHECK: %[[R0:.*]] = arith.xori %[[A]], %[[NOTHING]]
  // CHECK: %[[R1:.*]] = arith.xori %[[SUM]], %[[NOTHING]]
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[LATE:.*]] = arith.addi %[[B]], %[[B]]
  // CHECK: %[[R2:.*]] = arith.xori %[[LATE]], %[[NOTHING]]
  // CHECK: mcfg.warpgroup_mma %{{.*}}, a(%[[R]], %[[R0]], %[[R1]], %[[R2]] :
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK-NOT: arith.xori
  // CHECK: mcfg.warpgroup_mma
  gpu.func @kept(%a: i32, %b: i32, %tile: i64, %sums: !sums) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %sum = arith.addi %a, %b : i32
      nvvm.wgmma.fence.aligned
      %late = arith.addi %b, %b : i32
      %c = mcfg.warpgroup_mma %sums, a(%a, %a, %sum, %late : i32, i32, i32, i32), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
      nvvm.wgmma.commit.group.sync.aligned
      %w = mcfg.warpgroup_wait %c pending 0 : !sums to !sums
      %x = llvm.extractvalue %w[0] : !sums
      %y = llvm.bitcast %x : f32 to i32
      nvvm.wgmma.fence.aligned
      %d = mcfg.warpgroup_mma %sums, a(%y, %y, %y, %y : i32, i32, i32, i32), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
      nvvm.wgmma.commit.group.sync.aligned
      %v = mcfg.warpgroup_wait %d pending 0 : !sums to !sums
    }
    gpu.return
  }

  // What one loop leaves alone may be of each trip of the loop around it. The rows that change are those of a contraction inside.
  // CHECK-LABEL: gpu.func @nested
  // CHECK: scf.for
  // CHECK: scf.for %[[J:[^ ]*]] =
  // CHECK: arith.index_cast %[[J]]
  // CHECK: arith.xori
  // CHECK: mcfg.warpgroup_mma
  // CHECK-NOT: arith.xori
  // CHECK: mcfg.warpgroup_mma
  gpu.func @nested(%a: i32, %tile: i64, %sums: !sums) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.index_cast %i : index to i32
      scf.for %j = %c0 to %c4 step %c1 {
        %l = arith.index_cast %j : index to i32
        %c = mcfg.warpgroup_mma %sums, a(%k, %k, %k, %k : i32, i32, i32, i32), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
        %d = mcfg.warpgroup_mma %sums, a(%l, %l, %l, %l : i32, i32, i32, i32), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
        nvvm.wgmma.commit.group.sync.aligned
        %w:2 = mcfg.warpgroup_wait %c, %d pending 0 : !sums, !sums to !sums, !sums
      }
    }
    gpu.return
  }

  // Alone in its loop, or where the other rows are in memory, it may take what it took before.
  // CHECK-LABEL: gpu.func @alone
  // CHECK-NOT: arith.xori
  // CHECK: gpu.return
  gpu.func @alone(%a: i32, %tile: i64, %sums: !sums) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %c = mcfg.warpgroup_mma %sums, a(%a, %a, %a, %a : i32, i32, i32, i32), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
      %d = mcfg.warpgroup_mma %sums, a(%tile : i64), b(%tile) {n = 8 : i64, elementType = f16, fresh} : !sums
      nvvm.wgmma.commit.group.sync.aligned
      %w:2 = mcfg.warpgroup_wait %c, %d pending 0 : !sums, !sums to !sums, !sums
    }
    gpu.return
  }
}
