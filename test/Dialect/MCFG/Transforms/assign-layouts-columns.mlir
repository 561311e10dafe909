// Eight warps of a tile of 16 rows stand along its columns: 8 x 32 of the first sum; of the second, with 64 columns, 4 x 16, and
// two warps each do the same. The operand between them goes through workgroup memory, since each warp needs all of its columns.
// RUN: mcf-opt %S/Inputs/columns.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts)))' | FileCheck %s
// RUN: mcf-opt %S/Inputs/columns.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s --check-prefix=THREAD
// An option says something else.
// RUN: mcf-opt %S/Inputs/columns.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts{num-warps=2})))' | FileCheck %s --check-prefix=TWO

// CHECK-DAG: #[[C:.*]] = #mcfg.layout<[16, 256], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [1:32, 1:64, 1:128], registers = [1:1*2, 0:8*2, 1:8*4]>
// CHECK-DAG: #[[B:.*]] = #mcfg.layout<[16, 256], lanes = [0:2, 0:4, 1:1, 1:2, 1:4], warps = [1:32, 1:64, 1:128], registers = [0:1*2, 0:8*2, 1:8*4]>
// CHECK-DAG: #[[A:.*]] = #mcfg.layout<[16, 16], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [_, _, _], registers = [1:1*2, 0:8*2, 1:8*2]>
// CHECK-DAG: #[[E:.*]] = #mcfg.layout<[16, 64], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [1:16, 1:32, _], registers = [1:1*2, 0:8*2, 1:8*2]>
// CHECK-DAG: #[[D:.*]] = #mcfg.layout<[256, 64], lanes = [0:2, 0:4, 1:1, 1:2, 1:4], warps = [1:16, 1:32, _], registers = [0:1*2, 0:8*32, 1:8*2]>
// CHECK-DAG: #[[P:.*]] = #mcfg.layout<[16, 256], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [_, _, _], registers = [1:1*2, 0:8*2, 1:8*32]>
// CHECK: gpu.func @columns
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: vector.transfer_read {{.*}}mcfg.layouts = [#[[A]]]
// CHECK: vector.transfer_read {{.*}}mcfg.layouts = [#[[B]]]
// CHECK: vector.transfer_read {{.*}}mcfg.layouts = [#[[D]]]
// CHECK: vector.contract {{.*}}mcfg.layouts = [#[[C]]]
// CHECK: %[[HALF:.*]] = arith.truncf {{.*}}mcfg.layouts = [#[[C]]]
// CHECK: %[[P16:.*]] = mcfg.convert_layout %[[HALF]] {{.*}}#[[P]]
// CHECK: vector.contract {{.*}} %[[P16]], {{.*}}mcfg.layouts = [#[[E]]]

// One thread: 4 instructions for C, 2 for each of the 16 steps of E; C's columns of a row go to workgroup memory in pairs.
// THREAD-LABEL: gpu.func @columns
// THREAD-COUNT-4: nvvm.mma.sync
// THREAD: gpu.barrier
// THREAD-COUNT-8: vector.store {{.*}} vector<2xf16>
// THREAD: gpu.barrier
// THREAD-COUNT-32: nvvm.mma.sync
// THREAD-NOT: nvvm.mma.sync

// TWO: #mcfg.layout<[16, 256], {{.*}}, warps = [1:128],
// TWO: known_block_size = array<i32: 64, 1, 1>
