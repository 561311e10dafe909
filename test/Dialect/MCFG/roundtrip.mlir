// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s
// RUN: mcf-opt %S/Inputs/block-vectors-gemm-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE
// RUN: mcf-opt %S/Inputs/block-vectors-softmax-chain.mlir | mcf-opt | FileCheck %s --check-prefix=EXAMPLE

// EXAMPLE: gpu.func @{{.*}}mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 0, workgroup_bytes = 0, operands = [read

// CHECK: mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096, operands = [read 100x72xf16, value f32, write bf16]>
func.func private @plan(memref<100x72xf16>, f32, memref<bf16>) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 4096,
                                       operands = [read 100x72xf16, value f32, write bf16]>}

// CHECK: a = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 0, operands = [write bf16], programmatic>
// CHECK-SAME: b = #mcfg.launch_plan<grid = 7, {{.*}}, operands = [write ?xf32 sizes [m]], parameters = [pointer 0, size m], programmatic>
func.func private @programmatic() attributes {
  a = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 0, operands = [write bf16], programmatic>,
  b = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 0, operands = [write ?xf32 sizes [m]],
                        parameters = [pointer 0, size m], programmatic>}

// CHECK: mcfg.launch_plan = #mcfg.launch_plan<grid = 6 * ceil_div(m, 64) * ceil_div("n 1", 32), block = 128, workgroup_bytes = 0, operands = [read ?x72xf16 sizes [m] strides [?, 1], write ?x?xf32 sizes [m, "n 1"]], parameters = [pointer 0, pointer 1, size m, size "n 1", stride 0:0]>
func.func private @given(memref<f16>, memref<f32>, index, index, index) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 2 * ceil_div(m, 64) * 3 * ceil_div("n 1", 32), block = 128, workgroup_bytes = 0,
                                       operands = [read ?x72xf16 sizes [m] strides [?, 1], write ?x?xf32 sizes [m, "n 1"]],
                                       parameters = [pointer 0, pointer 1, size m, size "n 1", stride 0:0]>}

// Dense arrays and strides; operands with all known beside sizes that are given at launch.
// CHECK: operands = [read 4x100x72xf16, value f32, write 8xi8], parameters = [pointer 0, value 1, pointer 2, tensor_map 0 box [1, 64, 64], tensor_map 2 box [16], tensor_map 0 box [4, 256, 8]]>
func.func private @tensor_maps(memref<f16>, f32, memref<i8>, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 0, operands = [read 4x100x72xf16, value f32, write 8xi8],
                                       parameters = [pointer 0, value 1, pointer 2, tensor_map 0 box [1, 64, 64], tensor_map 2 box [16], tensor_map 0 box [4, 256, 8]]>}
// CHECK: parameters = [pointer 0, pointer 1, size m, tensor_map 0 box [64, 32]]>
func.func private @tensor_maps_given(memref<f32>, memref<f32>, index, !llvm.ptr) attributes {
  mcfg.launch_plan = #mcfg.launch_plan<grid = 7, block = 128, workgroup_bytes = 0, operands = [read 100x70xf32 strides [72, 1], write ?xf32 sizes [m]],
                                       parameters = [pointer 0, pointer 1, size m, tensor_map 0 box [64, 32]]>}

