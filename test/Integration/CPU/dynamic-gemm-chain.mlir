// A chain of which no size is known, compiled once and run at many: tiles that fit, that do not, one
// element, none. Also with a tiling of the user's.
// RUN: mcfc %s --run=cpu --tiling=default --sizes=m=77,n=50,k=33,h=19 --sizes=m=1,n=1,k=1,h=1 --sizes=m=64,n=128,k=63,h=65 --sizes=m=13,n=131,k=7,h=64 | FileCheck %s
// RUN: mcfc %s --run=cpu '--tiling=mhnk{m=32,n=16,k=48,h=16}' --sizes=m=33,n=17,k=49,h=31 --sizes=m=2,n=16,k=96,h=1 --sizes=m=32,n=48,k=48,h=47 --sizes=m=31,n=5,k=3,h=17 | FileCheck %s
// CHECK-COUNT-4: right
// CHECK-NOT: wrong

// Without sizes mcfc takes some that divide nothing.
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: at h = {{[0-9]+}}, k = {{[0-9]+}}, m = {{[0-9]+}}, n = {{[0-9]+}}
// DEFAULT: right

// An empty dim gives the empty result, or where it is summed over the sum of nothing.
// RUN: mcfc %s --run=cpu --tiling=default --sizes=m=0,n=5,k=3,h=4 --sizes=m=3,n=0,k=4,h=5 --sizes=m=3,n=5,k=0,h=4 --sizes=m=3,n=5,k=4,h=0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: at h = 4, k = 3, m = 0, n = 5
// EMPTY: 0      0
// EMPTY: right
// EMPTY-COUNT-3: right

// The same with two programs, by arguments.
// RUN: mcfc %s --emit=tile-program --tiling=default -o %t.mlir
// RUN: mcf-compare %s %t.mlir --sizes=m=9,n=70,k=3,arg2.1=2 --sizes=arg0.0=4,arg0.1=5,arg1.0=5,n=6,h=66 | FileCheck %s --check-prefix=BYARGUMENT
// BYARGUMENT: arg2.1 = 2, k = 3, m = 9, n = 70
// BYARGUMENT: right
// BYARGUMENT: arg0.0 = 4, arg0.1 = 5, arg1.0 = 5, h = 66, n = 6
// BYARGUMENT: right

// RUN: not mcfc %s --run=cpu --tiling=default --sizes=m=9,n=70,k=3 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: expected a size for axis 1 of argument 2, such as h=77, but got none
// RUN: not mcfc %s --run=cpu --tiling=default --sizes=m=9,n=70,k=3,h=4,x=4 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: expected sizes of arg0.0, m, arg0.1, k, arg1.0, arg1.1, n, arg2.0, arg2.1, h, but got one of 'x'
// RUN: not mcfc %s --run=cpu --tiling=default --sizes=m=9,n=70,k=3,h=4,arg0.0=8 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: expected one size for axis 0 of argument 0, but got 8 and 9
// RUN: not mcfc %s --run=cpu --tiling=default --sizes=m=1,n=99999999,k=99999999,h=1 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: expected arguments of at most 4294967296 elements, but got more for argument 1
// RUN: not mcfc %s --run=cpu --sizes=m 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: option '--sizes': expected sizes such as m=77,n=1025, but got 'm'
// RUN: not mcf-compare %s %t.mlir --sizes=m=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: expected sizes such as m=77,n=1025, but got 'm=-1'
// RUN: not mcf-compare %s %t.mlir --sizes=m=1,m=2 2>&1 | FileCheck %s --check-prefix=REPEATED
// REPEATED: error: expected one size for 'm', but got two

// Tiles are not kept over a dim of unknown size: that many there may be.
// RUN: not mcfc %s --run=cpu '--tiling=mn(k,h){m=32,n=16,k=48,h=16}' 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: error: {{.*}}expected a known number of kept tiles, but they are kept over 'h', whose size is not known

func.func @gemm_chain(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %d: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf16>
  %n = tensor.dim %b, %c1 : tensor<?x?xf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %ct = arith.truncf %c : tensor<?x?xf32> to tensor<?x?xf16>
  %m2 = tensor.dim %ct, %c0 : tensor<?x?xf16>
  %h = tensor.dim %d, %c1 : tensor<?x?xf16>
  %e2 = tensor.empty(%m2, %h) : tensor<?x?xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = linalg.matmul ins(%ct, %d : tensor<?x?xf16>, tensor<?x?xf16>) outs(%f2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %gt = arith.truncf %g : tensor<?x?xf32> to tensor<?x?xf16>
  return %gt : tensor<?x?xf16>
}
