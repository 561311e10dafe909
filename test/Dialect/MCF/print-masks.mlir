// Where values are constant because of conditions on positions, and which trips that leaves.
// RUN: mcf-opt %s --mcf-apply-tiling="tiling=mn(k,h){m=16,n=16,k=32,h=32}" --mcf-hoist-statements --mcf-print-masks \
// RUN:   -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Causal. The sum of a row that is masked whole is NaN in the program, so nothing is said of row statistics.
// CHECK: remark: -Inf : 'f32' where m <= n - 1
// CHECK: remark: 0 : 'f32' where m <= n - 1
// CHECK: remark: 0 : 'f16' where m <= n - 1
// CHECK-NOT: remark: {{.*}} where
// CHECK: remark: runs where n <= m: 9 of 12 trips
func.func @causal(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %c = arith.cmpi ugt, %j, %i : index
      %y = arith.select %c, %inf, %x : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// A sliding window, in i64.
// CHECK: remark: -Inf : 'f32' where m <= n - 1 or n <= m - 20
// CHECK: remark: runs where n <= m and m <= n + 19: 8 of 12 trips
func.func @window(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %w = arith.constant 20 : index
      %ii = arith.index_cast %i : index to i64
      %jj = arith.index_cast %j : index to i64
      %ww = arith.constant 20 : i64
      %last = arith.subi %ii, %ww : i64
      %c0 = arith.cmpi sle, %jj, %ii : i64
      %c1 = arith.cmpi sgt, %jj, %last : i64
      %c = arith.andi %c0, %c1 : i1
      %y = arith.select %c, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// An additive bias of 0 and -inf; bottom-right.
// CHECK: remark: -Inf : 'f32' where m <= n - 6
// CHECK: remark: runs where n <= m + 5: 8 of 9 trips
func.func @bias(%a: tensor<40x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<40x20xf32> {
  %e = mcf.chain <m = 40, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<40x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<40x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0.0 : f32
      %off = arith.constant 5 : index
      %ii = arith.addi %i, %off : index
      %c = arith.cmpi sle, %j, %ii : index
      %bias = arith.select %c, %zero, %inf : f32
      %half = arith.constant 0.5 : f32
      %scaled = arith.mulf %x, %half : f32
      %y = arith.addf %scaled, %bias : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<40x20xf32>
}

// -----

// Positions as floats, a threshold between integers, and a negation.
// CHECK: remark: -Inf : 'f32' where m <= n - 1
// CHECK: remark: runs where n <= m: 9 of 12 trips
func.func @floats(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %ii = arith.index_cast %i : index to i32
      %jj = arith.index_cast %j : index to i32
      %f = arith.sitofp %ii : i32 to f32
      %g = arith.sitofp %jj : i32 to f32
      %gf = arith.subf %g, %f : f32
      %half = arith.constant 0.5 : f32
      %c = arith.cmpf ogt, %gf, %half : f32
      %true = arith.constant true
      %allowed = arith.xori %c, %true : i1
      %y = arith.select %allowed, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// A prefix that all see, and blocks of 8 positions.
// CHECK: remark: -Inf : 'f32' where floor(m / 8) <= floor(n / 8) - 1 and n >= 17
// CHECK: remark: runs where floor(n / 8) <= floor(m / 8) or n <= 16: 10 of 12 trips
func.func @prefix_and_blocks(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %prefix = arith.constant 17 : index
      %eight = arith.constant 8 : index
      %ib = arith.divui %i, %eight : index
      %jb = arith.divui %j, %eight : index
      %c0 = arith.cmpi ule, %jb, %ib : index
      %c1 = arith.cmpi slt, %j, %prefix : index
      %c = arith.ori %c0, %c1 : i1
      %y = arith.select %c, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// exp(-1e9 - r) is 0 only if r is not near -1e9.
// CHECK: remark: -1.0E+9 : 'f32' where m <= n - 1
// CHECK-NOT: remark: {{.*}} where
// CHECK: remark: no trip is left out: the mask value -1.0E+9 is finite, so whether masked elements count hangs on the others of their row
func.func @finite(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %low = arith.constant -1.0e9 : f32
      %c = arith.cmpi sgt, %j, %i : index
      %y = arith.select %c, %low, %x : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// A factor of 0 and 1, and no softmax. The intermediate is the operand of the next product.
// CHECK: remark: 0 : 'f32' where m <= n - 1
// CHECK: remark: runs where n <= m: 9 of 12 trips
func.func @multiplied(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %c = arith.cmpi ule, %j, %i : index
      %f = arith.uitofp %c : i1 to f32
      %y = arith.mulf %x, %f : f32
      mcf.yield %y : f32
    }
    %E = mcf.contract %S, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}

// -----

// Nothing is known of remainders.
// CHECK-NOT: remark
func.func @not_affine(%a: tensor<50x24xf16>, %b: tensor<45x24xf16>, %d: tensor<45x20xf16>) -> tensor<50x20xf32> {
  %e = mcf.chain <m = 50, n = 45, k = 24, h = 20> ins(%a, %b, %d : tensor<50x24xf16>, tensor<45x24xf16>, tensor<45x20xf16>) -> (tensor<50x20xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[n, k], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %S = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32):
      %i = mcf.index "m"
      %j = mcf.index "n"
      %inf = arith.constant 0xFF800000 : f32
      %t = arith.constant 3 : index
      %r = arith.remui %j, %t : index
      %zero = arith.constant 0 : index
      %c = arith.cmpi eq, %r, %zero : index
      %y = arith.select %c, %x, %inf : f32
      mcf.yield %y : f32
    }
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %y = math.exp %x : f32
      mcf.yield %y : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x20xf32>
}
