// RUN: not mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts{num-warps=3})))' 2>&1 | FileCheck %s
// CHECK: error: 'gpu.func' op expected warps to be a power of two from 1 to 16, but got 3
gpu.module @m {
  gpu.func @f() kernel {
    gpu.return
  }
}
