// RUN: mcf-opt %s --mcf-outline-kernels --split-input-file | FileCheck %s

// The last dim is the fastest. Nobody calls this function, so it is erased.
// CHECK-DAG: #[[SLOW:.*]] = affine_map<()[s0] -> (s0 floordiv 6)>
// CHECK-DAG: #[[FAST:.*]] = affine_map<()[s0] -> (s0 mod 3)>
// CHECK: module attributes {gpu.container_module}
// CHECK: gpu.module @fill {
// CHECK: gpu.func @fill(%[[OUT:.*]]: memref<5x2x3xf32>, %[[SCALE:.*]]: f32, %[[IN:.*]]: memref<2xf32>) kernel
// CHECK-SAME: mcfg.launch_plan = #mcfg.launch_plan<grid = 30, block = 0, workgroup_bytes = 0, operands = [write 5x2x3xf32, value f32, read 2xf32]>
// CHECK: %[[ID:.*]] = gpu.block_id x upper_bound 30
// CHECK-DAG: %[[I:.*]] = affine.apply #[[SLOW]]()[%[[ID]]]
// CHECK-DAG: %[[K:.*]] = affine.apply #[[FAST]]()[%[[ID]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]], %{{.*}}, %[[K]]]
// CHECK: gpu.return
// CHECK-NOT: func.func
func.func @fill(%out: memref<5x2x3xf32>, %scale: f32, %in: memref<2xf32>) attributes {mcfg.block_vectors} {
  scf.forall (%i, %j, %k) in (5, 2, 3) {
    %x = memref.load %in[%j] : memref<2xf32>
    %y = arith.mulf %x, %scale : f32
    memref.store %y, %out[%i, %j, %k] : memref<5x2x3xf32>
  }
  return
}

// -----

// A mapping is that of the kernel.
// CHECK: gpu.func @a(%{{.*}}: memref<4xf32>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 8>
// CHECK: func.func private @a_launch(memref<4xf32>){{$}}
func.func private @a(%out: memref<4xf32>) attributes {mcf.mapping = #mcf.mapping<warps = 8>, mcfg.block_vectors} {
  scf.forall (%i) in (4) {
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %out[%i] : memref<4xf32>
  }
  return
}
func.func @main(%out: memref<4xf32>) {
  call @a(%out) : (memref<4xf32>) -> ()
  return
}

// -----

