// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-split-warps)))' -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @m {
  // 4 warps that compute and 1 that copies: threads 128 to 159 do that and end. Barrier 0 is for all of them, 1 and 2 for one side; those
  // before the split stay. Whoever asks for a thread's number hears that there are more.
  // CHECK-LABEL: gpu.func @one
  // CHECK-SAME: known_block_size = array<i32: 160, 1, 1>
  // CHECK-SAME: block = 160, workgroup_bytes = 64
  // CHECK-NOT: minctasm
  // CHECK: gpu.thread_id  x upper_bound 160
  // CHECK: gpu.barrier
  // CHECK-NOT: gpu.barrier
  // CHECK: %[[THREAD:.*]] = gpu.thread_id  x upper_bound 160
  // CHECK: %[[FIRST:.*]] = arith.constant 128 : index
  // CHECK: %[[COPIES:.*]] = arith.cmpi uge, %[[THREAD]], %[[FIRST]]
  // CHECK: scf.if %[[COPIES]] {
  // CHECK-NEXT: memref.store %c1
  // CHECK-DAG:  %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-DAG:  %[[COPY:.*]] = arith.constant 32 : i32
  // CHECK:      nvvm.barrier id = %[[TWO]] number_of_threads = %[[COPY]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: memref.store %c0
  // CHECK:      scf.for
  // CHECK-DAG:    %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG:    %[[COMPUTE:.*]] = arith.constant 128 : i32
  // CHECK:        nvvm.barrier id = %[[ONE]] number_of_threads = %[[COMPUTE]]
  // CHECK-NOT: setmaxregister
  // CHECK: gpu.return
  gpu.func @one(%a: memref<8xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>,
      mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 128, workgroup_bytes = 64, operands = [write 8xi64]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x upper_bound 128
    gpu.barrier
    mcfg.produce warps 1 {
      memref.store %c1, %a[%c1] : memref<8xindex>
      gpu.barrier
    }
    memref.store %c0, %a[%thread] : memref<8xindex>
    scf.for %i = %c0 to %c1 step %c1 {
      gpu.barrier
    }
    gpu.return
  }

  // A warpgroup that copies beside two that compute. 65,536 registers are 168 for each of 384 threads, all of which are shared out:
  // 24 * 128 + 240 * 256.
  // CHECK-LABEL: gpu.func @warpgroup
  // CHECK-SAME: known_block_size = array<i32: 384, 1, 1>
  // CHECK-SAME: nvvm.minctasm = 1 : i32
  // CHECK: scf.if
  // CHECK-NEXT: nvvm.setmaxregister decrease 40
  // CHECK: } else {
  // CHECK-NEXT: nvvm.setmaxregister increase 232
  gpu.func @warpgroup() kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    mcfg.produce warps 4 {
    }
    gpu.return
  }

  // 640 threads have 96 registers, 61,440 in all: no more are there to be given, or those that ask would wait for ever.
  // CHECK-LABEL: gpu.func @many
  // CHECK: nvvm.setmaxregister decrease 40
  // CHECK: nvvm.setmaxregister increase 104
  gpu.func @many() kernel attributes {known_block_size = array<i32: 512, 1, 1>} {
    mcfg.produce warps 4 {
    }
    gpu.return
  }

  // One warpgroup that computes has as many as a thread can have; part of a warpgroup can give none.
  // CHECK-LABEL: gpu.func @enough
  // CHECK-NOT: setmaxregister
  // CHECK-NOT: minctasm
  // CHECK-LABEL: gpu.func @part
  // CHECK-NOT: setmaxregister
  // CHECK: gpu.return
  gpu.func @enough() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    mcfg.produce warps 4 {
    }
    gpu.return
  }
  gpu.func @part() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    mcfg.produce warps 4 {
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected a known block size and one mcfg.produce, but got 1}}
  gpu.func @no_block() kernel {
    mcfg.produce warps 1 {
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected a known block size and one mcfg.produce, but got 2}}
  gpu.func @two() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    mcfg.produce warps 1 {
    }
    mcfg.produce warps 1 {
    }
    gpu.return
  }
}
