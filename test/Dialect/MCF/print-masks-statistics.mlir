// Masked elements whose value hangs on a statistic that another loop computes.
// RUN: mcf-opt %s --mcf-apply-tiling="tiling=mnh{m=16,n=16,h=32}" --mcf-hoist-statements --mcf-print-masks \
// RUN:   -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The maximum is of all elements, so the exponential waits for it. Each row has an element that is not masked,
// through which the NaN of a row without a maximum comes.
// CHECK: remark: 0 : 'f16' where m <= n - 1
// CHECK: remark: runs where n <= m: 9 of 12 trips
func.func @statistic_of_another_loop(%s: tensor<50x45xf32>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, h = 20> ins(%s, %d : tensor<50x45xf32>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f16>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32, %r: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %c = arith.cmpi sgt, %j, %i : index
      %t = arith.select %c, %inf, %x : f32
      %z = arith.subf %t, %r : f32
      %p = math.exp %z : f32
      %y = arith.truncf %p : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %P, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// The same, but the first five rows are masked whole.
// CHECK: remark: 0 : 'f16' where m <= n + 4
// CHECK: remark: no trip is left out: a row of mcf.contract of [m, h] may be masked whole, and is NaN only if one of its tiles runs
func.func @rows_masked_whole(%s: tensor<50x45xf32>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, h = 20> ins(%s, %d : tensor<50x45xf32>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f16>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32, %r: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %five = arith.constant 5 : index
      %jj = arith.addi %j, %five : index
      %c = arith.cmpi sgt, %jj, %i : index
      %t = arith.select %c, %inf, %x : f32
      %z = arith.subf %t, %r : f32
      %p = math.exp %z : f32
      %y = arith.truncf %p : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %P, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}
