// RUN: mcf-opt %s --mcf-print-statement-placement -verify-diagnostics -split-input-file -o /dev/null

// The paper's example: M = N = 1024, K = H = 512, f16 in, expression mhnk with m on blocks. With
// all tiles 64, m and n have 16 trips, k and h 8. All loops: 16 * 8 * 16 * 8 = 16384 trips.
func.func @mhnk(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf32> {
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // expected-remark @+1 {{loads and stores move 671088640 -> 287309824 bytes (43%), computes take 17179869184 -> 9663676416 flops}}
    mcf.schedule <m = 64, n = 64, k = 64, h = 64> {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              // 64 * 64 * 2 bytes, in m, h, n, k: it stays.
              // expected-remark @+1 {{tile of 8192 bytes, trips 16384 -> 16384, total 134217728 -> 134217728 bytes}}
              mcf.load %A : !mcf.named<[m, k], f16>
              // The same.
              // expected-remark @+1 {{tile of 8192 bytes, trips 16384 -> 16384, total 134217728 -> 134217728 bytes}}
              mcf.load %B : !mcf.named<[k, n], f16>
              // Leaves k: 16 * 8 * 16 = 2048 trips.
              // expected-remark @+1 {{tile of 8192 bytes, trips 16384 -> 2048, total 134217728 -> 16777216 bytes}}
              mcf.load %D : !mcf.named<[n, h], f16>
              // 2 * 64 * 64 * 64 flops.
              // expected-remark @+1 {{tile of 524288 flops, trips 16384 -> 16384, total 8589934592 -> 8589934592 flops}}
              mcf.compute %C : !mcf.named<[m, n], f32>
              // Leaves k.
              // expected-remark @+1 {{tile of 524288 flops, trips 16384 -> 2048, total 8589934592 -> 1073741824 flops}}
              mcf.compute %E : !mcf.named<[m, h], f32>
              // 64 * 64 * 4 bytes; leaves n and k: 16 * 8 = 128 trips. The sum of bytes is
              // 134217728 * 2 + 16777216 + 2097152 = 287309824 of 134217728 * 3 + 268435456 = 671088640.
              // expected-remark @+1 {{tile of 16384 bytes, trips 16384 -> 128, total 268435456 -> 2097152 bytes}}
              mcf.store %E : !mcf.named<[m, h], f32>
            }
          }
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<1024x512xf32>
}

// -----

// With T_k = K there is no loop over k any more: 16 * 8 * 16 = 2048 trips. A leaves n and h and
// rises to m, its traffic falls by 16 * 8.
func.func @k_covered(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf32> {
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // expected-remark @+1 {{loads and stores move 318767104 -> 154140672 bytes (48%), computes take 9663676416 -> 9663676416 flops}}
    mcf.schedule <m = 64, n = 64, k = 512, h = 64> {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              // 64 * 512 * 2 bytes, 16 trips.
              // expected-remark @+1 {{tile of 65536 bytes, trips 2048 -> 16, total 134217728 -> 1048576 bytes}}
              mcf.load %A : !mcf.named<[m, k], f16>
              // Needs n, which stands inside of h.
              // expected-remark @+1 {{tile of 65536 bytes, trips 2048 -> 2048, total 134217728 -> 134217728 bytes}}
              mcf.load %B : !mcf.named<[k, n], f16>
              // The same.
              // expected-remark @+1 {{tile of 8192 bytes, trips 2048 -> 2048, total 16777216 -> 16777216 bytes}}
              mcf.load %D : !mcf.named<[n, h], f16>
              // 2 * 64 * 64 * 512 flops.
              // expected-remark @+1 {{tile of 4194304 flops, trips 2048 -> 2048, total 8589934592 -> 8589934592 flops}}
              mcf.compute %C : !mcf.named<[m, n], f32>
              // expected-remark @+1 {{tile of 524288 flops, trips 2048 -> 2048, total 1073741824 -> 1073741824 flops}}
              mcf.compute %E : !mcf.named<[m, h], f32>
              // The sum of bytes is 1048576 + 134217728 + 16777216 + 2097152 = 154140672.
              // expected-remark @+1 {{tile of 16384 bytes, trips 2048 -> 128, total 33554432 -> 2097152 bytes}}
              mcf.store %E : !mcf.named<[m, h], f32>
            }
          }
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<1024x512xf32>
}

