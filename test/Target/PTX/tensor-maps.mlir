// A gpu.func with a tensor map goes the whole way: the map is a parameter of 128 bytes, and the copy
// is given its address.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(mcf-lower-to-nvvm-pipeline)' -o %t.mlir
// RUN: mcfc %t.mlir --emit=ptx --arch=sm_90a | FileCheck %s
// RUN: mcfc %t.mlir --emit=plan --arch=sm_90a | FileCheck %s --check-prefix=PLAN

// PLAN: "version": 3
// PLAN:      "parameters": [
// PLAN-NEXT: {"pointer": 0},
// PLAN-NEXT: {"pointer": 1},
// PLAN-NEXT: {"tensor_map": 0, "box": [64, 64]}
// PLAN-NEXT: ]

// CHECK: .visible .entry kernel(
// CHECK-NEXT: .param .u64 .ptr .align 1 kernel_param_0,
// CHECK-NEXT: .param .u64 .ptr .align 1 kernel_param_1,
// CHECK-NEXT: .param .align 64 .b8 kernel_param_2[128]
// CHECK-NEXT: )
// The address of the parameter itself, not of a copy in local memory.
// CHECK-NOT: .local
// CHECK: mov.b64 [[MAP:%rd[0-9]+]], kernel_param_2;
// CHECK: cvta.param.u64 [[GENERIC:%rd[0-9]+]], [[MAP]];
// CHECK: cp.async.bulk.tensor.2d.shared::{{.*}}.global{{.*}}[[GENERIC]]

gpu.module @kernels {
  gpu.func @kernel(%in: memref<128x64xf16>, %out: memref<64xf16>, %map: !llvm.ptr) kernel attributes {
      mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 128, workgroup_bytes = 9216, operands = [read 128x64xf16, write 64xf16],
                                           parameters = [pointer 0, pointer 1, tensor_map 0 box [64, 64]]>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %arena = llvm.mlir.addressof @arena : !llvm.ptr<3>
    %barrier = llvm.getelementptr %arena[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %cluster = llvm.addrspacecast %arena : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %cluster, %map, %barrier, box [%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    %c0 = arith.constant 0 : index
    %x = memref.load %in[%c0, %c0] : memref<128x64xf16>
    memref.store %x, %out[%c0] : memref<64xf16>
    gpu.return
  }
  llvm.mlir.global external @arena() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
}
