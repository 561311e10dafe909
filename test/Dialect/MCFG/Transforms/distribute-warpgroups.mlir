// RUN: mcf-opt %S/../Inputs/warpgroups.mlir --pass-pipeline='builtin.module(gpu.module(mcf-place-tiles{warpgroups=true},gpu.func(mcf-schedule-copies,mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s

// Both operands where they lie: k = 80 are five steps, of which four are 32 bytes (2 units of 16) apart in the first panel, and one begins the
// second: 64 rows of 128 bytes on in A, 128 in B. 4611686293305294848 is 1 << 62 (the swizzle), 1024 / 16 << 32 and 16 / 16 << 16.
// CHECK-LABEL: gpu.func @both
// CHECK: gpu.barrier
// CHECK-NOT: nvgpu.ldmatrix
// CHECK-DAG: arith.constant 4611686293305360384 : i64
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: mcfg.warpgroup_mma %{{.*}}, a(%{{.*}} : i64), b(%{{.*}}) {elementType = f16, fresh, n = 128 : i64}
// CHECK: arith.constant 2 : i64
// CHECK: mcfg.warpgroup_mma {{.*}} {elementType = f16, n = 128 : i64}
// CHECK: arith.constant 4 : i64
// CHECK: mcfg.warpgroup_mma
// CHECK: arith.constant 6 : i64
// CHECK: mcfg.warpgroup_mma
// CHECK: arith.constant 1024 : i64
// CHECK: mcfg.warpgroup_mma
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: mcfg.warpgroup_wait %{{.*}} pending 0
// CHECK-LABEL: gpu.func @narrow
// CHECK: nvgpu.ldmatrix
// CHECK: nvvm.mma.sync
// CHECK-NOT: warpgroup
