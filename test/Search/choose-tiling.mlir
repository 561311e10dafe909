// The pass: funnel and choice as remarks, the winner as the chain's raw schedule.
// RUN: mcf-opt %s --mcf-choose-tiling='device=A100 model=paper' 2>&1 | FileCheck %s
// RUN: mcf-opt %s --mcf-choose-tiling='device=A100 model=paper algorithm=evolutionary seed=18446744073709551615' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EVOLVED
// The same seed, the same bytes; the result is a schedule like any other.
// RUN: mcf-opt %s --mcf-choose-tiling='algorithm=evolutionary seed=5' > %t.a 2>/dev/null
// RUN: mcf-opt %s --mcf-choose-tiling='algorithm=evolutionary seed=5' 2>/dev/null | diff - %t.a
// RUN: mcf-opt %t.a --mcf-hoist-statements --convert-mcf-to-scf -o /dev/null

// CHECK: remark: start: 26 expressions x {{[0-9]+}} tile vectors = {{[0-9]+}} candidates
// CHECK: remark: duplicates: removed {{[0-9]+}}
// CHECK: remark: overflow of an intermediate: removed
// CHECK: remark: padding: removed
// CHECK: remark: same schedule as another: removed
// CHECK: remark: exhaustive search priced {{[0-9]+}} candidates (model paper, device A100 (not measured), seed 1)
// CHECK: remark: chose [[TILING:.*]]{m={{[0-9]+}},n={{[0-9]+}},k={{[0-9]+}},h={{[0-9]+}}}, estimated to take {{[0-9.]+}} us
// CHECK: mcf.schedule <m = {{[0-9]+}}, n = {{[0-9]+}}, k = {{[0-9]+}}, h = {{[0-9]+}}> {
// CHECK: mcf.loop "m" block
// A schedule that is there stays, and nothing is said about it.
// CHECK-LABEL: @scheduled
// CHECK: mcf.schedule <m = 16, n = 16, k = 16>

// EVOLVED: remark: not looked at: removed
// EVOLVED: remark: evolutionary search priced {{[0-9]+}} candidates in {{[0-9]+}} generations (model paper, device A100 (not measured), seed 18446744073709551615)

func.func @searched(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf32> {
  %r = mcf.chain <m = 512, n = 256, k = 64, h = 64>
      ins(%a, %b, %d : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>) -> (tensor<512x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %r : tensor<512x64xf32>
}

func.func @scheduled(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.schedule <m = 16, n = 16, k = 16> {
      mcf.loop "m" block {
        mcf.loop "n" block {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f16>
            mcf.load %B : !mcf.named<[k, n], f16>
            mcf.compute %C : !mcf.named<[m, n], f16>
            mcf.store %C : !mcf.named<[m, n], f16>
          }
        }
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
