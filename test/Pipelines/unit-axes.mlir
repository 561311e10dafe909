// Arrays of the caller whose strides are given at launch, with axes of size 1 that the chain does not have: reads and results are views
// that drop these axes whatever their strides are, a result through a reshape too. Nothing is copied, and the kernel takes strides.
// RUN: mcfc %s --tiling='m|nhk{m=16,n=32,k=16,h=16}' --emit=gpu | FileCheck %s
// RUN: mcfc %s --tiling='m|nhk{m=16,n=32,k=16,h=16}' --run=cpu | FileCheck %s --check-prefix=RIGHT
// CHECK-LABEL: func.func @f
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-DAG: memref.subview %{{.*}}[0, 0, 0] [48, 1, 24] [1, 1, 1] : memref<48x1x24xf16, strided<[?, ?, 1], offset: ?>> to memref<48x24xf16, strided<[?, 1], offset: ?>>
// CHECK-DAG: memref.subview %arg3[0, 0, 0, 0] [48, 1, 1, 16] [1, 1, 1, 1] : memref<48x1x1x16xf16, strided<[?, ?, ?, 1], offset: ?>> to memref<48x16xf16, strided<[?, 1], offset: ?>>
// CHECK: call @f_chain_0_launch
// CHECK: gpu.func @f_chain_0
// CHECK-SAME: read 48x24xf16 strides [?, 1]
// CHECK-SAME: write 48x16xf16 strides [?, 1]
// RIGHT: 0 {{.*}} right
func.func @f(%a: memref<48x1x24xf16, strided<[?, ?, 1], offset: ?>>, %b: tensor<24x40xf16>, %d: tensor<40x16xf16>,
             %out: memref<48x1x1x16xf16, strided<[?, ?, ?, 1], offset: ?>>) {
  %at = bufferization.to_tensor %a restrict : memref<48x1x24xf16, strided<[?, ?, 1], offset: ?>> to tensor<48x1x24xf16>
  %flat = tensor.collapse_shape %at [[0, 1], [2]] : tensor<48x1x24xf16> into tensor<48x24xf16>
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<48x40xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<48x40xf32>) -> tensor<48x40xf32>
  %c = linalg.matmul ins(%flat, %b : tensor<48x24xf16>, tensor<24x40xf16>) outs(%c_zero : tensor<48x40xf32>) -> tensor<48x40xf32>
  %c16 = arith.truncf %c : tensor<48x40xf32> to tensor<48x40xf16>
  %e_empty = tensor.empty() : tensor<48x16xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<48x16xf32>) -> tensor<48x16xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<48x40xf16>, tensor<40x16xf16>) outs(%e_zero : tensor<48x16xf32>) -> tensor<48x16xf32>
  %e16 = arith.truncf %e : tensor<48x16xf32> to tensor<48x16xf16>
  %r = tensor.expand_shape %e16 [[0, 1, 2], [3]] output_shape [48, 1, 1, 16] : tensor<48x16xf16> into tensor<48x1x1x16xf16>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<48x1x1x16xf16>, memref<48x1x1x16xf16, strided<[?, ?, ?, 1], offset: ?>>) -> ()
  return
}