// -----

// A placed schedule has one value for each number.
func.func @placed(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf32> {
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // 134217728 * 2 + 16777216 + 2097152
    // expected-remark @+1 {{loads and stores move 287309824 bytes, computes take 9663676416 flops}}
    mcf.schedule <m = 64, n = 64, k = 64, h = 64> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              // expected-remark @+1 {{tile of 8192 bytes, trips 16384, total 134217728 bytes}}
              mcf.load %A : !mcf.named<[m, k], f16>
              // expected-remark @+1 {{tile of 8192 bytes, trips 16384, total 134217728 bytes}}
              mcf.load %B : !mcf.named<[k, n], f16>
              // expected-remark @+1 {{tile of 524288 flops, trips 16384, total 8589934592 flops}}
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
            // expected-remark @+1 {{tile of 8192 bytes, trips 2048, total 16777216 bytes}}
            mcf.load %D : !mcf.named<[n, h], f16>
            // expected-remark @+1 {{tile of 524288 flops, trips 2048, total 1073741824 flops}}
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          // expected-remark @+1 {{tile of 16384 bytes, trips 128, total 2097152 bytes}}
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<1024x512xf32>
}

// -----

// A reduction takes one flop for each point, a map one for each op that is no constant or cast.
// A tile of 16 rows sticks out of the 10 of the array, and counts whole. 3 trips over n.
func.func @flops(%x: tensor<10x40xf32>) -> tensor<10x40xf16> {
  %w = mcf.chain <m = 10, n = 40> ins(%x : tensor<10x40xf32>) -> (tensor<10x40xf16>) {
  ^bb0(%X: !mcf.named<[m, n], f32>):
    %r = mcf.reduce <maximumf> %X : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%X, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%s: f32, %t: f32):
      %i = mcf.index "n"
      %c = arith.constant 0.5 : f32
      %0 = arith.subf %s, %t : f32
      %1 = arith.mulf %0, %c : f32
      %2 = arith.truncf %1 : f32 to f16
      mcf.yield %2 : f16
    }
    // The second load is a load of its own, as X is needed again: it counts with the first.
    // expected-remark @+1 {{loads and stores move 4608 -> 7680 bytes (167%), computes take 2304 -> 2304 flops}}
    mcf.schedule <m = 16, n = 16> {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          // 16 * 16 * 4 bytes
          // expected-remark @+1 {{tile of 1024 bytes, trips 3 -> 6, total 3072 -> 6144 bytes}}
          mcf.load %X : !mcf.named<[m, n], f32>
          // 16 * 16 flops
          // expected-remark @+1 {{tile of 256 flops, trips 3 -> 3, total 768 -> 768 flops}}
          mcf.compute %r : !mcf.named<[m], f32>
          // 16 * 16 * 2 flops
          // expected-remark @+1 {{tile of 512 flops, trips 3 -> 3, total 1536 -> 1536 flops}}
          mcf.compute %p : !mcf.named<[m, n], f16>
          // expected-remark @+1 {{tile of 512 bytes, trips 3 -> 3, total 1536 -> 1536 bytes}}
          mcf.store %p : !mcf.named<[m, n], f16>
        }
      }
    }
    mcf.yield %p : !mcf.named<[m, n], f16>
  }
  return %w : tensor<10x40xf16>
}

// -----

func.func @symbol(%x: tensor<?xf32>) -> tensor<?xf32> {
  %w = mcf.chain <m = ? in [1, 8]> ins(%x : tensor<?xf32>) -> (tensor<?xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %p = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%s: f32):
      %0 = arith.negf %s : f32
      mcf.yield %0 : f32
    }
    // expected-error @+1 {{expected dims of static size to count trips, but got 'm' of unknown size}}
    mcf.schedule <m = 4> {
      mcf.loop "m" serial {
        mcf.load %X : !mcf.named<[m], f32>
        mcf.compute %p : !mcf.named<[m], f32>
        mcf.store %p : !mcf.named<[m], f32>
      }
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return %w : tensor<?xf32>
}
