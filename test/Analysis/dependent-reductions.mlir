// RUN: mcf-opt %s --mcf-print-dependent-reductions -split-input-file -verify-diagnostics

// Softmax between two contractions: the maximum is exponential, the sum a quotient. The
// sum itself is accumulated from running exponentials; E has both factors pending.
func.func @softmax(%s0: tensor<50x37xf32>, %d0: tensor<37x19xf16>) -> tensor<50x19xf32> {
  %e = mcf.chain <m = 50, n = 37, h = 19>
      ins(%s0, %d0 : tensor<50x37xf32>, tensor<37x19xf16>) -> (tensor<50x19xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f16>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 is deferred as exponential}}
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    // expected-remark @below {{loop 'n': accumulated with exponential pending}}
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 is deferred as quotient}}
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    // expected-remark @below {{loop 'n': accumulated with exponential quotient pending}}
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x19xf32>
}

// -----

// The maximum starts from the lowest float, as in programs that come from TOSA: it is no less than
// the maximum alone.
func.func @start_of_maximum(%s0: tensor<50x37xf32>, %d0: tensor<37x19xf32>) -> tensor<50x19xf32> {
  %e = mcf.chain <m = 50, n = 37, h = 19>
      ins(%s0, %d0 : tensor<50x37xf32>, tensor<37x19xf32>) -> (tensor<50x19xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f32>):
    %R0 = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %R = mcf.map ins(%R0 : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%r: f32):
      %low = arith.constant -3.40282347E+38 : f32
      %x = arith.maximumf %low, %r : f32
      mcf.yield %x : f32
    }
    // expected-remark @below {{loop 'n': operand 1 is deferred as exponential}}
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    // expected-remark @below {{loop 'n': accumulated with exponential pending}}
    %E = mcf.contract %P, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x19xf32>
}

// -----

// The reciprocal of the sum as its own map of rows, the maximum scaled by another one,
// exp2, a mask: all are deferred.
func.func @scaled(%s0: tensor<50x37xf32>, %d0: tensor<37x19xf32>) -> tensor<50x19xf32> {
  %e = mcf.chain <m = 50, n = 37, h = 19>
      ins(%s0, %d0 : tensor<50x37xf32>, tensor<37x19xf32>) -> (tensor<50x19xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f32>):
    %R = mcf.reduce <maxnumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %T = mcf.map ins(%R : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%r: f32):
      %c = arith.constant 0.125 : f32
      %x = arith.mulf %r, %c : f32
      mcf.yield %x : f32
    }
    // expected-remark @below {{loop 'n': operand 1 is deferred as exponential}}
    %P = mcf.map ins(%S, %T : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %t: f32):
      %c = arith.constant 0.125 : f32
      %c2 = arith.constant 1.4426950408889634 : f32
      %z = arith.constant 0.0 : f32
      %y = arith.mulf %s, %c : f32
      %x = arith.subf %y, %t : f32
      %u = arith.mulf %x, %c2 : f32
      %p = math.exp2 %u : f32
      %i = mcf.index "n"
      %j = mcf.index "m"
      %m = arith.cmpi ule, %i, %j : index
      %q = arith.select %m, %p, %z : f32
      mcf.yield %q : f32
    }
    // expected-remark @below {{loop 'n': accumulated with exponential pending}}
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %I = mcf.map ins(%L : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%l: f32):
      %c = arith.constant 1.0 : f32
      %x = arith.divf %c, %l : f32
      mcf.yield %x : f32
    }
    // expected-remark @below {{loop 'n': operand 1 is deferred as product}}
    %Q = mcf.map ins(%P, %I : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.mulf %p, %l : f32
      mcf.yield %x : f32
    }
    // expected-remark @below {{loop 'n': accumulated with exponential product pending}}
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x19xf32>
}

// -----

// The exponentials are returned: they must be those of the final maximum. Their sum is
// not returned, so it alone would not forbid it.
func.func @returned(%s0: tensor<50x37xf32>) -> (tensor<50x37xf32>, tensor<50xf32>) {
  %e:2 = mcf.chain <m = 50, n = 37>
      ins(%s0 : tensor<50x37xf32>) -> (tensor<50x37xf32>, tensor<50xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: its result is returned}}
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    mcf.yield %P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>
  }
  return %e#0, %e#1 : tensor<50x37xf32>, tensor<50xf32>
}

// -----

// Softmax without a second contraction: the quotient is returned, so both wait.
func.func @softmax_only(%s0: tensor<50x37xf32>) -> tensor<50x37xf32> {
  %e = mcf.chain <m = 50, n = 37> ins(%s0 : tensor<50x37xf32>) -> (tensor<50x37xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: its result is returned}}
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: its result is returned}}
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      mcf.yield %x : f32
    }
    mcf.yield %Q : !mcf.named<[m, n], f32>
  }
  return %e : tensor<50x37xf32>
}

// -----

