// PTX, LLVM IR and the launch plan of kernels in the LLVM and NVVM dialects. Two gpu.modules
// become one PTX module: the workgroup memory that both declare is one, the helper functions of one name
// stay two.
// RUN: mcfc %s --emit=ptx --arch=sm_80 | FileCheck %s --check-prefixes=PTX,SM80
// RUN: mcfc %s --emit=ptx --arch=sm_90a --ptx-version=8.4 | FileCheck %s --check-prefixes=PTX,SM90A
// RUN: mcfc %s --emit=llvm --opt-level=0 | FileCheck %s --check-prefix=LLVM
// RUN: mcfc %s --emit=plan --arch=sm_86 | FileCheck %s --check-prefix=PLAN
// RUN: mcfc %s --emit=ptx --arch=sm_80 -o %t.ptx --plan=%t.json
// RUN: FileCheck %s --check-prefixes=PTX,SM80 < %t.ptx
// RUN: mcfc %s --emit=plan --arch=sm_80 | diff - %t.json

// SM80: .version 8.0
// SM80-NEXT: .target sm_80
// SM90A: .version 8.4
// SM90A-NEXT: .target sm_90a
// PTX: .extern .shared .align 16 .b8 arena[];
// PTX-NOT: .extern .shared
// PTX-LABEL: .visible .entry product(
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX-LABEL: .visible .entry reverse(
// PTX: st.shared.b32
// PTX: bar.sync
// PTX: ld.shared.b32

// LLVM: target triple = "nvptx64-nvidia-cuda"
// LLVM: @arena = external addrspace(3) global [0 x i8], align 16
// LLVM: define internal i64 @double(
// LLVM: define ptx_kernel void @product(
// LLVM: call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32
// LLVM: define internal i32 @double_0(
// LLVM: define ptx_kernel void @reverse(

// PLAN:      {
// PLAN-NEXT:   "version": 1,
// PLAN-NEXT:   "chip": "sm_86",
// PLAN-NEXT:   "kernels": [
// PLAN-NEXT:     {
// PLAN-NEXT:       "name": "product",
// PLAN-NEXT:       "grid": [1, 1, 1],
// PLAN-NEXT:       "block": [32, 1, 1],
// PLAN-NEXT:       "dynamic_workgroup_bytes": 0,
// PLAN-NEXT:       "operands": [
// PLAN-NEXT:         {"element_type": "f16", "shape": [16, 16], "access": "read"},
// PLAN-NEXT:         {"element_type": "f16", "shape": [8, 16], "access": "read"},
// PLAN-NEXT:         {"element_type": "f32", "shape": [16, 8], "access": "write"}
// PLAN-NEXT:       ]
// PLAN-NEXT:     },
// PLAN-NEXT:     {
// PLAN-NEXT:       "name": "reverse",
// PLAN-NEXT:       "grid": [3, 1, 1],
// PLAN-NEXT:       "block": [64, 1, 1],
// PLAN-NEXT:       "dynamic_workgroup_bytes": 256,
// PLAN-NEXT:       "operands": [
// PLAN-NEXT:         {"element_type": "i32", "shape": [192], "access": "read"},
// PLAN-NEXT:         {"element_type": "i32", "shape": [192], "access": "write"},
// PLAN-NEXT:         {"element_type": "i32", "shape": [], "access": "value"}
// PLAN-NEXT:       ]
// PLAN-NEXT:     }
// PLAN-NEXT:   ]
// PLAN-NEXT: }

module attributes {gpu.container_module} {
  // One warp multiplies 16x16 by the transpose of 8x16, with fragments straight from global memory.
  gpu.module @product {
    llvm.mlir.global external @arena() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func internal @double(%x: i64) -> i64 {
      %two = llvm.mlir.constant(2 : i64) : i64
      %y = llvm.mul %x, %two : i64
      llvm.return %y : i64
    }
    llvm.func @product(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr) attributes {gpu.kernel, mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 32, workgroup_bytes = 0, operands = [read 16x16xf16, read 8x16xf16, write 16x8xf32]>, nvvm.kernel} {
      %0 = llvm.mlir.constant(4 : index) : i64
      %2 = llvm.mlir.constant(dense<0.000000e+00> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
      %3 = llvm.mlir.constant(0 : i64) : i64
      %4 = llvm.mlir.constant(1 : i64) : i64
      %5 = llvm.mlir.poison : vector<2xf32>
      %6 = llvm.mlir.constant(0 : i32) : i32
      %7 = llvm.mlir.constant(1 : i32) : i32
      %8 = llvm.mlir.constant(8 : index) : i64
      %9 = llvm.mlir.constant(16 : index) : i64
      %10 = nvvm.read.ptx.sreg.tid.x : i32
      %11 = llvm.sext %10 : i32 to i64
      %12 = llvm.udiv %11, %0 : i64
      %13 = llvm.urem %11, %0 : i64
      %14 = llvm.call @double(%13) : (i64) -> i64
      %15 = llvm.add %14, %8 : i64
      %16 = llvm.add %12, %8 : i64
      %17 = llvm.mul %12, %9 : i64
      %18 = llvm.add %17, %14 : i64
      %19 = llvm.getelementptr %arg0[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %20 = llvm.load %19 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %21 = llvm.mul %16, %9 : i64
      %22 = llvm.add %21, %14 : i64
      %23 = llvm.getelementptr %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %24 = llvm.load %23 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %25 = llvm.add %17, %15 : i64
      %26 = llvm.getelementptr %arg0[%25] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %27 = llvm.load %26 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %28 = llvm.add %21, %15 : i64
      %29 = llvm.getelementptr %arg0[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %30 = llvm.load %29 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %31 = llvm.getelementptr %arg1[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %32 = llvm.load %31 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %33 = llvm.getelementptr %arg1[%25] : (!llvm.ptr, i64) -> !llvm.ptr, f16
      %34 = llvm.load %33 {alignment = 2 : i64} : !llvm.ptr -> vector<2xf16>
      %35 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<2xf32>> 
      %36 = llvm.extractelement %35[%3 : i64] : vector<2xf32>
      %37 = llvm.extractelement %35[%4 : i64] : vector<2xf32>
      %38 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<2xf32>> 
      %39 = llvm.extractelement %38[%3 : i64] : vector<2xf32>
      %40 = llvm.extractelement %38[%4 : i64] : vector<2xf32>
      %41 = nvvm.mma.sync A[%20, %24, %27, %30]  B[%32, %34]  C[%36, %37, %39, %40]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %42 = llvm.extractvalue %41[0] : !llvm.struct<(f32, f32, f32, f32)> 
      %43 = llvm.extractvalue %41[1] : !llvm.struct<(f32, f32, f32, f32)> 
      %44 = llvm.insertelement %42, %5[%6 : i32] : vector<2xf32>
      %45 = llvm.insertelement %43, %44[%7 : i32] : vector<2xf32>
      %46 = llvm.extractvalue %41[2] : !llvm.struct<(f32, f32, f32, f32)> 
      %47 = llvm.extractvalue %41[3] : !llvm.struct<(f32, f32, f32, f32)> 
      %48 = llvm.insertelement %46, %5[%6 : i32] : vector<2xf32>
      %49 = llvm.insertelement %47, %48[%7 : i32] : vector<2xf32>
      %50 = llvm.mul %12, %8 : i64
      %51 = llvm.add %50, %14 : i64
      %52 = llvm.getelementptr %arg2[%51] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %45, %52 {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr
      %53 = llvm.mul %16, %8 : i64
      %54 = llvm.add %53, %14 : i64
      %55 = llvm.getelementptr %arg2[%54] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %49, %55 {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr
      llvm.return
    }
  }
  // Each block of 64 threads reverses its part of an array, through workgroup memory, and adds a scalar.
  gpu.module @reverse {
    llvm.mlir.global external @arena() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func internal @double(%x: i32) -> i32 {
      %y = llvm.add %x, %x : i32
      llvm.return %y : i32
    }
    llvm.func @reverse(%in: !llvm.ptr, %out: !llvm.ptr, %scalar: i32) attributes {gpu.kernel, mcfg.launch_plan = #mcfg.launch_plan<grid = 3, block = 64, workgroup_bytes = 256, operands = [read 192xi32, write 192xi32, value i32]>, nvvm.kernel} {
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %block = nvvm.read.ptx.sreg.ctaid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %size = llvm.call @double(%c32) : (i32) -> i32
      %base = llvm.mul %block, %size : i32
      %at = llvm.add %base, %thread : i32
      %last = llvm.mlir.constant(63 : i32) : i32
      %mirror = llvm.sub %last, %thread : i32
      %from = llvm.getelementptr %in[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %x = llvm.load %from : !llvm.ptr -> i32
      %y = llvm.add %x, %scalar : i32
      %arena = llvm.mlir.addressof @arena : !llvm.ptr<3>
      %slot = llvm.getelementptr %arena[%mirror] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %y, %slot : i32, !llvm.ptr<3>
      nvvm.barrier0
      %mine = llvm.getelementptr %arena[%thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %z = llvm.load %mine : !llvm.ptr<3> -> i32
      %to = llvm.getelementptr %out[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      llvm.store %z, %to : i32, !llvm.ptr
      llvm.return
    }
  }
}
