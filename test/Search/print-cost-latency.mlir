// RUN: mcf-opt %s --mcf-print-cost -verify-diagnostics -o /dev/null

// The default model. Its constants are fitted to measured kernels, so only what they belong to is checked here; how they are added
// up is CostModelTest's matter.
func.func @one_block(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    // expected-remark-re @+1 {{latency model on H200: launch {{[0-9.]+}} us, copies to shared memory {{[0-9.]+}} us, contractions {{[0-9.]+}} us, reductions and maps {{[0-9.]+}} us, loads and stores of registers {{[0-9.]+}} us, further waves {{[0-9.]+}} us, contention on an SM {{[0-9.]+}} us, total {{[0-9.]+}} us {{.}}1 blocks{{.}}}}
    mcf.schedule <m = 64, n = 64, k = 64> placed {
      // expected-remark-re @+1 {{load moves 8192 bytes: {{[0-9.]+}} us}}
      mcf.load %A : !mcf.named<[m, k], f16>
      // expected-remark-re @+1 {{load moves 8192 bytes: {{[0-9.]+}} us}}
      mcf.load %B : !mcf.named<[k, n], f16>
      // expected-remark-re @+1 {{compute takes 524288 flops: {{[0-9.]+}} us}}
      mcf.compute %C : !mcf.named<[m, n], f32>
      // expected-remark-re @+1 {{store moves 16384 bytes: {{[0-9.]+}} us}}
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return %c : tensor<64x64xf32>
}
