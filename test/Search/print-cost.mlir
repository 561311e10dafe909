// RUN: mcf-opt %s --mcf-print-cost='device=A100 model=paper' -verify-diagnostics -split-input-file -o /dev/null

// On an A100: W = 2.039 TB/s, P = 312 TFLOP/s (f16), 108 SMs. mhnk with tiles of 64 is priced as
// it would be placed: A and B move 64 * 64 * 2 bytes in 16 * 8 * 16 * 8 = 16384 trips, D in 2048, E in
// 128; C takes 2 * 64^3 flops in 16384 trips, E in 2048.
func.func @raw(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf16> {
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf16>) {
  // A raw schedule has no load where the placed one will have it: its place is that of the input.
  // One line expects both remarks, for A and for B.
  // expected-remark @+2 {{load moves 134217728 bytes: 65.825 us}}
  // expected-remark @+1 {{load moves 16777216 bytes: 8.228 us}}
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    // 286261248 bytes / W = 140.393 us; 9663676416 flops / P = 30.973 us; alpha = (16 + 108) / 16 = 7.75,
    // so idle SMs add 6.75 times both.
    // expected-remark @+1 {{paper model on A100 (not measured): memory 140.393 us, compute 30.973 us, idle SMs 1156.722 us, total 1328.089 us (16 blocks)}}
    mcf.schedule <m = 64, n = 64, k = 64, h = 64> {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f16>
              mcf.load %B : !mcf.named<[k, n], f16>
              mcf.load %D : !mcf.named<[n, h], f16>
              // expected-remark @+1 {{compute takes 8589934592 flops: 27.532 us}}
              mcf.compute %C : !mcf.named<[m, n], f16>
              // expected-remark @+1 {{compute takes 1073741824 flops: 3.441 us}}
              mcf.compute %E : !mcf.named<[m, h], f16>
              // expected-remark @+1 {{store moves 1048576 bytes: 0.514 us}}
              mcf.store %E : !mcf.named<[m, h], f16>
            }
          }
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %e : tensor<1024x512xf16>
}

// -----

// A placed schedule as it stands. One tile and one block: alpha is 109. A map takes the rate
// outside of the tensor cores, 19.5 TFLOP/s. 8192 bytes / W = 0.004 us, three times; 524288 / P = 0.002 us.
func.func @placed(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %R = mcf.map ins(%C : !mcf.named<[m, n], f16>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f16):
      %y = arith.addf %x, %x : f16
      mcf.yield %y : f16
    }
    // expected-remark @+1 {{memory 0.012 us, compute 0.002 us, idle SMs 1.506 us, total 1.520 us (1 blocks)}}
    mcf.schedule <m = 64, n = 64, k = 64> placed {
      // expected-remark @+1 {{load moves 8192 bytes: 0.004 us}}
      mcf.load %A : !mcf.named<[m, k], f16>
      // expected-remark @+1 {{load moves 8192 bytes: 0.004 us}}
      mcf.load %B : !mcf.named<[k, n], f16>
      // expected-remark @+1 {{compute takes 524288 flops: 0.002 us}}
      mcf.compute %C : !mcf.named<[m, n], f16>
      // expected-remark @+1 {{compute takes 4096 flops: 0.000 us}}
      mcf.compute %R : !mcf.named<[m, n], f16>
      // expected-remark @+1 {{store moves 8192 bytes: 0.004 us}}
      mcf.store %R : !mcf.named<[m, n], f16>
    }
    mcf.yield %R : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
