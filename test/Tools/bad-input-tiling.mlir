// Tiling expressions that mcfc refuses. The text of the user is never read as options of a pass.
// RUN: rm -f %t.out
// RUN: not mcfc %s --emit=schedule --tiling='mn(k' -o %t.out 2>&1 | FileCheck %s --check-prefix=T0
// RUN: not mcfc %s --emit=schedule --tiling='mnq' -o %t.out 2>&1 | FileCheck %s --check-prefix=T1
// RUN: not mcfc %s --emit=schedule --tiling='mnkh{m=0}' -o %t.out 2>&1 | FileCheck %s --check-prefix=T2
// RUN: not mcfc %s --emit=schedule --tiling='mnkh{m=-16}' -o %t.out 2>&1 | FileCheck %s --check-prefix=T3
// RUN: not mcfc %s --emit=schedule --tiling='mn(k,h){m=16' -o %t.out 2>&1 | FileCheck %s --check-prefix=T4
// RUN: not mcfc %s --emit=schedule --tiling='mnkh{m=99999999999999999999}' -o %t.out 2>&1 | FileCheck %s --check-prefix=T5
// RUN: not mcfc %s --emit=schedule --tiling='mm' -o %t.out 2>&1 | FileCheck %s --check-prefix=T6
// RUN: not mcfc %s --emit=schedule --tiling='mnk' -o %t.out 2>&1 | FileCheck %s --check-prefix=T7
// RUN: not mcfc %s --emit=schedule --tiling='mnkh"},canonicalize,x{a="' -o %t.out 2>&1 | FileCheck %s --check-prefix=T8
// RUN: not ls %t.out

// T0: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 5: expected ',' and another part, but got the end
// T1: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 3: expected a dim (m, n, k, h), but got 'q'
// T2: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 8: expected a tile size from 1 to 2147483647, but got 0
// T3: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 8: expected a tile size, but got '-'
// T4: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 13: expected ',' or '}', but got the end
// T5: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 8: expected a tile size from 1 to 2147483647
// T6: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 2: expected each dim once, but got 'm' again
// T7: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: {{.*}}expected
// T8: bad-input-tiling.mlir:[[#CHAIN:]]:8: error: tiling expression '{{.*}}' at column 5: expected

func.func @f(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %d: tensor<16x16xf16>,
             %c0: tensor<16x16xf32>, %e0: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %cz = linalg.fill ins(%zero : f32) outs(%c0 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%cz : tensor<16x16xf32>) -> tensor<16x16xf32>
  %c16 = arith.truncf %c : tensor<16x16xf32> to tensor<16x16xf16>
  %ez = linalg.fill ins(%zero : f32) outs(%e0 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<16x16xf16>, tensor<16x16xf16>) outs(%ez : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %e : tensor<16x16xf32>
}