// CHECK: attributes {a = #mcfg.operand<read 2x3xf32 strides [0, 1]>, b = #mcfg.parameter<stride 0:1>, c = #mcfg.trip_count<ceil_div(m, 64)>, d = #mcfg.parameter<tensor_map 0 box [1, 64, 64]>}
func.func private @pieces() attributes {a = #mcfg.operand<read 2x3xf32 strides [0, 1]>, b = #mcfg.parameter<stride 0:1>,
                                        c = #mcfg.trip_count<ceil_div(m, 64)>, d = #mcfg.parameter<tensor_map 0 box [1, 64, 64]>}

// CHECK: func.func private @operand() attributes {a = #mcfg.operand<read 2x3xf32>}
func.func private @operand() attributes {a = #mcfg.operand<read 2x3xf32>}

// CHECK-LABEL: func.func @copy_tile
func.func @copy_tile(%source: memref<?x10xf16, strided<[72, 1], offset: ?>>,
                     %target: memref<64x16xf16, #gpu.address_space<workgroup>>) {
  // CHECK: mcfg.copy_tile %{{.*}}, %{{.*}} : memref<?x10xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, #gpu.address_space<workgroup>>
  mcfg.copy_tile %source, %target : memref<?x10xf16, strided<[72, 1], offset: ?>>
      to memref<64x16xf16, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @tile_view
func.func @tile_view(%ring: memref<2x8192xf16, #gpu.address_space<workgroup>>, %slot: index) {
  // CHECK: mcfg.tile_view %{{.*}}[%{{.*}}] : memref<2x8192xf16, #gpu.address_space<workgroup>> to memref<64x80xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
  %tile = mcfg.tile_view %ring[%slot] : memref<2x8192xf16, #gpu.address_space<workgroup>>
      to memref<64x80xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
  // CHECK: mcfg.commit_copies
  mcfg.commit_copies
  // CHECK: mcfg.wait_copies pending 2
  mcfg.wait_copies pending 2
  return
}

// CHECK-LABEL: func.func @warpgroup
func.func @warpgroup(%sum: !llvm.struct<(f32, f32, f32, f32)>, %r: i32, %a: i64, %b: i64) {
  // CHECK: mcfg.warpgroup_mma %{{.*}}, a(%{{.*}} : i64), b(%{{.*}}) {elementType = f16, n = 8 : i64, transposeB} : !llvm.struct<(f32, f32, f32, f32)>
  %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%b) {n = 8 : i64, elementType = f16, transposeB} : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: mcfg.warpgroup_mma %{{.*}}, a(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32, i32), b(%{{.*}}) {elementType = bf16, fresh, n = 8 : i64}
  %1 = mcfg.warpgroup_mma %0, a(%r, %r, %r, %r : i32, i32, i32, i32), b(%b) {n = 8 : i64, elementType = bf16, fresh} : !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: mcfg.warpgroup_wait %{{.*}} pending 0 : !llvm.struct<(f32, f32, f32, f32)> to !llvm.struct<(f32, f32, f32, f32)>
  %2 = mcfg.warpgroup_wait %1 pending 0 : !llvm.struct<(f32, f32, f32, f32)> to !llvm.struct<(f32, f32, f32, f32)>
  return
}

// CHECK-LABEL: func.func @barriers
func.func @barriers(%barriers: memref<2xi64, #gpu.address_space<workgroup>>, %slot: index, %ring: memref<2x64xf16, #gpu.address_space<workgroup>>) {
  // CHECK: mcfg.init_barriers %{{.*}} counts [1, 0] : memref<2xi64, #gpu.address_space<workgroup>>
  mcfg.init_barriers %barriers counts [1, 0] : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: mcfg.wait_tile %{{.*}}[%{{.*}}] parity %{{.*}} : memref<2xi64, #gpu.address_space<workgroup>>
  mcfg.wait_tile %barriers[%slot] parity %slot : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: mcfg.release_tile %{{.*}}[%{{.*}}] : memref<2xi64, #gpu.address_space<workgroup>>
  mcfg.release_tile %barriers[%slot] : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: mcfg.release_tile %{{.*}}[%{{.*}}] : memref<2xi64, #gpu.address_space<workgroup>> of %{{.*}} : memref<2x64xf16, #gpu.address_space<workgroup>>
  mcfg.release_tile %barriers[%slot] : memref<2xi64, #gpu.address_space<workgroup>> of %ring : memref<2x64xf16, #gpu.address_space<workgroup>>
  return
}

gpu.module @roles {
  // CHECK-LABEL: gpu.func @produce
  // CHECK-NEXT: mcfg.produce warps 4 {
  // CHECK-NEXT:   gpu.barrier
  // CHECK-NEXT: } {name = 1 : i64}
  // CHECK-NEXT: gpu.return
  gpu.func @produce() {
    mcfg.produce warps 4 {
      gpu.barrier
    } {name = 1 : i64}
    gpu.return
  }
}
