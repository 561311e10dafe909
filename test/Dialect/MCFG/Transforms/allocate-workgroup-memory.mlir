// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-allocate-workgroup-memory)))' | FileCheck %s

gpu.module @m {
  func.func private @use(memref<3x5xf16, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>, memref<8xindex, #gpu.address_space<workgroup>>)
  // 3 x 5 x 2 = 30 bytes, then 64 x 4 = 256 from 128 on, then 8 x 8 = 64 from 384 on.
  // CHECK-LABEL: @arena
  // CHECK-SAME: workgroup_bytes = 448
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
    func.call @use(%0, %1, %2) : (memref<3x5xf16, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>, memref<8xindex, #gpu.address_space<workgroup>>) -> ()
    gpu.return
  }
  // The second buffer takes the place of the first, which is not used any more; the third is used with both.
  // CHECK-LABEL: @reuse
  // CHECK-SAME: workgroup_bytes = 384
  gpu.func @reuse(%x: f32) kernel attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 64, workgroup_bytes = 0, operands = [value f32]>} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[A:.*]] = arith.constant 256 : index
    // CHECK: memref.view %{{.*}}[%[[A]]][] : {{.*}} to memref<32xf32
    %0 = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    // CHECK: %[[B:.*]] = arith.constant 256 : index
    // CHECK: memref.view %{{.*}}[%[[B]]][] : {{.*}} to memref<16xf32
    %1 = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
    // CHECK: %[[C:.*]] = arith.constant 0 : index
    // CHECK: memref.view %{{.*}}[%[[C]]][] : {{.*}} to memref<64xf32
    %2 = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %view = memref.subview %0[0] [8] [1] : memref<32xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1]>, #gpu.address_space<workgroup>>
    memref.store %x, %2[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %view[%c0] : memref<8xf32, strided<[1]>, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %x, %1[%c0] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %x, %2[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  // CHECK-LABEL: @none
  // CHECK-NOT: dynamic_shared_memory
  gpu.func @none() kernel {
    gpu.return
  }
}
