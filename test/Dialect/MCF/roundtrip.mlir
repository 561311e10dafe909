// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s

// CHECK-LABEL: func.func @gemm_chain
func.func @gemm_chain(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf32> {
  // CHECK: mcf.chain <m = 512, n = 256, k = 64, h = 64> ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>) -> (tensor<512x64xf32>)
  %e = mcf.chain <m = 512, n = 256, k = 64, h = 64>
      ins(%a, %b, %d : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>)
      -> (tensor<512x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    // CHECK: mcf.contract %{{.*}}, %{{.*}} : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    // CHECK: mcf.map ins(%{{.*}} : !mcf.named<[m, n], f32>) -> <[m, n], f16>
    %C16 = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32):
      %i = mcf.index "n"
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // CHECK: mcf.schedule <m = 64, n = 32, k = 16, h = 64> placed {
    mcf.schedule <m = 64, n = 32, k = 16, h = 64> placed {
      // CHECK: mcf.loop "m" block {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f16>
            mcf.load %B : !mcf.named<[k, n], f16>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.compute %C16 : !mcf.named<[m, n], f16>
          mcf.load %D : !mcf.named<[n, h], f16>
          mcf.compute %E : !mcf.named<[m, h], f32>
        }
        // CHECK: mcf.store
        mcf.store %E : !mcf.named<[m, h], f32>
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<512x64xf32>
}
