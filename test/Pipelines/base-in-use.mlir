// An array whose base is read behind the call is not written before: the result goes to a buffer of its own, and is copied.
// RUN: mcfc %s --tiling=default --emit=gpu | FileCheck %s
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: call @f_chain_0_launch(%{{.*}}, %{{.*}}, %{{.*}}, %[[NEW]])
// CHECK: memref.load %arg3
func.func @f(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>, %O: memref<64x32xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  memref.store %seven, %O[%c0, %c0] : memref<64x32xf32>
  %sv = memref.subview %O[0,0][32,32][1,1] : memref<64x32xf32> to memref<32x32xf32, strided<[32,1]>>
  %e0x = tensor.empty() : tensor<32x32xf32>
  %f0x = linalg.fill ins(%zero : f32) outs(%e0x : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c0x = linalg.matmul ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f0x : tensor<32x32xf32>) -> tensor<32x32xf32>
  %e1x = tensor.empty() : tensor<32x32xf32>
  %f1x = linalg.fill ins(%zero : f32) outs(%e1x : tensor<32x32xf32>) -> tensor<32x32xf32>
  %rx = linalg.matmul ins(%c0x, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f1x : tensor<32x32xf32>) -> tensor<32x32xf32>
  %old = memref.load %O[%c0, %c0] : memref<64x32xf32>
  bufferization.materialize_in_destination %rx in restrict writable %sv : (tensor<32x32xf32>, memref<32x32xf32, strided<[32,1]>>) -> ()
  return %old : f32
}