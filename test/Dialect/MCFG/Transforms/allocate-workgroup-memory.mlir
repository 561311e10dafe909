// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-allocate-workgroup-memory)))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-allocate-workgroup-memory{max-workgroup-bytes=200})))' -verify-diagnostics

gpu.module @m {
  // 3 x 5 x 2 = 30 bytes, then 64 x 4 = 256 from 128 on, then 8 x 8 = 64 from 384 on.
  // CHECK-LABEL: @arena
  // CHECK-SAME: workgroup_bytes = 448
  // expected-error @below {{expected at most 200 bytes of workgroup memory, but got 448}}
  gpu.func @arena() kernel attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 64, workgroup_bytes = 0, operands = []>} {
    // CHECK: %[[ARENA:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    // CHECK: %[[C0:.*]] = arith.constant 0 : index
    // CHECK: memref.view %[[ARENA]][%[[C0]]][] : {{.*}} to memref<3x5xf16, #gpu.address_space<workgroup>>
    %0 = memref.alloc() : memref<3x5xf16, #gpu.address_space<workgroup>>
    // CHECK: %[[C128:.*]] = arith.constant 128 : index
    // CHECK: memref.view %[[ARENA]][%[[C128]]][]
    %1 = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    // CHECK: %[[C384:.*]] = arith.constant 384 : index
    // CHECK: memref.view %[[ARENA]][%[[C384]]][]
    %2 = memref.alloc() : memref<8xindex, #gpu.address_space<workgroup>>
    // CHECK-NOT: memref.dealloc
    memref.dealloc %1 : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  // CHECK-LABEL: @none
  // CHECK-NOT: dynamic_shared_memory
  gpu.func @none() kernel {
    gpu.return
  }
}
