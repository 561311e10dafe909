// RUN: mcf-opt %s --mcf-print-cost -verify-diagnostics -o /dev/null

// The default model, on an H200 (1.79 GHz), with its constants of LatencyCostModel.cpp. One block of
// 4 warps. A and B: rows of 8 chunks of 16 bytes, 16 rows at a time, 4 chunks for each thread in one batch: 114 + 4 * 27 =
// 222 cycles. C: one row tile for a warp, 8 columns, 4 steps; 4 * 4 reads of A and 8 * 4 * 4 of B: 150 + 144 * 3.6 = 668.4.
// The store: 32 elements for each thread, 428 + 32 * 44 = 1836. Contention: 32 mma.sync and 8 chunks in each of 4
// warps, 4 * (32 * 1.4 + 8 * 10.5) = 515.2. Launch: 0.49 + 0.23 + 0.14 us.
func.func @one_block(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    // expected-remark @+1 {{latency model on H200: launch 0.860 us, copies to shared memory 0.248 us, contractions 0.373 us, reductions and maps 0.000 us, loads and stores of registers 1.026 us, further waves 0.000 us, contention on an SM 0.288 us, total 2.795 us (1 blocks)}}
    mcf.schedule <m = 64, n = 64, k = 64> placed {
      // expected-remark @+1 {{load moves 8192 bytes: 0.124 us}}
      mcf.load %A : !mcf.named<[m, k], f16>
      // expected-remark @+1 {{load moves 8192 bytes: 0.124 us}}
      mcf.load %B : !mcf.named<[k, n], f16>
      // expected-remark @+1 {{compute takes 524288 flops: 0.373 us}}
      mcf.compute %C : !mcf.named<[m, n], f32>
      // expected-remark @+1 {{store moves 16384 bytes: 1.026 us}}
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return %c : tensor<64x64xf32>
}
