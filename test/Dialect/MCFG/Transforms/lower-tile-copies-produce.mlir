// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-lower-tile-copies)))' | FileCheck %s

!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!ring = memref<2x4096xf16, #gpu.address_space<workgroup>>
!view = memref<64x64xf16, strided<[64, 1], offset: ?>>

gpu.module @m {
  // Beside 4 warps that compute, which are those that leave a slot, 4 copy: threads 128 to 255. Thread 128 alone waits for slots and
  // starts copies: nobody else may be a round behind.
  // CHECK-LABEL: gpu.func @produce
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c4_i32
  // CHECK: mcfg.produce warps 4 {
  // CHECK:   %[[THREAD0:.*]] = gpu.thread_id  x
  // CHECK:   %[[FIRST0:.*]] = arith.constant 128 : index
  // CHECK:   %[[IS0:.*]] = arith.cmpi eq, %[[THREAD0]], %[[FIRST0]]
  // CHECK-NOT: nvvm.mbarrier.try_wait
  // CHECK:   scf.if %[[IS0]] {
  // CHECK:     nvvm.mbarrier.try_wait.parity
  // CHECK:   }
  // CHECK:   scf.if %{{.*}} {
  // CHECK:     %[[THREAD1:.*]] = gpu.thread_id  x
  // CHECK:     %[[FIRST1:.*]] = arith.constant 128 : index
  // CHECK:     %[[IS1:.*]] = arith.cmpi eq, %[[THREAD1]], %[[FIRST1]]
  // CHECK:     scf.if %[[IS1]] {
  // CHECK:       nvvm.cp.async.bulk.tensor
  // An array that does not start at 16 bytes: the 128 threads copy, when the first one has waited.
  // CHECK:   } else {
  // CHECK-NEXT: gpu.barrier
  // CHECK:     %[[THREAD2:.*]] = gpu.thread_id  x upper_bound 256
  // CHECK:     %[[FIRST2:.*]] = arith.constant 128 : index
  // CHECK:     arith.subi %[[THREAD2]], %[[FIRST2]]
  // CHECK:     memref.store
  // CHECK:     nvvm.fence.proxy
  // CHECK-NEXT: gpu.barrier
  // CHECK:     %[[THREAD3:.*]] = gpu.thread_id  x
  // CHECK:     %[[FIRST3:.*]] = arith.constant 128 : index
  // CHECK:     %[[IS3:.*]] = arith.cmpi eq, %[[THREAD3]], %[[FIRST3]]
  // CHECK:     scf.if %[[IS3]] {
  // CHECK-NEXT:  nvvm.mbarrier.arrive %
  // CHECK:   }
  // CHECK: }
  // All threads that compute wait.
  // CHECK-NOT: scf.if
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @produce(%view: !view, %map: !llvm.ptr, %x: index, %slot: index, %parity: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %barriers = memref.alloc() : memref<2xi64, #gpu.address_space<workgroup>>
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    mcfg.init_barriers %barriers counts [1, 0] : memref<2xi64, #gpu.address_space<workgroup>>
    gpu.barrier
    mcfg.produce warps 4 {
      mcfg.wait_tile %barriers[%c1] parity %parity : memref<2xi64, #gpu.address_space<workgroup>>
      %tile = mcfg.tile_view %ring[%slot] : !ring to !tile
      mcfg.bulk_copy_tile %view via %map[%x, %c0] to %tile signals %barriers[%c0] : !view, !llvm.ptr, !tile, memref<2xi64, #gpu.address_space<workgroup>>
    }
    mcfg.wait_tile %barriers[%c0] parity %parity : memref<2xi64, #gpu.address_space<workgroup>>
    gpu.return
  }
}
