// Dims of unknown size: the estimate is a sum over the sizes to tune for, the summary names them, and
// no candidate keeps tiles over such a dim.
// RUN: mcf-opt %s --mcf-choose-tiling 2>&1 | FileCheck %s --check-prefixes=CHECK,LIKELY
// RUN: mcf-opt %s --mcf-choose-tiling=tune-for=m=16,h=8..4096 2>&1 | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: mcf-opt %s --mcf-choose-tiling --mcf-hoist-statements --convert-mcf-to-scf 2>/dev/null | FileCheck %s --check-prefix=PROGRAM

// LIKELY: search priced {{.*}} tuned for m = 512, h = 128; m = 4096, h = 512; m = 4096, h = 2048 (estimates are sums over these)
// SMALL: search priced {{.*}} tuned for m = 16, h = 128; m = 16, h = 512; m = 16, h = 2048 (estimates are sums over these)
// CHECK: remark: chose
// LIKELY: mcf.chain <m = ? in [1, 8192] likely [512, 4096], n = 128, k = 64, h = ?>
// SMALL: mcf.chain <m = ? likely [16], n = 128, k = 64, h = ? in [8, 4096]>
// CHECK: mcf.schedule
// PROGRAM: scf.forall ({{.*}}, {{.*}}) in (%{{.*}}, %{{.*}})

func.func @chain(%a: tensor<?x64xf16>, %b: tensor<64x128xf16>, %d: tensor<128x?xf16>) -> tensor<?x?xf32> {
  %f = mcf.chain <m = ? in [1, 8192] likely [512, 4096], n = 128, k = 64, h = ?>
      ins(%a, %b, %d : tensor<?x64xf16>, tensor<64x128xf16>, tensor<128x?xf16>) -> (tensor<?x?xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %C16 = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %f : tensor<?x?xf32>
}
