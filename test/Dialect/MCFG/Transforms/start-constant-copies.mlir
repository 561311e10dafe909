// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-start-constant-copies)))' | FileCheck %s

!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!plain = memref<64x64xf16, strided<[72, 1], offset: ?>, #gpu.address_space<workgroup>>
!array = memref<64x64xf16>
!bars = memref<4xi64, #gpu.address_space<workgroup>>

#plan = #mcfg.launch_plan<grid = 1, block = 128, workgroup_bytes = 0, operands = [read 64x64xf16, read 64x64xf16, read 64x64xf16],
    parameters = [pointer 0, pointer 1, pointer 2, tensor_map 0 box [64, 64], tensor_map 1 box [64, 64], tensor_map 2 box [64, 64]]>

gpu.module @m {
  // Copies of B and D go before that of A and before what the threads copy, with the numbers they need and in their order; the last one
  // stays behind what waits.
  // CHECK-LABEL: gpu.func @constant
  // CHECK-SAME: %[[A:[a-z0-9]*]]: memref<64x64xf16>, %[[B:[a-z0-9]*]]: memref<64x64xf16>, %[[D:[a-z0-9]*]]: memref<64x64xf16>
  // CHECK: mcfg.init_barriers
  // CHECK: arith.constant 1 : index
  // CHECK: mcfg.bulk_copy_tile %[[B]]
  // CHECK: arith.constant 2 : index
  // CHECK: mcfg.bulk_copy_tile %[[D]]
  // CHECK: mcfg.copy_tile %[[A]]
  // CHECK-NEXT: mcfg.commit_copies
  // CHECK: mcfg.bulk_copy_tile %[[A]]
  // CHECK: gpu.barrier
  // CHECK: mcfg.bulk_copy_tile %[[B]]
  // CHECK: gpu.return
  gpu.func @constant(%a: !array, %b: !array, %d: !array, %ma: !llvm.ptr, %mb: !llvm.ptr, %md: !llvm.ptr) kernel
      attributes {mcf.constants = array<i64: 1, 2>, mcfg.launch_plan = #plan} {
    %bars = memref.alloc() : !bars
    %t = memref.alloc() : !tile
    %p = memref.alloc() : memref<64x72xf16, #gpu.address_space<workgroup>>
    %q = memref.subview %p[0, 0] [64, 64] [1, 1] : memref<64x72xf16, #gpu.address_space<workgroup>> to memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
    %u = memref.cast %q : memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>> to !plain
    %c0 = arith.constant 0 : index
    mcfg.init_barriers %bars counts [1, 1, 1, 1] : !bars
    mcfg.copy_tile %a, %u : !array to !plain
    mcfg.commit_copies
    mcfg.bulk_copy_tile %a via %ma[%c0, %c0] to %t signals %bars[%c0] : !array, !llvm.ptr, !tile, !bars
    %c1 = arith.constant 1 : index
    mcfg.bulk_copy_tile %b via %mb[%c0, %c0] to %t signals %bars[%c1] : !array, !llvm.ptr, !tile, !bars
    %c2 = arith.constant 2 : index
    mcfg.bulk_copy_tile %d via %md[%c0, %c0] to %t signals %bars[%c2] : !array, !llvm.ptr, !tile, !bars
    gpu.barrier
    %c3 = arith.constant 3 : index
    mcfg.bulk_copy_tile %b via %mb[%c0, %c0] to %t signals %bars[%c3] : !array, !llvm.ptr, !tile, !bars
    gpu.return
  }

  // Nobody says that these are: the order stays.
  // CHECK-LABEL: gpu.func @not_said
  // CHECK-SAME: %[[A:[a-z0-9]*]]: memref<64x64xf16>, %[[B:[a-z0-9]*]]: memref<64x64xf16>
  // CHECK: mcfg.bulk_copy_tile %[[A]]
  // CHECK: mcfg.bulk_copy_tile %[[B]]
  gpu.func @not_said(%a: !array, %b: !array, %d: !array, %ma: !llvm.ptr, %mb: !llvm.ptr, %md: !llvm.ptr) kernel
      attributes {mcfg.launch_plan = #plan} {
    %bars = memref.alloc() : !bars
    %t = memref.alloc() : !tile
    %c0 = arith.constant 0 : index
    mcfg.bulk_copy_tile %a via %ma[%c0, %c0] to %t signals %bars[%c0] : !array, !llvm.ptr, !tile, !bars
    mcfg.bulk_copy_tile %b via %mb[%c0, %c0] to %t signals %bars[%c0] : !array, !llvm.ptr, !tile, !bars
    gpu.return
  }
}