// Two functions give two kernels. One is called: the declaration @a_launch stays. No
// scf.forall means one block.
// CHECK: gpu.module @a {
// CHECK: gpu.func @a(%{{.*}}: memref<4xf32>) kernel
// CHECK-SAME: grid = 1,
// CHECK-NOT: gpu.block_id
// CHECK: vector.transfer_write
// CHECK: func.func private @a_launch(memref<4xf32>)
// CHECK-NOT: mcfg.block_vectors
// CHECK: gpu.module @b {
// CHECK: gpu.func @b(%{{.*}}: memref<8xf32>) kernel
// CHECK-SAME: grid = 2,
// CHECK: func.func @main
// CHECK: call @a_launch
func.func @a(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  vector.transfer_write %v, %out[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}
func.func @b(%out: memref<8xf32>) attributes {mcfg.block_vectors} {
  %v = arith.constant dense<1.0> : vector<4xf32>
  scf.forall (%i) in (2) {
    %at = affine.apply affine_map<(i) -> (i * 4)>(%i)
    vector.transfer_write %v, %out[%at] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  }
  return
}
func.func @main(%out: memref<4xf32>) {
  call @a(%out) : (memref<4xf32>) -> ()
  return
}

// -----

// Strides that are known are part of the type; where an array starts in another one does not matter to the kernel.
// CHECK: gpu.func @strided(%[[A:.*]]: memref<4x8xf32, strided<[24, 1]>>, %[[B:.*]]: memref<4x8xf32>, %{{.*}}: memref<4x8xf32, strided<[1, 4]>>) kernel
// CHECK-SAME: operands = [read 4x8xf32 strides [24, 1], read 4x8xf32, write 4x8xf32 strides [1, 4]]>
// CHECK: vector.transfer_read %[[A]]
// CHECK: vector.transfer_read %[[B]]
func.func @strided(%a: memref<4x8xf32, strided<[24, 1], offset: ?>>, %b: memref<4x8xf32, strided<[8, 1], offset: ?>>,
                   %out: memref<4x8xf32, strided<[1, 4]>>) attributes {mcfg.block_vectors} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x8xf32, strided<[24, 1], offset: ?>>, vector<4x8xf32>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x8xf32, strided<[8, 1], offset: ?>>, vector<4x8xf32>
  %s = arith.addf %x, %y : vector<4x8xf32>
  vector.transfer_write %s, %out[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32, strided<[1, 4]>>
  return
}

// -----

// What is given at launch comes behind the operands: a size for each name, then strides. A dense array needs no
// strides; where it is not known to be dense its strides are given, even if it has one dim.
// CHECK-DAG: #[[TILES:.*]] = affine_map<()[s0] -> (s0 ceildiv 8)>
// CHECK: gpu.func @given(%[[A:.*]]: memref<f32>, %[[S:.*]]: f32, %[[B:.*]]: memref<f32>, %[[C:.*]]: memref<f32>, %[[OUT:.*]]: memref<f32>, %[[M:.*]]: index, %[[N:.*]]: index, %[[A0:.*]]: index, %[[C0:.*]]: index, %[[OUT0:.*]]: index, %[[OUT1:.*]]: index) kernel
// CHECK-SAME: #mcfg.launch_plan<grid = 3 * ceil_div(m, 16) * ceil_div(n, 8), block = 0, workgroup_bytes = 0, operands = [read ?x4xf32 sizes [m] strides [?, 1], value f32, read ?x?xf32 sizes [m, n], read 5xf32 strides [?], write 3x?x?xf32 sizes [m, n] strides [?, ?, 1]], parameters = [pointer 0, value 1, pointer 2, pointer 3, pointer 4, size m, size n, stride 0:0, stride 3:0, stride 4:0, stride 4:1]>
// CHECK-DAG: memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[M]], 4], strides: [%[[A0]], 1] : memref<f32> to memref<?x4xf32, strided<[?, 1]>>
// CHECK-DAG: memref.reinterpret_cast %[[B]] to offset: [0], sizes: [%[[M]], %[[N]]], strides: [%[[N]], 1] : memref<f32> to memref<?x?xf32>
// CHECK-DAG: memref.reinterpret_cast %[[C]] to offset: [0], sizes: [5], strides: [%[[C0]]] : memref<f32> to memref<5xf32, strided<[?]>>
// CHECK-DAG: memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [3, %[[M]], %[[N]]], strides: [%[[OUT0]], %[[OUT1]], 1] : memref<f32> to memref<3x?x?xf32, strided<[?, ?, 1]>>
// CHECK: %[[ID:.*]] = gpu.block_id x
// CHECK-NOT: upper_bound
// CHECK: %[[NT:.*]] = affine.apply #[[TILES]]()[%[[N]]]
// CHECK: %[[J:.*]] = arith.remui %[[ID]], %[[NT]]
// CHECK: %[[REST:.*]] = arith.divui %[[ID]], %[[NT]]
// CHECK-NOT: memref.dim
// CHECK: gpu.return
func.func @given(%a: memref<?x4xf32, strided<[?, 1], offset: ?>> {mcf.dims = ["m", "k"]}, %s: f32, %b: memref<?x?xf32> {mcf.dims = ["m", "n"]},
                 %c: memref<5xf32, strided<[?]>>, %out: memref<3x?x?xf32, strided<[?, ?, 1]>> {mcf.dims = ["b", "m", "n"]})
    attributes {mcfg.block_vectors} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  %mt = affine.apply affine_map<()[m] -> (m ceildiv 16)>()[%m]
  %nt = affine.apply affine_map<()[m] -> (m ceildiv 8)>()[%n]
  scf.forall (%h, %i, %j) in (3, %mt, %nt) {
    %x = memref.load %a[%i, %c0] : memref<?x4xf32, strided<[?, 1], offset: ?>>
    %y = memref.load %b[%i, %j] : memref<?x?xf32>
    %z = memref.load %c[%c1] : memref<5xf32, strided<[?]>>
    %xy = arith.addf %x, %y : f32
    %xyz = arith.addf %xy, %z : f32
    %r = arith.mulf %xyz, %s : f32
    memref.store %r, %out[%h, %i, %j] : memref<3x?x?xf32, strided<[?, ?, 1]>>
  }
  return
}

// -----

// Sizes without names are all different ones; a tile of one element makes a block for each.
// CHECK: gpu.func @unnamed
// CHECK-SAME: grid = ceil_div(size_0_0, 1), {{.*}}operands = [write ?xf32 sizes [size_0_0], read ?xf32 sizes [size_1_0]], parameters = [pointer 0, pointer 1, size size_0_0, size size_1_0]
func.func @unnamed(%out: memref<?xf32>, %in: memref<?xf32>) attributes {mcfg.block_vectors} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  scf.forall (%i) in (%n) {
    %x = memref.load %in[%i] : memref<?xf32>
    memref.store %x, %out[%i] : memref<?xf32>
  }
  return
}
