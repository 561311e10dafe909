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
