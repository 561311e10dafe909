// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(mcf-finalize-kernels))' -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @m {
  // CHECK: llvm.mlir.global external @arena() {addr_space = 3 : i32, alignment = 1024 : i64}
  llvm.mlir.global external @arena() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
}

// -----

gpu.module @m {
  // CHECK: llvm.func @kernel() attributes {{{.*}}nvvm.minctasm = 1 : i32
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @f() {
    // expected-error @below {{expected only llvm and nvvm ops in a lowered kernel}}
    %0 = arith.constant 0 : i32
    llvm.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected no calls of libraries in a kernel}}
  llvm.func @__nv_expf(f32) -> f32
}

// -----

gpu.module @m {
  // CHECK: llvm.func @kernel(%arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  llvm.func @kernel(%array: !llvm.ptr, %map: !llvm.ptr) attributes {nvvm.kernel, mcfg.launch_plan =
      #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [64, 64]]>} {
    llvm.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected argument 1, a tensor map, to be an !llvm.ptr, but got 'i64'}}
  llvm.func @kernel(%array: !llvm.ptr, %map: i64) attributes {nvvm.kernel, mcfg.launch_plan =
      #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [64, 64]]>} {
    llvm.return
  }
}
