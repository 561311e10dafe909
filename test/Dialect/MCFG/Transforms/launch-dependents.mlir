// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-launch-dependents{num-sms=8})))' | FileCheck %s
// A second run changes nothing.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-launch-dependents{num-sms=8},mcf-launch-dependents)))' | FileCheck %s
// By default the device is an H200, on which two grids of 5 blocks fit side by side.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-launch-dependents)))' | FileCheck %s --check-prefix=H200

!tile = memref<64xf32, #gpu.address_space<workgroup>>

gpu.module @m {
  // The wait stands behind what touches workgroup memory alone, and before the first op that may touch global memory, on whatever path. A grid of 4 blocks
  // fits twice on 8 multiprocessors.
  // CHECK-LABEL: gpu.func @early
  // CHECK-SAME: mcfg.launch_plan = #mcfg.launch_plan<grid = 4, {{.*}}, programmatic>
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.barrier0
  // CHECK-NEXT: memref.load %{{.*}} : memref<64xf32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: memref.subview
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: scf.if
  // CHECK: scf.for
  // CHECK-NOT: griddepcontrol
  // CHECK: gpu.return
  gpu.func @early(%a: memref<64xf32>, %b: memref<64xf32>, %i: index, %c: i1) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 4, block = 32, workgroup_bytes = 0, operands = [read 64xf32, write 64xf32, value index, value i1]>} {
    %zero = arith.constant 0.0 : f32
    %tile = memref.alloc() : !tile
    scf.if %c {
      memref.store %zero, %tile[%i] : !tile
    }
    nvvm.barrier0
    %own = memref.load %tile[%i] : !tile
    %view = memref.subview %a[%i] [4] [1] : memref<64xf32> to memref<4xf32, strided<[1], offset: ?>>
    scf.if %c {
      %c0 = arith.constant 0 : index
      %x = memref.load %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
      memref.store %x, %tile[%i] : !tile
    }
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %own) -> f32 {
      %x = memref.load %tile[%k] : !tile
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %b[%i] : memref<64xf32>
    gpu.return
  }

  // 5 blocks do not: the next grid may start when the last loop is done, before results are scaled and stored.
  // CHECK-LABEL: gpu.func @behind_the_last_loop
  // CHECK-SAME: programmatic
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: memref.load %{{.*}} : memref<64xf32>
  // CHECK-NOT: griddepcontrol
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: }
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: memref.store
  // CHECK-NOT: griddepcontrol
  // CHECK: gpu.return
  // H200-LABEL: gpu.func @behind_the_last_loop
  // H200: nvvm.griddepcontrol wait
  // H200-NEXT: nvvm.griddepcontrol launch_dependents
  gpu.func @behind_the_last_loop(%a: memref<64xf32>, %b: memref<64xf32>, %i: index, %c: i1) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 5, block = 32, workgroup_bytes = 0, operands = [read 64xf32, write 64xf32, value index, value i1]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %start = memref.load %a[%c0] : memref<64xf32>
    %first = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %start) -> f32 {
      %x = memref.load %a[%k] : memref<64xf32>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %first) -> f32 {
      %x = memref.load %a[%k] : memref<64xf32>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    %scaled = arith.mulf %sum, %sum : f32
    scf.if %c {
      memref.store %scaled, %b[%i] : memref<64xf32>
    }
    gpu.return
  }

  // Contractions that are no loop, and the tensor maps of bulk copies. Results go out in a loop of their own.
  // CHECK-LABEL: gpu.func @behind_the_last_contraction
  // CHECK: nvvm.mbarrier.init
  // CHECK-NEXT: nvvm.fence.mbarrier.init
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: nvvm.cp.async.bulk.tensor
  // CHECK-NOT: griddepcontrol
  // CHECK: mcfg.warpgroup_mma
  // CHECK-NEXT: mcfg.warpgroup_wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: llvm.extractvalue
  // CHECK: scf.for
  // CHECK: memref.store
  // CHECK-NOT: griddepcontrol
  // CHECK: gpu.return
  gpu.func @behind_the_last_contraction(%a: memref<64x64xf16>, %b: memref<64xf32>, %d: i64, %c: i1, %map: !llvm.ptr) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 128, workgroup_bytes = 0, operands = [read 64x64xf16, write 64xf32, value i64, value i1],
                                                       parameters = [pointer 0, pointer 1, value 2, value 3, tensor_map 0 box [64, 64]]>} {
    %bar = llvm.mlir.zero : !llvm.ptr<3>
    %to = llvm.mlir.zero : !llvm.ptr<7>
    %sum = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    scf.if %c {
      nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    }
    %product = mcfg.warpgroup_mma %sum, a(%d : i64), b(%d) {elementType = f16, n = 8 : i64} : !llvm.struct<(f32, f32, f32, f32)>
    %done = mcfg.warpgroup_wait %product pending 0 : !llvm.struct<(f32, f32, f32, f32)> to !llvm.struct<(f32, f32, f32, f32)>
    %x = llvm.extractvalue %done[0] : !llvm.struct<(f32, f32, f32, f32)>
    scf.for %k = %c0 to %c64 step %c1 {
      memref.store %x, %b[%k] : memref<64xf32>
    }
    gpu.return
  }

  // Nothing that takes long: before the first store.
  // CHECK-LABEL: gpu.func @before_the_first_store
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvgpu.device_async_copy
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: vector.store
  gpu.func @before_the_first_store(%a: memref<64xf32>, %b: memref<64xf32>, %i: index) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 32, workgroup_bytes = 0, operands = [read 64xf32, write 64xf32, value index]>} {
    %tile = memref.alloc() : !tile
    %v = arith.constant dense<1.0> : vector<2xf32>
    %token = nvgpu.device_async_copy %a[%i], %tile[%i], 4 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%i] : memref<64xf32>
    vector.store %v, %b[%i] : memref<64xf32>, vector<2xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    gpu.return
  }

  // Arrays that no kernel before writes are read before the wait, views and tensor maps of them, too; what else is read is not, and
  // an operand that the kernel writes is no such array, whatever is said of it.
  // CHECK-LABEL: gpu.func @constants
  // CHECK-SAME: %[[A:[a-z0-9]*]]: memref<64xf32>
  // CHECK: memref.load %{{.*}} : memref<4xf32
  // CHECK-NEXT: nvvm.cp.async.bulk.tensor
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: memref.load %[[A]]
  gpu.func @constants(%a: memref<64xf32>, %w: memref<64xf32>, %b: memref<64xf32>, %map: !llvm.ptr) kernel
      attributes {mcf.constants = array<i64: 1, 2>,
                  mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 32, workgroup_bytes = 0, operands = [read 64xf32, read 64xf32, write 64xf32],
                                                       parameters = [pointer 0, pointer 1, pointer 2, tensor_map 1 box [32]]>} {
    %bar = llvm.mlir.zero : !llvm.ptr<3>
    %to = llvm.mlir.zero : !llvm.ptr<7>
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %view = memref.subview %w[8] [4] [1] : memref<64xf32> to memref<4xf32, strided<[1], offset: 8>>
    %x = memref.load %view[%c0] : memref<4xf32, strided<[1], offset: 8>>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%zero] : !llvm.ptr<7>, !llvm.ptr
    %y = memref.load %a[%c0] : memref<64xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %b[%c0] : memref<64xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @constant_but_written
  // CHECK: nvvm.griddepcontrol wait
  // CHECK: memref.store
  gpu.func @constant_but_written(%b: memref<64xf32>) kernel
      attributes {mcf.constants = array<i64: 0>,
                  mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 32, workgroup_bytes = 0, operands = [write 64xf32]>} {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1.0 : f32
    memref.store %x, %b[%c0] : memref<64xf32>
    gpu.return
  }

  // A grid that depends on sizes may be of any number of blocks, or of none.
  // CHECK-LABEL: gpu.func @open_size
  // CHECK-SAME: grid = ceil_div(m, 64), {{.*}}, programmatic>
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: memref.store
  gpu.func @open_size(%a: memref<f32>, %b: memref<f32>, %m: index) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = ceil_div(m, 64), block = 32, workgroup_bytes = 0,
                                                       operands = [read ?xf32 sizes [m], write ?xf32 sizes [m]], parameters = [pointer 0, pointer 1, size m]>} {
    %x = memref.load %a[] : memref<f32>
    memref.store %x, %b[] : memref<f32>
    gpu.return
  }

  // A loop that loads and stores in turn: the end of the kernel says it.
  // CHECK-LABEL: gpu.func @left_to_the_end
  // CHECK-SAME: programmatic
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: scf.for
  // CHECK-NOT: griddepcontrol
  // CHECK: gpu.return
  gpu.func @left_to_the_end(%a: memref<64xf32>, %b: memref<64xf32>) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 32, workgroup_bytes = 0, operands = [read 64xf32, write 64xf32]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %c0 to %c64 step %c1 {
      %x = memref.load %a[%k] : memref<64xf32>
      memref.store %x, %b[%k] : memref<64xf32>
    }
    gpu.return
  }

  // The trigger never stands before the wait, even where a loop needs no global memory.
  // CHECK-LABEL: gpu.func @wait_first
  // CHECK: scf.for
  // CHECK-NOT: griddepcontrol
  // CHECK: math.exp
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: memref.store
  gpu.func @wait_first(%b: memref<64xf32>, %i: index) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 32, workgroup_bytes = 0, operands = [write 64xf32, value index]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
      %t = arith.addf %s, %s : f32
      scf.yield %t : f32
    }
    %e = math.exp %sum : f32
    memref.store %e, %b[%i] : memref<64xf32>
    gpu.return
  }

  // An early exit comes behind the wait. Addresses in numbers: nobody knows where inline code reads.
  // CHECK-LABEL: gpu.func @early_exit
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: cf.cond_br
  // CHECK-NOT: griddepcontrol
  // CHECK-LABEL: gpu.func @inline_code
  // CHECK: nvvm.griddepcontrol wait
  // CHECK-NEXT: llvm.inline_asm
  gpu.func @early_exit(%a: memref<64xf32>, %b: memref<64xf32>, %i: index, %c: i1) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 32, workgroup_bytes = 0, operands = [read 64xf32, write 64xf32, value index, value i1]>} {
    cf.cond_br %c, ^work, ^end
  ^work:
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    cf.br ^end
  ^end:
    gpu.return
  }
  gpu.func @inline_code(%b: memref<64xf32>, %i: index, %address: i64) kernel
      attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 64, block = 32, workgroup_bytes = 0, operands = [write 64xf32, value index, value i64]>} {
    %x = llvm.inline_asm has_side_effects "ld.global.f32 $0, [$1];", "=f,l" %address : (i64) -> f32
    memref.store %x, %b[%i] : memref<64xf32>
    gpu.return
  }

  // Nobody could say that it may be launched so.
  // CHECK-LABEL: gpu.func @no_plan
  // CHECK-NOT: griddepcontrol
  gpu.func @no_plan(%a: memref<64xf32>, %b: memref<64xf32>, %i: index) kernel {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    gpu.return
  }
}
