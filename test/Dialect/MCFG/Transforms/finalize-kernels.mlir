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