// p + bias is not homogeneous in p; an exponent that is not what the maximum was taken
// of could overflow; a sum is no maximum; a statistic used twice is no factor.
func.func @waits(%s0: tensor<50x37xf32>, %b0: tensor<37xf32>) -> (tensor<50xf32>, tensor<50xf32>) {
  %e:2 = mcf.chain <m = 50, n = 37>
      ins(%s0, %b0 : tensor<50x37xf32>, tensor<37xf32>) -> (tensor<50xf32>, tensor<50xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %B: !mcf.named<[n], f32>):
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: a map that uses its result is not homogeneous in it}}
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %Q = mcf.map ins(%P, %B : !mcf.named<[m, n], f32>, !mcf.named<[n], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %b: f32):
      %x = arith.addf %p, %b : f32
      mcf.yield %x : f32
    }
    %L = mcf.reduce <add> %Q : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: the exponent is not bounded by the maximum}}
    %P1 = mcf.map ins(%B, %R : !mcf.named<[n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    // expected-remark @below {{loop 'n': operand 1 has to wait: the statistic is not a monotone function of one maximum}}
    %P2 = mcf.map ins(%P1, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    // expected-remark @below {{loop 'n': operand 1 has to wait: the statistic is not a factor of the result}}
    %P3 = mcf.map ins(%P2, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = arith.mulf %x, %r : f32
      mcf.yield %p : f32
    }
    // expected-remark @below {{loop 'n': operand 1 has to wait: its result is reduced by something that is not a sum}}
    %P4 = mcf.map ins(%P3, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %p = arith.mulf %s, %r : f32
      mcf.yield %p : f32
    }
    %M = mcf.reduce <maximumf> %P4 : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    mcf.yield %L, %M : !mcf.named<[m], f32>, !mcf.named<[m], f32>
  }
  return %e#0, %e#1 : tensor<50xf32>, tensor<50xf32>
}

// -----

// Division by the root mean square: a quotient. A map of both the statistic and its
// square has none; f16 of an f32 without its factor could overflow, of an f16 it cannot.
func.func @rms(%x0: tensor<50x37xf16>, %w0: tensor<37x19xf16>, %g0: tensor<37xf32>)
    -> (tensor<50x19xf32>, tensor<50x19xf32>, tensor<19xf32>) {
  %e:3 = mcf.chain <m = 50, n = 37, h = 19>
      ins(%x0, %w0, %g0 : tensor<50x37xf16>, tensor<37x19xf16>, tensor<37xf32>)
      -> (tensor<50x19xf32>, tensor<50x19xf32>, tensor<19xf32>) {
  ^bb0(%X: !mcf.named<[m, n], f16>, %W: !mcf.named<[n, h], f16>, %G: !mcf.named<[n], f32>):
    %X2 = mcf.map ins(%X : !mcf.named<[m, n], f16>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f16):
      %y = arith.extf %x : f16 to f32
      %z = arith.mulf %y, %y : f32
      mcf.yield %z : f32
    }
    %V = mcf.reduce <add> %X2 : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %R = mcf.map ins(%V : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%v: f32):
      %c = arith.constant 37.0 : f32
      %x = arith.divf %v, %c : f32
      %y = math.sqrt %x : f32
      mcf.yield %y : f32
    }
    // expected-remark @below {{loop 'n': operand 1 is deferred as quotient}}
    %Y = mcf.map ins(%X, %R : !mcf.named<[m, n], f16>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f16, %r: f32):
      %a = arith.extf %x : f16 to f32
      %b = arith.divf %a, %r : f32
      %c = arith.truncf %b : f32 to f16
      mcf.yield %c : f16
    }
    // expected-remark @below {{loop 'n': accumulated with quotient pending}}
    %E = mcf.contract %Y, %W : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // expected-remark @below {{loop 'n': operand 1 has to wait: without the factor the result could leave the range of its type}}
    %Z = mcf.map ins(%X, %R, %G : !mcf.named<[m, n], f16>, !mcf.named<[m], f32>, !mcf.named<[n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f16, %r: f32, %g: f32):
      %a = arith.extf %x : f16 to f32
      %b = arith.divf %a, %r : f32
      %d = arith.mulf %b, %g : f32
      %c = arith.truncf %d : f32 to f16
      mcf.yield %c : f16
    }
    %F = mcf.contract %Z, %W : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // Summed over m too: the factor of a row cannot leave that sum.
    // expected-remark @below {{loop 'n': operand 1 has to wait: it is summed over a dim of the statistic}}
    %U = mcf.map ins(%X2, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %r: f32):
      %b = arith.divf %x, %r : f32
      mcf.yield %b : f32
    }
    %C = mcf.reduce <add> %U : !mcf.named<[m, n], f32> -> !mcf.named<[], f32>
    %O = mcf.map ins(%C : !mcf.named<[], f32>) -> !mcf.named<[h], f32> {
    ^bb0(%x: f32):
      mcf.yield %x : f32
    }
    mcf.yield %E, %F, %O : !mcf.named<[m, h], f32>, !mcf.named<[m, h], f32>, !mcf.named<[h], f32>
  }
  return %e#0, %e#1, %e#2 : tensor<50x19xf32>, tensor<50x19xf32>, tensor<19xf32>
}
