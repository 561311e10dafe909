// RUN: mcf-opt %s --mcf-print-cost -verify-diagnostics -o /dev/null

// The default model, on an H200 (1.79 GHz), with its constants of LatencyCostModel.cpp. One block of
// 4 warps. A and B: 512 chunks of 16 bytes, 4 for each thread: 35 + 4 * 72 = 323 cycles. C: one row tile
// for a warp, 8 columns, 4 steps; 4 * 4 reads of A and 8 * 4 * 4 of B: 273 + 144 * 3.3 = 748.2. The store:
// 32 elements for each thread, 245 + 32 * 62 = 2229. Contention: 32 mma.sync and 8 chunks in each of 4 warps,
// 4 * (32 * 2.4 + 8 * 9.7) = 617.6. Launch: 0.49 + 0.23 + 0.14 us.
func.func @one_block(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    // expected-remark @+1 {{latency model on H200: launch 0.860 us, copies to shared memory 0.361 us, contractions 0.418 us, reductions and maps 0.000 us, loads and stores of registers 1.245 us, further waves 0.000 us, contention on an SM 0.345 us, total 3.229 us (1 blocks)}}
    mcf.schedule <m = 64, n = 64, k = 64> placed {
      // expected-remark @+1 {{load moves 8192 bytes: 0.180 us}}
      mcf.load %A : !mcf.named<[m, k], f16>
      // expected-remark @+1 {{load moves 8192 bytes: 0.180 us}}
      mcf.load %B : !mcf.named<[k, n], f16>
      // expected-remark @+1 {{compute takes 524288 flops: 0.418 us}}
      mcf.compute %C : !mcf.named<[m, n], f32>
      // expected-remark @+1 {{store moves 16384 bytes: 1.245 us}}
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return %c : tensor<64x64xf32>
}
